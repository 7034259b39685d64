/** What a collection came to, for the members of the fund (rules.md "Collecting for a claim"). Amounts are integer cents. */
import type * as z from 'zod/mini';
import { paidOutOf } from '@kinfold/domain/claim';
import { calendarDateOf, showDateInWords } from '@kinfold/domain/dates';
import { inProportion } from '@kinfold/domain/deposit';
import { cents, showMoney, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import { donationAccount } from '@kinfold/domain/payment';
import type { RunReport } from '@kinfold/domain/run-board';
import { renderPdf } from '../../../platform/pdf.ts';
import { heldByFund } from '../../money/ledger/fund.service.ts';
import { entriesOn } from '../../money/ledger/ledger.service.ts';
import type { CampaignRunRecord } from '../campaign-runs/campaign-run.service.ts';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import { eachIdOfRun } from '../donations/donation.service.ts';
import { boardFigures } from '../donations/run-figures.service.ts';
import { readClaim } from './claim.model.ts';

type Report = z.input<typeof RunReport>;

/** The figures of a run at this moment. Reads the entries of its payments, some hundred dues at a time. */
export async function reportOfRun(
  run: CampaignRunRecord,
  { _id: campaignId, campaignName }: CampaignRecord,
  timeZone: string,
): Promise<Report> {
  const figures = await boardFigures(run, undefined);
  const sum = (of: (one: (typeof figures)[number]) => Cents) => sumCents(figures.map(of));
  const claim = run.roster && (await readClaim(run.roster.claimId));
  const [due, collected, open] = [
    sum(({ expected }) => expected),
    sum((one) => one.collected),
    sum(({ openAmount }) => openAmount),
  ];
  return {
    campaignRunId: run._id,
    name: run.name,
    campaignName,
    startDt: calendarDateOf(run.startDt, timeZone),
    endDt: calendarDateOf(run.endDt, timeZone),
    households: figures.reduce((count, { dues }) => count + dues, 0),
    people: figures.reduce((count, { people }) => count + people, 0),
    due,
    collected,
    open,
    waived: cents(due - collected - open),
    paidOut: claim ? paidOutOf(claim.payouts) : ZERO,
    fees: await feesOf(run._id),
    left: await heldByFund(campaignId),
  };
}

/** What payers added for card fees, in proportion to what they paid in this run. */
async function feesOf(runId: string): Promise<Cents> {
  let fees = ZERO;
  for await (const ids of eachIdOfRun(runId)) {
    const accounts = new Set(ids.map(donationAccount));
    for await (const { kind, postings } of entriesOn(ids)) {
      const fee = postings.find(({ account }) => account === 'processing-fee');
      if (kind !== 'charge' || !fee) continue;
      const lines = postings.flatMap(({ account, amount, organizationNumber = '' }) =>
        account.startsWith(donationAccount(''))
          ? [{ account, organizationNumber, amount: cents(-amount) }]
          : [],
      );
      const parts = inProportion(cents(-fee.amount), lines);
      fees = sumCents([
        fees,
        ...parts
          .filter((_part, index) => accounts.has(lines[index]?.account ?? ''))
          .map(({ amount }) => amount),
      ]);
    }
  }
  return fees;
}

/** The report as one page to print. */
export function reportPdf(
  report: Report,
  organizationName: string,
  { now, timeZone, currency }: { now: Date; timeZone: string; currency: string },
): Promise<Buffer> {
  const money = (amount: number) => showMoney(cents(amount), currency);
  return renderPdf({
    title: report.name,
    organizationName,
    createdDt: now,
    blocks: [
      { kind: 'text', text: `${report.campaignName}, as of ${showDateInWords(now, timeZone)}.` },
      {
        kind: 'table',
        columns: [
          { title: '', share: 0.7 },
          { title: '', share: 0.3, isRight: true },
        ],
        rows: [
          ['Households', String(report.households)],
          ['People', String(report.people)],
          ['Due', money(report.due)],
          ['Collected', money(report.collected)],
          ['Still open', money(report.open)],
          ...(report.waived ? [['Waived', money(report.waived)]] : []),
          ['Paid out', money(report.paidOut)],
          ['Added by payers for card fees', money(report.fees)],
        ],
        totals: [['Left in the fund', money(report.left)]],
      },
    ],
  });
}
