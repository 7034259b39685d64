/**
 * The job that makes letters: it decides of everybody who owes, by name, and stores that once; then it prints those who get
 * one, by postal code, in pieces. Repeated anywhere it finds what is there: nobody is decided about or printed twice.
 */
import mongoose from 'mongoose';
import { addressLines } from '@kinfold/domain/address';
import { campaignRunStatus } from '@kinfold/domain/campaign-run';
import { totalBalance } from '@kinfold/domain/donation';
import { calendarDateOf, showDateInWords } from '@kinfold/domain/dates';
import { letterOutcome, mourningSince } from '@kinfold/domain/letter';
import { showMoney, sumCents, ZERO } from '@kinfold/domain/money';
import type { Config } from '../../config.ts';
import { insertMissing } from '../../platform/database.ts';
import type { JobHandler, Step } from '../../platform/job-worker.ts';
import type { Job } from '../../platform/jobs.ts';
import { isPrintable } from '../../platform/pdf-fonts.ts';
import { recordChanges } from '../audit/audit.service.ts';
import { requireRun } from '../campaign-runs/campaign-run.service.ts';
import { requireCampaign } from '../campaigns/campaign.service.ts';
import { letterheadOf } from '../contacts/letterhead.service.ts';
import { countOfRun, findPayableOf, findRunAfter } from '../donations/donation.service.ts';
import type { StoredDonation } from '../donations/run-donations.service.ts';
import { recipientsOf } from '../donations/recipient.service.ts';
import { findMembers, findMourning, fullName, type MemberRecord } from '../members/member.service.ts';
import { numbersWithin } from '../organizations/organization.service.ts';
import { findEmailsOfMembers } from '../users/user.service.ts';
import { renderLetters, type LetterHead, type LetterPage } from './letter-pdf.ts';
import { countOutcomes, letterPeople, letterPieces, runLetters, type LetterRecord } from './letter.model.ts';
import { requireLetters, type LettersRecord, type RunLettersInput } from './letter.service.ts';

type Setting = Pick<Config, 'APP_URL' | 'CURRENCY' | 'TIME_ZONE'>;
type Clock = { now: () => Date; config: Setting };

/** How many people are decided about in a step, and how many letters are printed in one. */
const BATCH = 500;
const PIECE = 100;

/** The last donation that was decided about, or the last letter that was printed, and how many pieces there are. */
type Printed = { printed: string; parts: number };
type Cursor = { decided: Pick<StoredDonation, 'nameKey' | '_id'> } | Printed;

const lettersIdOf = ({ input }: Job) => (input as RunLettersInput).lettersId;

async function filterOf({ campaignRunId, isWholeRun, organizationNumber }: LettersRecord) {
  const organizationNumbers = isWholeRun ? undefined : await numbersWithin([organizationNumber]);
  return { campaignRunId, isOpen: true, organizationNumbers };
}

/** What becomes of somebody who owes; an address that no font can print is none. */
function decide(
  { audience }: LettersRecord,
  member: MemberRecord & { signInEmail: string | null },
  isMourning: boolean,
): Pick<LetterRecord, 'outcome' | 'addressLines'> {
  const outcome = letterOutcome(member, audience, isMourning);
  if (outcome !== 'letter' || !member.address) return { outcome, addressLines: [] };
  const lines = addressLines(member.address);
  if (!lines.every(isPrintable)) return { outcome: 'no_address', addressLines: [] };
  return { outcome, addressLines: lines };
}

/** Decides about some who owe, and stores that: what was decided before stays. Gives how many of them get no letter. */
async function decideAbout(
  letters: LettersRecord,
  donations: readonly StoredDonation[],
  { now, config }: Clock,
): Promise<number> {
  const ids = donations.flatMap(({ primaryMember, members }) => [
    primaryMember._id,
    ...(members ?? []).map(({ member_id }) => member_id),
  ]);
  const found = await findMembers([...new Set(ids)]);
  const byId = new Map(found.map((member) => [member._id, member]));
  const primaries = donations.flatMap(({ primaryMember }) => byId.get(primaryMember._id) ?? []);
  const run = await requireRun(letters.campaignRunId);
  const [mourning, signIns, payableOf] = await Promise.all([
    findMourning(primaries, mourningSince(calendarDateOf(now(), config.TIME_ZONE))),
    findEmailsOfMembers(primaries.map(({ _id }) => _id)),
    findPayableOf(
      primaries.map(({ _id }) => _id),
      run,
      now(),
    ),
  ]);
  const rows = donations.flatMap((donation): LetterRecord | [] => {
    const member = byId.get(donation.primaryMember._id);
    if (!member) return [];
    const reachable = { ...member, signInEmail: signIns.get(member._id) ?? null };
    const decided = decide(letters, reachable, mourning.has(member._id));
    const postalCd = decided.outcome === 'letter' ? (member.address?.postalCd.trim() ?? '') : '';
    return {
      _id: `${letters._id}:${donation._id}`,
      lettersId: letters._id,
      memberId: member._id,
      memberNumber: member.memberId,
      name: fullName(member),
      organizationName: donation.organizationName,
      ...decided,
      order: `${postalCd}:${donation.nameKey}:${donation._id}`,
      people: (donation.members ?? []).flatMap(({ member_id }) => byId.get(member_id)?.firstNm ?? []),
      minAmountDue: donation.minAmountDue,
      paymentsTotal: donation.paymentsTotal,
      payableTogether: sumCents(payableOf(donation.campaignMembershipId).map(({ amount }) => amount)),
      createdDt: letters.createdDt,
    };
  });
  await insertMissing(letterPeople(), rows);
  return rows.filter(({ outcome }) => outcome !== 'letter').length;
}

