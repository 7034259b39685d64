/**
 * Joining fees (rules.md "Joining fee"): dues of a membership in the run that holds the fees of its month, made in the
 * transaction in which somebody joins. Amounts in cents.
 */
import { calendarDateOf, type CalendarDate } from '@kinfold/domain/dates';
import {
  hasBegun,
  joiningDue,
  joiningDueText,
  joiningMonth,
  newcomersOf,
  type JoiningDue,
} from '@kinfold/domain/joining-fee';
import type { Shown } from '@kinfold/domain/coverage-text';
import type { MembershipState } from '@kinfold/domain/membership-state';
import type { Author } from '../../../platform/author.ts';
import { isDuplicateKey, type Session } from '../../../platform/database.ts';
import { markStale } from '../../../work/projections.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import {
  buildCampaignRun,
  findJoiningRun,
  lockRun,
  storeCampaignRun,
  type CampaignRunRecord,
} from '../campaign-runs/campaign-run.service.ts';
import { requireCampaign, type CampaignRecord } from '../campaigns/campaign.service.ts';
import type { Clock } from '../memberships/membership-change.service.ts';
import {
  findMembershipsCoveringAny,
  membershipSubject,
  type MembershipRecord,
} from '../memberships/membership.service.ts';
import { findDonationOfRun, raiseDue, storeDonation } from './donation.model.ts';
import { giveToPayer } from './donation.service.ts';
import { newDonation } from './new-donation.service.ts';

/** A membership before a change, undefined if there is none yet, and after it. */
type Joining = {
  before: Pick<MembershipState, 'members'> | undefined;
  after: Pick<MembershipState, 'isActive' | 'primaryMemberId' | 'members'> & { _id?: string };
};

type Fund = Pick<CampaignRecord, '_id' | 'requiresMembership' | 'fundRules'>;

/**
 * What each of some changes makes owed, one after the other; reads the other memberships of who joins, where the fund has a
 * fee.
 */
export async function joiningDues(
  { _id: campaignId, requiresMembership, fundRules: { joiningFee } }: Fund,
  changes: readonly Joining[],
  session?: Session,
): Promise<(JoiningDue | undefined)[]> {
  if (!joiningFee || !requiresMembership) return changes.map(() => undefined);
  const ids = changes.flatMap(({ before, after }) => newcomersOf(before, after));
  const others = ids.length
    ? await findMembershipsCoveringAny([...new Set(ids.map(({ member_id }) => member_id))], 0, session)
    : [];
  const ofFund = others.filter((other) => other.campaignId === campaignId);
  const joined = new Set<string>();
  return changes.map(({ before, after }) => {
    const elsewhere = ofFund.filter(({ _id }) => _id !== after._id).flatMap(({ members }) => members);
    const known = new Set([...joined, ...elsewhere.filter(hasBegun).map(({ member_id }) => member_id)]);
    for (const { member_id } of newcomersOf(before, after)) joined.add(member_id);
    return joiningDue(joiningFee, before, after, known);
  });
}

/** By which day a fee that becomes owed now is paid: the last day of its run, which may be later than that of the month. */
export async function joiningDay(
  campaignId: string,
  { timeZone, now }: Clock,
  session?: Session,
): Promise<CalendarDate> {
  const month = joiningMonth(now, timeZone);
  const run = await findJoiningRun(campaignId, month.startDt, session);
  return run ? calendarDateOf(run.endDt, timeZone) : month.lastDay;
}

/** What a change makes owed as joining fee, in sentences for its preview: none, or one. */
export async function joiningSentences(
  fund: Fund,
  change: Joining,
  { shown: { currency, timeZone }, now }: { shown: Shown; now: Date },
): Promise<string[]> {
  const [due] = await joiningDues(fund, [change]);
  if (!due) return [];
  return [joiningDueText(due.amount, await joiningDay(fund._id, { now, timeZone }), currency)];
}

/**
 * Makes what a change makes owed as joining fee, in its transaction: new dues in the run of the month, or more of those that
 * the membership has there since somebody joined earlier in it. Returns the payer who owes it, or nobody: their credit is
 * used once the transaction is committed.
 */
export async function chargeJoiningFee(
  before: MembershipRecord | undefined,
  after: MembershipRecord,
  author: Author,
  clock: Clock,
  session: Session,
): Promise<string[]> {
  const campaign = await requireCampaign(after.campaignId, session);
  const [due] = await joiningDues(campaign, [{ before, after }], session);
  if (!due) return [];
  const { now } = clock;
  const run = await ensureJoiningRun(campaign, author, clock, session);
  await lockRun(run._id, session);
  const there = await findDonationOfRun(after._id, run._id, session);
  if (there) {
    await raiseDue(there._id, due, now, session);
    // They may have been closed when the payer changed.
    if (there.primaryMember._id !== after.primaryMemberId) await giveToPayer(after, session);
  } else {
    const donation = newDonation(after, run, due.amount, now);
    const isWhole = campaign.fundRules.joiningFee?.per === 'household' && { isWhole: true as const };
    await storeDonation({ ...donation, ...isWhole, source: 'joining', members: due.members }, session);
  }
  await markStale({ membership_cover: [after._id] }, session);
  const changes = [
    { field: 'run', from: null, to: run.name },
    { field: 'amount', from: null, to: due.amount },
  ];
  const { organizationNumber } = after;
  const entry = { organizationNumber, action: 'membership.dues_created', changes } as const;
  await recordChanges([{ ...entry, subject: membershipSubject(after) }], author, now, session);
  return [after.primaryMemberId];
}

/** The run of a campaign for the fees of this month. If another one was made meanwhile, the transaction starts over, and finds it. */
async function ensureJoiningRun(
  { _id: campaignId, organizationNumber }: CampaignRecord,
  author: Author,
  { now, timeZone }: Clock,
  session: Session,
): Promise<CampaignRunRecord> {
  const { name, startDt, endDt } = joiningMonth(now, timeZone);
  const found = await findJoiningRun(campaignId, startDt, session);
  if (found) return found;
  const about = { campaignId, organizationNumber, name, description: 'Owed once for joining' };
  const input = { ...about, startDt, endDt, isActive: true, source: 'joining' } as const;
  const run = await buildCampaignRun(input, author, now);
  try {
    await storeCampaignRun(run, author, now, session);
  } catch (error) {
    if (isDuplicateKey(error, 'campaign_runs.campaign_joining'))
      error.addErrorLabel('TransientTransactionError');
    throw error;
  }
  return run;
}
