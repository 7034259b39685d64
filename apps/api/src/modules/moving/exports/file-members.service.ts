/** Members with the fields of files: the household and the funds that cover them. */
import { batchesOf } from '../../../platform/in-batches.ts';
import { findHouseholds } from '../../people/members/household.service.ts';
import type { FileFund, FileMember } from '../../people/members/member.presenter.ts';
import type { MemberRow } from '../../people/members/member-list.service.ts';
import { findMembers } from '../../people/members/member.service.ts';
import { findFundsCovering } from '../../funds/memberships/membership.service.ts';

/** The organizations whose numbers and funds the reader may see. */
export type FileScope = {
  showsMembers: (organizationNumber: string) => boolean;
  showsFunds: (organizationNumber: string) => boolean;
};

/**
 * The numbers of the primary members of some households, by household id; the id itself where the reader may not see that
 * member, or they are gone. `rows` are members that were read already.
 */
export async function householdCodes(
  householdIds: readonly (string | null)[],
  rows: readonly MemberRow[],
  { showsMembers }: FileScope,
): Promise<Map<string, string>> {
  const ids = [...new Set(householdIds.flatMap((id) => id ?? []))];
  const households = await findHouseholds(ids);
  const known = new Map<string, Pick<MemberRow, 'memberId' | 'organizationNumber'>>(
    rows.map((row) => [row._id, row]),
  );
  const others = households.map(({ primaryMemberId }) => primaryMemberId).filter((id) => !known.has(id));
  for (const member of await findMembers(others)) known.set(member._id, member);
  return new Map(
    households.map(({ _id, primaryMemberId }) => {
      const primary = known.get(primaryMemberId);
      return [_id, primary && showsMembers(primary.organizationNumber) ? primary.memberId : _id] as const;
    }),
  );
}

/** The funds that cover each of some members, without those that the office has not confirmed. */
async function fundsOf(rows: readonly MemberRow[], { showsFunds }: FileScope) {
  const asked = new Set(
    rows.filter(({ organizationNumber }) => showsFunds(organizationNumber)).map(({ _id }) => _id),
  );
  const funds = new Map<string, FileFund[]>();
  for (const { campaignName: name, organizationNumber, activeDt, members } of await findFundsCovering([
    ...asked,
  ])) {
    if (!showsFunds(organizationNumber)) continue;
    for (const { member_id, isActive, startDt, priceOverride } of members)
      if (isActive !== false && asked.has(member_id))
        funds.set(member_id, [
          ...(funds.get(member_id) ?? []),
          { name, joinedDt: activeDt && activeDt > startDt ? activeDt : startDt, priceOverride },
        ]);
  }
  return funds;
}

/** Some members with the data that a file adds to their own fields. */
export async function fileMembers(rows: readonly MemberRow[], scope: FileScope): Promise<FileMember[]> {
  const [codes, funds] = await Promise.all([
    householdCodes(
      rows.map(({ household_id }) => household_id),
      rows,
      scope,
    ),
    fundsOf(rows, scope),
  ]);
  return rows.map((row) => ({
    ...row,
    household: row.household_id && (codes.get(row.household_id) ?? row.household_id),
    funds: [...new Map((funds.get(row._id) ?? []).map((fund) => [fund.name, fund])).values()].toSorted(
      (a, b) => a.name.localeCompare(b.name, 'en'),
    ),
  }));
}

const BATCH = 200;

/** Members for a file, one by one as they are read. */
export async function* eachFileMember(
  members: AsyncIterable<MemberRow>,
  scope: FileScope,
): AsyncGenerator<FileMember> {
  for await (const batch of batchesOf(members, BATCH)) yield* await fileMembers(batch, scope);
}
