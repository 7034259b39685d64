import type { JournalAccount } from '@kinfold/domain/journal';
import type { Session } from '../../../platform/database.ts';
import { toRecord, toRecordOrUndefined } from '../../../platform/documents.ts';
import {
  addressFields,
  date,
  flag,
  int,
  list,
  money,
  object,
  optional,
  orNull,
  text,
} from '../../../platform/fields.ts';
import {
  changeVersioned,
  collectionOf,
  defineModel,
  insertRecords,
  type RecordIn,
} from '../../../platform/model.ts';
import { searchFields, searchFilter, wordIdsOf } from '../../../platform/search-keys.ts';
import { markStale } from '../../../work/projections.ts';

const OrganizationModel = defineModel('organizations', {
  organizationNumber: text(),
  organizationName: text(),
  parentOrganization: orNull(text()),
  /** The organization and its ancestors, root first. */
  path: list(text()),
  /** From the name and the number. */
  ...searchFields,
  address: orNull(object(addressFields)),
  phones: list(object({ phoneNbr: text() })),
  /** What it asks a second person for; absent: nothing. */
  twoPerson: optional(
    object({
      refundOverCents: orNull(money()),
      waiver: flag(),
      batchClose: flag(),
      claimOverCents: optional(orNull(money())),
    }),
  ),
  /** What it calls the accounts of its journal; absent: as `JOURNAL_ACCOUNTS` says. */
  journalAccounts: optional(list(object({ key: text<JournalAccount>(), name: text(), number: text() }))),
  /** Counters, written with what they count. */
  campaignsCnt: int(),
  groupsCnt: int(),
  membersCnt: int(),
  childrenCnt: int(),
  /** Raised by every edit; an edit sends the version that it was made from. */
  version: int(),
  createdBy: text(),
  createdDt: date(),
  modifiedBy: text(),
  modifiedDt: date(),
});
export type OrganizationRecord = RecordIn<typeof OrganizationModel>;

const COUNTERS = { campaignsCnt: 1, groupsCnt: 1, membersCnt: 1, childrenCnt: 1 } as const;
export type Counter = keyof typeof COUNTERS;
export type Counters = Pick<OrganizationRecord, 'organizationNumber' | Counter>;

/** An organization by its number. */
export async function findOrganization(
  organizationNumber: string,
  session?: Session,
): Promise<OrganizationRecord | undefined> {
  return toRecordOrUndefined(
    await OrganizationModel.findOne({ organizationNumber }, null, { session }).lean(),
  );
}

/** Some organizations by their numbers, in any order. */
export async function findOrganizations(
  organizationNumbers: readonly string[],
): Promise<OrganizationRecord[]> {
  const filter = { organizationNumber: { $in: organizationNumbers } };
  return toRecord(await OrganizationModel.find(filter).lean());
}

/** The fields of organizations in lists. */
export type OrganizationRowRecord = Pick<
  OrganizationRecord,
  'organizationNumber' | 'organizationName' | 'parentOrganization' | Counter
>;

const ROW = {
  _id: 0,
  organizationNumber: 1,
  organizationName: 1,
  parentOrganization: 1,
  ...COUNTERS,
} as const;
const BY_NAME = { organizationName: 1, _id: 1 } as const;

/** A row with the numbers of the organization and all above it, root first. */
export type PlacedRowRecord = OrganizationRowRecord & Pick<OrganizationRecord, 'path'>;

/** The numbers of the organizations without a parent. */
export async function readRootNumbers(): Promise<string[]> {
  const roots = await OrganizationModel.find(
    { parentOrganization: null },
    { _id: 0, organizationNumber: 1 },
  ).lean();
  return roots.map(({ organizationNumber }) => organizationNumber);
}

/** One of the organizations without a parent; undefined when there is none. */
export async function findFirstOrganization(session?: Session): Promise<OrganizationRecord | undefined> {
  const first = OrganizationModel.findOne({ parentOrganization: null }, null, { session }).sort(BY_NAME);
  return toRecordOrUndefined(await first.lean());
}

