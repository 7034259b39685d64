/** The rules of households and funds for rows about existing members. */
import { deactivationFault } from '@kinfold/domain/household-change';
import { inParallel } from '../../../platform/in-parallel.ts';
import type { CampaignRecord } from '../../funds/campaigns/campaign.service.ts';
import { readHouseholdState } from '../../people/members/household-state.service.ts';
import { findHousehold } from '../../people/members/household.service.ts';
import { findMember, type MemberRecord } from '../../people/members/member.service.ts';
import {
  findMembershipsCovering,
  findMembershipsCoveringAny,
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
  const cover = await coverOf(rows.map(({ member: { _id } }) => _id));
  const rules = new Map<string, MemberRules>();
  await inParallel(rows, CHECKED_AT_ONCE, async ({ member, isLeaving }) => {
    rules.set(member._id, {
      staysActive: isLeaving ? await whyActive(member, leavers) : undefined,
      pays: await fundsPaidBy(member, withEntryAge, organizationNumbers),
      coveredIn: cover.get(member._id) ?? new Set(),
    });
  });
  return rules;
}

/** The funds that cover some members, by member id. */
async function coverOf(memberIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const cover = new Map<string, Set<string>>(memberIds.map((memberId) => [memberId, new Set()]));
  for (const { campaignId, isActive, members } of await findMembershipsCoveringAny(memberIds))
    if (isActive !== false)
      for (const part of members) if (part.isActive !== false) cover.get(part.member_id)?.add(campaignId);
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

/** Those of some funds in which a member has no membership of their own, and nobody else would pay for them. */
async function fundsPaidBy(
  { _id, household_id }: MemberRecord,
  funds: readonly CampaignRecord[],
  organizationNumbers: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!funds.length) return new Set();
  const household = household_id === null ? undefined : await findHousehold(household_id);
  const primary = household && (await findMember(household.primaryMemberId));
  // A member of another tree does not pay for them.
  if (primary && primary._id !== _id && organizationNumbers.includes(primary.organizationNumber))
    return new Set();
  const own = (await findMembershipsCovering(_id)).filter(({ primaryMemberId }) => primaryMemberId === _id);
  const joined = new Set(own.map(({ campaignId }) => campaignId));
  return new Set(funds.flatMap((fund) => (joined.has(fund._id) ? [] : [fund._id])));
}
