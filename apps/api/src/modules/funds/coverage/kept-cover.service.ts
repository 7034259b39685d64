/**
 * Whether each member is covered by a fund and owes dues, stored with the member so that lists filter by it; the dates on
 * which cover changes by itself, and people covered twice, stored in collections of their own. The worker recomputes
 * members whom a change concerns (work/projections.ts), and those whom time alone may have changed (`coverCheckDt`).
 */
import { isCoveredToday } from '@kinfold/domain/cover-today';
import { isMinor } from '@kinfold/domain/coming-of-age';
import { coverageInput, earliest, nextBirthday, type CoverageInput } from '@kinfold/domain/coverage';
import { nextCoverChange, nextCoverCheck, nextOwingCheck } from '@kinfold/domain/cover-check';
import { payableBalance } from '@kinfold/domain/donation';
import { calendarDateOf, END_OF_TIME, startOfDay } from '@kinfold/domain/dates';
import { groupBy } from '@kinfold/domain/group-by';
import { priceToday } from '@kinfold/domain/membership-change';
import { isStale, markStale, type Projection, type StaleMark } from '../../../work/projections.ts';
import type { Problems, Site } from '../../../platform/verification.ts';
import { areDuesBeingMade } from '../campaign-runs/run-changes.service.ts';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import { readKeptChanges, writeCoverChanges } from './cover-change.model.ts';
import { readKeptDoubles, writeDoubleCovers } from './double-cover.model.ts';
import { coverChangesOf, difference, doubleCoversOf } from './kept-lists.ts';
import { findOwed, type OwedDonation } from '../donations/donation.service.ts';
import {
  coveredAs,
  findCoverOverdue,
  findDeaths,
  findMembers,
  keepCovers,
  memberIds,
  type KeptCover,
  type MemberRecord,
} from '../../people/members/member.service.ts';
import {
  campaignsOf,
  findMemberships,
  findMembershipsAfter,
  findMembershipsCoveringAny,
  setMembershipMark,
  type MembershipRecord,
} from '../memberships/membership.service.ts';

const BATCH = 200;
/** Memberships held in memory at a time, with the dues of all their runs. */
const MOST_MEMBERSHIPS = 400;

/** The covers of members, and the lists of cover changes and double covers. */
export const covers: Projection = {
  name: 'covers',
  everyMs: 5_000,
  marked: { kinds: ['member_cover', 'membership_cover'], keysOf: peopleOf },
  due: ({ now }, limit) => findCoverOverdue(now, limit),
  walk: {
    kind: 'campaign_cover',
    // The end of making dues marks it again.
    isPutOff: (campaignId, { now }) => areDuesBeingMade(campaignId, now),
    async next(campaignId, cursor) {
      const memberships = await findMembershipsAfter(campaignId, cursor, BATCH);
      return { keys: peopleIn(memberships), cursor: memberships[BATCH - 1]?._id ?? null };
    },
  },
  write: recheck,
  counted: 'covers',
  keys: memberIds,
  problemsOf: coverProblems,
  repair: (ids) => markStale({ member_cover: ids }),
};

async function peopleOf(marks: readonly StaleMark[]): Promise<string[]> {
  const idsOf = (wanted: StaleMark['kind']) =>
    marks.filter(({ kind }) => kind === wanted).map(({ of }) => of);
  return [...idsOf('member_cover'), ...peopleIn(await findMemberships(idsOf('membership_cover')))];
}

const peopleIn = (memberships: readonly Pick<MembershipRecord, 'primaryMemberId' | 'members'>[]) =>
  memberships.flatMap(({ primaryMemberId, members }) => [
    primaryMemberId,
    ...members.map(({ member_id }) => member_id),
  ]);

async function recheck(ids: readonly string[], { now, timeZone }: Site): Promise<void> {
  for await (const records of loadCovers(ids)) {
    await keepCovers(changedCovers(records, now, timeZone));
    await writeMarks('isPriceOutdated', changedPrices(records, now, timeZone));
    await writeMarks('needsPayer', changedPayers(records, now, timeZone));
    const { changes, doubles } = await changedLists(records, now, timeZone);
    await writeCoverChanges(changes.wrong, changes.goneIds);
    await writeDoubleCovers(doubles.wrong, doubles.goneIds);
  }
}

type MembershipMark = { _id: string; is: boolean };

async function writeMarks(mark: 'isPriceOutdated' | 'needsPayer', marks: readonly MembershipMark[]) {
  for (const is of [true, false])
    await setMembershipMark(
      marks.filter((one) => one.is === is).map(({ _id }) => _id),
      mark,
      is,
    );
}

