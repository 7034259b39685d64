/** The number of memberships of each state in a campaign, by the organization of the primary member: written with the memberships. */
import type { Session } from '../../../platform/database.ts';
import { id, int, text } from '../../../platform/fields.ts';
import { objectId } from '../../../platform/documents.ts';
import { collectionOf, defineModel } from '../../../platform/model.ts';

const CountModel = defineModel('membership_counts', {
  /** `campaignId:organizationNumber` */
  _id: text(),
  campaignId: id(),
  organizationNumber: text(),
  active: int(),
  inactive: int(),
  unknown: int(),
});

/** Numbers of memberships by state. */
export type StateCounts = { active: number; inactive: number; unknown: number };
export type OrganizationCounts = StateCounts & { organizationNumber: string };

export const NO_MEMBERSHIPS: StateCounts = { active: 0, inactive: 0, unknown: 0 };

const keyOf = (campaignId: string, organizationNumber: string) => `${campaignId}:${organizationNumber}`;

/** Adds to a counter, created by the first addition, in the transaction of what is counted. */
export async function addToCounter(
  campaignId: string,
  organizationNumber: string,
  by: Partial<StateCounts>,
  session: Session,
): Promise<void> {
  await collectionOf(CountModel).updateOne(
    { _id: keyOf(campaignId, organizationNumber) },
    {
      $inc: { ...NO_MEMBERSHIPS, ...by },
      $setOnInsert: { campaignId: objectId(campaignId), organizationNumber },
    },
    { session, upsert: true },
  );
}

/** The number of memberships of a campaign in each state, by organization, from its counters. */
export async function findMembershipCounts(
  campaignId: string,
  session?: Session,
): Promise<OrganizationCounts[]> {
  const found = collectionOf(CountModel).find(
    { campaignId: objectId(campaignId) },
    { projection: { _id: 0, organizationNumber: 1, active: 1, inactive: 1, unknown: 1 }, session },
  );
  return (await found.sort({ organizationNumber: 1 }).toArray()) as OrganizationCounts[];
}

/** Writes a counter that was recounted in the same transaction. */
export async function setCounts(
  campaignId: string,
  { organizationNumber, active, inactive, unknown }: OrganizationCounts,
  session: Session,
): Promise<void> {
  await collectionOf(CountModel).updateOne(
    { _id: keyOf(campaignId, organizationNumber) },
    { $set: { campaignId: objectId(campaignId), organizationNumber, active, inactive, unknown } },
    { session, upsert: true },
  );
}
