/** What a collection came to, for the members of the fund (rules.md "Collecting for a claim"). Amounts are integer cents. */
import type * as z from 'zod/mini';
import { paidOutOf } from '@kinfold/domain/claim';
import { calendarDateOf, showDateInWords } from '@kinfold/domain/dates';
import { cents, showMoney, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import { beyondDue, fellAwayInWords, type RunReport } from '@kinfold/domain/run-board';
import { renderPdf } from '../../../platform/pdf.ts';
import { heldByFund } from '../../money/ledger/fund.service.ts';
import type { CampaignRunRecord } from '../campaign-runs/campaign-run.service.ts';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import { fellAwayOf } from '../donations/run-board.service.ts';
import { boardFigures } from '../donations/run-figures.service.ts';
import { readClaim } from './claim.model.ts';

type Report = z.input<typeof RunReport>;

/** The figures of a run at this moment: those of its board, from the same counters. */
export async function reportOfRun(
  run: CampaignRunRecord,
  { _id: campaignId, campaignName }: CampaignRecord,
  timeZone: string,
): Promise<Report> {
  const figures = await boardFigures(run, undefined);
  const sum = (of: (one: (typeof figures)[number]) => Cents) => sumCents(figures.map(of));
  const claims = await Promise.all((run.roster?.claims ?? []).map(({ claimId }) => readClaim(claimId)));
  const asked = {
    households: figures.reduce((count, { dues }) => count + dues, 0),
    people: figures.reduce((count, { people }) => count + people, 0),
    due: sum(({ expected }) => expected),
  };
  const paid = {
    collected: sum(({ collected }) => collected),
    open: sum(({ openAmount }) => openAmount),
    waived: sum(({ waived = ZERO }) => waived),
  };
  const less = fellAwayOf(run, asked);
  const beyond = beyondDue({ due: asked.due, ...paid });
  return {
    campaignRunId: run._id,
    name: run.name,
    campaignName,
    startDt: calendarDateOf(run.startDt, timeZone),
    endDt: calendarDateOf(run.endDt, timeZone),
    ...asked,
    ...(less && { fellAway: less }),
    ...paid,
    ...(beyond > 0 && { beyond }),
    paidOut: sumCents(claims.map((claim) => paidOutOf(claim?.payouts ?? []))),
    fees: sum(({ fees = ZERO }) => fees),
    left: await heldByFund(campaignId),
  };
}

/** The report as one page to print. */
export function reportPdf(
  report: Report,
  organizationName: string,
  {
    now,
    timeZone,
    currency,
    memorials,
  }: { now: Date; timeZone: string; currency: string; memorials: readonly string[] },
): Promise<Buffer> {
  const money = (amount: number) => showMoney(cents(amount), currency);
  return renderPdf({
    title: report.name,
    organizationName,
    createdDt: now,
    blocks: [
      { kind: 'text', text: `${report.campaignName}, as of ${showDateInWords(now, timeZone)}.` },
      ...memorials.map((text) => ({ kind: 'text' as const, text })),
      {
        kind: 'table',
        columns: [
          { title: '', share: 0.7 },
          { title: '', share: 0.3, isRight: true },
        ],
        rows: [
          ['Households', String(report.households)],
          ['People', String(report.people)],
          ...(report.fellAway?.amount
            ? [
                ['Shared', money(report.due + report.fellAway.amount)],
                [fellAwayInWords(report.fellAway), money(-report.fellAway.amount)],
              ]
            : []),
          ['Due', money(report.due)],
          ['Collected', money(report.collected)],
          ['Still open', money(report.open)],
          ...(report.waived ? [['Waived', money(report.waived)]] : []),
          ...(report.beyond ? [['Given beyond what was due', money(report.beyond)]] : []),
          ['Paid out', money(report.paidOut)],
          ['Added by payers for card fees', money(report.fees)],
        ],
        totals: [
          report.left < 0
            ? ['The fund is below zero by', money(-report.left)]
            : ['Left in the fund', money(report.left)],
        ],
      },
    ],
  });
}
