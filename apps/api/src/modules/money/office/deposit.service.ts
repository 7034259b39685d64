/**
 * Deposits as the office sees them, and those that it makes: closed batches, and payments without a batch, whose cash and
 * checks were taken to the bank together (rules.md "Deposits"). Amounts are integer cents.
 */
import type * as z from 'zod/v4/core';
import { calendarDateOf, showDate } from '@kinfold/domain/dates';
import { partsOfItem, type Deposit, type Depositable, type DepositForm } from '@kinfold/domain/deposit';
import { cents, dollarsFromCents, showMoney, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import { OFFICE_METHOD_NAMES } from '@kinfold/domain/office-payment';
import type { Page } from '@kinfold/domain/pagination';
import { inTransaction, type Session } from '../../../platform/database.ts';
import { presentPage, readPage } from '../../../platform/lists.ts';
import { renderPdf, type PdfBlock } from '../../../platform/pdf.ts';
import { isPrintable } from '../../../platform/pdf-fonts.ts';
import { conflict, invalid, notFound } from '../../../platform/problem.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import {
  findOrganization,
  findOrganizationNames,
  numbersWithin,
  type OrganizationRecord,
} from '../../organizations/organizations/organization.service.ts';
import { findMembers, fullName } from '../../people/members/member.service.ts';
import {
  addDeposit,
  countDeposits,
  readDeposit,
  readDepositPage,
  type DepositRecord,
} from '../ledger/deposit-record.service.ts';
import { findEntries, type LedgerEntry } from '../ledger/ledger.service.ts';
import { findPayments } from '../ledger/payment.service.ts';
import { readBatches, readUndeposited, setDepositOfBatches } from './batch.model.ts';
import {
  OF_DEPOSITS,
  readDepositedPayments,
  readUndepositedPayments,
  setDepositOfPayments,
  type OfficePaymentRecord,
} from './office-payment.model.ts';
import { entryIdsOf, organizationChange, type Recording } from './office-payment.service.ts';

export { readDeposit };
export type { DepositRecord };

/** The grant of the policy for one deposit: `numbers` are the organizations whose part may be read, undefined for all. */
export type DepositGrant = { deposit: DepositRecord; numbers: readonly string[] | undefined };

type WireDeposit = z.input<typeof Deposit>;
type Item = DepositRecord['items'][number];

/** A page of the deposits with money of an organization and all below it, `*` for all; the newest first. */
export async function depositPage(organizationNumber: string, page: Page) {
  const numbers = await numbersWithin([organizationNumber]);
  const found = await readPage(
    page,
    () => countDeposits(numbers),
    (range) => readDepositPage(numbers, range),
  );
  const names = await namesIn(found.rows);
  return presentPage('deposits', found, (deposit) => presentDeposit(deposit, numbers, names));
}

/** A deposit, as far as it may be read. */
export async function depositDetail({ deposit, numbers }: DepositGrant): Promise<WireDeposit> {
  return presentDeposit(deposit, numbers, await namesIn([deposit]));
}

/** A deposit on the wire; what belongs to other organizations than `numbers` is one item without details. */
export function presentDeposit(
  { _id, type, arrivalDt, amount, items, recordedBy, createdDt, organizationNumbers }: DepositRecord,
  numbers: readonly string[] | undefined,
  names: ReadonlyMap<string, string>,
): WireDeposit {
  const mayRead = (number: string) => !numbers || numbers.includes(number);
  const isReadable = (some: readonly string[]) => some.every(mayRead);
  const shown = items.filter(({ parts }) =>
    isReadable(parts.length ? parts.map((part) => part.organizationNumber) : organizationNumbers),
  );
  const hidden = items.filter((item) => !shown.includes(item));
  const present = (item: Pick<Item, 'amount' | 'fee'>) => ({
    amount: dollarsFromCents(item.amount),
    fee: dollarsFromCents(item.fee),
  });
  const nameOf = ({ paymentId, batchId }: Item) => names.get(paymentId ?? batchId ?? '');
  const others = { amount: sumCents(hidden.map((item) => item.amount)), fee: ZERO };
  return {
    _id,
    type,
    arrivalDt,
    amount: dollarsFromCents(amount),
    organizations: organizationNumbers.filter(mayRead).map((organizationNumber) => ({
      organizationNumber,
      organizationName: names.get(organizationNumber) ?? organizationNumber,
    })),
    items: [
      ...shown.map((item) => ({
        type: item.type,
        ...present(item),
        ...(item.paymentId !== null && { paymentId: item.paymentId }),
        ...(item.batchId !== null && { batchId: item.batchId }),
        ...(nameOf(item) !== undefined && { name: nameOf(item) }),
      })),
      ...(hidden.length ? [{ type: 'organizations' as const, ...present(others) }] : []),
    ],
    recordedBy,
    createdDt: createdDt.toISOString(),
  };
}

