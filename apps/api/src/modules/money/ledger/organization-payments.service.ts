/** The payments of an organization, as its office sees them. The ledger is the source. Amounts are integer cents. */
import type * as z from 'zod/v4/core';
import { calendarDateOf, endOfDay, startOfDay, type CalendarDate } from '@kinfold/domain/dates';
import { cents, dollarsFromCents, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import {
  type OrganizationPayment,
  type OrganizationPaymentPage,
  type PaymentFilters,
  type PaymentsQuery,
} from '@kinfold/domain/organization-payment';
import { OFFICE_METHODS } from '@kinfold/domain/office-payment';
import { receiptNumber } from '@kinfold/domain/payment';
import { pageCount } from '@kinfold/domain/pagination';
import type { CsvColumn } from '../../../platform/csv.ts';
import { cutPage, placeOf, type Place } from '../../../platform/cursor.ts';
import { isTooSlow } from '../../../platform/database.ts';
import { inBatches } from '../../../platform/in-batches.ts';
import { findDonations } from '../../funds/donations/donation.service.ts';
import { findListedOf } from '../../funds/donations/run-donations.service.ts';
import { numbersWithin } from '../../organizations/organizations/organization.service.ts';
import { findMembers, fullName } from '../../people/members/member.service.ts';
import { chargeEntryId, ledgerEntries, type LedgerEntry } from './ledger.model.ts';
import { FEE_ACCOUNT, findEntries } from './ledger.service.ts';
import { payments } from './payment.model.ts';

type Row = z.input<typeof OrganizationPayment>;
type Totals = NonNullable<z.input<typeof OrganizationPaymentPage>['totals']>;
const KINDS: readonly LedgerEntry['kind'][] = ['charge', ...OFFICE_METHODS];
/** Entries that move what was received before from an unknown payer to dues. */
const ASSIGNED = ['assigned:', 'reversed:assigned:'].map(beginsWith);
/** The totals of a list are left out when the database needs longer than these ms. */
const TOTALS_MS = 5_000;
const REVERSED = /^reversed:/;
const GOING_BACK: LedgerEntry['kind'][] = ['refund', 'dispute'];

/**
 * A page of the payments that an organization and all below it received, newest first: after a cursor, or by its number.
 * The whole filter is counted without a cursor only.
 */
export async function findOrganizationPayments(
  organizationNumber: string,
  query: PaymentsQuery,
  timeZone: string,
): Promise<z.input<typeof OrganizationPaymentPage>> {
  const { cursor, page_number, page_size } = query;
  const numbers = (await numbersWithin([organizationNumber])) ?? [];
  const filter = await filterOf(numbers, query, timeZone);
  const after = placeOf(cursor);
  const [found, counted] = await Promise.all([
    // The ids from the index alone, then the documents of the page.
    ledgerEntries()
      .find(after ? olderThan(filter, after) : filter, { projection: { _id: 1, entryDt: 1 } })
      .sort(NEWEST)
      .skip(after ? 0 : (page_number - 1) * page_size)
      .limit(page_size + 1)
      .toArray(),
    after ? undefined : countedOf(filter, numbers),
  ]);
  const { page, next } = cutPage(found, page_size, ({ entryDt, _id }) => ({ at: entryDt, id: _id }));
  const entries = new Map((await findEntries(page.map(({ _id }) => _id))).map((entry) => [entry._id, entry]));
  const rows = page.flatMap(({ _id }) => entries.get(_id) ?? []);
  return {
    payments: await rowsOf(rows, numbers, timeZone),
    next,
    ...(counted && { ...counted, pages: pageCount(counted.results, page_size) }),
  };
}

const NEWEST = { entryDt: -1, _id: -1 } as const;

type Filter = Awaited<ReturnType<typeof filterOf>>;

/** A filter without what comes before a place in the list, and the place itself. */
const olderThan = (filter: Filter, { at, id }: Place): Filter => ({
  ...filter,
  entryDt: { ...filter.entryDt, $lte: at },
  $and: [...filter.$and, { $or: [{ entryDt: { $lt: at } }, { _id: { $lt: id } }] }],
});

/** The number of payments of a filter, and their sums; these are missing where there are too many to add up in time. */
async function countedOf(
  filter: Filter,
  numbers: readonly string[],
): Promise<{ results: number; totals?: Totals }> {
  const sumOf = (isCounted: object) => ({
    $sum: {
      $sum: {
        $map: { input: { $filter: { input: '$postings', cond: isCounted } }, in: '$$this.amount' },
      },
    },
  });
  type Sums = { count: number; received: number; fees: number };
  const added = ledgerEntries().aggregate<Sums>(
    [
      { $match: filter },
      {
        $group: {
          _id: null,
          count: { $sum: 1 },
          received: sumOf({ $in: ['$$this.organizationNumber', [...numbers]] }),
          fees: sumOf({ $eq: ['$$this.account', FEE_ACCOUNT] }),
        },
      },
    ],
    { maxTimeMS: TOTALS_MS },
  );
  const found = await added.toArray().catch((error: unknown) => {
    if (isTooSlow(error)) return undefined;
    throw error;
  });
  if (!found) return { results: await ledgerEntries().countDocuments(filter) };
  const [{ count, received, fees } = { count: 0, received: 0, fees: 0 }] = found;
  const gone = await goneOf(
    { paymentId: { $exists: true }, $and: [{ 'postings.organizationNumber': { $in: [...numbers] } }] },
    numbers,
  );
  const charges = [...gone.keys()].map(chargeEntryId);
  const listed = charges.length
    ? await ledgerEntries()
        .find({ $and: [{ _id: { $in: charges } }, filter] }, { projection: { _id: 1 } })
        .toArray()
    : [];
  const refunded = sumCents(
    listed.map(({ _id }) => gone.get(_id.slice(chargeEntryId('').length))?.amount ?? ZERO),
  );
  return {
    results: count,
    totals: {
      count,
      received: dollarsFromCents(cents(0 - received)),
      refunded: dollarsFromCents(refunded),
      fees: dollarsFromCents(cents(0 - fees)),
    },
  };
}

/** All of them, for a file. */
export async function* eachOrganizationPayment(
  organizationNumber: string,
  filters: PaymentFilters,
  timeZone: string,
): AsyncGenerator<Row> {
  const numbers = (await numbersWithin([organizationNumber])) ?? [];
  const filter = await filterOf(numbers, filters, timeZone);
  const after = ({ entryDt, _id }: LedgerEntry) => olderThan(filter, { at: entryDt, id: _id });
  const batches = inBatches<LedgerEntry, Filter>(
    (place) =>
      ledgerEntries()
        .find(place ?? filter)
        .sort(NEWEST)
        .limit(FILE_BATCH)
        .toArray(),
    after,
  );
  for await (const entries of batches) yield* await rowsOf(entries, numbers, timeZone);
}

const FILE_BATCH = 500;

/** The columns of a file of payments. */
export const paymentColumns: readonly CsvColumn<Row>[] = [
  ['Date', 'Year first', ({ paidOn }) => paidOn, 'date'],
  ['Receipt Number', 'Of this payment', ({ receipt_number: number }) => number],
  ['Member', 'Whose dues they are', ({ member }) => member?.name ?? null],
  ['Method', 'card, cash, check, zelle or other', ({ method }) => method],
  ['Status', 'paid, refunded, disputed or reversed', ({ status }) => status],
  ['Amount', 'In dollars, without the processing fee', ({ amount }) => amount.toFixed(2), 'money'],
  ['Went Back', 'By refunds and disputes', ({ refunded }) => refunded.toFixed(2), 'money'],
];

async function filterOf(
  numbers: readonly string[],
  { from, to, method, status, member }: PaymentFilters,
  timeZone: string,
) {
  const received = { 'postings.organizationNumber': { $in: [...numbers] } };
  const entryDt = {
    ...(from && { $gte: startOfDay(from as CalendarDate, timeZone) }),
    ...(to && { $lte: endOfDay(to as CalendarDate, timeZone) }),
  };
  const listed = {
    ...received,
    ...((from || to) && { entryDt }),
    kind: method === 'card' ? ('charge' as const) : method || { $in: [...KINDS] },
  };
  const wanted: object[] = [{ $nor: ASSIGNED }];
  const takenBack = status === 'reversed' || status === 'paid' ? await takenBackIds(received) : [];
  if (status === 'reversed') wanted.push({ $or: [{ _id: REVERSED }, { _id: { $in: takenBack } }] });
  else if (status) {
    const kinds = status === 'paid' ? GOING_BACK : GOING_BACK.filter((kind) => status.startsWith(kind));
    const gone = await goneOf({ ...received, kind: { $in: kinds } }, numbers);
    const ids = [...gone]
      .filter(([, { amount }]) => amount > 0)
      .map(([paymentId]) => chargeEntryId(paymentId));
    wanted.push({ _id: status === 'paid' ? { $nin: [...ids, ...takenBack], $not: REVERSED } : { $in: ids } });
  }
  if (member) {
    const [own, dues] = await Promise.all([
      payments()
        .find({ $or: [{ memberId: member }, { payeeMemberId: member }] }, { projection: { _id: 1 } })
        .toArray(),
      findListedOf([member]),
    ]);
    const booked = [{ donationIds: { $in: dues.map(({ _id }) => _id) } }, { creditOf: member }];
    const assigned = ledgerEntries().find({ _id: /^assigned:/, $or: booked }, { projection: { _id: 1 } });
    const cash = (await assigned.toArray()).map(({ _id }) => _id.replace('assigned:', 'cash:'));
    const ids = [...own.map(({ _id }) => chargeEntryId(_id)), ...cash, ...cash.map(reversedId)];
    wanted.push({ $or: [{ _id: { $in: ids } }, ...booked] });
  }
  return { ...listed, $and: wanted };
}

/** Ids that begin with a text, without a pattern: these are compared with each key of a list. */
function beginsWith(start: string) {
  return { _id: { $gte: start, $lt: `${start.slice(0, -1)};` } };
}

const reversedId = (_id: string) => `reversed:${_id}`;

/** The entries of payments that the office took back. */
async function takenBackIds(received: object): Promise<string[]> {
  const reversed = ledgerEntries().find({ ...received, _id: /^reversed:cash:/ }, { projection: { _id: 1 } });
  return (await reversed.toArray()).map(({ _id }) => _id.slice(reversedId('').length));
}

/** What went back of payments, by their ids: the part of some organizations, and whether any of it is disputed. */
async function goneOf(filter: object, numbers: readonly string[]) {
  const gone = new Map<string, { amount: Cents; disputed: Cents }>();
  for await (const { paymentId = '', kind, postings } of ledgerEntries().find(filter)) {
    const { amount, disputed } = gone.get(paymentId) ?? { amount: ZERO, disputed: ZERO };
    const part = partOf(postings, numbers);
    gone.set(paymentId, {
      amount: cents(amount - part),
      disputed: cents(disputed - (kind === 'dispute' ? part : 0)),
    });
  }
  return gone;
}

/** What organizations received by postings, in cents; negative where it went back. */
const partOf = (postings: LedgerEntry['postings'], numbers: readonly string[]): Cents =>
  cents(
    -sumCents(
      postings
        .filter(({ organizationNumber }) => organizationNumber && numbers.includes(organizationNumber))
        .map(({ amount }) => amount),
    ),
  );

const assignedId = ({ _id }: LedgerEntry) => `assigned:${_id.replace(/^(?:reversed:)?cash:/, '')}`;

/** The id of the receipt of a card payment, and of a payment that the office recorded. */
const receiptIdOf = ({ _id }: LedgerEntry): string | undefined =>
  /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.exec(_id)?.[0];

async function rowsOf(
  entries: readonly LedgerEntry[],
  numbers: readonly string[],
  timeZone: string,
): Promise<Row[]> {
  const paymentIdOf = ({ _id, kind }: LedgerEntry) =>
    kind === 'charge' ? _id.slice(chargeEntryId('').length) : null;
  const paymentIds = entries.flatMap((entry) => paymentIdOf(entry) ?? []);
  // What an unknown payer gave names its dues or credit where it was assigned.
  const besideIds = entries.flatMap((entry) => [assignedId(entry), reversedId(entry._id)]);
  const beside = new Map((await findEntries(besideIds)).map((entry) => [entry._id, entry] as const));
  const paidBy = (entry: LedgerEntry) => beside.get(assignedId(entry)) ?? entry;
  const payers = entries.map(paidBy);
  const [gone, donations, creditors] = await Promise.all([
    goneOf({ paymentId: { $in: paymentIds }, kind: { $in: GOING_BACK } }, numbers),
    findDonations(payers.map(({ donationIds: [first = ''] }) => first)),
    findMembers(payers.flatMap(({ creditOf = [] }) => creditOf)),
  ]);
  const payerOf = new Map<string, { _id: string } & Parameters<typeof fullName>[0]>([
    ...donations.map(({ _id, primaryMember }) => [_id, primaryMember] as const),
    ...creditors.map((member) => [member._id, member] as const),
  ]);
  return entries.map((entry) => {
    const paymentId = paymentIdOf(entry);
    const { amount: back, disputed } = gone.get(paymentId ?? '') ?? { amount: ZERO, disputed: ZERO };
    const { donationIds, creditOf } = paidBy(entry);
    const payer = payerOf.get(donationIds[0] ?? creditOf?.[0] ?? '');
    const receiptId = receiptIdOf(entry);
    return {
      // What `GET /v2/payments/{id}` takes, where it has a page.
      _id: paymentId ?? entry._id,
      payment_id: paymentId,
      receipt_number: receiptId ? receiptNumber(receiptId) : null,
      ...(receiptId && payer && { receipt_id: receiptId }),
      paidDt: entry.entryDt.toISOString(),
      paidOn: calendarDateOf(entry.entryDt, timeZone),
      method: OFFICE_METHODS.find((method) => method === entry.kind) ?? 'card',
      status:
        REVERSED.test(entry._id) || beside.has(reversedId(entry._id))
          ? 'reversed'
          : disputed > 0
            ? 'disputed'
            : back > 0
              ? 'refunded'
              : 'paid',
      member: payer ? { member_id: payer._id, name: fullName(payer) } : null,
      amount: dollarsFromCents(partOf(entry.postings, numbers)),
      refunded: dollarsFromCents(back),
    };
  });
}
