/** The memberships of those who were imported: one for each household and fund, priced by the rules of the fund. */
import { startOfDay } from '@kinfold/domain/dates';
import type { Author } from '../../platform/author.ts';
import { findCampaign } from '../campaigns/campaign.service.ts';
import { findHouseholds } from '../members/household.service.ts';
import { findMembers, fullName, type MemberRecord } from '../members/member.service.ts';
import { findMembershipsOfPrimaries, type MembershipRecord } from '../memberships/membership.service.ts';
import {
  createMemberships,
  type NewMembership,
  type NewPart,
} from '../memberships/new-membership.service.ts';
import { numbersWithin } from '../organizations/organization.service.ts';
import { groupRows } from './group-rows.ts';
import { importRows, type ImportRecord, type ImportRowRecord } from './import.model.ts';

/** Rows that join a fund in one step: the history of the fund has a figure for each step. */
const BATCH = 5_000;

const OUTCOMES = ['created', 'changed'] as const;

/** The first fund in the order of ids, after one, that rows of an import are to join. */
async function nextFund(importId: string, afterFund: string): Promise<string | undefined> {
  const fundIds = await importRows().distinct('fundIds', { importId });
  return fundIds.toSorted().find((fundId) => fundId > afterFund);
}

/**
 * Makes the memberships of the next rows after a place (`fund:group`); gives the place after them, null at the end. Those
 * that are there stay as they are: who was not covered by them is told so.
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
  const rows = await importRows()
    .find({ importId: given._id, fundIds: campaignId, group: { $gt: after } })
    .sort({ group: 1, row: 1 })
    .limit(BATCH)
    .toArray();
  const isLast = rows.length < BATCH;
  const groups = groupRows(rows);
  const whole = isLast || groups.length === 1 ? groups : groups.slice(0, -1);
  const imported = whole.map((group) => group.filter(({ outcome }) => isImported(outcome)));
  await joinFund(
    campaignId,
    imported.filter(({ length }) => length > 0),
    { author, at, timeZone, organizationNumber: given.organizationNumber },
  );
  const lastGroup = whole.at(-1)?.at(-1)?.group;
  if (!isLast && lastGroup !== undefined) return `${campaignId}:${lastGroup}`;
  const next = await nextFund(given._id, campaignId);
  return next === undefined ? null : `${next}:`;
}

const isImported = (outcome: ImportRowRecord['outcome']) => OUTCOMES.some((one) => one === outcome);

type By = { author: Author; at: Date; timeZone: string; organizationNumber: string };
/** A membership that is to be made, and the rows that ask for it. */
type Joining = {
  rows: ImportRowRecord[];
  input: NewMembership & { covered: MemberRecord[]; parts: Map<string, NewPart> };
};

async function joinFund(
  campaignId: string,
  groups: readonly ImportRowRecord[][],
  { author, at, timeZone, organizationNumber }: By,
): Promise<void> {
  const campaign = await findCampaign(campaignId);
  if (!campaign || !groups.length) return;
  const members = new Map(
    (await findMembers(groups.flat().flatMap(({ memberId }) => memberId ?? []))).map((one) => [one._id, one]),
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
  const byPrimary = new Map<string, Joining>();
  for (const { rows, covered, first } of asking) {
    const primary = primaryOf(first);
    const there = byPayer.get(primary._id);
    // Rows with member numbers may stand apart in the file and be of one household.
    const together = byPrimary.get(primary._id);
    if (there) await tellOfMembership(rows, there, { author, at });
    else if (primary.isActive === false)
      await note(rows, `${fullName(primary)} is inactive, so no membership was made`);
    else {
      const joining: Joining = together ?? { rows: [], input: { primary, covered: [], parts: new Map() } };
      joining.rows.push(...rows);
      joining.input.covered.push(...covered);
      for (const row of rows) joining.input.parts.set(row.memberId ?? '', partOf(row, campaignId, timeZone));
      byPrimary.set(primary._id, joining);
    }
  }
  const joining = [...byPrimary.values()];
  const inputs = joining.map(({ input }) => input);
  const made = await createMemberships(campaign, inputs, author, at, timeZone);
  await writeMembershipIds(made.map(({ _id }, index) => ({ rows: joining[index]?.rows ?? [], id: _id })));
}

/** What a row says of the part of somebody in a fund. */
function partOf({ fundIds, values }: ImportRowRecord, campaignId: string, timeZone: string): NewPart {
  const index = fundIds.indexOf(campaignId);
  const joinedDt = values.joinedDts?.[index];
  return {
    ...(joinedDt && { startDt: startOfDay(joinedDt, timeZone) }),
    priceOverride: values.prices?.[index] ?? null,
  };
}

/** Who pays for the household of each of some members; they alone where that is somebody of an organization not among these. */
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
  const primaries = new Map(households.map((one) => [one._id, byId.get(one.primaryMemberId)]));
  return (member) => {
    const primary = primaries.get(member.household_id ?? '');
    return primary && within.has(primary.organizationNumber) ? primary : member;
  };
}

async function note(rows: readonly ImportRowRecord[], text: string): Promise<void> {
  await importRows().updateMany({ _id: { $in: rows.map(({ _id }) => _id) } }, { $set: { note: text } });
}

/** A membership that was there: made by this import before (it was interrupted, or of earlier rows), or by somebody else. */
async function tellOfMembership(
  all: readonly ImportRowRecord[],
  { _id, members, createdBy, createdDt, externalRef }: MembershipRecord,
  { author, at }: Pick<By, 'author' | 'at'>,
): Promise<void> {
  const rows = all.filter(({ membershipIds }) => !membershipIds.includes(_id));
  const isCovered = ({ memberId }: ImportRowRecord) => members.some((one) => one.member_id === memberId);
  if (createdBy === author.email && createdDt.getTime() === at.getTime())
    await writeMembershipIds([{ rows: rows.filter(isCovered), id: _id }]);
  await note(
    rows.filter((row) => !isCovered(row)),
    `Their household has the membership ${externalRef ?? ''} already: add them to it on its page`,
  );
}

async function writeMembershipIds(made: readonly { rows: readonly ImportRowRecord[]; id: string }[]) {
  const writes = made.flatMap(({ rows, id }) =>
    rows.map(({ _id }) => ({
      updateOne: { filter: { _id }, update: { $addToSet: { membershipIds: id } } },
    })),
  );
  if (writes.length) await importRows().bulkWrite(writes, { ordered: false });
}