/** The names of payers, by payment, of batches, by batch, and of organizations, by number, in some deposits. */
export async function namesIn(deposits: readonly DepositRecord[]): Promise<Map<string, string>> {
  const items = deposits.flatMap((deposit) => deposit.items);
  const paymentIds = [...new Set(items.flatMap(({ paymentId }) => paymentId ?? []))];
  const batchIds = [...new Set(items.flatMap(({ batchId }) => batchId ?? []))];
  const loose = items.flatMap(({ type, paymentId }) => (type === 'cash_payment' && paymentId) || []);
  const [organizations, payments, batches, received] = await Promise.all([
    findOrganizationNames(deposits.flatMap(({ organizationNumbers }) => organizationNumbers)),
    findPayments(paymentIds),
    readBatches(batchIds),
    loose.length ? readDepositedPayments({ batchIds: [], paymentIds: loose }, new Date(0)) : [],
  ]);
  const payerIds = [
    ...payments.map(({ payeeMemberId }) => payeeMemberId),
    ...received.flatMap(({ memberId }) => memberId ?? []),
  ];
  const members = new Map((await findMembers([...new Set(payerIds)])).map((one) => [one._id, fullName(one)]));
  return new Map([
    ...organizations,
    ...payments.flatMap(({ _id, payeeMemberId }) => named(_id, members.get(payeeMemberId))),
    ...received.flatMap((payment) => named(payment._id, payerOf(payment, members))),
    ...batches.map(({ _id, name }) => [_id, name] as const),
  ]);
}

const named = (id: string, name: string | undefined) => (name === undefined ? [] : [[id, name] as const]);

const payerOf = (
  { memberId, payerName }: Pick<OfficePaymentRecord, 'memberId' | 'payerName'>,
  members: ReadonlyMap<string, string>,
): string => members.get(memberId ?? '') ?? payerName ?? 'Unknown payer';

/** What of an organization can be taken to the bank: closed batches and payments whose cash and checks are in no deposit. */
export async function depositable(
  organizationNumber: string,
  timeZone: string,
): Promise<z.input<typeof Depositable>> {
  const [batches, payments] = await Promise.all([
    readUndeposited(organizationNumber),
    readUndepositedPayments(organizationNumber),
  ]);
  const held = await readDepositedPayments(
    { batchIds: batches.map(({ _id }) => _id), paymentIds: [] },
    NEVER,
  );
  const members = await findMembers([...new Set(payments.flatMap(({ memberId }) => memberId ?? []))]);
  const names = new Map(members.map((member) => [member._id, fullName(member)]));
  const sumOf = (batchId: string) => sumOfPayments(held.filter((payment) => payment.batchId === batchId));
  return {
    batches: batches
      .map(({ _id, name, dt }) => ({ batchId: _id, name, dt, amount: dollarsFromCents(sumOf(_id)) }))
      .filter(({ amount }) => amount !== 0),
    payments: payments.map((payment) => ({
      paymentId: payment._id,
      name: payerOf(payment, names),
      dt: calendarDateOf(payment.paidDt, timeZone),
      method: payment.method,
      amount: dollarsFromCents(payment.amount),
    })),
  };
}

/** Later than any payment was taken back. */
const NEVER = new Date('9999-12-31T00:00:00Z');

const sumOfPayments = (payments: readonly OfficePaymentRecord[]): Cents =>
  sumCents(payments.map(({ amount }) => amount));

