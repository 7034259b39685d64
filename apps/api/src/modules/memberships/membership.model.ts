import type { Session } from '../../platform/database.ts';
import { objectId, toRecord, toRecordOrUndefined } from '../../platform/documents.ts';
import { date, flag, id, int, list, money, object, orNull, text, optional } from '../../platform/fields.ts';
import { collectionOf, defineModel, insertRecords, type RecordIn } from '../../platform/model.ts';
import { beginsWith } from '../../platform/search-keys.ts';

const MembershipModel = defineModel('campaign_memberships', {
  campaignId: id(),
  campaignName: text(),
  /** The organization of the primary member. */
  organizationNumber: text(),
  organizationName: text(),
  /** Counts all memberships; part of what its dues are called. */
  membershipNbr: int(),
  externalRef: orNull(text()),
  isActive: orNull(flag()),
  /** When it became active, the last time; null when it never was. Waiting times count from here. */
  activeDt: orNull(date()),
  primaryMemberId: id(),
  /** The few names that a list shows. */
  primaryMember: object({
    firstNm: text(),
    lastNm: text(),
    phoneNbr: orNull(text()),
    isActive: orNull(flag()),
  }),
  /** Last and first name of the primary member, folded: the order of lists. */
  nameKey: text(),
  totalPrice: money(),
  lastPayment: orNull(object({ paymentsTotal: money(), modifiedDt: date(), externalRef: orNull(text()) })),
  /** Whom it covers; the primary member is always among them. */
  members: list(
    object({
      _id: id(),
      member_id: id(),
      price: money(),
      /** Set by hand by staff; kept when prices are refreshed. */
      priceOverride: orNull(money()),
      startDt: date(),
      endDt: date(),
      isActive: orNull(flag()),
      /** Staff waived the waiting time of this person. */
      isWaitingWaived: optional(flag<true>()),
    }),
  ),
  /** Raised by every edit: who edits sends the one that they read. */
  version: int(),
  createdBy: text(),
  createdDt: date(),
  modifiedBy: text(),
  modifiedDt: date(),
});
export type MembershipRecord = RecordIn<typeof MembershipModel>;
export type CoveredMemberRecord = MembershipRecord['members'][number];

/** A membership by its id. */
export async function readMembership(
  membershipId: string,
  session?: Session,
): Promise<MembershipRecord | undefined> {
  return toRecordOrUndefined(await MembershipModel.findById(membershipId, null, { session }).lean());
}

/** Changes a membership; as it then is. */
export async function setMembership(
  membershipId: string,
  change: Partial<MembershipRecord> & Pick<MembershipRecord, 'modifiedBy' | 'modifiedDt'>,
  session: Session,
): Promise<MembershipRecord | undefined> {
  const changed = await MembershipModel.findOneAndUpdate(
    { _id: membershipId },
    { $set: change, $inc: { version: 1 } },
    { returnDocument: 'after', session },
  ).lean();
  return toRecordOrUndefined(changed);
}

/** Some memberships by their ids, in any order. */
export async function readMemberships(membershipIds: readonly string[]): Promise<MembershipRecord[]> {
  if (!membershipIds.length) return [];
  return toRecord(await MembershipModel.find({ _id: { $in: membershipIds } }).lean());
}

/** The membership of a campaign whose primary member someone is. */
export async function readByPrimary(
  campaignId: string,
  primaryMemberId: string,
): Promise<MembershipRecord | undefined> {
  return toRecordOrUndefined(await MembershipModel.findOne({ campaignId, primaryMemberId }).lean());
}

/** The memberships that cover a member, now or once, oldest first. The primary member is always among them. */
export async function readCovering(memberId: string): Promise<MembershipRecord[]> {
  return toRecord(await MembershipModel.find({ 'members.member_id': memberId }).sort({ _id: 1 }).lean());
}

/** The memberships of some organizations (undefined: of all) that wait to be confirmed: how many, up to `max`, and the first. */
export async function readWaiting(
  organizationNumbers: readonly string[] | undefined,
  { max, first }: { max: number; first: number },
) {
  const filter = {
    isActive: null,
    ...(organizationNumbers && { organizationNumber: { $in: organizationNumbers } }),
  };
  const fields = { campaignName: 1, primaryMember: 1, primaryMemberId: 1 } as const;
  const [count, found] = await Promise.all([
    MembershipModel.countDocuments(filter, { limit: max }),
    MembershipModel.find(filter, fields).limit(first).lean(),
  ]);
  return { count, first: toRecord(found) };
}

