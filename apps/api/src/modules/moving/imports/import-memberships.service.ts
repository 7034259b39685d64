/** Creates the memberships of imported people: one for each household and fund, priced by the rules of the fund. */
import { calendarDateOf, startOfDay } from '@kinfold/domain/dates';
import { entryAgeFault } from '@kinfold/domain/fund-rules';
import type { MembershipStep } from '@kinfold/domain/membership-change';
import type { Author } from '../../../platform/author.ts';
import type { Session } from '../../../platform/database.ts';
import { AppError, conflict } from '../../../platform/problem.ts';
import { findCampaign, type CampaignRecord } from '../../funds/campaigns/campaign.service.ts';
import { findHouseholds } from '../../people/members/household.service.ts';
import { findMembers, fullName, type MemberRecord } from '../../people/members/member.service.ts';
import { importedPart, staysUntouched } from '../../funds/memberships/imported-part.service.ts';
import { changeMembership } from '../../funds/memberships/membership-change.service.ts';
import {
  findMembershipsCoveringAny,
  findMembershipsOfPrimaries,
  type MembershipRecord,
} from '../../funds/memberships/membership.service.ts';
import {
  createMemberships,
  type NewMembership,
  type NewPart,
} from '../../funds/memberships/new-membership.service.ts';
import { numbersWithin } from '../../organizations/organizations/organization.service.ts';
import { importRows, type ImportRecord, type ImportRowRecord } from './import.model.ts';
import { nextGroups } from './rows.service.ts';

/** Rows that join a fund in one step: the history of the fund has a figure for each step. */
const BATCH = 300;

const OUTCOMES = ['created', 'changed'] as const;

/** The first fund after one, by id, that rows of an import are to join. */
async function nextFund(importId: string, afterFund: string): Promise<string | undefined> {
  const fundIds = await importRows().distinct('fundIds', { importId });
  return fundIds.toSorted().find((fundId) => fundId > afterFund);
}

/**
 * Creates the memberships of the next rows after a position (`fund:group`); returns the position after them, null at the
 * end. Adds people to the membership that their household has, if that is active.
 */
export async function joinFunds(
  given: ImportRecord,
  place: string,
  author: Author,
  at: Date,
  timeZone: string,
): Promise<string | null> {
  const [fund = '', after = ''] = place.split(':');
  const campaignId = fund || (await nextFund(given._id, ''));
  if (campaignId === undefined) return null;
  const filter = { importId: given._id, fundIds: campaignId };
  const { groups, last, isLast } = await nextGroups(filter, after, BATCH);
  const imported = groups.map((group) => group.filter(({ outcome }) => isImported(outcome)));
  await joinFund(
    campaignId,
    imported.filter(({ length }) => length > 0),
    { author, at, timeZone, organizationNumber: given.organizationNumber },
  );
  if (!isLast) return `${campaignId}:${last}`;
  const next = await nextFund(given._id, campaignId);
  return next === undefined ? null : `${next}:`;
}

const isImported = (outcome: ImportRowRecord['outcome']) => OUTCOMES.some((one) => one === outcome);

type By = { author: Author; at: Date; timeZone: string; organizationNumber: string };
/** A membership to be created, and the rows that ask for it. */
type Joining = {
  rows: ImportRowRecord[];
  input: NewMembership & { covered: MemberRecord[]; parts: Map<string, NewPart> };
};

/** A note for rows that join nothing; or the membership that they join, or the payer of a new one. */
type Place =
  | { do: 'nothing'; note: string }
  | { do: 'add'; membership: MembershipRecord }
  | { do: 'make'; primary: MemberRecord };

/** Where people of a household join a fund: the first of these that applies. */
function placeOf(
  primary: MemberRecord,
  own: MembershipRecord | undefined,
  isCoveredElsewhere: boolean,
  { campaignName }: CampaignRecord,
): Place {
  const name = fullName(primary);
  if (own) return { do: 'add', membership: own };
  if (isCoveredElsewhere)
    return {
      do: 'nothing',
      note: `${name}, who would pay, is in ${campaignName} by another membership, so no membership was made: add them to that one on its page`,
    };
  if (primary.isActive === false)
    return { do: 'nothing', note: `${name} is inactive, so no membership was made` };
  return { do: 'make', primary };
}

