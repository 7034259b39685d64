import mongoose, { Schema } from 'mongoose';
import type { Address } from '@kinfold/domain/address';
import type { Session } from '../../platform/database.ts';
import {
  objectId,
  toRecord,
  toRecordOrUndefined,
  type ObjectId,
  type RecordOf,
} from '../../platform/documents.ts';

export type { Address };

type OrganizationDocument = {
  _id: ObjectId;
  organizationNumber: string;
  organizationName: string;
  parentOrganization: string | null;
  /** The organization and its ancestors, root first. */
  path: string[];
  address: Address | null;
  phones: { phoneNbr: string }[];
  /** Counters beside what they count. */
  campaignsCnt: number;
  groupsCnt: number;
  membersCnt: number;
  childrenCnt: number;
  /** Raised by every edit: who edits sends the one that they read. */
  version: number;
  createdBy: string;
  createdDt: Date;
  modifiedBy: string;
  modifiedDt: Date;
};
export type OrganizationRecord = RecordOf<OrganizationDocument>;

const COUNTERS = { campaignsCnt: 1, groupsCnt: 1, membersCnt: 1, childrenCnt: 1 } as const;
export type Counter = keyof typeof COUNTERS;
export type Counters = Pick<OrganizationRecord, 'organizationNumber' | Counter>;

const OrganizationModel = mongoose.model(
  'Organization',
  new Schema<OrganizationDocument>(
    {
      organizationNumber: String,
      organizationName: String,
      parentOrganization: String,
      path: [String],
      address: Schema.Types.Mixed,
      phones: [Schema.Types.Mixed],
      campaignsCnt: Number,
      groupsCnt: Number,
      membersCnt: Number,
      childrenCnt: Number,
      version: Number,
      createdBy: String,
      createdDt: Date,
      modifiedBy: String,
      modifiedDt: Date,
    },
    { collection: 'organizations', versionKey: false },
  ),
);

/** An organization by its number. */
export async function readOrganization(organizationNumber: string): Promise<OrganizationRecord | undefined> {
  return toRecordOrUndefined(
    await OrganizationModel.findOne({ organizationNumber }).lean<OrganizationDocument>(),
  );
}

/** Some organizations by their numbers, in any order. */
export async function readOrganizations(
  organizationNumbers: readonly string[],
): Promise<OrganizationRecord[]> {
  const filter = { organizationNumber: { $in: [...organizationNumbers] } };
  return toRecord(await OrganizationModel.find(filter).lean<OrganizationDocument[]>());
}

/** What of organizations a list shows. */
export type OrganizationRowRecord = Pick<
  OrganizationRecord,
  'organizationNumber' | 'organizationName' | 'parentOrganization' | Counter
>;

/** The numbers of the organizations without a parent. */
export async function readRootNumbers(): Promise<string[]> {
  const roots = await OrganizationModel.find(
    { parentOrganization: null },
    { _id: 0, organizationNumber: 1 },
  ).lean();
  return roots.map(({ organizationNumber }) => organizationNumber);
}

/** Some organizations and all below them, each once, by name. */
export async function readTrees(organizationNumbers: readonly string[]): Promise<OrganizationRowRecord[]> {
  const fields = { _id: 0, organizationNumber: 1, organizationName: 1, parentOrganization: 1, ...COUNTERS };
  return OrganizationModel.find({ path: { $in: organizationNumbers } }, fields)
    .sort({ organizationName: 1, _id: 1 })
    .lean<OrganizationRowRecord[]>();
}

/** Inserts an organization. Throws a duplicate key error when its number is taken. */
export async function insertOrganization(organization: OrganizationRecord, session: Session): Promise<void> {
  const document = { ...organization, _id: objectId(organization._id) };
  await OrganizationModel.collection.insertOne(document, { session });
}

/** Adds to one of an organization's counters, in the transaction of what is counted. */
export async function countOrganization(
  organizationNumber: string,
  counter: Counter,
  by: number,
  session: Session,
): Promise<void> {
  await OrganizationModel.updateOne({ organizationNumber }, { $inc: { [counter]: by } }, { session });
}

/** Every organization's number; for the verifier. */
export async function* eachNumber(): AsyncGenerator<{ _id: string }> {
  const found = OrganizationModel.find({}, { organizationNumber: 1 }).sort({ organizationNumber: 1 });
  for await (const { organizationNumber } of found.lean<OrganizationDocument>().cursor())
    yield { _id: organizationNumber };
}

/** The counters of some organizations. */
export async function readCounters(organizationNumbers: readonly string[]): Promise<Counters[]> {
  const filter = { organizationNumber: { $in: [...organizationNumbers] } };
  return toRecord(await OrganizationModel.find(filter).lean<OrganizationDocument[]>());
}

/** Writes counters that were counted anew in the same transaction. */
export async function setCounters(counters: Counters, session: Session): Promise<void> {
  const { organizationNumber, ...counted } = counters;
  await OrganizationModel.updateOne({ organizationNumber }, { $set: counted }, { session });
}

/** How many organizations stand right below one. */
export async function countChildren(organizationNumber: string, session?: Session): Promise<number> {
  return OrganizationModel.countDocuments({ parentOrganization: organizationNumber }, { session });
}

/** How many organizations there are; an estimate that needs no scan. */
export async function estimateOrganizations(): Promise<number> {
  return OrganizationModel.estimatedDocumentCount();
}

type GroupDocument = {
  _id: ObjectId;
  groupName: string;
  organizationNumber: string;
  createdBy: string;
  createdDt: Date;
};
export type GroupRecord = RecordOf<GroupDocument>;

const GroupModel = mongoose.model(
  'Group',
  new Schema<GroupDocument>(
    { groupName: String, organizationNumber: String, createdBy: String, createdDt: Date },
    { collection: 'groups', versionKey: false },
  ),
);

/** Inserts a group. Throws a duplicate key error when the organization has one of that name. */
export async function insertGroup(group: GroupRecord, session: Session): Promise<void> {
  await GroupModel.collection.insertOne({ ...group, _id: objectId(group._id) }, { session });
}

/** How many groups an organization has. */
export async function countGroups(organizationNumber: string, session?: Session): Promise<number> {
  return GroupModel.countDocuments({ organizationNumber }, { session });
}
