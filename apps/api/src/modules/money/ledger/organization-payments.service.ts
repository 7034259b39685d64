/** The payments of an organization, as its office sees them. The ledger is the source. Amounts are integer cents. */
import type * as z from 'zod/v4/core';
import { calendarDateOf, endOfDay, startOfDay, type CalendarDate } from '@kinfold/domain/dates';
import { isGoingBack } from '@kinfold/domain/fund';
import { groupBy } from '@kinfold/domain/group-by';
import { monthsBetween, opposite, partOf, totalsOf, type Listed } from '@kinfold/domain/listed-payment';
import { cents, dollarsFromCents, sumCents } from '@kinfold/domain/money';
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
import { findEntries } from './ledger.service.ts';
import { addUpListed, backOf, listedInMonths, type Within } from './organization-months.service.ts';
import { payments } from './payment.model.ts';

type Row = z.input<typeof OrganizationPayment>;
type Totals = NonNullable<z.input<typeof OrganizationPaymentPage>['totals']>;
const KINDS: readonly LedgerEntry['kind'][] = ['charge', ...OFFICE_METHODS];
/** The totals of a list are left out when the database needs longer than these ms. */
const TOTALS_MS = 5_000;
const REVERSED = 'reversed:';
const isReversed = ({ _id }: Pick<LedgerEntry, '_id'>) => _id.startsWith(REVERSED);

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
  const skipped = after ? 0 : (page_number - 1) * page_size;
  const [found, counted] = await Promise.all([
    newest(after ? olderThan(filter, after) : filter, page_size + 1, skipped),
    after ? undefined : countedOf(filter, query, timeZone),
  ]);
  const { page, next } = cutPage(found, page_size, ({ entryDt, _id }) => ({ at: entryDt, id: _id }));
  return {
    payments: await rowsOf(page, numbers, timeZone),
    next,
    ...(counted && { ...counted, pages: pageCount(counted.results, page_size) }),
  };
}

/** A list: of some organizations, between two instants; `wanted` is what else its entries must be. */
type Filter = {
  numbers: readonly string[];
  from?: Date | undefined;
  to?: Date | undefined;
  wanted: readonly object[];
};

const ownOf = ([first, ...others]: readonly string[]) => ({
  'postings.organizationNumber': others.length ? { $in: [first, ...others] } : (first ?? ''),
});

/** The query for the entries of a list: it seeks on the index of organizations and days, and filters by the rest. */
const queryOf = ({ numbers, from, to, wanted }: Filter) => ({
  ...ownOf(numbers),
  ...((from || to) && { entryDt: { ...(from && { $gte: from }), ...(to && { $lte: to }) } }),
  $and: [...wanted],
});

/** The query for the rows of a list: an entry about several of its organizations is one row. */
const rowsIn = (filter: Filter) =>
  queryOf({ ...filter, wanted: [...filter.wanted, notMovedWithin(filter.numbers)] });

/** The first entries of a list, newest first, after some that are skipped. */
const newest = (filter: Filter, size: number, skipped = 0): Promise<LedgerEntry[]> =>
  ledgerEntries().find(rowsIn(filter)).sort({ entryDt: -1, _id: -1 }).skip(skipped).limit(size).toArray();

/** A filter of what comes after a place in the list. */
const olderThan = (filter: Filter, { at, id }: Place): Filter => ({
  ...filter,
  to: at,
  wanted: [...filter.wanted, { $or: [{ entryDt: { $lt: at } }, { _id: { $lt: id } }] }],
});

/** What an unknown payer gave is in a list once: as it was received there, or as it was assigned from elsewhere. */
const notMovedWithin = (numbers: readonly string[]) => {
  const postings = {
    $elemMatch: { account: beginning('unknown:'), organizationNumber: { $in: [...numbers] } },
  };
  return { $nor: ['assigned:', 'reversed:assigned:'].map((start) => ({ _id: beginning(start), postings })) };
};