async function joinFund(
  campaignId: string,
  groups: readonly ImportRowRecord[][],
  { author, at, timeZone, organizationNumber }: By,
): Promise<void> {
  const campaign = await findCampaign(campaignId);
  if (!campaign || !groups.length) return;
  const members = new Map(
    (await findMembers(groups.flat().flatMap(({ memberId }) => memberId ?? []))).map((member) => [
      member._id,
      member,
    ]),
  );
  const asking = groups.flatMap((rows) => {
    const people = rows.flatMap(({ memberId }) => members.get(memberId ?? '') ?? []);
    const covered = people.filter(({ deceasedDt }) => deceasedDt === null);
    const [first] = covered;
    return first ? [{ rows, covered, first }] : [];
  });
  const primaryOf = await primariesOf(
    asking.map(({ first }) => first),
    (await numbersWithin([organizationNumber])) ?? [],
  );
  const primaryIds = asking.map(({ first }) => primaryOf(first)._id);
  const memberships = await findMembershipsOfPrimaries(campaignId, [...new Set(primaryIds)]);
  const byPayer = new Map(memberships.map((membership) => [membership.primaryMemberId, membership]));
  const asked = asking.flatMap(({ covered }) => covered.map(({ _id }) => _id));
  const cover = await coverIn(campaignId, [...new Set([...asked, ...primaryIds])]);
  const byPrimary = new Map<string, Joining>();
  const byMembership = new Map<string, ImportRowRecord[]>();
  for (const { rows, covered: all, first } of asking) {
    const primary = primaryOf(first);
    const there = byPayer.get(primary._id);
    const own = there?._id ?? primary._id;
    const isElsewhere = (memberId: string | null) => {
      const by = cover.get(memberId ?? '');
      return by !== undefined && !by.has(own);
    };
    const covered = all.filter(({ _id }) => !isElsewhere(_id));
    if (!covered.length) continue;
    const open = rows.filter(({ memberId }) => !isElsewhere(memberId));
    const place = placeOf(primary, there, isElsewhere(primary._id), campaign);
    // Others of the file may have the same people in another household.
    const take = (people: readonly MemberRecord[]) => {
      for (const { _id } of people) cover.set(_id, new Set([own]));
    };
    if (place.do === 'nothing') await note(open, place.note);
    else if (place.do === 'add') {
      byMembership.set(own, [...(byMembership.get(own) ?? []), ...open]);
      if (place.membership.isActive === true) take(covered);
    } else {
      // Rows with member numbers may be apart in the file and belong to one household.
      const joining: Joining = byPrimary.get(own) ?? {
        rows: [],
        input: { primary, covered: [], parts: new Map() },
      };
      joining.rows.push(...open);
      joining.input.covered.push(...covered);
      for (const row of open) joining.input.parts.set(row.memberId ?? '', partOf(row, campaignId, timeZone));
      byPrimary.set(own, joining);
      take([primary, ...covered]);
    }
  }
  for (const membership of memberships) {
    const rows = byMembership.get(membership._id) ?? [];
    if (rows.length) await joinMembership(rows, membership, members, { author, at, timeZone });
  }
  const joining: Joining[] = [];
  for (const one of byPrimary.values()) {
    const fault = entryFault(one, campaign, at, timeZone);
    if (fault === undefined) joining.push(one);
    else await note(one.rows, fault);
  }
  const inputs = joining.map(({ input }) => input);
  const made = await createMemberships(campaign, inputs, author, at, timeZone);
  await writeMembershipIds(made.map(({ _id }, index) => ({ rows: joining[index]?.rows ?? [], id: _id })));
}

/** The note for a person who may not pay for a new membership: on the day of joining they are too young or too old for the fund. */
function entryFault(
  { input: { primary, parts } }: Joining,
  { campaignName, fundRules }: CampaignRecord,
  at: Date,
  timeZone: string,
): string | undefined {
  const { entryAge } = fundRules;
  const day = calendarDateOf(parts.get(primary._id)?.startDt ?? at, timeZone);
  const fault = entryAgeFault(primary.birthDt, fundRules, day);
  if (!entryAge || !fault) return undefined;
  return `${fullName(primary)} is ${fault === 'too_old' ? 'too old' : 'too young'} for ${campaignName}, which takes new members from ${entryAge.min} to ${entryAge.max} years of age, so no membership was made`;
}

/** The part in a fund that a row describes. */
function partOf({ fundIds, values }: ImportRowRecord, campaignId: string, timeZone: string): NewPart {
  const index = fundIds.indexOf(campaignId);
  const joinedDt = values.joinedDts?.[index];
  return {
    ...(joinedDt && { startDt: startOfDay(joinedDt, timeZone) }),
    priceOverride: values.prices?.[index] ?? null,
  };
}

/** The payers for the households of some members; the members themselves where the payer belongs to another organization. */
async function primariesOf(
  members: readonly MemberRecord[],
  organizationNumbers: readonly string[],
): Promise<(member: MemberRecord) => MemberRecord> {
  const within = new Set(organizationNumbers);
  const households = await findHouseholds([
    ...new Set(members.flatMap(({ household_id }) => household_id ?? [])),
  ]);
  const found = await findMembers(households.map(({ primaryMemberId }) => primaryMemberId));
  const byId = new Map(found.map((primary) => [primary._id, primary]));
  const primaries = new Map(
    households.map((household) => [household._id, byId.get(household.primaryMemberId)]),
  );
  return (member) => {
    const primary = primaries.get(member.household_id ?? '');
    return primary && within.has(primary.organizationNumber) ? primary : member;
  };
}

