/** Computes the stored lists about cover: from a membership with its people, and from a person's memberships. */
import type { NextCoverChange } from '@kinfold/domain/cover-check';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import type { MembershipRecord } from '../memberships/membership.service.ts';
import type { CoverChangeRecord } from './cover-change.model.ts';
import type { DoubleCoverRecord } from './double-cover.model.ts';

/** The changes of a membership: people who lose or reach cover at the same instant share one change. */
export function coverChangesOf(
  { _id: campaignMembershipId, campaignId, organizationNumber }: MembershipRecord,
  next: readonly (NextCoverChange & { member_id: string })[],
): CoverChangeRecord[] {
  const changes = new Map<string, CoverChangeRecord>();
  for (const { member_id, kind, date } of next) {
    const _id = `${campaignMembershipId}:${kind}:${date.getTime()}`;
    const memberIds = [...(changes.get(_id)?.memberIds ?? []), member_id];
    const people = memberIds.length;
    changes.set(_id, {
      ...{ _id, campaignId, campaignMembershipId, organizationNumber, kind, date, memberIds, people },
    });
  }
  return [...changes.values()];
}

/**
 * The double covers of a member; the given memberships include all of theirs (rules.md "Fund rules",
 * `oneCoverPerPerson`): one for each fund that shows them, so two memberships of one fund show up once.
 */
export function doubleCoversOf(
  memberId: string,
  memberships: readonly MembershipRecord[],
  campaigns: ReadonlyMap<string, Pick<CampaignRecord, 'fundRules' | 'requiresMembership'>>,
): DoubleCoverRecord[] {
  const covering = memberships.filter(
    ({ isActive, members, campaignId }) =>
      isActive === true &&
      campaigns.get(campaignId)?.requiresMembership &&
      campaigns.get(campaignId)?.fundRules.oneCoverPerPerson &&
      members.some((member) => member.member_id === memberId && member.isActive === true),
  );
  return covering.flatMap((one) =>
    covering
      .filter((other) => other.campaignId !== one.campaignId || one._id < other._id)
      .map((other) => ({
        _id: `${memberId}:${one._id}:${other._id}`,
        memberId,
        campaignId: one.campaignId,
        campaignMembershipId: one._id,
        organizationNumber: one.organizationNumber,
        otherMembershipId: other._id,
        otherOrganizationNumber: other.organizationNumber,
      })),
  );
}

/** The right records that are missing or stored otherwise, and the stored ones to delete; `of` returns whom both concern. */
export function difference<T extends { _id: string }>(kept: readonly T[], right: readonly T[]) {
  const byId = new Map(kept.map((one) => [one._id, JSON.stringify(sorted(one))]));
  const wrong = right.filter((one) => byId.get(one._id) !== JSON.stringify(sorted(one)));
  const rightIds = new Set(right.map(({ _id }) => _id));
  const gone = kept.filter(({ _id }) => !rightIds.has(_id));
  return {
    wrong,
    goneIds: gone.map(({ _id }) => _id),
    of: (idsOf: (one: T) => readonly string[]) => new Set([...wrong, ...gone].flatMap(idsOf)),
  };
}

const sorted = (record: object) =>
  Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1));