/** The number of payments of a filter, and their sums; these are missing where there are too many to add up in time. */
async function countedOf(
  filter: Filter,
  filters: PaymentFilters,
  timeZone: string,
): Promise<{ results: number; totals?: Totals }> {
  const until = performance.now() + TOTALS_MS;
  const found = await listedOf(filter, filters, { timeZone, until }).catch((error: unknown) => {
    if (isTooSlow(error)) return undefined;
    throw error;
  });
  if (!found) return { results: await ledgerEntries().countDocuments(rowsIn(filter)) };
  const { count, received, refunded, fees } = totalsOf(found, isAmong(filter.numbers));
  return {
    results: count,
    totals: {
      count,
      received: dollarsFromCents(received),
      refunded: dollarsFromCents(refunded),
      fees: dollarsFromCents(fees),
    },
  };
}

/**
 * What a list counts: whole months as they are kept, and the days of others added up. What is paid and nothing more is
 * everything but what went back or was taken back.
 */
async function listedOf(filter: Filter, filters: PaymentFilters, within: Within): Promise<Listed[]> {
  const { from, to, method, status, member } = filters;
  const { timeZone, until } = within;
  if (member || (status && status !== 'paid')) return addUp(filter, until);
  const { whole, days } = monthsBetween({ from, to }, calendarDateOf(new Date(), timeZone));
  const kept = whole && (await listedInMonths(filter.numbers, whole, within));
  const all = { ...filter, wanted: wantedOf({ method }) };
  const live = whole && !kept ? [filters] : days;
  const added = await Promise.all(
    live.map((each) => addUp({ ...all, ...instantsOf(each, timeZone) }, until)),
  );
  const found = [...(kept ?? []), ...added.flat()].filter((one) => !method || one.method === method);
  if (!status) return found;
  const notPaid = { _id: { $in: await notPaidIds(filter.numbers) } };
  const others = await addUp({ ...all, wanted: [...all.wanted, notPaid] }, until);
  return [...found, ...others.map(opposite)];
}

const instantsOf = ({ from, to }: Pick<PaymentFilters, 'from' | 'to'>, timeZone: string) => ({
  from: from ? startOfDay(from as CalendarDate, timeZone) : undefined,
  to: to ? endOfDay(to as CalendarDate, timeZone) : undefined,
});

/** What entries of a filter come to, added up from the ledger until an instant. */
const addUp = (filter: Filter, until: number): Promise<Listed[]> =>
  addUpListed(
    ledgerEntries().find(queryOf(filter), { projection: { kind: 1, postings: 1 } }),
    isAmong(filter.numbers),
    until,
  );

const BATCH = 500;
const isAmong = (numbers: readonly string[]) => {
  const own = new Set(numbers);
  return (number: string) => own.has(number);
};

/** All of them, for a file. */
export async function* eachOrganizationPayment(
  organizationNumber: string,
  filters: PaymentFilters,
  timeZone: string,
): AsyncGenerator<Row> {
  const numbers = (await numbersWithin([organizationNumber])) ?? [];
  const filter = await filterOf(numbers, filters, timeZone);
  const batches = inBatches<LedgerEntry, Place>(
    (place) => newest(place ? olderThan(filter, place) : filter, BATCH),
    ({ entryDt, _id }) => ({ at: entryDt, id: _id }),
  );
  for await (const entries of batches) yield* await rowsOf(entries, numbers, timeZone);
}

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
): Promise<Filter> {
  const wanted = wantedOf({ method });
  if (status === 'paid') wanted.push({ _id: { $nin: await notPaidIds(numbers) } });
  else if (status === 'reversed') wanted.push({ _id: { $in: await takenBackIds(numbers) } });
  else if (status) wanted.push({ _id: { $in: await goneIds(numbers, status) } });
  if (member) wanted.push(await ofMember(member));
  return { numbers, ...instantsOf({ from, to }, timeZone), wanted };
}

const wantedOf = ({ method }: Pick<PaymentFilters, 'method'>): object[] => [
  { kind: method === 'card' ? 'charge' : method || { $in: KINDS } },
];

