/**
 * Whether each member is covered by a fund and owes dues, kept with the member so that lists filter by it. The worker looks
 * again at whom a change concerns (platform/stale-cover.ts), and at whom time alone may have changed (`coverCheckDt`).
 */
import { coverageOf, earliest, type CoverageInput } from '@kinfold/domain/coverage';
import { nextCoverCheck, nextOwingCheck } from '@kinfold/domain/cover-check';
import { payableBalance } from '@kinfold/domain/donation';
import {
  coverChanged,
  dropStaleCovers,
  isCoverStale,
  readStaleCovers,
  setCursor,
  type StaleCover,
} from '../../platform/stale-cover.ts';
import { checkAll, type Checks, type Problems } from '../../platform/verification.ts';
import { coverageInput } from './coverage.service.ts';
import { findOwed, type OwedDonation } from '../donations/donation.service.ts';
import {
  findCoverOverdue,
  findMembers,
  keepCovers,
  memberIds,
  type KeptCover,
  type MemberRecord,
} from '../members/member.service.ts';
import {
  campaignsOf,
  findMemberships,
  findMembershipsAfter,
  findMembershipsCoveringAny,
  type MembershipRecord,
} from '../memberships/membership.service.ts';

const BATCH = 200;

/** Looks again at everybody who waits for it, in batches; may be interrupted anywhere and repeated. */
export async function recheckCovers(now: Date, timeZone: string): Promise<void> {
  for (;;) {
    // What one person did before what concerns a whole campaign.
    const notes = await readStaleCovers(['member', 'membership'], BATCH);
    await recheck(await peopleOf(notes), now, timeZone);
    await dropStaleCovers(notes.map(({ _id }) => _id));
    const overdue = await findCoverOverdue(now, BATCH);
    await recheck(overdue, now, timeZone);
    const [campaign] = await readStaleCovers(['campaign'], 1);
    if (campaign) await recheckSomeOf(campaign, now, timeZone);
    if (!notes.length && !overdue.length && !campaign) return;
  }
}

async function peopleOf(notes: readonly StaleCover[]): Promise<string[]> {
  const idsOf = (wanted: StaleCover['kind']) =>
    notes.filter(({ kind }) => kind === wanted).map(({ of }) => of);
  return [...idsOf('member'), ...peopleIn(await findMemberships(idsOf('membership')))];
}

const peopleIn = (memberships: readonly Pick<MembershipRecord, 'primaryMemberId' | 'members'>[]) =>
  memberships.flatMap(({ primaryMemberId, members }) => [
    primaryMemberId,
    ...members.map(({ member_id }) => member_id),
  ]);

/** The next memberships of a campaign. What was noted of it before the first of them needs no work of its own. */
async function recheckSomeOf({ _id, of, cursor }: StaleCover, now: Date, timeZone: string): Promise<void> {
  if (cursor === null) {
    const others = await readStaleCovers(['campaign'], BATCH);
    await dropStaleCovers(others.filter((one) => one.of === of && one._id !== _id).map((one) => one._id));
  }
  const memberships = await findMembershipsAfter(of, cursor, BATCH);
  await recheck(peopleIn(memberships), now, timeZone);
  const last = memberships.at(-1);
  if (last && memberships.length === BATCH) await setCursor(_id, last._id);
  else await dropStaleCovers([_id]);
}

async function recheck(ids: readonly string[], now: Date, timeZone: string): Promise<void> {
  const unique = [...new Set(ids)];
  for (let from = 0; from < unique.length; from += BATCH)
    await keepCovers((await changedCovers(unique.slice(from, from + BATCH), now, timeZone)).changed);
}

/** Of some members, those of whom something else is kept than is so, as it is so. */
async function changedCovers(ids: readonly string[], now: Date, timeZone: string) {
  const members = await findMembers(ids);
  const memberships = await findMembershipsCoveringAny(ids);
  const campaigns = await campaignsOf(memberships);
  const { dues, open } = await findOwed(
    memberships.map(({ _id }) => _id),
    ids,
  );
  const ofMembership = (id: string) => dues.filter(({ campaignMembershipId }) => campaignMembershipId === id);
  const duesOf = new Map(memberships.map(({ _id }) => [_id, ofMembership(_id)]));
  const changed = members.flatMap((member): KeptCover | [] => {
    const funds = memberships.flatMap((membership) => fundInputs(member, membership, campaigns, duesOf));
    const owed = open.filter(({ primaryMember }) => primaryMember._id === member._id);
    const cover = {
      isCovered: funds.some((fund) => coverageOf(fund, now, timeZone).isCovered === true),
      owesDues: owed.some((donation) => payableBalance(donation, now) > 0),
      coverCheckDt: earliest([
        ...funds.map((fund) => nextCoverCheck(fund, now, timeZone)),
        nextOwingCheck(owed, now),
      ]),
    };
    const isKept =
      member.isCovered === cover.isCovered &&
      member.owesDues === cover.owesDues &&
      member.coverCheckDt?.getTime() === cover.coverCheckDt?.getTime();
    return isKept ? [] : { _id: member._id, ...cover };
  });
  return { members, memberships, changed };
}

/** What decides whether a membership covers a member; none where it is not of a fund, or not theirs. */
function fundInputs(
  member: MemberRecord,
  membership: MembershipRecord,
  campaigns: Awaited<ReturnType<typeof campaignsOf>>,
  duesOf: ReadonlyMap<string, OwedDonation[]>,
): CoverageInput[] {
  const campaign = campaigns.get(membership.campaignId);
  if (!campaign?.requiresMembership) return [];
  return membership.members
    .filter(({ member_id }) => member_id === member._id)
    .map((covered) => coverageInput(membership, campaign, covered, member, duesOf.get(membership._id) ?? []));
}

/** Checks what is kept of every member, for `npm run verify`; with `doesRepair` looks at the wrong ones again. */
export async function verifyCovers(checks: Checks, problems: string[]): Promise<number> {
  return checkAll(
    memberIds(),
    (ids) => coverProblems(ids, checks),
    checks,
    problems,
    (ids) => coverChanged('member', ids),
  );
}

async function coverProblems(ids: readonly string[], { now, timeZone }: Checks): Promise<Problems> {
  const found: Problems = new Map();
  const { members, memberships, changed } = await changedCovers(ids, now, timeZone);
  const kept = new Map(members.map((member) => [member._id, member]));
  for (const { _id, isCovered, owesDues } of changed) {
    const member = kept.get(_id);
    if (!member || (member.isCovered === isCovered && member.owesDues === owesDues)) continue;
    const isDue = member.coverCheckDt !== null && member.coverCheckDt <= now;
    const own = memberships.filter(({ members: people }) => people.some((one) => one.member_id === _id));
    const subjects = [_id, ...own.flatMap(({ _id: id, campaignId }) => [id, campaignId])];
    if (isDue || (await isCoverStale(subjects))) continue;
    const says = (value: boolean) => (value ? '' : 'not ');
    found.set(
      _id,
      `Member ${member.memberId} is ${says(isCovered)}covered and does ${says(owesDues)}owe dues, and their list says otherwise.`,
    );
  }
  return found;
}