/**
 * Records that closed batches and payments were taken to the bank as one deposit; the same `depositId` again changes
 * nothing. Throws 422 for a day to come and where there is no cash or check, 409 for what is in a deposit already, is
 * open, or is not of this organization.
 */
export async function makeDeposit(
  { organizationNumber }: OrganizationRecord,
  { depositId, dt, batchIds, paymentIds }: DepositForm,
  { author, now, timeZone, currency }: Recording,
): Promise<WireDeposit> {
  if (dt > calendarDateOf(now, timeZone))
    throw invalid([{ path: 'dt', message: 'This day is still to come' }]);
  const known = await sameDeposit(depositId, batchIds, paymentIds);
  if (known) return depositDetail({ deposit: known, numbers: undefined });
  const make = () =>
    inTransaction(async (session) => {
      const marked =
        (await setDepositOfBatches(organizationNumber, batchIds, depositId, session)) +
        (await setDepositOfPayments(organizationNumber, paymentIds, depositId, session));
      if (marked < batchIds.length + paymentIds.length)
        throw conflict(
          'deposited',
          'Some of these are in a deposit already, were taken back, or their batch is open. Nothing was recorded.',
        );
      const payments = await readDepositedPayments({ batchIds, paymentIds }, NEVER, session);
      const amount = sumOfPayments(payments);
      if (amount === ZERO)
        throw invalid([{ path: 'batchIds', message: 'There is no cash and no check among these' }]);
      const entries = new Map(
        (await findEntries(payments.flatMap(entryIdsOf))).map((entry) => [entry._id, entry]),
      );
      const items = [
        ...batchIds.map((batchId) => {
          const own = payments.filter((payment) => payment.batchId === batchId);
          return itemOf('batch', own, entries, { batchId, paymentId: null });
        }),
        ...payments
          .filter(({ batchId }) => batchId === null)
          .map((payment) =>
            itemOf('cash_payment', [payment], entries, { batchId: null, paymentId: payment._id }),
          ),
      ].filter((item) => item.amount !== ZERO);
      const parts = items.flatMap((item) => item.parts.map((part) => part.organizationNumber));
      const deposit: DepositRecord = {
        _id: depositId,
        type: 'cash',
        account: null,
        organizationNumbers: [...new Set([organizationNumber, ...parts])].toSorted(),
        arrivalDt: dt,
        amount,
        currency,
        items,
        recordedBy: author.email,
        madeAt: organizationNumber,
        createdDt: now,
      };
      await addDeposit(deposit, timeZone, session);
      const change = await organizationChange(organizationNumber, 'payment.deposited');
      const changes = [{ field: 'receivedAmount', from: null, to: amount }];
      await recordChanges([{ ...change, changes }], author, now, session);
      return deposit;
    });
  try {
    return await depositDetail({ deposit: await make(), numbers: undefined });
  } catch (error) {
    // A twin of the request was first.
    const twin = await sameDeposit(depositId, batchIds, paymentIds);
    if (twin) return depositDetail({ deposit: twin, numbers: undefined });
    throw error;
  }
}

/** The deposit with an id. Throws 409 when it is of other batches or payments. */
async function sameDeposit(
  depositId: string,
  batchIds: readonly string[],
  paymentIds: readonly string[],
): Promise<DepositRecord | undefined> {
  const known = await readDeposit(depositId);
  if (!known) return undefined;
  const asked = new Set([...batchIds, ...paymentIds]);
  if (known.items.some(({ batchId, paymentId }) => !asked.has(batchId ?? paymentId ?? '')))
    throw conflict('deposited', 'This deposit was recorded with other batches or payments.');
  return known;
}

/**
 * Records that cash or a check of a deposit is no longer in it, like a check that the bank returned: a deposit of the
 * opposite amount, in the transaction that takes the payment back.
 */