/** What finds the payments of a member, and those for the member. */
async function ofMember(member: string): Promise<object> {
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
  return { $or: [{ _id: { $in: ids } }, ...booked] };
}

/** Ids that begin with a text, without a pattern: these are compared with each key of a list. */
const beginning = (start: string) => ({ $gte: start, $lt: `${start.slice(0, -1)};` });

const reversedId = (_id: string) => `${REVERSED}${_id}`;

/** The entries of payments that the office took back, and their opposites. */
async function takenBackIds(numbers: readonly string[]): Promise<string[]> {
  const reversed = await ledgerEntries()
    .find({ ...ownOf(numbers), _id: beginning(REVERSED) }, { projection: { _id: 1 } })
    .toArray();
  return reversed.flatMap(({ _id }) => [_id, _id.slice(REVERSED.length)]);
}

/** The entries of card payments of which something went back, by the money that did so. */
async function goneIds(numbers: readonly string[], status: 'refunded' | 'disputed'): Promise<string[]> {
  const gone = ledgerEntries().find({ ...ownOf(numbers), paymentId: { $gt: '' } });
  const back = groupBy((await gone.toArray()).filter(isGoingBack), ({ paymentId = '' }) => paymentId);
  return [...back]
    .filter(([, entries]) => stateOf(entries, isAmong(numbers)).status === status)
    .map(([paymentId]) => chargeEntryId(paymentId));
}

const notPaidIds = async (numbers: readonly string[]): Promise<string[]> =>
  (
    await Promise.all([takenBackIds(numbers), goneIds(numbers, 'refunded'), goneIds(numbers, 'disputed')])
  ).flat();

/** What went back of a card payment to some organizations, and what that makes it. */
function stateOf(back: readonly LedgerEntry[], isOwn: (number: string) => boolean) {
  const amountOf = (some: readonly LedgerEntry[]) =>
    cents(0 - sumCents(some.map(({ postings }) => partOf(postings, isOwn))));
  const amount = amountOf(back);
  const disputed = amountOf(back.filter(({ kind }) => kind === 'dispute'));
  const status: Row['status'] = disputed > 0 ? 'disputed' : amount > 0 ? 'refunded' : 'paid';
  return { amount, status };
}

/** The entry that assigned what an unknown payer gave, or its opposite. */
const assignedId = ({ _id }: LedgerEntry) =>
  /^(reversed:)?cash:/.test(_id) ? _id.replace('cash:', 'assigned:') : '';

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
  // What an unknown payer gave names its dues or credit where it was assigned.
  const besideIds = entries.flatMap((entry) => [assignedId(entry), reversedId(entry._id)]);
  const beside = new Map((await findEntries(besideIds)).map((entry) => [entry._id, entry] as const));
  const paidBy = (entry: LedgerEntry) => beside.get(assignedId(entry)) ?? entry;
  const payers = entries.map(paidBy);
  const isOwn = isAmong(numbers);
  const [gone, donations, creditors] = await Promise.all([
    backOf(entries),
    findDonations(payers.map(({ donationIds: [first = ''] }) => first)),
    findMembers(payers.flatMap(({ creditOf = [] }) => creditOf)),
  ]);
  const payerOf = new Map<string, { _id: string } & Parameters<typeof fullName>[0]>([
    ...donations.map(({ _id, primaryMember }) => [_id, primaryMember] as const),
    ...creditors.map((member) => [member._id, member] as const),
  ]);
  return entries.map((entry) => {
    const paymentId = paymentIdOf(entry);
    const { amount: back, status } = stateOf((gone.get(entry._id) ?? []).filter(isGoingBack), isOwn);
    const assigned = beside.get(assignedId(entry));
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
      status: isReversed(entry) || beside.has(reversedId(entry._id)) ? 'reversed' : status,
      member: payer ? { member_id: payer._id, name: fullName(payer) } : null,
      amount: dollarsFromCents(
        partOf(
          [entry, assigned].flatMap((one) => one?.postings ?? []),
          isOwn,
        ),
      ),
      refunded: dollarsFromCents(back),
    };
  });
}