/** Some organizations and all below them, each once, by name. */
export async function readTrees(organizationNumbers: readonly string[]): Promise<OrganizationRowRecord[]> {
  return OrganizationModel.find({ path: { $in: organizationNumbers } }, ROW)
    .sort(BY_NAME)
    .lean();
}

/** Some organizations as rows, by name. */
export async function readRows(organizationNumbers: readonly string[]): Promise<PlacedRowRecord[]> {
  const filter = { organizationNumber: { $in: organizationNumbers } };
  const rows = await OrganizationModel.find(filter, { ...ROW, path: 1 }).lean();
  return rows.sort((a, b) => a.organizationName.localeCompare(b.organizationName, 'en'));
}

/** The organizations directly below one (null: without a parent), by name; only those at or below some of `within`, if given. */
export async function readLevel(
  parentOrganization: string | null,
  within?: readonly string[],
): Promise<PlacedRowRecord[]> {
  return OrganizationModel.find(
    { parentOrganization, ...(within && { path: { $in: within } }) },
    { ...ROW, path: 1 },
  )
    .sort(BY_NAME)
    .lean();
}

/** Organizations at or below some (undefined: of all) for which each prefix begins some search key, by name. */
export async function readByName(
  within: readonly string[] | undefined,
  prefixes: readonly string[],
  limit: number,
): Promise<PlacedRowRecord[]> {
  return OrganizationModel.find(
    { ...searchFilter(prefixes), ...(within && { path: { $in: within } }) },
    { ...ROW, path: 1 },
  )
    .sort(BY_NAME)
    .limit(limit)
    .lean();
}

/** The numbers of some organizations and of all below them, in any order. */
export async function readNumbersWithin(organizationNumbers: readonly string[]): Promise<string[]> {
  const found = await OrganizationModel.find(
    { path: { $in: organizationNumbers } },
    { _id: 0, organizationNumber: 1 },
    // In one batch, as far as it fits.
    { batchSize: 100_000 },
  ).lean();
  return found.map(({ organizationNumber }) => organizationNumber);
}

/** The paths and the numbers of members and campaigns of some organizations and all below them; in any order. */
export async function findWithin(
  organizationNumbers: readonly string[],
): Promise<Pick<OrganizationRecord, 'organizationNumber' | 'path' | 'membersCnt' | 'campaignsCnt'>[]> {
  return OrganizationModel.find(
    { path: { $in: organizationNumbers } },
    { _id: 0, organizationNumber: 1, path: 1, membersCnt: 1, campaignsCnt: 1 },
    // In one batch, as far as it fits.
    { batchSize: 100_000 },
  ).lean();
}

/** The number of organizations that are neither among some nor below one; up to `limit`. */
export async function countOutside(organizationNumbers: readonly string[], limit: number): Promise<number> {
  const filter = { path: { $exists: true, $nin: organizationNumbers } };
  return OrganizationModel.countDocuments(filter, { limit });
}

/** Inserts an organization. Throws a duplicate key error when its number is taken. */
export async function insertOrganization(organization: OrganizationRecord, session: Session): Promise<void> {
  await insertRecords(OrganizationModel, [organization], session);
  await markStale({ organization_words: [organization.organizationNumber] }, session);
}

/** Whether a prefix begins a word of any organization. */
export async function hasOrganizationWith(prefix: string): Promise<boolean> {
  return (await OrganizationModel.findOne(searchFilter([prefix]), { _id: 1 }).lean()) !== null;
}

/** Adds to one of an organization's counters, in the transaction of what is counted; returns false when it is gone. */
export async function countOrganization(
  organizationNumber: string,
  counter: Counter,
  by: number,
  session: Session,
): Promise<boolean> {
  const counted = await OrganizationModel.updateOne(
    { organizationNumber },
    { $inc: { [counter]: by } },
    { session },
  );
  return counted.matchedCount === 1;
}

