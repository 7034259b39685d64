/** How many memberships of each state a campaign has, by the organization of the primary member: written with the memberships. */
import { insertOnce, type Session } from '../../../platform/database.ts';
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

/** Sees to it that there is a counter to add to; before the transaction that adds, for of several at once only one makes it. */
export async function ensureCounter(campaignId: string, organizationNumber: string): Promise<void> {
  const counters = collectionOf(CountModel);
  const _id = keyOf(campaignId, organizationNumber);
  if (await counters.findOne({ _id }, { projection: { _id: 1 } })) return;
  const counter = { _id, campaignId: objectId(campaignId), organizationNumber, ...NO_MEMBERSHIPS };
  await insertOnce(counters, counter);
}

/** Adds to a counter, in the transaction of what is counted. */
export async function addToCounter(
  campaignId: string,
  organizationNumber: string,
  by: Partial<StateCounts>,
  session: Session,
): Promise<void> {
  const { matchedCount } = await collectionOf(CountModel).updateOne(
    { _id: keyOf(campaignId, organizationNumber) },
    { $inc: by },
    { session },
  );
  if (!matchedCount) throw new Error(`no counter of memberships of ${campaignId} at ${organizationNumber}`);
}

/** How many memberships a campaign has of each state, by organization: by its counters. */
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

/** Writes a counter that was counted anew in the same transaction. */
export async function setCounts(
  campaignId: string,
  { organizationNumber, ...counts }: OrganizationCounts,
  session: Session,
): Promise<void> {
  const _id = keyOf(campaignId, organizationNumber);
  await collectionOf(CountModel).updateOne({ _id }, { $set: counts }, { session });
}
