/** Renders letters: one PDF, made during the download from what was stored when they were made. */
import { campaignRunStatus } from '@kinfold/domain/campaign-run';
import { showDateInWords } from '@kinfold/domain/dates';
import { totalBalance } from '@kinfold/domain/donation';
import { LETTERS_KEPT_DAYS } from '@kinfold/domain/letter';
import { showMoney, ZERO } from '@kinfold/domain/money';
import type { Config } from '../../../platform/config.ts';
import { isPrintable } from '../../../platform/pdf-fonts.ts';
import { conflict, notFound } from '../../../platform/problem.ts';
import { requireRun } from '../../funds/campaign-runs/campaign-run.service.ts';
import { requireCampaign } from '../../funds/campaigns/campaign.service.ts';
import { letterheadOf } from '../../people/contacts/letterhead.service.ts';
import { recipientsOf } from '../../funds/donations/recipient.service.ts';
import { renderLetters, type LetterHead, type LetterPage } from './letter-pdf.ts';
import { letterPeople, type LetterRecord, type LettersRecord } from './letter.model.ts';
import { asOfNow, downloadUntil } from './letter.service.ts';

type Site = Pick<Config, 'APP_URL' | 'CURRENCY' | 'TIME_ZONE'>;

/** What the letters of a run have in common at a time. */
export async function headOfLetters(
  { campaignRunId }: LettersRecord,
  at: Date,
  { APP_URL, TIME_ZONE }: Site,
): Promise<LetterHead> {
  const run = await requireRun(campaignRunId);
  const campaign = await requireCampaign(run.campaignId);
  const recipient = (await recipientsOf([campaign._id]))(campaign._id);
  const { name, lines, phone } = await letterheadOf(campaign.organizationNumber);
  return {
    sender: { name, lines, phone },
    fundName: campaign.campaignName,
    runName: run.name,
    date: showDateInWords(at, TIME_ZONE),
    dueBy: showDateInWords(run.endDt, TIME_ZONE),
    isLate: campaignRunStatus(run, at) === 'ended',
    payUrl: recipient.takesCards ? `${APP_URL.replace(/\/$/, '')}/donate` : null,
  };
}

function pageOf(row: LetterRecord, currency: string): LetterPage {
  const { name, memberNumber, addressLines, people, minAmountDue, paymentsTotal, reference } = row;
  const { payableTogether = ZERO } = row;
  return {
    // A member whose name no font can print goes by their number.
    name: isPrintable(name) ? name : memberNumber,
    addressLines,
    memberNumber,
    reference,
    people,
    due: showMoney(minAmountDue, currency),
    paid: paymentsTotal > 0 ? showMoney(paymentsTotal, currency) : null,
    balance: showMoney(totalBalance(row), currency),
    together: payableTogether > totalBalance(row) ? showMoney(payableTogether, currency) : null,
  };
}

async function* pagesOf(
  { _id: lettersId }: LettersRecord,
  now: Date,
  { CURRENCY, TIME_ZONE }: Site,
): AsyncGenerator<LetterPage> {
  // An erased person has no address any more.
  const filter = { lettersId, outcome: 'letter', 'addressLines.0': { $exists: true } } as const;
  const rows = letterPeople().find(filter).sort({ order: 1 }).batchSize(200);
  for await (const row of asOfNow(rows, { now, timeZone: TIME_ZONE }))
    if (row.outcome === 'letter') yield pageOf(row, CURRENCY);
}

/** The PDF of letters by postal code, in chunks, with the lines in memory as they are now. Throws 409 while they are being made, 404 when there are none, or no longer. */
export async function lettersPdf(
  letters: LettersRecord,
  title: string,
  now: Date,
  { memorials, ...site }: Site & { memorials?: readonly string[] },
): Promise<AsyncGenerator<Buffer>> {
  const { doneDt, createdDt } = letters;
  const until = downloadUntil(letters);
  if (!doneDt) throw conflict('not_done', 'These letters are still being made.');
  if (!until) throw notFound('Nobody gets a letter, so there is no file.');
  if (until <= now)
    throw notFound(`The file was kept for ${LETTERS_KEPT_DAYS} days. Make the letters again.`);
  const head = letters.head ?? (await headOfLetters(letters, doneDt, site));
  return renderLetters(head, pagesOf(letters, now, site), { title, createdDt, memorials });
}
