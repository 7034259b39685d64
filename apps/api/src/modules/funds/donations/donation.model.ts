import { totalBalance } from '@kinfold/domain/donation';
import { sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import { documentIds, insertMissing, type Session } from '../../../platform/database.ts';
import { afterName } from '../../../platform/cursor.ts';
import { batchesOf } from '../../../platform/in-batches.ts';
import { objectId, toRecord, toRecordOrUndefined } from '../../../platform/documents.ts';
import {
  date,
  flag,
  id,
  int,
  list,
  money,
  object,
  optional,
  orNull,
  text,
} from '../../../platform/fields.ts';
import {
  collectionOf,
  defineModel,
  insertRecords,
  readInOrder,
  toDocuments,
  type RecordIn,
} from '../../../platform/model.ts';

const DonationModel = defineModel('donations', {
  campaignMembershipId: id(),
  campaignId: id(),
  campaignName: text(),
  campaignRunId: id(),
  campaignRunName: text(),
  organizationNumber: text(),
  organizationName: text(),
  /** The copied names that lists show. */
  primaryMember: object({
    _id: id(),
    firstNm: text(),
    lastNm: text(),
    suffix: optional(text()),
    phoneNbr: orNull(text()),
    /** They chose to be called about what is due. */
    asksForCall: optional(flag<true>()),
  }),
  nameKey: text(),
  externalRef: orNull(text()),
  minAmountDue: money(),
  /** Set on dues from before: where they come from (docs/decisions/029); and on joining fees, which no price of today changes. */
  source: optional(text<'import' | 'joining'>()),
  /** Set on the joining fee of a household: it stays whole while somebody of it lives. */
  isWhole: optional(flag<true>()),
  /** The job that made it, if a job did. */
  madeBy: optional(text()),
  /** The job that last changed what is due, if a job did. */
  repricedBy: optional(text()),
  /**
   * Whom it charged when it was made, with their prices; null when that was not stored. `of`: for which of several claims, if
   * not for all, by their place in the roster of the run.
   */
  members: orNull(list(object({ member_id: id(), price: money(), of: optional(list(int())) }))),
  /** Set on dues of a run that collects for a claim: a price of today never changes them. `waiting`: the amount is not set yet. */
  share: optional(text<'waiting' | 'set'>()),
  /** With it: the membership number, by which those stand in line, and for how many people it was made, in all and for each claim. */
  sharing: optional(object({ number: int(), people: int(), of: list(int()) })),
  /** Projections of the ledger: written by `writeProjections` only. */
  paymentsTotal: money(),
  lastPaymentDt: orNull(date()),
  /** What was waived, and when last; missing while nothing was. */
  waived: optional(object({ amount: money(), dt: date() })),
  /** What went back to cards of the payments; missing while nothing did. */
  returned: optional(money()),
  /** What payers added for card fees, of payments for several dues its part; missing while there is none. */
  fees: optional(money()),
  /** The amount and time of each payment; missing while there is none. */
  payments: optional(list(object({ dt: date(), amount: money() }))),
  /** The number of ledger entries in the projections: an older one never overwrites a newer. */
  ledgerCount: int(),
  /** What was paid and waived is below minAmountDue. */
  isOpen: flag(),
  /** The row of a gift is hidden from lists until something is paid. */
  isListed: flag(),
  createdDt: date(),
  modifiedDt: date(),
});
export type StoredDonation = RecordIn<typeof DonationModel>;

/** Some donations as they are stored, in any order. */
export async function findStoredDonations(ids: readonly string[]): Promise<StoredDonation[]> {
  if (!ids.length) return [];
  return toRecord(await DonationModel.find({ _id: { $in: ids } }).lean());
}

/** The donation with a reference, as letters print it. */
export async function readByReference(externalRef: string): Promise<StoredDonation | undefined> {
  return toRecordOrUndefined(await DonationModel.findOne({ externalRef }).lean());
}

/** The open donations of a primary member, oldest first; few. */
export async function readOpen(primaryMemberId: string): Promise<StoredDonation[]> {
  const found = DonationModel.find({ 'primaryMember._id': primaryMemberId, isOpen: true });
  return toRecord(await found.sort({ createdDt: 1, _id: 1 }).lean());
}

/** A page of a primary member's donations, newest first. */
export async function readPageOfPrimary(
  primaryMemberId: string,
  page: { skip: number; limit: number },
): Promise<StoredDonation[]> {
  const found = await DonationModel.find({ 'primaryMember._id': primaryMemberId, isListed: true })
    .sort({ createdDt: -1, _id: -1 })
    .skip(page.skip)
    .limit(page.limit)
    .lean();
  return toRecord(found);
}

/** The listed donations of some primary members, in any order: one per run of their campaigns. */
export async function findListedOf(primaryMemberIds: readonly string[]): Promise<StoredDonation[]> {
  if (!primaryMemberIds.length) return [];
  const filter = { 'primaryMember._id': { $in: primaryMemberIds }, isListed: true };
  return toRecord(await DonationModel.find(filter).lean());
}

/** The number of listed donations of a primary member: one per run of their campaigns. */
export async function countOfPrimary(primaryMemberId: string): Promise<number> {
  return DonationModel.countDocuments({ 'primaryMember._id': primaryMemberId, isListed: true });
}

/** The donations of a membership, newest first: one per run of its campaign. */
export async function readOfMembership(campaignMembershipId: string): Promise<StoredDonation[]> {
  const found = toRecord(await DonationModel.find({ campaignMembershipId, isListed: true }).lean());
  return found.toSorted((a, b) => b.createdDt.getTime() - a.createdDt.getTime() || (b._id < a._id ? -1 : 1));
}

/** All donations of some memberships, and the open ones of some primary members, in any order. */
export async function readOfMembershipsAndOpen(
  membershipIds: readonly string[],
  primaryMemberIds: readonly string[],
): Promise<{ dues: StoredDonation[]; open: StoredDonation[] }> {
  const [dues, open] = await Promise.all([
    DonationModel.find({ campaignMembershipId: { $in: membershipIds }, isListed: true }).lean(),
    DonationModel.find({ 'primaryMember._id': { $in: primaryMemberIds }, isOpen: true }).lean(),
  ]);
  return { dues: toRecord(dues), open: toRecord(open) };
}

/** The donation of a membership in a run as it is stored. */
export async function findDonationOfRun(
  campaignMembershipId: string,
  campaignRunId: string,
  session?: Session,
): Promise<StoredDonation | undefined> {
  const found = DonationModel.findOne({ campaignMembershipId, campaignRunId }, null, { session });
  return toRecordOrUndefined(await found.lean());
}

const COUNTED = { _id: 0, campaignMembershipId: 1, minAmountDue: 1, madeBy: 1 } as const;
/** The fields by which a run's dues of some memberships are counted. */
export type CountedDonation = Pick<StoredDonation, 'campaignMembershipId' | 'minAmountDue' | 'madeBy'>;

/** The donations of some memberships in a run, with the fields for counting. */
export async function readOfMembershipsInRun(
  membershipIds: readonly string[],
  campaignRunId: string,
): Promise<CountedDonation[]> {
  if (!membershipIds.length) return [];
  const found = await DonationModel.find(
    { campaignMembershipId: { $in: membershipIds }, campaignRunId },
    COUNTED,
  ).lean();
  return toRecord(found);
}

/** Those of some memberships that have a donation in a run: read from the index alone. */
export async function readCharged(
  membershipIds: readonly string[],
  campaignRunId: string,
): Promise<Set<string>> {
  const found = await DonationModel.find(
    { campaignMembershipId: { $in: membershipIds }, campaignRunId },
    { _id: 0, campaignMembershipId: 1 },
  ).lean();
  return new Set(found.map(({ campaignMembershipId }) => campaignMembershipId.toHexString()));
}

/** Inserts donations; the unique key (membership, run) skips existing ones. Returns how many were new. */
export async function insertMissingDonations(donations: readonly StoredDonation[]): Promise<number> {
  return insertMissing(collectionOf(DonationModel), toDocuments(DonationModel, donations));
}

/** What the ledger says of a donation; amounts in cents. */
export type Projection = {
  paymentsTotal: Cents;
  lastPaymentDt: Date | null;
  waived?: { amount: Cents; dt: Date } | undefined;
  returned?: Cents | undefined;
  fees?: Cents | undefined;
  payments: readonly { dt: Date; amount: Cents }[];
  ledgerCount: number;
};

/** The write of a projection: it never replaces one that was made of more entries. */
function projectionWrite(donationId: string, projection: Projection, now: Date) {
  const { paymentsTotal, lastPaymentDt, waived, returned, fees, payments, ledgerCount } = projection;
  return {
    filter: { _id: objectId(donationId), ledgerCount: { $lte: ledgerCount } },
    update: [
      {
        $set: {
          paymentsTotal,
          lastPaymentDt,
          ...(waived && { waived }),
          ...(returned !== undefined && { returned }),
          ...(fees !== undefined && { fees }),
          ...(payments.length && { payments: { $literal: payments } }),
          ledgerCount,
          modifiedDt: now,
          isOpen: { $lt: [paymentsTotal + (waived?.amount ?? 0), '$minAmountDue'] },
          isListed: { $or: [{ $gt: ['$minAmountDue', 0] }, { $gt: [ledgerCount, 0] }] },
        },
      },
    ],
  };
}

/** Writes what the ledger says of donations, unless a projection of more entries is stored already. */
export async function writeProjections(
  projections: ReadonlyMap<string, Projection>,
  now: Date,
): Promise<void> {
  if (!projections.size) return;
  await collectionOf(DonationModel).bulkWrite(
    [...projections].map(([donationId, projection]) => ({
      updateOne: projectionWrite(donationId, projection, now),
    })),
    { ordered: false },
  );
}

/** Raises dues to which somebody is added, whatever was paid on them. */
export async function raiseDue(
  donationId: string,
  { amount, members }: { amount: Cents; members: NonNullable<StoredDonation['members']> },
  now: Date,
  session: Session,
): Promise<void> {
  await DonationModel.updateOne(
    { _id: donationId },
    {
      $inc: { minAmountDue: amount },
      $push: { members: { $each: members } },
      $set: { isOpen: true, isListed: true, modifiedDt: now },
    },
    { session },
  );
}

/** The sums of some donations of a run, by the organization of their members; amounts in cents. */
export type OrganizationSums = {
  organizationNumber: string;
  dues: number;
  open: number;
  expected: Cents;
  collected: Cents;
  returned: Cents;
  waived: Cents;
  fees: Cents;
  openAmount: Cents;
  /** The number of people of the open ones: those who were charged, or one where that was not stored. */
  openPeople: number;
  /** The number of people who are charged. */
  people: number;
};

/** The sums of a run's listed donations, for each organization. */
export async function readSumsOfRun(campaignRunId: string): Promise<OrganizationSums[]> {
  const when = (condition: string, value: unknown) => ({ $sum: { $cond: [condition, value, 0] } });
  const settled = { $add: ['$paymentsTotal', { $ifNull: ['$waived.amount', 0] }] };
  return DonationModel.aggregate<OrganizationSums>([
    { $match: { campaignRunId: objectId(campaignRunId) } },
    {
      $group: {
        _id: '$organizationNumber',
        dues: when('$isListed', 1),
        open: when('$isOpen', 1),
        expected: { $sum: '$minAmountDue' },
        collected: { $sum: '$paymentsTotal' },
        returned: { $sum: '$returned' },
        waived: { $sum: '$waived.amount' },
        fees: { $sum: '$fees' },
        openAmount: when('$isOpen', { $subtract: ['$minAmountDue', settled] }),
        openPeople: when('$isOpen', { $size: { $ifNull: ['$members', [null]] } }),
        people: when('$isListed', { $size: { $ifNull: ['$members', [null]] } }),
      },
    },
    { $set: { organizationNumber: '$_id' } },
    { $unset: '_id' },
  ]);
}

const QUARTER_HOUR_MS = 15 * 60_000;

/** The amounts paid on the donations of a run, in cents, for each organization and quarter of an hour (ms, UTC). */
export async function readPaidInRun(
  campaignRunId: string,
): Promise<{ organizationNumber: string; at: number; amount: Cents }[]> {
  const ms = { $toLong: '$payments.dt' };
  return DonationModel.aggregate<{ organizationNumber: string; at: number; amount: Cents }>([
    { $match: { campaignRunId: objectId(campaignRunId), ledgerCount: { $gt: 0 } } },
    { $project: { organizationNumber: 1, payments: 1 } },
    { $unwind: '$payments' },
    {
      $group: {
        _id: { number: '$organizationNumber', at: { $subtract: [ms, { $mod: [ms, QUARTER_HOUR_MS] }] } },
        amount: { $sum: '$payments.amount' },
      },
    },
    { $set: { organizationNumber: '$_id.number', at: '$_id.at' } },
    { $unset: '_id' },
  ]);
}

/** The ids of all donations of a run, in batches. */
export async function* eachIdOfRun(campaignRunId: string): AsyncGenerator<string[]> {
  const cursor = DonationModel.find({ campaignRunId }, { _id: 1 }).lean().cursor({ batchSize: 500 });
  yield* batchesOf(
    (async function* () {
      for await (const { _id } of cursor) yield _id.toHexString();
    })(),
    500,
  );
}

/** The ids of all donations, for the verifier. */
export const donationIds = () => documentIds('donations');

/** The filter of a list of a run's donations; without organizations, all. */
export type RunDonationFilter = {
  campaignRunId: string;
  organizationNumbers?: readonly string[] | undefined;
  isOpen?: boolean | undefined;
  /** Only those whose primary member chose to be called. */
  asksForCall?: true | undefined;
};

// Naming all values of a field lets the query seek in the index, also where the filter has none.
const filterOf = ({ campaignRunId, organizationNumbers, isOpen, asksForCall }: RunDonationFilter) => ({
  campaignRunId,
  isListed: true,
  isOpen: isOpen ?? { $in: [true, false] },
  ...(organizationNumbers && { organizationNumber: { $in: organizationNumbers } }),
  ...(asksForCall && { 'primaryMember.asksForCall': true as const }),
});

const BY_NAME = { nameKey: 1, _id: 1 } as const;

/** A page of the donations of a run by name: the ids from the index alone, then the documents of the page. */
export async function readRunPage(
  filter: RunDonationFilter,
  { skip, limit }: { skip: number; limit: number },
): Promise<StoredDonation[]> {
  const found = DonationModel.find(filterOf(filter), { _id: 1 }).sort(BY_NAME).skip(skip).limit(limit);
  return readInOrder(
    DonationModel,
    (await found.lean()).map(({ _id }) => _id.toHexString()),
  );
}

/** The position of a walk over the donations of a run: the name and id of the last one. */
export type RunPlace = Pick<StoredDonation, 'nameKey' | '_id'>;

/** The donations of a run by name after a position: payments meanwhile shift nothing. */
export async function findRunAfter(
  filter: RunDonationFilter,
  after: RunPlace | null,
  limit: number,
): Promise<StoredDonation[]> {
  const found = DonationModel.find({ ...filterOf(filter), ...afterName(after) });
  return toRecord(await found.sort(BY_NAME).limit(limit).lean());
}

/** The number of donations of a run that match a filter. */
export async function countOfRun(filter: RunDonationFilter): Promise<number> {
  return DonationModel.countDocuments(filterOf(filter));
}

/** All donations of a run that match a filter, by name, read in batches as they are consumed. */
export async function* eachRunDonation(filter: RunDonationFilter): AsyncGenerator<StoredDonation> {
  const found = DonationModel.find(filterOf(filter)).sort(BY_NAME).lean();
  for await (const donation of found.cursor({ batchSize: 500 })) yield toRecord(donation);
}

/** The donations of some memberships that are open or were changed after a time, or with `all` every one, in any order. */
export async function readChangedSince(
  membershipIds: readonly string[],
  at: Date,
  all: boolean,
): Promise<StoredDonation[]> {
  if (!membershipIds.length) return [];
  const found = toRecord(
    await DonationModel.find({ campaignMembershipId: { $in: membershipIds }, isListed: true }).lean(),
  );
  return all ? found : found.filter(({ isOpen, modifiedDt }) => isOpen || modifiedDt > at);
}

/** The fields of a donation for a refresh of prices. */
export type RefreshableDonation = Pick<
  StoredDonation,
  | '_id'
  | 'campaignMembershipId'
  | 'campaignRunId'
  | 'minAmountDue'
  | 'ledgerCount'
  | 'repricedBy'
  | 'createdDt'
>;

/** The donations of some memberships in some runs, with the fields for a refresh of prices, in any order. */
export async function findRefreshable(
  membershipIds: readonly string[],
  runIds: readonly string[],
): Promise<RefreshableDonation[]> {
  if (!membershipIds.length || !runIds.length) return [];
  const filter = {
    campaignMembershipId: { $in: membershipIds },
    campaignRunId: { $in: runIds },
    share: { $exists: false },
    source: { $ne: 'joining' as const },
  };
  const fields = {
    campaignMembershipId: 1,
    campaignRunId: 1,
    minAmountDue: 1,
    ledgerCount: 1,
    repricedBy: 1,
    createdDt: 1,
  };
  return toRecord(await DonationModel.find(filter, fields).lean());
}

/** The new state of dues: their amount in cents, and whom they charge. */
export type NewDue = Pick<StoredDonation, '_id' | 'minAmountDue' | 'members' | 'repricedBy'>;

/** Dues that share a run: for how many people each was made, by claim, and whether its amount is set. */
export type SharingDue = NonNullable<StoredDonation['sharing']> & { _id: string; isWaiting: boolean };

/** The next dues that share a run after a membership number, by number. */
export async function readSharingAfter(
  campaignRunId: string,
  number: number,
  limit: number,
): Promise<SharingDue[]> {
  const found = DonationModel.find(
    { campaignRunId, 'sharing.number': { $gt: number } },
    { sharing: 1, share: 1 },
  );
  return toRecord(await found.sort({ 'sharing.number': 1 }).limit(limit).lean()).flatMap(
    ({ _id, sharing, share }) => (sharing ? [{ _id, ...sharing, isWaiting: share === 'waiting' }] : []),
  );
}

/** How many households and people share a run as its dues were made, and their amounts together. */
export async function countSharing(campaignRunId: string, claims: number): Promise<AskedCount> {
  const [found] = await DonationModel.aggregate<Omit<AskedCount, 'all'> & Record<string, number>>([
    { $match: { campaignRunId: objectId(campaignRunId), 'sharing.number': { $gt: 0 } } },
    {
      $group: {
        _id: null,
        households: { $sum: 1 },
        people: { $sum: '$sharing.people' },
        due: { $sum: '$minAmountDue' },
        ...Object.fromEntries(
          Array.from({ length: claims }, (_, claim) => [
            [`households${claim}`, { $sum: { $cond: [{ $gt: [ofClaim(claim), 0] }, 1, 0] } }],
            [`people${claim}`, { $sum: ofClaim(claim) }],
          ]).flat(),
        ),
      },
    },
  ]);
  const { households = 0, people = 0, due = ZERO } = found ?? {};
  const all = Array.from({ length: claims }, (_, claim) => ({
    households: found?.[`households${claim}`] ?? 0,
    people: found?.[`people${claim}`] ?? 0,
  }));
  return { households, people, due, all };
}

type AskedCount = {
  households: number;
  people: number;
  due: Cents;
  all: { households: number; people: number }[];
};

/** How many people of dues share a claim. */
const ofClaim = (claim: number) => ({ $arrayElemAt: ['$sharing.of', claim] });

/** How many dues of a run wait for their amount. */
export async function countWaitingShares(campaignRunId: string): Promise<number> {
  return DonationModel.countDocuments({ campaignRunId, share: 'waiting' });
}

/** Those of some dues that wait for their amount. */
export async function findWaiting(
  ids: readonly string[],
  session: Session,
): Promise<{ _id: string; members: NonNullable<StoredDonation['members']> }[]> {
  const filter = { _id: { $in: ids }, share: 'waiting' as const };
  const found = toRecord(await DonationModel.find(filter, { members: 1 }, { session }).lean());
  return found.map(({ _id, members }) => ({ _id, members: members ?? [] }));
}

/** Sets the amounts of dues that wait for them: whom each charges, and what. */
export async function setShares(
  shares: readonly { _id: string; members: NonNullable<StoredDonation['members']> }[],
  now: Date,
  session: Session,
): Promise<void> {
  if (!shares.length) return;
  const writes = shares.map(({ _id, members }) => {
    const minAmountDue = sumCents(members.map(({ price }) => price));
    return {
      updateOne: {
        filter: { _id: objectId(_id), share: 'waiting' as const },
        update: {
          $set: {
            minAmountDue,
            members: members.map((member) => ({ ...member, member_id: objectId(member.member_id) })),
            isOpen: minAmountDue > 0,
            isListed: minAmountDue > 0,
            share: 'set' as const,
            modifiedDt: now,
          },
        },
      },
    };
  });
  await collectionOf(DonationModel).bulkWrite(writes, { ordered: false, session });
}

/** Changes what is due on claimed donations (charges/temporary-claim.service.ts) without ledger entries. */
export async function changeDues(dues: readonly NewDue[], now: Date, session: Session): Promise<number> {
  if (!dues.length) return 0;
  const { modifiedCount } = await collectionOf(DonationModel).bulkWrite(
    dues.map(({ _id, minAmountDue, members, repricedBy }) => ({
      updateOne: {
        filter: { _id: objectId(_id), ledgerCount: 0, paymentsTotal: ZERO },
        update: {
          $set: {
            minAmountDue,
            members:
              members && members.map((member) => ({ ...member, member_id: objectId(member.member_id) })),
            isOpen: minAmountDue > 0,
            isListed: minAmountDue > 0,
            modifiedDt: now,
            ...(repricedBy !== undefined && { repricedBy }),
          },
        },
      },
    })),
    { ordered: false, session },
  );
  return modifiedCount;
}

/** Deletes a donation without ledger entries; returns false when it has some, or does not exist. */
export async function eraseUnpaid(donationId: string, session: Session): Promise<boolean> {
  const { deletedCount } = await DonationModel.deleteOne({ _id: donationId, ledgerCount: 0 }, { session });
  return deletedCount === 1;
}

/** Returns whether a run has donations, hidden ones included. */
export async function existsInRun(campaignRunId: string, session?: Session): Promise<boolean> {
  return (await DonationModel.findOne({ campaignRunId }, { _id: 1 }, { session }).lean()) !== null;
}

/** What is due in some runs, in cents, for each organization; `own` is the part that one import or job made. */
export async function dueOfRuns(
  campaignRunIds: readonly string[],
  madeBy: string,
): Promise<{ organizationNumber: string; all: Cents; own: Cents; ownCount: number }[]> {
  if (!campaignRunIds.length) return [];
  const ifOwn = (value: unknown) => ({ $sum: { $cond: [{ $eq: ['$madeBy', madeBy] }, value, 0] } });
  return DonationModel.aggregate([
    { $match: { campaignRunId: { $in: campaignRunIds.map(objectId) } } },
    {
      $group: {
        _id: '$organizationNumber',
        all: { $sum: '$minAmountDue' },
        own: ifOwn('$minAmountDue'),
        ownCount: ifOwn(1),
      },
    },
    { $set: { organizationNumber: '$_id' } },
    { $unset: '_id' },
  ]);
}

/** Inserts a donation in a transaction. Throws a duplicate key error when the membership has one in that run. */
export async function storeDonation(donation: StoredDonation, session: Session): Promise<void> {
  await insertRecords(DonationModel, [donation], session);
}

/** Deletes the claimed donations of a membership that have no ledger entries; returns how many. */
export async function eraseUnpaidDonations(campaignMembershipId: string, session: Session): Promise<number> {
  const { deletedCount } = await DonationModel.deleteMany(
    { campaignMembershipId, ledgerCount: 0 },
    { session },
  );
  return deletedCount;
}

/** All donations of a membership as they are stored, hidden ones included. */
export async function findAllOfMembership(
  campaignMembershipId: string,
  session?: Session,
): Promise<StoredDonation[]> {
  return toRecord(await DonationModel.find({ campaignMembershipId }, null, { session }).lean());
}

/** The open balance of each donation of some memberships, in cents, by membership. */
export async function findOpenBalances(membershipIds: readonly string[]): Promise<Map<string, Cents[]>> {
  const balances = new Map<string, Cents[]>();
  if (!membershipIds.length) return balances;
  const found = await DonationModel.find(
    { campaignMembershipId: { $in: membershipIds }, isOpen: true },
    { campaignMembershipId: 1, minAmountDue: 1, paymentsTotal: 1, waived: 1 },
  ).lean();
  for (const { campaignMembershipId, ...donation } of toRecord(found))
    balances.set(campaignMembershipId, [
      ...(balances.get(campaignMembershipId) ?? []),
      totalBalance(donation),
    ]);
  return balances;
}

/** Makes another member the payer of a membership's open donations, and of those at 0 that may be repriced. */
export async function setPayer(
  campaignMembershipId: string,
  copies: Pick<StoredDonation, 'primaryMember' | 'nameKey'>,
  session?: Session,
): Promise<void> {
  const theirs = { campaignMembershipId, $or: [{ isOpen: true }, { ledgerCount: 0 }] };
  await DonationModel.updateMany(theirs, { $set: copies }, { session });
}

/**
 * The memberships of a campaign, of some organizations (undefined: of all), with open donations outside of some runs, by
 * the payer's name: read from an index alone, in which those of one membership are adjacent.
 */
export async function* owingMemberships(
  campaignId: string,
  organizationNumbers: readonly string[] | undefined,
  withoutRuns: readonly string[],
): AsyncGenerator<string> {
  const found = DonationModel.find(
    {
      campaignId,
      isOpen: true,
      ...(withoutRuns.length && { campaignRunId: { $nin: withoutRuns } }),
      ...(organizationNumbers && { organizationNumber: { $in: organizationNumbers } }),
    },
    { _id: 0, campaignMembershipId: 1 },
  )
    .sort({ nameKey: 1, campaignMembershipId: 1 })
    .hint('campaign_open_name')
    .lean();
  let last = '';
  for await (const { campaignMembershipId } of found.cursor({ batchSize: 5_000 })) {
    const membershipId = campaignMembershipId.toHexString();
    if (membershipId === last) continue;
    last = membershipId;
    yield membershipId;
  }
}