/** All that decides about the cover of some members (`ids`): the people and dues of their memberships. */
type CoverRecords = {
  ids: readonly string[];
  people: ReadonlyMap<string, MemberRecord>;
  deathsOf: Awaited<ReturnType<typeof findDeaths>>;
  memberships: readonly MembershipRecord[];
  campaigns: ReadonlyMap<string, CampaignRecord>;
  duesOf: ReadonlyMap<string, OwedDonation[]>;
  open: readonly OwedDonation[];
};

/** Loads the records of some members, in parts whose memberships and dues fit into memory. */
async function* loadCovers(ids: readonly string[]): AsyncGenerator<CoverRecords> {
  for (let from = 0; from < ids.length; from += BATCH) yield* coversOf(ids.slice(from, from + BATCH));
}

async function* coversOf(ids: readonly string[]): AsyncGenerator<CoverRecords> {
  const isOne = ids.length === 1;
  const memberships = await findMembershipsCoveringAny(ids, isOne ? undefined : MOST_MEMBERSHIPS + 1);
  if (isOne || memberships.length <= MOST_MEMBERSHIPS) {
    yield await withPeopleAndDues(ids, memberships);
    return;
  }
  const half = Math.ceil(ids.length / 2);
  yield* coversOf(ids.slice(0, half));
  yield* coversOf(ids.slice(half));
}

async function withPeopleAndDues(
  ids: readonly string[],
  memberships: readonly MembershipRecord[],
): Promise<CoverRecords> {
  const [people, campaigns, { dues, open }] = await Promise.all([
    findMembers([...new Set([...ids, ...peopleIn(memberships)])]),
    campaignsOf(memberships),
    findOwed(
      memberships.map(({ _id }) => _id),
      ids,
    ),
  ]);
  return {
    ids,
    people: new Map(people.map((person) => [person._id, person])),
    deathsOf: await findDeaths(people),
    memberships,
    campaigns,
    duesOf: groupBy(dues, ({ campaignMembershipId }) => campaignMembershipId),
    open,
  };
}

/** The right values of those members whose stored ones differ. */
function changedCovers(records: CoverRecords, now: Date, timeZone: string): KeptCover[] {
  const { ids, people, memberships, open } = records;
  return ids.flatMap((id): KeptCover | [] => {
    const member = people.get(id);
    if (!member) return [];
    const funds = memberships.flatMap((membership) => fundInputs(member, membership, records));
    const owed = open.filter(({ primaryMember }) => primaryMember._id === member._id);
    const cover = {
      isCovered: isCoveredToday(member, funds, now, timeZone),
      owesDues: owed.some((donation) => payableBalance(donation, now) > 0),
      coverCheckDt: earliest([
        ...funds.map((fund) => nextCoverCheck(fund, now, timeZone)),
        nextOwingCheck(owed, now),
        nextPayerCheck(member, memberships, now, timeZone),
      ]),
    };
    const isKept =
      member.isCovered === cover.isCovered &&
      member.owesDues === cover.owesDues &&
      member.coverCheckDt?.getTime() === cover.coverCheckDt?.getTime();
    return isKept ? [] : { _id: member._id, ...cover };
  });
}

/** The next birthday of a payer under 18: they may turn 18 then. */
function nextPayerCheck(
  payer: MemberRecord,
  memberships: readonly MembershipRecord[],
  now: Date,
  timeZone: string,
): Date | null {
  const today = calendarDateOf(now, timeZone);
  const { _id, birthDt } = payer;
  const pays = memberships.some(
    ({ primaryMemberId, isActive }) => primaryMemberId === _id && isActive !== false,
  );
  return pays && birthDt !== null && isMinor(payer, today)
    ? startOfDay(nextBirthday(birthDt, today), timeZone)
    : null;
}

/**
 * The memberships of which it is stored wrongly that their living payer is under 18, as after a birth date was corrected; a
 * death, and leaving the organization, write their own.
 */
function changedPayers({ memberships, people }: CoverRecords, now: Date, timeZone: string): MembershipMark[] {
  const today = calendarDateOf(now, timeZone);
  return memberships.flatMap(({ _id, isActive, primaryMemberId, needsPayer = false }) => {
    const payer = people.get(primaryMemberId);
    const hasLeft = payer?.isActive === false && isActive === false;
    if (!payer || payer.deceasedDt || hasLeft) return [];
    const is = isActive !== false && isMinor(payer, today);
    return is === needsPayer ? [] : [{ _id, is }];
  });
}

/** The memberships of which it is stored wrongly whether they would cost something else today. */
function changedPrices({ memberships, campaigns, people }: CoverRecords, now: Date, timeZone: string) {
  const today = calendarDateOf(now, timeZone);
  return memberships.flatMap((membership) => {
    const campaign = campaigns.get(membership.campaignId);
    if (!campaign?.requiresMembership) return [];
    const { priceRules, defaultPrice, fundRules } = campaign;
    const is = priceToday(membership, { people, priceRules, defaultPrice, fundRules, today }) !== undefined;
    return is === (membership.isPriceOutdated ?? false) ? [] : [{ _id: membership._id, is }];
  });
}

