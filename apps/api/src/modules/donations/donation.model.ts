import mongoose, { Schema } from 'mongoose';
import { ZERO, type Cents } from '@kinfold/domain/money';
import { documentIds, insertMissing } from '../../platform/database.ts';
import {
  objectId,
  toRecord,
  toRecordOrUndefined,
  type ObjectId,
  type RecordOf,
} from '../../platform/documents.ts';

type DonationDocument = {
  _id: ObjectId;
  campaignMembershipId: ObjectId;
  campaignId: ObjectId;
  campaignName: string;
  campaignRunId: ObjectId;
  campaignRunName: string;
  organizationNumber: string;
  organizationName: string;
  /** The few names that a list shows. */
  primaryMember: { _id: ObjectId; firstNm: string; lastNm: string; phoneNbr: string | null };
  nameKey: string;
  externalRef: string | null;
  minAmountDue: Cents;
  /** Who was charged when it was made, with their prices; null or missing when that was not kept. */
  members: { member_id: ObjectId; price: Cents }[] | null | undefined;
  /** Projections of the ledger: written by `writeProjections` only. */
  paymentsTotal: Cents;
  lastPaymentDt: Date | null;
  /** How many ledger entries the projections were made of: an older one never overwrites a newer. */
  ledgerCount: number;
  /** paymentsTotal is below minAmountDue. */
  isOpen: boolean;
  /** A gift's row is hidden from lists until something was paid. */
  isListed: boolean;
  createdDt: Date;
  modifiedDt: Date;
};
export type StoredDonation = RecordOf<DonationDocument>;

const DonationModel = mongoose.model(
  'Donation',
  new Schema<DonationDocument>(
    {
      campaignMembershipId: Schema.Types.ObjectId,
      campaignId: Schema.Types.ObjectId,
      campaignName: String,
      campaignRunId: Schema.Types.ObjectId,
      campaignRunName: String,
      organizationNumber: String,
      organizationName: String,
      primaryMember: {
        _id: Schema.Types.ObjectId,
        firstNm: String,
        lastNm: String,
        phoneNbr: String,
      },
      nameKey: String,
      externalRef: String,
      minAmountDue: Number,
      members: Schema.Types.Mixed,
      paymentsTotal: Number,
      lastPaymentDt: Date,
      ledgerCount: Number,
      isOpen: Boolean,
      isListed: Boolean,
      createdDt: Date,
      modifiedDt: Date,
    },
    { collection: 'donations', versionKey: false },
  ),
);

/** Some donations by their ids, in any order. */
export async function readDonations(ids: readonly string[]): Promise<StoredDonation[]> {
  if (!ids.length) return [];
  return toRecord(await DonationModel.find({ _id: { $in: ids.map(objectId) } }).lean<DonationDocument[]>());
}

/** The donations of a primary member on which something is still due, oldest first; few. */
export async function readOpen(primaryMemberId: string): Promise<StoredDonation[]> {
  const found = await DonationModel.find({ 'primaryMember._id': objectId(primaryMemberId), isOpen: true })
    .sort({ createdDt: 1, _id: 1 })
    .lean<DonationDocument[]>();
  return toRecord(found);
}

/** A page of a primary member's donations, newest first. */
export async function readPageOfPrimary(
  primaryMemberId: string,
  page: { skip: number; limit: number },
): Promise<StoredDonation[]> {
  const found = await DonationModel.find({ 'primaryMember._id': objectId(primaryMemberId), isListed: true })
    .sort({ createdDt: -1, _id: -1 })
    .skip(page.skip)
    .limit(page.limit)
    .lean<DonationDocument[]>();
  return toRecord(found);
}

/** How many donations of a primary member a list shows: one per run of their campaigns. */
export async function countOfPrimary(primaryMemberId: string): Promise<number> {
  return DonationModel.countDocuments({ 'primaryMember._id': objectId(primaryMemberId), isListed: true });
}

/** The donations of a membership, newest first: one per run of its campaign. */
export async function readOfMembership(campaignMembershipId: string): Promise<StoredDonation[]> {
  const filter = { campaignMembershipId: objectId(campaignMembershipId), isListed: true };
  const found = await DonationModel.find(filter).sort({ createdDt: -1, _id: -1 }).lean<DonationDocument[]>();
  return toRecord(found);
}

