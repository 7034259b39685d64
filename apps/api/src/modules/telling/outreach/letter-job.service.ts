/**
 * The job that makes letters: it decides about everybody who owes, by name, and stores each decision once, with the
 * content of the letter. A repeated job finds what is stored: nobody is decided about twice. The letters are rendered
 * when they are downloaded (printed-letters.service.ts).
 */
import { addressLines } from '@kinfold/domain/any-address';
import { letterOutcome } from '@kinfold/domain/letter';
import { cents, sumCents } from '@kinfold/domain/money';
import type { Config } from '../../../platform/config.ts';
import { insertMissing } from '../../../platform/database.ts';
import type { JobHandler, Step } from '../../../work/job-worker.ts';
import type { Job } from '../../../work/jobs.ts';
import { isPrintable } from '../../../platform/pdf-fonts.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { requireRun } from '../../funds/campaign-runs/campaign-run.service.ts';
import { countOfRun, findPayableOf, findRunAfter } from '../../funds/donations/donation.service.ts';
import type { StoredDonation } from '../../funds/donations/run-donations.service.ts';
import { findMembers, fullName, type MemberRecord } from '../../people/members/member.service.ts';
import { findQuiet } from '../../people/mourning/quiet.service.ts';
import { numbersWithin } from '../../organizations/organizations/organization.service.ts';
import { findEmailsOfMembers } from '../../identity/users/user.service.ts';
import { countOutcomes, letterPeople, runLetters, type LetterRecord } from './letter.model.ts';
import { headOfLetters } from './printed-letters.service.ts';
import { requireLetters, type LettersRecord, type RunLettersInput } from './letter.service.ts';

type Setting = Pick<Config, 'APP_URL' | 'CURRENCY' | 'TIME_ZONE'>;
type Clock = { now: () => Date; config: Setting };

/** People per step. */
const BATCH = 500;

/** The last donation that was decided about. */
type Cursor = { decided: Pick<StoredDonation, 'nameKey' | '_id'> };

const lettersIdOf = ({ input }: Job) => (input as RunLettersInput).lettersId;

async function filterOf({ campaignRunId, isWholeRun, organizationNumber }: LettersRecord) {
  const organizationNumbers = isWholeRun ? undefined : await numbersWithin([organizationNumber]);
  return { campaignRunId, isOpen: true, organizationNumbers };
}

/** Decides about a person who owes; an address that no font can print counts as missing. */
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

/** Decides about some people who owe, and stores the decisions; existing ones stay. */
async function decideAbout(
  letters: LettersRecord,
  donations: readonly StoredDonation[],
  { now, config }: Clock,
): Promise<void> {
  const ids = donations.flatMap(({ primaryMember, members }) => [
    primaryMember._id,
    ...(members ?? []).map(({ member_id }) => member_id),
  ]);
  const found = await findMembers([...new Set(ids)]);
  const byId = new Map(found.map((member) => [member._id, member]));
  const primaries = donations.flatMap(({ primaryMember }) => byId.get(primaryMember._id) ?? []);
  const run = await requireRun(letters.campaignRunId);
  const [mourning, signIns, payableOf] = await Promise.all([
    findQuiet(primaries, { now: now(), timeZone: config.TIME_ZONE }),
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
      // What is asked for: without what was waived.
      minAmountDue: cents(donation.minAmountDue - (donation.waived?.amount ?? 0)),
      paymentsTotal: donation.paymentsTotal,
      ...(donation.externalRef !== null && { reference: donation.externalRef }),
      payableTogether: sumCents(payableOf(donation.campaignMembershipId).map(({ amount }) => amount)),
      createdDt: letters.createdDt,
    };
  });
  await insertMissing(letterPeople(), rows);
}

/** The job that makes letters. Its report has the number of each outcome. */
export const runLettersJob = (clock: Clock): JobHandler => ({
  async count(job) {
    return countOfRun(await filterOf(await requireLetters(lettersIdOf(job))));
  },

  async step(job): Promise<Step> {
    const letters = await requireLetters(lettersIdOf(job));
    const cursor = job.cursor as Cursor | null;
    const donations = await findRunAfter(await filterOf(letters), cursor?.decided ?? null, BATCH);
    await decideAbout(letters, donations, clock);
    const done = donations.length;
    const last = done === BATCH ? donations.at(-1) : undefined;
    if (last) return { cursor: { decided: { nameKey: last.nameKey, _id: last._id } }, done, isLast: false };
    const head = await headOfLetters(letters, clock.now(), clock.config);
    await runLetters().updateOne({ _id: letters._id }, { $set: { head } });
    const counts = await countOutcomes(letters._id);
    const report = Object.fromEntries(counts.map((one) => [one.outcome, one.count]));
    return { cursor: null, done, isLast: true, report };
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
