import mongoose, { Schema } from 'mongoose';
import type { Cents } from '@kinfold/domain/money';
import type { Session } from '../../platform/database.ts';
import {
  objectId,
  toRecord,
  toRecordOrUndefined,
  type ObjectId,
  type RecordOf,
} from '../../platform/documents.ts';

type CoveredMemberDocument = {
  _id: ObjectId;
  member_id: ObjectId;
  price: Cents;
  /** Set by hand by staff; kept when prices are refreshed. */
  priceOverride: Cents | null;
  startDt: Date;
  endDt: Date;
  isActive: boolean | null;
};

type MembershipDocument = {
  _id: ObjectId;
  campaignId: ObjectId;
  campaignName: string;
  /** The organization of the primary member. */
  organizationNumber: string;
  organizationName: string;
  /** Counts all memberships; part of what its dues are called. */
  membershipNbr: number;
  externalRef: string | null;
  isActive: boolean | null;
  primaryMemberId: ObjectId;
  /** The few names that a list shows. */
  primaryMember: { firstNm: string; lastNm: string; phoneNbr: string | null; isActive: boolean | null };
  /** Last and first name of the primary member, folded: the order of lists. */
  nameKey: string;
  totalPrice: Cents;
  lastPayment: { paymentsTotal: Cents; modifiedDt: Date; externalRef: string | null } | null;
  members: CoveredMemberDocument[];
  /** Raised by every edit: who edits sends the one that they read. */
  version: number;
  createdBy: string;
  createdDt: Date;
  modifiedBy: string;
  modifiedDt: Date;
};
export type MembershipRecord = RecordOf<MembershipDocument>;
export type CoveredMemberRecord = RecordOf<CoveredMemberDocument>;

const MembershipModel = mongoose.model(
  'CampaignMembership',
  new Schema<MembershipDocument>(
    {
      campaignId: Schema.Types.ObjectId,
      campaignName: String,
      organizationNumber: String,
      organizationName: String,
      membershipNbr: Number,
      externalRef: String,
      isActive: Boolean,
      primaryMemberId: Schema.Types.ObjectId,
      primaryMember: Schema.Types.Mixed,
      nameKey: String,
      totalPrice: Number,
      lastPayment: Schema.Types.Mixed,
      members: [
        {
          member_id: Schema.Types.ObjectId,
          price: Number,
          priceOverride: Number,
          startDt: Date,
          endDt: Date,
          isActive: Boolean,
        },
      ],
      version: Number,
      createdBy: String,
      createdDt: Date,
      modifiedBy: String,
      modifiedDt: Date,
    },
    { collection: 'campaign_memberships', versionKey: false },
  ),
);

/** A membership by its id. */
export async function readMembership(membershipId: string): Promise<MembershipRecord | undefined> {
  return toRecordOrUndefined(await MembershipModel.findById(membershipId).lean<MembershipDocument>());
}

/** Some memberships by their ids, in any order. */
export async function readMemberships(membershipIds: readonly string[]): Promise<MembershipRecord[]> {
  if (!membershipIds.length) return [];
  const filter = { _id: { $in: membershipIds.map(objectId) } };
  return toRecord(await MembershipModel.find(filter).lean<MembershipDocument[]>());
}

/** The membership of a campaign whose primary member someone is. */
export async function readByPrimary(
  campaignId: string,
  primaryMemberId: string,
): Promise<MembershipRecord | undefined> {
  const filter = { campaignId: objectId(campaignId), primaryMemberId: objectId(primaryMemberId) };
  return toRecordOrUndefined(await MembershipModel.findOne(filter).lean<MembershipDocument>());
}

/** The memberships that cover a member, now or once, oldest first. The primary member is always among them. */
export async function readCovering(memberId: string): Promise<MembershipRecord[]> {
  const found = await MembershipModel.find({ 'members.member_id': objectId(memberId) })
    .sort({ _id: 1 })
    .lean<MembershipDocument[]>();
  return toRecord(found);
}

/** The next active memberships of a campaign after an id, in the order of their ids. */
export async function readActiveAfter(
  campaignId: string,
  afterId: string | null,
  limit: number,
): Promise<MembershipRecord[]> {
  const found = await MembershipModel.find({
    campaignId: objectId(campaignId),
    isActive: true,
    ...(afterId && { _id: { $gt: objectId(afterId) } }),
  })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<MembershipDocument[]>();
  return toRecord(found);
}

/** Inserts memberships. Throws a duplicate key error when a primary member has one in that campaign. */
export async function insertMemberships(
  memberships: readonly MembershipRecord[],
  session: Session,
): Promise<void> {
  await MembershipModel.collection.insertMany(
    memberships.map((membership) => ({
      ...membership,
      _id: objectId(membership._id),
      campaignId: objectId(membership.campaignId),
      primaryMemberId: objectId(membership.primaryMemberId),
      members: membership.members.map((member) => ({
        ...member,
        _id: objectId(member._id),
        member_id: objectId(member.member_id),
      })),
    })),
    { session },
  );
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
  await MembershipModel.collection.bulkWrite(
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