/** The right cover changes and double covers of these members and memberships, where the stored ones differ. */
async function changedLists(records: CoverRecords, now: Date, timeZone: string) {
  const { ids, people, memberships, campaigns } = records;
  const membershipIds = memberships.map(({ _id }) => _id);
  const [keptChanges, keptDoubles] = await Promise.all([
    readKeptChanges(membershipIds, ids),
    readKeptDoubles(ids),
  ]);
  const changes = memberships.flatMap((membership) =>
    coverChangesOf(
      membership,
      membership.members.flatMap(({ member_id }) => {
        const person = people.get(member_id);
        const inputs = person ? fundInputs(person, membership, records) : [];
        return inputs.flatMap((input) => {
          const change = nextCoverChange(input, now, timeZone);
          return change ? { member_id, ...change } : [];
        });
      }),
    ),
  );
  const doubles = ids.flatMap((id) => (people.has(id) ? doubleCoversOf(id, memberships, campaigns) : []));
  return { changes: difference(keptChanges, changes), doubles: difference(keptDoubles, doubles) };
}

/** The inputs that decide whether a membership covers a member; none where it is not of a fund, or not theirs. */
function fundInputs(
  member: MemberRecord,
  membership: MembershipRecord,
  { people, deathsOf, campaigns, duesOf }: CoverRecords,
): CoverageInput[] {
  const campaign = campaigns.get(membership.campaignId);
  if (!campaign?.requiresMembership) return [];
  return membership.members
    .filter(({ member_id }) => member_id === member._id)
    .map((covered) =>
      coverageInput(
        membership,
        campaign,
        covered,
        coveredAs(member, people.get(membership.primaryMemberId), deathsOf),
        duesOf.get(membership._id) ?? [],
      ),
    );
}

async function coverProblems(ids: readonly string[], site: Site): Promise<Problems> {
  const found: Problems = new Map();
  for await (const records of loadCovers(ids)) await addProblems(found, records, site);
  return found;
}

async function addProblems(found: Problems, records: CoverRecords, { now, timeZone }: Site): Promise<void> {
  const report = async (memberId: string, text: (member: MemberRecord) => string) => {
    const member = records.people.get(memberId);
    if (member && !(await isWaiting(member, records, now))) found.set(memberId, text(member));
  };
  for (const { _id, isCovered, owesDues } of changedCovers(records, now, timeZone)) {
    const member = records.people.get(_id);
    if (member?.isCovered === isCovered && member.owesDues === owesDues) continue;
    const says = (value: boolean) => (value ? '' : 'not ');
    await report(
      _id,
      ({ memberId }) =>
        `Member ${memberId} is ${says(isCovered === true)}covered and does ${says(owesDues)}owe dues, but their stored state differs.`,
    );
  }
  const marks = [
    ...changedPrices(records, now, timeZone).map((mark) => ({ ...mark, what: 'costs something else today' })),
    ...changedPayers(records, now, timeZone).map((mark) => ({ ...mark, what: 'needs another payer' })),
  ];
  for (const { _id, is, what } of marks) {
    const membership = records.memberships.find((one) => one._id === _id);
    // Of one that several parts of a walk read, the part of its payer reports it.
    if (membership && records.ids.includes(membership.primaryMemberId))
      await report(
        membership.primaryMemberId,
        () =>
          `Membership ${membership.externalRef} is wrongly ${is ? 'not ' : ''}stored as one that ${what}.`,
      );
  }
  const { changes, doubles } = await changedLists(records, now, timeZone);
  for (const id of changes.of(({ memberIds }) => memberIds))
    if (records.ids.includes(id))
      await report(id, ({ memberId }) => `The stored cover changes of member ${memberId} are wrong.`);
  for (const id of doubles.of(({ memberId }) => [memberId]))
    await report(id, ({ memberId }) => `The stored double covers of member ${memberId} are wrong.`);
}

/** Returns whether the worker will recompute a member, or somebody in a membership of theirs, anyway. */
async function isWaiting(
  { _id }: MemberRecord,
  { memberships, people }: CoverRecords,
  now: Date,
): Promise<boolean> {
  const own = memberships.filter(({ members }) => members.some((member) => member.member_id === _id));
  const memberIds = [_id, ...own.flatMap(({ members }) => members.map((member) => member.member_id))];
  const isDue = (id: string) => (people.get(id)?.coverCheckDt ?? END_OF_TIME) <= now;
  if (memberIds.some(isDue)) return true;
  const ids = [...memberIds, ...own.flatMap(({ _id: id, campaignId }) => [id, campaignId])];
  return isStale(ids, ['member_cover', 'membership_cover', 'campaign_cover']);
}