/** Every organization's number, as `_id`, for the verifier. */
export async function* organizationNumbers(): AsyncGenerator<{ _id: string }> {
  const found = OrganizationModel.find({}, { organizationNumber: 1 }).sort({ organizationNumber: 1 });
  for await (const { organizationNumber } of found.lean().cursor()) yield { _id: organizationNumber };
}

/** The stored counters of some organizations. */
export async function findCounters(organizationNumbers: readonly string[]): Promise<Counters[]> {
  const filter = { organizationNumber: { $in: organizationNumbers } };
  return OrganizationModel.find(filter, { _id: 0, organizationNumber: 1, ...COUNTERS }).lean();
}

/** The members of some organizations (undefined: all) together, from their counters. */
export async function membersCounted(organizationNumbers: readonly string[] | undefined): Promise<number> {
  const filter = { organizationNumber: organizationNumbers ? { $in: organizationNumbers } : { $gte: '' } };
  const [sum] = await OrganizationModel.aggregate<{ total: number }>([
    { $match: filter },
    { $group: { _id: null, total: { $sum: '$membersCnt' } } },
  ]);
  return sum?.total ?? 0;
}

/** Writes counters that were recounted in the same transaction. */
export async function writeCounters(counters: Counters, session: Session): Promise<void> {
  const { organizationNumber, ...counted } = counters;
  await OrganizationModel.updateOne({ organizationNumber }, { $set: counted }, { session });
}

/** The number of organizations directly below one. */
export async function countChildren(organizationNumber: string, session?: Session): Promise<number> {
  return OrganizationModel.countDocuments({ parentOrganization: organizationNumber }, { session });
}

/** The number of organizations; an estimate that needs no scan. */
export async function estimateOrganizations(): Promise<number> {
  return OrganizationModel.estimatedDocumentCount();
}

/** Changes an organization's own fields; returns the changed organization, or undefined when there is none. */
export async function setOrganization(
  { organizationNumber, searchKeys: before }: Pick<OrganizationRecord, 'organizationNumber' | 'searchKeys'>,
  change: Partial<OrganizationRecord> & Pick<OrganizationRecord, 'modifiedBy' | 'modifiedDt'>,
  session: Session,
): Promise<OrganizationRecord | undefined> {
  const after = change.searchKeys ?? before;
  await markStale(
    {
      organization_words: after.some((key) => !before.includes(key)) ? [organizationNumber] : [],
      word: wordIdsOf(before.filter((key) => !after.includes(key))),
    },
    session,
  );
  return changeVersioned(OrganizationModel, { organizationNumber }, change, session);
}

/** Stores what an organization calls the accounts of its journal. */
export async function setJournalAccounts(
  organizationNumber: string,
  journalAccounts: NonNullable<OrganizationRecord['journalAccounts']>,
  session: Session,
): Promise<void> {
  await OrganizationModel.updateOne({ organizationNumber }, { $set: { journalAccounts } }, { session });
}

/** Deletes an organization. */
export async function eraseOrganization(
  { organizationNumber, searchKeys }: Pick<OrganizationRecord, 'organizationNumber' | 'searchKeys'>,
  session: Session,
): Promise<void> {
  await markStale({ word: wordIdsOf(searchKeys) }, session);
  await OrganizationModel.deleteOne({ organizationNumber }, { session });
}

/** The paths of an organization and all below it, by number. */
export async function readPathsBelow(
  organizationNumber: string,
  session?: Session,
): Promise<Pick<OrganizationRecord, 'organizationNumber' | 'path'>[]> {
  const filter = { path: organizationNumber };
  return OrganizationModel.find(filter, { _id: 0, organizationNumber: 1, path: 1 }, { session }).lean();
}

/** Writes the paths of some organizations. */
export async function setPaths(
  placed: readonly Pick<OrganizationRecord, 'organizationNumber' | 'path'>[],
  session: Session,
): Promise<void> {
  if (!placed.length) return;
  await collectionOf(OrganizationModel).bulkWrite(
    placed.map(({ organizationNumber, path }) => ({
      updateOne: { filter: { organizationNumber }, update: { $set: { path } } },
    })),
    { session },
  );
}