/** What the letters of a run have in common. */
async function headOf({ campaignRunId }: LettersRecord, { now, config }: Clock): Promise<LetterHead> {
  const run = await requireRun(campaignRunId);
  const campaign = await requireCampaign(run.campaignId);
  const recipient = (await recipientsOf([campaign._id]))(campaign._id);
  return {
    sender: await letterheadOf(campaign.organizationNumber),
    fundName: campaign.campaignName,
    runName: run.name,
    date: showDateInWords(now(), config.TIME_ZONE),
    dueBy: showDateInWords(run.endDt, config.TIME_ZONE),
    isLate: campaignRunStatus(run, now()) === 'ended',
    payUrl: recipient.takesCards ? `${config.APP_URL.replace(/\/$/, '')}/donate` : null,
  };
}

function pageOf(row: LetterRecord, currency: string): LetterPage {
  const { name, memberNumber, addressLines, people, minAmountDue, paymentsTotal } = row;
  const { payableTogether = ZERO } = row;
  return {
    // Whoever has letters that no font has goes by their number.
    name: isPrintable(name) ? name : memberNumber,
    addressLines,
    memberNumber,
    people,
    due: showMoney(minAmountDue, currency),
    paid: paymentsTotal > 0 ? showMoney(paymentsTotal, currency) : null,
    balance: showMoney(totalBalance(row), currency),
    together: payableTogether > totalBalance(row) ? showMoney(payableTogether, currency) : null,
  };
}

/** Prints the next letters as one piece. */
async function printNext(letters: LettersRecord, { printed, parts }: Printed, clock: Clock) {
  const rows = await letterPeople()
    .find({ lettersId: letters._id, outcome: 'letter', order: { $gt: printed } })
    .sort({ order: 1 })
    .limit(PIECE)
    .toArray();
  if (rows.length) {
    const pages = rows.map((row) => pageOf(row, clock.config.CURRENCY));
    const data = new mongoose.mongo.Binary(await renderLetters(await headOf(letters, clock), pages));
    const piece = { _id: `${letters._id}:${parts}`, lettersId: letters._id, part: parts, data };
    await insertMissing(letterPieces(), [{ ...piece, createdDt: clock.now() }]);
  }
  return { count: rows.length, printed: rows.at(-1)?.order ?? printed };
}

/** The job that makes letters. Its report has how many there are with each outcome. */
export const runLettersJob = (clock: Clock): JobHandler => ({
  async count(job) {
    return countOfRun(await filterOf(await requireLetters(lettersIdOf(job))));
  },

  async step(job): Promise<Step> {
    const letters = await requireLetters(lettersIdOf(job));
    const cursor = job.cursor as Cursor | null;
    if (!cursor || 'decided' in cursor) {
      const donations = await findRunAfter(await filterOf(letters), cursor?.decided ?? null, BATCH);
      const done = await decideAbout(letters, donations, clock);
      const last = donations.length === BATCH ? donations.at(-1) : undefined;
      return last
        ? { cursor: { decided: { nameKey: last.nameKey, _id: last._id } }, done, isLast: false }
        : { cursor: { printed: '', parts: 0 }, done, isLast: false };
    }
    const { count, printed } = await printNext(letters, cursor, clock);
    const next = { printed, parts: cursor.parts + 1 };
    if (count === PIECE) return { cursor: next, done: count, isLast: false };
    const counts = await countOutcomes(letters._id);
    const report = Object.fromEntries(counts.map((one) => [one.outcome, one.count]));
    return { cursor: next, done: count, isLast: true, report };
  },

  async finish(job, report, session) {
    const lettersId = lettersIdOf(job);
    const counts = await countOutcomes(lettersId);
    const letters = await runLetters().findOneAndUpdate(
      { _id: lettersId },
      { $set: { counts, doneDt: clock.now() } },
      { session },
    );
    const made = report?.['letter'] ?? 0;
    if (!letters || made === 0) return;
    const run = await requireRun(letters.campaignRunId, session);
    const subject = { type: 'campaign_run', id: run._id, label: run.name } as const;
    const changes = [{ field: 'letters', from: null, to: made }];
    const { organizationNumber } = job;
    await recordChanges(
      [{ organizationNumber, action: 'campaign_run.letters_made', subject, changes }],
      job.author,
      clock.now(),
      session,
    );
  },
});