export async function takeFromDeposit(
  depositId: string,
  payment: OfficePaymentRecord,
  { author, now, timeZone, currency }: Recording,
  session: Session,
): Promise<void> {
  if (!OF_DEPOSITS.includes(payment.method)) return;
  const entries = new Map((await findEntries(entryIdsOf(payment))).map((entry) => [entry._id, entry]));
  const held = itemOf('cash_payment', [payment], entries, { batchId: null, paymentId: payment._id });
  const amount = cents(0 - held.amount);
  const parts = held.parts.map((part) => ({ ...part, dues: cents(0 - part.dues) }));
  const numbers = [payment.organizationNumber, ...parts.map((part) => part.organizationNumber)];
  const taken: DepositRecord = {
    _id: `${depositId}:returned:${payment._id}`,
    type: 'cash',
    account: null,
    organizationNumbers: [...new Set(numbers)].toSorted(),
    arrivalDt: calendarDateOf(now, timeZone),
    amount,
    currency,
    items: [{ ...held, amount, parts }],
    recordedBy: author.email,
    madeAt: payment.organizationNumber,
    createdDt: now,
  };
  await addDeposit(taken, timeZone, session);
}

/** An item with the parts of organizations, by what was booked of its payments. */
function itemOf(
  type: 'batch' | 'cash_payment',
  payments: readonly OfficePaymentRecord[],
  entries: ReadonlyMap<string, LedgerEntry>,
  ids: Pick<Item, 'batchId' | 'paymentId'>,
): Item {
  const sums = new Map<string, Cents>();
  for (const { organizationNumber, amount } of payments
    .flatMap(entryIdsOf)
    .flatMap((id) => entries.get(id)?.postings ?? []))
    if (organizationNumber !== undefined)
      sums.set(organizationNumber, cents((sums.get(organizationNumber) ?? 0) - amount));
  const dues = [...sums]
    .filter(([, amount]) => amount !== ZERO)
    .map(([organizationNumber, amount]) => ({ organizationNumber, amount }));
  const amount = sumOfPayments(payments);
  return { type, amount, fee: ZERO, ...ids, parts: partsOfItem(amount, ZERO, dues) };
}

/**
 * The deposit slip of what was taken to the bank: its cash, each check, and the total. Throws 404 for any other deposit,
 * and where the organization that made it may not be read.
 */
export async function depositSlip({ deposit, numbers }: DepositGrant): Promise<Buffer> {
  const { type, items, createdDt, arrivalDt, currency, amount, madeAt } = deposit;
  if (type !== 'cash' || amount < 0 || (numbers && !numbers.includes(madeAt ?? '')))
    throw notFound('There is no slip for this deposit.');
  const batchIds = items.flatMap(({ batchId }) => batchId ?? []);
  const paymentIds = items.flatMap(({ paymentId }) => paymentId ?? []);
  const [payments, organization] = await Promise.all([
    readDepositedPayments({ batchIds, paymentIds }, createdDt),
    findOrganization(madeAt ?? ''),
  ]);
  const checks = payments.filter(({ method }) => method === 'check');
  const members = await findMembers([...new Set(checks.flatMap(({ memberId }) => memberId ?? []))]);
  const printed = new Map(
    members.map((member) => [member._id, isPrintable(fullName(member)) ? fullName(member) : member.memberId]),
  );
  const money = (sum: Cents) => showMoney(sum, currency);
  const cash = sumOfPayments(payments.filter(({ method }) => method === 'cash'));
  const blocks: PdfBlock[] = [
    {
      kind: 'facts',
      facts: [
        ['Date', showDate(arrivalDt)],
        [OFFICE_METHOD_NAMES.cash, money(cash)],
        ['Checks', `${checks.length}, together ${money(sumOfPayments(checks))}`],
      ],
    },
    {
      kind: 'table',
      columns: [
        { title: 'Check', share: 0.2 },
        { title: 'From', share: 0.55 },
        { title: 'Amount', share: 0.25, isRight: true },
      ],
      rows: checks.map((check) => [
        check.checkNumber ?? 'No number',
        payerOf(check, printed),
        money(check.amount),
      ]),
      totals: [
        ['Cash', '', money(cash)],
        ['Total', '', money(amount)],
      ],
    },
  ];
  return renderPdf({
    title: 'Deposit slip',
    organizationName: organization?.organizationName ?? '',
    createdDt,
    blocks,
  });
}