/** The memberships of some organizations (undefined: of all) whose reference begins with a text, by reference. */
export async function readByReference(
  organizationNumbers: readonly string[] | undefined,
  reference: string,
  limit: number,
): Promise<Pick<MembershipRecord, '_id' | 'externalRef' | 'primaryMember' | 'primaryMemberId'>[]> {
  const found = await MembershipModel.find(
    {
      externalRef: beginsWith(reference),
      ...(organizationNumbers && { organizationNumber: { $in: organizationNumbers } }),
    },
    { externalRef: 1, primaryMember: 1, primaryMemberId: 1 },
  )
    .sort({ externalRef: 1, _id: 1 })
    .limit(limit)
    .lean();
  return toRecord(found);
}

/** How many memberships of a campaign are active (true), are not (false), or wait to be confirmed (null). */
export async function countInState(campaignId: string, isActive: boolean | null): Promise<number> {
  return MembershipModel.countDocuments({ campaignId, isActive });
}

/** Whether a campaign has a membership, of one of some organizations or of any. */
export async function existsInCampaign(
  campaignId: string,
  organizationNumbers: readonly string[] | undefined,
  session: Session,
): Promise<boolean> {
  const filter = {
    campaignId,
    ...(organizationNumbers && { organizationNumber: { $in: organizationNumbers } }),
  };
  return (await MembershipModel.findOne(filter, { _id: 1 }, { session }).lean()) !== null;
}

/** The next active memberships of a campaign after an id, in the order of their ids. */
export async function readActiveAfter(
  campaignId: string,
  afterId: string | null,
  limit: number,
): Promise<MembershipRecord[]> {
  const found = await MembershipModel.find({
    campaignId,
    isActive: true,
    ...(afterId && { _id: { $gt: afterId } }),
  })
    .sort({ _id: 1 })
    .limit(limit)
    .lean();
  return toRecord(found);
}

/** What of a membership a preview of its dues needs. */
export type PricedMembership = Pick<MembershipRecord, '_id' | 'totalPrice' | 'primaryMember'>;

/** The same with prices and names only. */
export async function readActivePricesAfter(
  campaignId: string,
  afterId: string | null,
  limit: number,
): Promise<PricedMembership[]> {
  const after = afterId ? { _id: { $gt: afterId } } : {};
  const found = await MembershipModel.find(
    { campaignId, isActive: true, ...after },
    { totalPrice: 1, primaryMember: 1 },
  )
    .sort({ _id: 1 })
    .limit(limit)
    .lean();
  return toRecord(found);
}

/** Inserts memberships. Throws a duplicate key error when a primary member has one in that campaign. */
export async function insertMemberships(
  memberships: readonly MembershipRecord[],
  session: Session,
): Promise<void> {
  await insertRecords(MembershipModel, memberships, session);
}

type LastPayment = NonNullable<MembershipRecord['lastPayment']>;

/** Writes copies of names to the memberships of a primary member, an organization or a campaign; gives how many changed. */
export async function setCopies(
  of: Partial<Pick<MembershipRecord, 'primaryMemberId' | 'organizationNumber' | 'campaignId'>>,
  copies: Partial<Pick<MembershipRecord, 'primaryMember' | 'nameKey' | 'organizationName' | 'campaignName'>>,
): Promise<number> {
  const { modifiedCount } = await MembershipModel.updateMany(of, { $set: copies });
  return modifiedCount;
}

/** Writes the last payment of some memberships, unless a newer one is there. */
export async function setLastPayments(
  payments: readonly { membershipId: string; lastPayment: LastPayment }[],
): Promise<void> {
  if (!payments.length) return;
  await collectionOf(MembershipModel).bulkWrite(
    payments.map(({ membershipId, lastPayment }) => ({
      updateOne: {
        filter: {
          _id: objectId(membershipId),
          // Not newer, or none at all; an $or here would make some servers scan.
          'lastPayment.modifiedDt': { $not: { $gt: lastPayment.modifiedDt } },
        },
        update: { $set: { lastPayment } },
      },
    })),
    { ordered: false },
  );
}

/** Deletes memberships that were never charged. */
export async function eraseMemberships(membershipIds: readonly string[], session: Session): Promise<void> {
  if (!membershipIds.length) return;
  await MembershipModel.deleteMany({ _id: { $in: membershipIds } }, { session });
}
