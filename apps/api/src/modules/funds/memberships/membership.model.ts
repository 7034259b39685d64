import type { CalendarDate } from '@kinfold/domain/dates';
import { ZERO, type Cents } from '@kinfold/domain/money';
import type { Session } from '../../../platform/database.ts';
import { firstIdSince, objectId, toRecord, toRecordOrUndefined } from '../../../platform/documents.ts';
import {
  date,
  flag,
  id,
  int,
  list,
  money,
  object,
  orNull,
  text,
  optional,
} from '../../../platform/fields.ts';
import { batchesOf } from '../../../platform/in-batches.ts';
import {
  changeVersioned,
  collectionOf,
  defineModel,
  insertRecords,
  type RecordIn,
} from '../../../platform/model.ts';
import { beginsWith } from '../../../platform/search-keys.ts';
import { markStale } from '../../../work/projections.ts';

/** For the other model files of this module. */
export const MembershipModel = defineModel('campaign_memberships', {
  campaignId: id(),
  campaignName: text(),
  /** The primary member's. */
  organizationNumber: text(),
  organizationName: text(),
  /** Counts all memberships; part of the names of its dues. */
  membershipNbr: int(),
  externalRef: orNull(text()),
  isActive: orNull(flag()),
  /** When it last became active; null when it never did. Waiting times count from here. */
  activeDt: orNull(date()),
  primaryMemberId: id(),
  /** The copied names that lists show. */
  primaryMember: object({
    firstNm: text(),
    lastNm: text(),
    suffix: optional(text()),
    phoneNbr: orNull(text()),
    isActive: orNull(flag()),
    /** They chose to be called about what is due. */
    asksForCall: optional(flag<true>()),
  }),
  /** Last and first name of the primary member, folded: the order of lists. */
  nameKey: text(),
  totalPrice: money(),
  lastPayment: orNull(object({ paymentsTotal: money(), modifiedDt: date(), externalRef: orNull(text()) })),
  /** The last payment differs from the price: written with either of them. */
  isPriceDifferent: flag(),
  /** The job that last changed its prices, if a job did. */
  repricedBy: optional(text()),
  /** The people whom it covers; the primary member is always among them. */
  members: list(
    object({
      _id: id(),
      member_id: id(),
      price: money(),
      /** The rule, the day, the age and the relationship of which the price was made. */
      priceFrom: optional(
        object({ rule: text(), day: text<CalendarDate>(), age: orNull(int()), relationship: text() }),
      ),
      /** Set by hand by staff; kept when prices are refreshed. */
      priceOverride: orNull(money()),
      startDt: date(),
      endDt: date(),
      isActive: orNull(flag()),
      /** Staff waived the waiting time of this person. */
      isWaitingWaived: optional(flag<true>()),
      /** A death ended it, at the end of its day. */
      endReason: optional(text<'died'>()),
      /** Past intervals of this part, oldest first: appended, never changed (domain `membership-times.ts`). */
      earlier: optional(
        list(
          object({
            startDt: date(),
            endDt: date(),
            priceOverride: orNull(money()),
            isWaitingWaived: optional(flag<true>()),
          }),
        ),
      ),
    }),
  ),
  /** Former payers, each with the end of their time, oldest first: appended, never changed. */
  payers: optional(list(object({ member_id: id(), endDt: date() }))),
  /** The ledger entry of the last payment from before; missing without one (docs/decisions/029). */
  openingEntryId: optional(orNull(text())),
  /** The version in which it is as an import made it, once the same import, or the undo of another, wrote it again. */
  untouchedVersion: optional(int()),
  /** Its payer died or is under 18, and nobody took over: it is listed on the staff home until somebody does, or nothing is owed. */
  needsPayer: optional(flag()),
  /** At today's prices it would cost something else: written with `covers` (work/projections.ts), and with its own changes. */
  isPriceOutdated: optional(flag()),
  /** Written only as a lock: making its dues and removing it exclude each other. */
  locks: optional(int()),
  /** Raised by every edit; an edit sends the version that it was made from. */
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

/** Changes a membership and returns it; marks the covers of people whom it no longer covers as stale too. */
export async function setMembership(
  membershipId: string,
  change: Partial<MembershipRecord> & Pick<MembershipRecord, 'modifiedBy' | 'modifiedDt'>,
  session: Session,
): Promise<MembershipRecord | undefined> {
  const before = await MembershipModel.findById(membershipId, { members: 1 }, { session }).lean();
  const members = toRecord(before?.members ?? []).map(({ member_id }) => member_id);
  await markStale({ member_cover: members, membership_cover: [membershipId] }, session);
  return changeVersioned(MembershipModel, { _id: membershipId }, change, session);
}

/** Some memberships by their ids, in any order. */
export async function findMemberships(
  membershipIds: readonly string[],
  session: Session | null = null,
): Promise<MembershipRecord[]> {
  if (!membershipIds.length) return [];
  return toRecord(await MembershipModel.find({ _id: { $in: membershipIds } }, null, { session }).lean());
}

/** The membership of a member in a campaign, as its primary member. */
export async function findMembershipOfPrimary(
  campaignId: string,
  primaryMemberId: string,
  session?: Session,
): Promise<MembershipRecord | undefined> {
  return toRecordOrUndefined(
    await MembershipModel.findOne({ campaignId, primaryMemberId }, null, { session }).lean(),
  );
}

/** The memberships of some members in a campaign, as their primary members, in any order. */
export async function findMembershipsOfPrimaries(
  campaignId: string,
  primaryMemberIds: readonly string[],
): Promise<MembershipRecord[]> {
  if (!primaryMemberIds.length) return [];
  const found = MembershipModel.find({ campaignId, primaryMemberId: { $in: primaryMemberIds } });
  return toRecord(await found.lean());
}

/** The memberships that cover or covered a member, oldest first. The primary member is always among the covered. */
export async function findMembershipsCovering(memberId: string): Promise<MembershipRecord[]> {
  return toRecord(await MembershipModel.find({ 'members.member_id': memberId }).sort({ _id: 1 }).lean());
}

/** The memberships that cover or covered any of some members: all, or at most `limit`. */
export async function findMembershipsCoveringAny(
  memberIds: readonly string[],
  limit = 0,
  session: Session | null = null,
): Promise<MembershipRecord[]> {
  if (!memberIds.length) return [];
  const found = MembershipModel.find({ 'members.member_id': { $in: memberIds } }, null, { session }).limit(
    limit,
  );
  return toRecord(await found.lean());
}

/** The fund of a membership and the people it covers: since when, and at which price by hand (cents). */
export type CoverOfFund = Pick<MembershipRecord, 'campaignName' | 'organizationNumber' | 'activeDt'> & {
  members: Pick<
    MembershipRecord['members'][number],
    'member_id' | 'isActive' | 'startDt' | 'priceOverride'
  >[];
};

/** The funds of the active memberships that cover any of some members, for files of many members. */
export async function findFundsCovering(memberIds: readonly string[]): Promise<CoverOfFund[]> {
  if (!memberIds.length) return [];
  const found = MembershipModel.find({ 'members.member_id': { $in: memberIds }, isActive: true });
  const fields = {
    ...{ campaignName: 1, organizationNumber: 1, activeDt: 1 },
    ...{ 'members.member_id': 1, 'members.isActive': 1, 'members.startDt': 1, 'members.priceOverride': 1 },
  };
  return toRecord(await found.select(fields).lean());
}

/** What the staff home shows of a membership that needs the office. */
type NeedingOffice = Pick<
  MembershipRecord,
  '_id' | 'campaignId' | 'campaignName' | 'isActive' | 'needsPayer' | 'primaryMemberId' | 'primaryMember'
>;
const NEEDING_OFFICE = {
  ...{ campaignId: 1, campaignName: 1, isActive: 1, needsPayer: 1 },
  ...{ primaryMemberId: 1, primaryMember: 1 },
} as const;

/**
 * The memberships of some organizations (undefined: of all) that wait to be confirmed, with `needsPayer` those whose payer
 * died and nobody took over, with `isPriceOutdated` those that would cost something else today; up to `max`.
 */
export async function readNeedingOffice(
  organizationNumbers: readonly string[] | undefined,
  why: { isActive: null } | { needsPayer: true } | { isPriceOutdated: true },
  max: number,
): Promise<NeedingOffice[]> {
  const filter = { ...why, ...(organizationNumbers && { organizationNumber: { $in: organizationNumbers } }) };
  return toRecord(await MembershipModel.find(filter, NEEDING_OFFICE, { batchSize: max }).limit(max).lean());
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

/** The number of inactive memberships of a campaign that ended with the death of the payer. */
export async function countEndedByDeath(campaignId: string): Promise<number> {
  const dead = { $filter: { input: '$members', cond: { $eq: ['$$this.endReason', 'died'] } } };
  const hasDied = { $in: ['$primaryMemberId', { $map: { input: dead, in: '$$this.member_id' } }] };
  return MembershipModel.countDocuments({
    ...{ campaignId, isActive: false, 'members.endReason': 'died' },
    $expr: hasDied,
  });
}

/** Returns whether an organization has a membership, of any state. */
export async function hasMembershipsAt(organizationNumber: string, session: Session): Promise<boolean> {
  const filter = { isActive: { $in: [true, false, null] }, organizationNumber };
  return (await MembershipModel.exists(filter).session(session)) !== null;
}

/** Returns whether a campaign has a membership, of some organizations or of any. */
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

/** The active memberships of a campaign in the order of their ids, in chunks of `size`. */
export async function* eachActive(campaignId: string, size: number): AsyncGenerator<MembershipRecord[]> {
  const found = MembershipModel.find({ campaignId, isActive: true }).sort({ _id: 1 });
  for await (const batch of batchesOf(found.lean().cursor({ batchSize: size }), size)) yield toRecord(batch);
}

/** Returns whether an active membership became active or was created since a time: an imported one may be active from before. */
export const isActiveSince = ({ _id, activeDt }: Pick<MembershipRecord, '_id' | 'activeDt'>, since: Date) =>
  (activeDt !== null && activeDt >= since) || _id >= firstIdSince(since);

/** The ids of the memberships of a campaign for which `isActiveSince` is true. */
export async function findActiveSince(campaignId: string, since: Date): Promise<string[]> {
  const active = { campaignId, isActive: true };
  const [became, made] = await Promise.all([
    MembershipModel.find({ ...active, activeDt: { $gte: since } }, { _id: 1 })
      .sort({ activeDt: 1, _id: 1 })
      .lean(),
    MembershipModel.find({ ...active, _id: { $gte: firstIdSince(since) } }, { _id: 1 })
      .sort({ _id: 1 })
      .lean(),
  ]);
  return [...new Set([...became, ...made].map(({ _id }) => _id.toHexString()))];
}

/** The numbers of active memberships of a campaign with and without a price, and the sum of the prices in cents. */
export async function sumActivePrices(
  campaignId: string,
): Promise<{ charged: number; free: number; sum: Cents }> {
  const isCharged = { $gt: ['$totalPrice', 0] };
  const [sums] = await MembershipModel.aggregate<{ charged: number; free: number; sum: Cents }>([
    { $match: { campaignId: objectId(campaignId), isActive: true } },
    {
      $group: {
        _id: null,
        charged: { $sum: { $cond: [isCharged, 1, 0] } },
        free: { $sum: { $cond: [isCharged, 0, 1] } },
        sum: { $sum: '$totalPrice' },
      },
    },
  ]);
  return sums ?? { charged: 0, free: 0, sum: ZERO };
}

/** The first active memberships of a campaign with a price, by id. */
export async function readFirstCharged(campaignId: string, limit: number): Promise<string[]> {
  const found = MembershipModel.find({ campaignId, isActive: true, totalPrice: { $gt: ZERO } }, { _id: 1 });
  return (await found.sort({ _id: 1 }).limit(limit).lean()).map(({ _id }) => _id.toHexString());
}

/** The fields by which a membership is counted. */
export type MembershipStateRow = Pick<MembershipRecord, '_id' | 'isActive' | 'totalPrice'>;

/** The states and prices of a campaign's memberships in the order of their ids, all or the active ones, in chunks. */
export async function* eachState(
  filter: { campaignId: string; isActive?: true },
  size: number,
): AsyncGenerator<MembershipStateRow[]> {
  const found = MembershipModel.find(filter, { isActive: 1, totalPrice: 1 }).sort({ _id: 1 });
  for await (const rows of batchesOf(found.lean().cursor({ batchSize: size }), size)) yield toRecord(rows);
}

/** The people of some memberships of a campaign after an id (null: the first), in any state, in the order of ids. */
export async function findMembershipsAfter(
  campaignId: string,
  afterId: string | null,
  limit: number,
): Promise<Pick<MembershipRecord, '_id' | 'primaryMemberId' | 'members'>[]> {
  const found = MembershipModel.find(
    { campaignId, ...(afterId && { _id: { $gt: afterId } }) },
    { primaryMemberId: 1, members: 1 },
  );
  return toRecord(await found.sort({ _id: 1 }).limit(limit).lean());
}

/** Inserts memberships. Throws a duplicate key error when a primary member has one in that campaign. */
export async function insertMemberships(
  memberships: readonly MembershipRecord[],
  session: Session,
): Promise<void> {
  await insertRecords(MembershipModel, memberships, session);
  await markStale({ membership_cover: memberships.map(({ _id }) => _id) }, session);
}

type LastPayment = NonNullable<MembershipRecord['lastPayment']>;

/** The write of a last payment, and of whether it differs from the price of an active membership. */
const lastPaymentUpdate = (lastPayment: LastPayment | null) => [
  {
    $set: {
      lastPayment: { $literal: lastPayment },
      isPriceDifferent: lastPayment
        ? { $and: [{ $eq: ['$isActive', true] }, { $ne: ['$totalPrice', lastPayment.paymentsTotal] }] }
        : false,
    },
  },
];

/** Replaces the last payment of a membership, unless another one was written since it was read. */
export async function replaceLastPayment(
  { _id, lastPayment: read }: MembershipRecord,
  lastPayment: LastPayment | null,
): Promise<void> {
  if (read?.modifiedDt.getTime() === lastPayment?.modifiedDt.getTime()) return;
  await collectionOf(MembershipModel).updateOne(
    { _id: objectId(_id), 'lastPayment.modifiedDt': read ? read.modifiedDt : { $exists: false } },
    lastPaymentUpdate(lastPayment),
  );
}

/** Writes the last payments of some memberships, unless newer ones are stored. */
export async function writeLastPayments(
  payments: readonly { membershipId: string; lastPayment: LastPayment }[],
): Promise<void> {
  if (!payments.length) return;
  await collectionOf(MembershipModel).bulkWrite(
    payments.map(({ membershipId, lastPayment }) => ({
      updateOne: {
        filter: {
          _id: objectId(membershipId),
          // Not newer, or none at all.
          'lastPayment.modifiedDt': { $not: { $gt: lastPayment.modifiedDt } },
        },
        update: lastPaymentUpdate(lastPayment),
      },
    })),
    { ordered: false },
  );
}

/** Prices of a membership that a refresh writes, if the version is still the one that was read. */
export type Repriced = Pick<
  MembershipRecord,
  '_id' | 'version' | 'members' | 'totalPrice' | 'isPriceDifferent' | 'modifiedBy' | 'modifiedDt'
> & { repricedBy: string; isPriceOutdated?: boolean };

/** Writes prices of memberships; those whose version changed meanwhile are skipped. */
export async function setPrices(repriced: readonly Repriced[]): Promise<void> {
  if (!repriced.length) return;
  await collectionOf(MembershipModel).bulkWrite(
    repriced.map(({ _id, version, members, ...change }) => ({
      updateOne: {
        filter: { _id: objectId(_id), version },
        update: {
          $set: {
            ...change,
            members: members.map((member) => ({
              ...member,
              _id: objectId(member._id),
              member_id: objectId(member.member_id),
            })),
          },
          $inc: { version: 1 },
        },
      },
    })),
    { ordered: false },
  );
}

/** Writes only the version in which a membership is as an import made it. */
export async function setUntouched(
  membershipId: string,
  untouchedVersion: number,
  session: Session,
): Promise<void> {
  await MembershipModel.updateOne({ _id: membershipId }, { $set: { untouchedVersion } }, { session });
}

/** Locks a membership until the end of a transaction: its removal comes before or after. */
export async function lockMembership(membershipId: string, session: Session): Promise<void> {
  await MembershipModel.updateOne({ _id: membershipId }, { $inc: { locks: 1 } }, { session });
}

/** Writes only whether some memberships would cost something else today, or need another payer. */
export async function setMembershipMark(
  membershipIds: readonly string[],
  mark: 'isPriceOutdated' | 'needsPayer',
  is: boolean,
  session?: Session,
): Promise<void> {
  if (!membershipIds.length) return;
  await MembershipModel.updateMany({ _id: { $in: membershipIds } }, { $set: { [mark]: is } }, { session });
}

/** Deletes of a member's parts what their prices were made of: age and relationship are personal. */
export async function erasePriceOrigins(memberId: string, session: Session): Promise<void> {
  await MembershipModel.updateMany(
    { 'members.member_id': memberId },
    { $unset: { 'members.$[part].priceFrom': 1 } },
    { arrayFilters: [{ 'part.member_id': objectId(memberId) }], session },
  );
}

/** Deletes a membership; returns false when it is gone. */
export async function eraseMembership(membershipId: string, session: Session): Promise<boolean> {
  const { deletedCount } = await MembershipModel.deleteOne({ _id: membershipId }, { session });
  return deletedCount === 1;
}
