/** The rules of households and funds for rows about existing members. */
import { deactivationFault } from '@kinfold/domain/household-change';
import { inParallel } from '../../../platform/in-parallel.ts';
import type { CampaignRecord } from '../../funds/campaigns/campaign.service.ts';
import { readHouseholdState } from '../../people/members/household-state.service.ts';
import { findHouseholds } from '../../people/members/household.service.ts';
import { findMembers, type MemberRecord } from '../../people/members/member.service.ts';
import {
  findMembershipsCoveringAny,
  type MembershipRecord,
} from '../../funds/memberships/membership.service.ts';
import { CHECKED_AT_ONCE, type CheckContext } from './check-context.service.ts';

/** For a member that a row is about. */
export type MemberRules = {
  /** Why they may not be made inactive; undefined where they may. */
  staysActive: string | undefined;
  /** The funds in which a membership would be created with them as its primary member. */
  pays: ReadonlySet<string>;
  /** The funds in which a membership covers them, or will once it is confirmed. */
  coveredIn: ReadonlySet<string>;
};

/** The rules for some members, by id; `isLeaving` says who becomes inactive by their row. */
export async function rulesOf(
  rows: readonly { member: MemberRecord; isLeaving: boolean }[],
  { funds, organizationNumbers }: CheckContext,
): Promise<Map<string, MemberRules>> {
  const leavers = new Set(rows.flatMap(({ member, isLeaving }) => (isLeaving ? [member._id] : [])));
  const withEntryAge = funds.filter(({ fundRules }) => fundRules.entryAge);
  const members = rows.map(({ member }) => member);
  const memberships = await findMembershipsCoveringAny(members.map(({ _id }) => _id));
  const cover = coverOf(members, memberships);
  const payers = withEntryAge.length ? await payersOf(members) : new Map<string, MemberRecord>();
  const rules = new Map<string, MemberRules>();
  await inParallel(rows, CHECKED_AT_ONCE, async ({ member, isLeaving }) => {
    const primary = payers.get(member.household_id ?? '');
    // A member of another tree does not pay for them.
    const isPaid =
      primary && primary._id !== member._id && organizationNumbers.includes(primary.organizationNumber);
    rules.set(member._id, {
      staysActive: isLeaving ? await whyActive(member, leavers) : undefined,
      pays: isPaid ? new Set() : fundsWithout(member, withEntryAge, memberships),
      coveredIn: cover.get(member._id) ?? new Set(),
    });
  });
  return rules;
}

/** The primary members of the households of some members, by household. */
async function payersOf(members: readonly MemberRecord[]): Promise<Map<string, MemberRecord>> {
  const homes = await findHouseholds([...new Set(members.flatMap(({ household_id }) => household_id ?? []))]);
  const found = await findMembers(homes.map(({ primaryMemberId }) => primaryMemberId));
  const byId = new Map(found.map((member) => [member._id, member]));
  return new Map(
    homes.flatMap(({ _id, primaryMemberId }) => {
      const primary = byId.get(primaryMemberId);
      return primary ? [[_id, primary] as const] : [];
    }),
  );
}

/** The funds that cover some members, by member id. */
function coverOf(
  members: readonly MemberRecord[],
  memberships: readonly MembershipRecord[],
): Map<string, Set<string>> {
  const cover = new Map<string, Set<string>>(members.map(({ _id }) => [_id, new Set()]));
  for (const { campaignId, isActive, members: parts } of memberships)
    if (isActive !== false)
      for (const part of parts) if (part.isActive !== false) cover.get(part.member_id)?.add(campaignId);
  return cover;
}

/** The reason why a member may not be made inactive together with others. */
async function whyActive(member: MemberRecord, leavers: ReadonlySet<string>): Promise<string | undefined> {
  if (member.isActive === false) return undefined;
  const { homes, people } = await readHouseholdState([member._id], []);
  const after = people.map((person) =>
    person._id !== member._id && leavers.has(person._id) ? { ...person, isActive: false } : person,
  );
  return deactivationFault({ homes, people: after }, member._id);
}

/** Those of some funds in which a member has no membership of their own. */
function fundsWithout(
  { _id }: MemberRecord,
  funds: readonly CampaignRecord[],
  memberships: readonly MembershipRecord[],
): ReadonlySet<string> {
  const own = memberships.filter(({ primaryMemberId }) => primaryMemberId === _id);
  const joined = new Set(own.map(({ campaignId }) => campaignId));
  return new Set(funds.flatMap((fund) => (joined.has(fund._id) ? [] : [fund._id])));
}