async function note(rows: readonly ImportRowRecord[], text: string): Promise<void> {
  await importRows().updateMany({ _id: { $in: rows.map(({ _id }) => _id) } }, { $set: { note: text } });
}

/**
 * Adds people to the membership of their household, which this import created before (in an interrupted step, or from
 * earlier rows) or staff did. An inactive one stays as it is: the rows of people without cover get a note.
 */
async function joinMembership(
  all: readonly ImportRowRecord[],
  membership: MembershipRecord,
  members: ReadonlyMap<string, MemberRecord>,
  { author, at, timeZone }: Omit<By, 'organizationNumber'>,
): Promise<void> {
  const { _id, campaignId, createdBy, createdDt, isActive } = membership;
  const name = `the membership ${membership.externalRef ?? ''}`;
  const isOwn = createdBy === author.email && createdDt.getTime() === at.getTime();
  const parts = new Map(membership.members.map((one) => [one.member_id, one]));
  const partOfRow = ({ memberId }: ImportRowRecord) => parts.get(memberId ?? '');
  if (isOwn) {
    const unwritten = all.filter((row) => partOfRow(row) && !row.membershipIds.includes(_id));
    await writeMembershipIds([{ rows: unwritten, id: _id }]);
  }
  // People who were inactive when this import created it are in it all the same.
  const isDone = (row: ImportRowRecord) => {
    const part = partOfRow(row);
    return part !== undefined && (isOwn || part.isActive !== false);
  };
  /** The reason why a person is not added; undefined where they are. */
  const hindrance = (row: ImportRowRecord, member: MemberRecord): string | undefined => {
    const waits = isActive === null ? 'waits to be confirmed' : 'is inactive';
    if (isActive !== true) return `Their household has ${name}, which ${waits}: add them to it on its page`;
    if (member.isActive === false)
      return `${fullName(member)} is inactive, so they were not added to ${name}`;
    if (partOfRow(row))
      return `${fullName(member)} was taken out of ${name}, so they were not added: add them again on its page`;
    return undefined;
  };
  const rows: ImportRowRecord[] = [];
  for (const row of all.filter((one) => !isDone(one))) {
    const member = members.get(row.memberId ?? '');
    if (!member || member.deceasedDt) continue;
    const reason = hindrance(row, member);
    if (reason === undefined) rows.push(row);
    else await note([row], reason);
  }
  if (!rows.length) return;
  const steps = rows.flatMap((row): MembershipStep[] => {
    const member_id = row.memberId ?? '';
    const { startDt, priceOverride } = partOf(row, campaignId, timeZone);
    return [
      { do: 'add', member_id, ...(startDt && { startDt }) },
      ...(priceOverride === null ? [] : [{ do: 'set_price', member_id, price: priceOverride } as const]),
    ];
  });
  const also = async (before: MembershipRecord, after: MembershipRecord, session: Session) => {
    // Read again: another user may have entered one of them meanwhile.
    const cover = await coverIn(
      campaignId,
      rows.flatMap(({ memberId }) => memberId ?? []),
      session,
    );
    const twice = rows.find(({ memberId }) => (cover.get(memberId ?? '')?.size ?? 0) > 1);
    if (twice)
      throw conflict(
        'covered_meanwhile',
        `${twice.name} is in ${after.campaignName} by another membership now.`,
      );
    if (isOwn) {
      await staysUntouched(before, after, session);
      return writeMembershipIds([{ rows, id: _id }], session);
    }
    for (const row of rows) {
      const joined = importedPart(before, after, row.memberId ?? '');
      if (joined) await importRows().updateOne({ _id: row._id }, { $push: { joined } }, { session });
    }
  };
  try {
    await changeMembership(_id, { steps, also }, author, { now: at, timeZone });
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    await note(rows, `They were not added to ${name}: ${error.detail}`);
  }
}

/** The memberships of a fund that cover some members, or will once they are confirmed, by member id. */
async function coverIn(
  campaignId: string,
  memberIds: readonly string[],
  session: Session | null = null,
): Promise<Map<string, Set<string>>> {
  const asked = new Set(memberIds);
  const cover = new Map<string, Set<string>>();
  for (const one of await findMembershipsCoveringAny(memberIds, 0, session)) {
    if (one.campaignId !== campaignId || one.isActive === false) continue;
    for (const { member_id, isActive } of one.members)
      if (isActive !== false && asked.has(member_id))
        cover.set(member_id, (cover.get(member_id) ?? new Set()).add(one._id));
  }
  return cover;
}

async function writeMembershipIds(
  made: readonly { rows: readonly ImportRowRecord[]; id: string }[],
  session?: Session,
): Promise<void> {
  const writes = made
    .filter(({ rows }) => rows.length > 0)
    .map(({ rows, id }) => ({
      updateMany: {
        filter: { _id: { $in: rows.map(({ _id }) => _id) } },
        update: { $addToSet: { membershipIds: id } },
      },
    }));
  if (writes.length) await importRows().bulkWrite(writes, { ordered: false, ...(session && { session }) });
}