/** The donation of a membership in a run. */
export async function readOfRun(
  campaignMembershipId: string,
  campaignRunId: string,
): Promise<StoredDonation | undefined> {
  const found = await DonationModel.findOne({
    campaignMembershipId: objectId(campaignMembershipId),
    campaignRunId: objectId(campaignRunId),
  }).lean<DonationDocument>();
  return toRecordOrUndefined(found);
}

/** Inserts donations; the unique key (membership, run) skips those that are there. Gives how many were new. */
export async function insertMissingDonations(donations: readonly StoredDonation[]): Promise<number> {
  const documents: DonationDocument[] = donations.map((donation) => ({
    ...donation,
    _id: objectId(donation._id),
    campaignMembershipId: objectId(donation.campaignMembershipId),
    campaignId: objectId(donation.campaignId),
    campaignRunId: objectId(donation.campaignRunId),
    primaryMember: { ...donation.primaryMember, _id: objectId(donation.primaryMember._id) },
    members:
      donation.members?.map(({ member_id, price }) => ({ member_id: objectId(member_id), price })) ?? null,
  }));
  return insertMissing(DonationModel.collection, documents);
}

/** What the ledger says of a donation; amounts in cents. */
export type Projection = { paymentsTotal: Cents; lastPaymentDt: Date | null; ledgerCount: number };

/** The write of a projection: it never replaces one that was made of more entries. */
function projectionWrite(donationId: string, projection: Projection, now: Date) {
  const { paymentsTotal, lastPaymentDt, ledgerCount } = projection;
  return {
    filter: { _id: objectId(donationId), ledgerCount: { $lte: ledgerCount } },
    update: [
      {
        $set: {
          paymentsTotal,
          lastPaymentDt,
          ledgerCount,
          modifiedDt: now,
          isOpen: { $lt: [paymentsTotal, '$minAmountDue'] },
          isListed: { $or: [{ $gt: ['$minAmountDue', 0] }, { $gt: [ledgerCount, 0] }] },
        },
      },
    ],
  };
}

/** Writes what the ledger says of donations, unless more entries were seen already. */
export async function writeProjections(
  projections: ReadonlyMap<string, Projection>,
  now: Date,
): Promise<void> {
  if (!projections.size) return;
  await DonationModel.collection.bulkWrite(
    [...projections].map(([donationId, projection]) => ({
      updateOne: projectionWrite(donationId, projection, now),
    })),
    { ordered: false },
  );
}

/** Writes copies of a primary member's name and phone to their donations; gives how many changed. */
export async function setMemberCopies(
  primaryMember: StoredDonation['primaryMember'],
  nameKey: string,
): Promise<number> {
  const _id = objectId(primaryMember._id);
  const { modifiedCount } = await DonationModel.updateMany(
    { 'primaryMember._id': _id },
    { $set: { primaryMember: { ...primaryMember, _id }, nameKey } },
  );
  return modifiedCount;
}

/** Writes copies of names to the donations of an organization, a campaign or a run; gives how many changed. */
export async function setCopies(
  of: Partial<Pick<StoredDonation, 'organizationNumber' | 'campaignId' | 'campaignRunId'>>,
  copies: Partial<Pick<StoredDonation, 'organizationName' | 'campaignName' | 'campaignRunName'>>,
): Promise<number> {
  const { modifiedCount } = await DonationModel.updateMany(of, { $set: copies });
  return modifiedCount;
}

/** What the donations of a run say was paid, in cents. */
export async function sumPaymentsOfRun(campaignRunId: string): Promise<Cents> {
  const [sum] = await DonationModel.aggregate<{ total: Cents }>([
    { $match: { campaignRunId: objectId(campaignRunId) } },
    { $group: { _id: null, total: { $sum: '$paymentsTotal' } } },
  ]);
  return sum?.total ?? ZERO;
}

/** Every donation's id; for the verifier. */
export const eachId = () => documentIds('donations');

/** Every donation of a run that lists show, in the order of names; for work over all of them. */
export async function* eachOfRun(
  campaignRunId: string,
): AsyncGenerator<Pick<StoredDonation, '_id' | 'minAmountDue' | 'createdDt'>> {
  const found = DonationModel.find(
    { campaignRunId: objectId(campaignRunId), isListed: true },
    { minAmountDue: 1, createdDt: 1 },
  )
    .sort({ nameKey: 1, _id: 1 })
    .lean<DonationDocument>();
  for await (const donation of found.cursor()) yield toRecord(donation);
}
