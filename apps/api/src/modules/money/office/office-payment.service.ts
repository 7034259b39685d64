/**
 * Money that the office received without a card, from a member (rules.md "Payments without a card"). It pays dues, and
 * what is left becomes credit: money that is there is never refused because somebody else paid the same dues. Amounts
 * are integer cents.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type * as z from 'zod/mini';
import type { AuditAction } from '@kinfold/domain/audit';
import { calendarDateOf, startOfDay, type CalendarDate } from '@kinfold/domain/dates';
import { allocateOldestFirst, payableBalance } from '@kinfold/domain/donation';
import { cents, dollarsFromCents, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import {
  OFFICE_METHOD_NAMES,
  type HouseholdDues,
  type OfficePayment,
  type OfficePaymentForm,
} from '@kinfold/domain/office-payment';
import {
  creditAccount,
  creditedTo,
  donationAccount,
  paidOn,
  receiptNumber,
  type Posting,
} from '@kinfold/domain/payment';
import { isDuplicateKey, type Session } from '../../../platform/database.ts';
import { queueMail, withdrawMail } from '../../../work/outbox.ts';
import { sha256 } from '../../../platform/hash.ts';
import { AppError, conflict, invalid } from '../../../platform/problem.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import {
  findDonations,
  findPayableDonations,
  type OwedDonation,
} from '../../funds/donations/donation.service.ts';
import { fullName, memberChange, type MemberRecord } from '../../people/members/member.service.ts';
import { donationPosting, findEntries, type LedgerEntry } from '../ledger/ledger.service.ts';
import { bookClaimed, type Left } from './booking.service.ts';
import { creditAhead, householdOf, type Booking } from './credit.service.ts';
import { officeReceiptId, officeReceiptMail, receiptAddressOf } from './office-receipt.service.ts';
import { paymentInProgress } from '../charges/temporary-claim.service.ts';
import { findOrganization } from '../../organizations/organizations/organization.service.ts';
import {
  insertOfficePayment,
  readOfficePayment,
  setPayerOf,
  setRemoved,
  type OfficePaymentRecord,
} from './office-payment.model.ts';

export { countOfficePaymentsOf } from './office-payment.model.ts';

/** Dues that somebody else holds are waited for this long before their part becomes credit. */
const WAITS_MS = [150, 400, 800];

export type Recording = Booking & {
  timeZone: string;
  /** Whether the author may record payments for an organization. */
  mayRecordAt: (organizationNumber: string) => Promise<boolean>;
};

/** What a payment of the household of a member would pay, the oldest first, and its credit. */
export async function householdDues(member: MemberRecord, now: Date): Promise<z.input<typeof HouseholdDues>> {
  const dues = inOrder(await payableOf(member, now));
  return {
    credit: dollarsFromCents(await creditAhead(member)),
    dues: dues.map((donation) => ({
      donation_id: donation._id,
      ...described(donation),
      dueDt: donation.run.endDt.toISOString(),
      balance: dollarsFromCents(payableBalance(donation, now)),
    })),
  };
}

const payableOf = async (member: MemberRecord, now: Date) =>
  findPayableDonations(
    (await householdOf(member)).map(({ _id }) => _id),
    {},
    now,
  );

/** In the order in which they became due. */
const inOrder = <T extends OwedDonation>(donations: readonly T[]): T[] =>
  donations.toSorted((a, b) => a.run.endDt.getTime() - b.run.endDt.getTime());

const described = ({ campaignName, campaignRunName, primaryMember }: OwedDonation) => ({
  description: `${campaignName}: ${campaignRunName}`,
  paidFor: fullName(primaryMember),
});

/** What a batch adds to a payment: runs in the transaction that books it. */
export type InBatch = { batchId: string; lock: (session: Session) => Promise<void> };

/** What is entered of a payment, whoever it is from. */
export type Entered = Omit<OfficePaymentForm, 'paidDt'> & { paidDt?: CalendarDate | null | undefined } & {
  payerName?: string | null | undefined;
};

/** A payment, and what was booked of it. */
export type Recorded = { payment: OfficePaymentRecord; entries: LedgerEntry[] };

/**
 * Records a payment of a member, or of an unknown payer at an organization; the same `entryId` again returns what was
 * booked. Throws 422 for the same id with other details, for a day to come, for lines above the amount, and for dues for
 * which the author may not record payments.
 */
export async function recordPayment(
  from: MemberRecord | { organizationNumber: string },
  entered: Entered,
  recording: Recording,
  batch?: InBatch,
): Promise<Recorded> {
  const member = '_id' in from ? from : undefined;
  const payment = newPayment(from.organizationNumber, member, entered, recording, batch);
  const known = () => knownPayment(payment);
  const booked = await known();
  if (booked) return booked;
  const donations = await duesOf(member, payment, recording);
  const to = member && (await receiptAddressOf(member));
  if (to !== undefined) payment.isReceiptMailed = true;
  return bookOnce(donations, recording.now, known, async (left, session) => {
    const lines = allocate(payment, donations, left, recording.now);
    const postings = member
      ? creditedPostings(member, payment.amount, lines, payment.organizationNumber)
      : [unknownPosting(payment, -1)];
    const received = { account: `offline:${payment.method}`, amount: payment.amount };
    const entry = ledgerEntryOf(`cash:${payment._id}`, payment, [received, ...postings], recording);
    await batch?.lock(session);
    await insertOfficePayment(payment, session);
    await recordChanges(
      [
        {
          ...(member
            ? memberChange(member, 'payment.recorded')
            : await organizationChange(payment.organizationNumber, 'payment.recorded')),
          changes: changesOf(payment),
        },
      ],
      recording.author,
      recording.now,
      session,
    );
    if (member && to !== undefined)
      await mailReceipt(to, member, payment, { entry, lines }, recording, session);
    return { payment, entries: [entry] };
  });
}

/**
 * Books a payment of some dues with what `write` writes in the transaction. Waits for dues that another payment holds, and
 * at last books without them; a twin of the request may book it instead, which `known` returns.
 */
async function bookOnce(
  donations: readonly OwedDonation[],
  now: Date,
  known: () => Promise<Recorded | undefined>,
  write: (left: Left, session: Session) => Promise<Recorded>,
): Promise<Recorded> {
  const donationIds = donations.map(({ _id }) => _id);
  for (const wait of [...WAITS_MS, 0]) {
    try {
      const made = await bookClaimed({ donationIds }, now, async (left, session) => {
        if (wait > 0 && left.owed.size < donationIds.length) return { entries: [], result: undefined };
        const recorded = await write(left, session);
        return { entries: recorded.entries, result: recorded };
      });
      if (made) return made;
    } catch (error) {
      const isTwin = isDuplicateKey(error, 'ledger_entries._id_', 'office_payments._id_');
      const isEnded = error instanceof AppError && error.code === 'payment_in_progress';
      if (!isTwin && !(isEnded && wait > 0)) throw error;
    }
    const booked = await known();
    if (booked) return booked;
    await sleep(wait);
  }
  throw paymentInProgress();
}

/** What was booked of a payment with the same id. Throws 422 when its details were others. */
async function knownPayment({ _id, requestHash }: OfficePaymentRecord): Promise<Recorded | undefined> {
  const payment = await readOfficePayment(_id);
  if (!payment) return undefined;
  if (payment.requestHash !== requestHash)
    throw new AppError(422, 'idempotency_mismatch', 'This payment was already recorded with other details.');
  return { payment, entries: await findEntries(entryIdsOf(payment)) };
}

/** The ledger entries of a payment: received, and assigned where the payer was unknown. */
export const entryIdsOf = ({ _id }: Pick<OfficePaymentRecord, '_id'>) => [`cash:${_id}`, `assigned:${_id}`];

/** The posting that holds what an unknown payer gave; `sign` is -1 to add it, and 1 to take it out. */
const unknownPosting = ({ _id, amount, organizationNumber }: OfficePaymentRecord, sign: 1 | -1): Posting => ({
  account: `unknown:${_id}`,
  amount: cents(sign * amount),
  organizationNumber,
});

/** Puts the receipt of a payment among the mails. */
async function mailReceipt(
  to: string,
  member: MemberRecord,
  { _id, checkNumber }: OfficePaymentRecord,
  { entry, lines }: { entry: LedgerEntry; lines: readonly Line[] },
  recording: Recording,
  session: Session,
): Promise<void> {
  const booked = { entries: [entry], dues: lines.map(({ donation }) => donation), checkNumber };
  await queueMail(officeReceiptMail(to, member, _id, booked, recording), recording.now, session);
}

const changesOf = ({ _id, amount, method }: OfficePaymentRecord) => [
  { field: 'receivedAmount', from: null, to: amount },
  { field: 'method', from: null, to: OFFICE_METHOD_NAMES[method] },
  { field: 'receipt', from: null, to: receiptNumber(_id) },
];

/** A change of the money of an organization, for the history. */
export async function organizationChange(organizationNumber: string, action: AuditAction) {
  const organization = await findOrganization(organizationNumber);
  const label = organization?.organizationName ?? organizationNumber;
  return {
    organizationNumber,
    action,
    subject: { type: 'organization', id: organizationNumber, label } as const,
  };
}

/**
 * Books the payment of an unknown payer as a member's: it pays the oldest dues of the household, and the rest is credit.
 * Throws 409 when the payer is known, or the payment was taken back.
 */
export async function assignPayment(
  payment: OfficePaymentRecord,
  member: MemberRecord,
  recording: Recording,
): Promise<Recorded> {
  const known = async () => {
    const now = await readOfficePayment(payment._id);
    if (now && (now.memberId !== null || now.removed))
      throw conflict('assigned', 'Somebody assigned this payment, or took it back.');
    return undefined;
  };
  await known();
  const donations = await duesOf(member, { ...payment, lines: null }, recording);
  const to = await receiptAddressOf(member);
  const payer = { memberId: member._id, ...(to !== undefined && { isReceiptMailed: true as const }) };
  return bookOnce(donations, recording.now, known, async (left, session) => {
    if (!(await setPayerOf(payment._id, payer, session)))
      throw conflict('assigned', 'Somebody assigned this payment, or took it back.');
    const lines = allocate({ ...payment, lines: null }, donations, left, recording.now);
    const postings = [
      unknownPosting(payment, 1),
      ...creditedPostings(member, payment.amount, lines, payment.organizationNumber),
    ];
    const entry = ledgerEntryOf(`assigned:${payment._id}`, payment, postings, recording);
    const change = memberChange(member, 'payment.assigned', { changes: changesOf(payment) });
    await recordChanges([change], recording.author, recording.now, session);
    const assigned = { ...payment, ...payer };
    if (to !== undefined) await mailReceipt(to, member, assigned, { entry, lines }, recording, session);
    return { payment: assigned, entries: [entry] };
  });
}

/**
 * Takes a payment back: the opposite entries are booked, so that its dues are owed again. Throws 409 when it was taken
 * back, or assigned after `payment` was read, when its credit was used, and while somebody pays the same dues.
 */
export async function removePayment(
  payment: OfficePaymentRecord,
  reason: string | undefined,
  { author, now }: Booking,
  lock: (session: Session) => Promise<void>,
): Promise<void> {
  const entries = await findEntries(entryIdsOf(payment));
  const donationIds = [...new Set(entries.flatMap((entry) => entry.donationIds))];
  const creditOf = [...new Set(entries.flatMap((entry) => entry.creditOf ?? []))];
  await bookClaimed({ donationIds, creditOf }, now, async ({ owed, credit }, session) => {
    if (owed.size < donationIds.length || credit.size < creditOf.length) throw paymentInProgress();
    const isUsed = creditOf.some((id) => (credit.get(id) ?? 0) < creditedTo(creditAccount(id), entries));
    if (isUsed) throw conflict('credit_used', 'What was paid ahead with it is used. Nothing was taken back.');
    await lock(session);
    const removed = { by: author.name, at: now, reason: reason ?? null };
    if (!(await setRemoved(payment, removed, session)))
      throw (await readOfficePayment(payment._id))?.removed
        ? conflict('removed', 'Somebody took this payment back before.')
        : conflict('assigned', 'Somebody assigned this payment to a member. Nothing was taken back.');
    await withdrawMail(officeReceiptId(payment._id), session);
    const change = await organizationChange(payment.organizationNumber, 'payment.removed');
    await recordChanges(
      [{ ...change, changes: changesOf(payment), ...(reason !== undefined && { reason }) }],
      author,
      now,
      session,
    );
    const reversed = entries.map((entry) => ({
      ...entry,
      _id: `reversed:${entry._id}`,
      entryDt: now,
      postings: entry.postings.map((posting) => ({ ...posting, amount: cents(-posting.amount) })),
      total: cents(-entry.total),
      recordedBy: author.email,
    }));
    return { entries: reversed, result: undefined };
  });
}

function newPayment(
  organizationNumber: string,
  member: MemberRecord | undefined,
  entered: Entered,
  { author, now, timeZone }: Recording,
  batch: InBatch | undefined,
): OfficePaymentRecord {
  const { entryId, amount, method, checkNumber, note, payerName } = entered;
  const named = entered.lines?.map((line) => ({ donationId: line.donation_id, amount: line.amount }));
  const lines = (member && named) ?? null;
  if (lines && sumCents(lines.map((line) => line.amount)) > amount)
    throw invalid([{ path: 'lines', message: 'The dues are more than the amount' }]);
  const today = calendarDateOf(now, timeZone);
  const day = entered.paidDt ?? today;
  if (day > today) throw invalid([{ path: 'paidDt', message: 'This day is still to come' }]);
  const details = {
    batchId: batch?.batchId ?? null,
    memberId: member?._id ?? null,
    amount,
    method,
    checkNumber: checkNumber || null,
    lines,
  };
  return {
    _id: entryId,
    ...details,
    requestHash: sha256(JSON.stringify(details)),
    payerName: payerName || null,
    organizationNumber,
    note: note || null,
    paidDt: day === today ? now : startOfDay(day, timeZone),
    recordedBy: author.email,
    createdDt: now,
    depositId: null,
  };
}

/** The dues that a payment may pay: those it names, or all of the household. */
async function duesOf(
  member: MemberRecord | undefined,
  { lines }: Pick<OfficePaymentRecord, 'lines'>,
  { now, mayRecordAt }: Recording,
): Promise<OwedDonation[]> {
  if (!member) return [];
  if (!lines) return payableOf(member, now);
  const donations = await findDonations(lines.map(({ donationId }) => donationId));
  const isMissing = donations.length < lines.length;
  const numbers = new Set(donations.map(({ organizationNumber }) => organizationNumber));
  const areAllowed = await Promise.all([...numbers].map(mayRecordAt));
  if (isMissing || areAllowed.includes(false))
    throw invalid([{ path: 'lines', message: 'There are no such dues' }]);
  return donations;
}

type Line = { donation: OwedDonation; amount: Cents };

/** What is paid of which dues: what was asked for, or the oldest first; never more than is owed. */
function allocate(
  { amount, lines }: OfficePaymentRecord,
  donations: readonly OwedDonation[],
  { owed }: Left,
  now: Date,
): Line[] {
  const open = donations.map((donation) => ({
    donation,
    dueDt: donation.run.endDt,
    balance: owed.get(donation._id) ?? ZERO,
  }));
  if (lines) {
    const asked = new Map(lines.map((line) => [line.donationId, line.amount]));
    return open
      .map(({ donation, balance }) => ({
        donation,
        amount: cents(Math.min(balance, asked.get(donation._id) ?? 0)),
      }))
      .filter((line) => line.amount > 0);
  }
  const payable = open.filter(({ donation }) => payableBalance(donation, now) > 0);
  const all = sumCents(payable.map(({ balance }) => balance));
  const allocated = allocateOldestFirst(payable, amount < all ? amount : all) ?? [];
  return allocated.map(({ due, amount: part }) => ({ donation: due.donation, amount: part }));
}

/** The postings that credit dues, and the member with what is left. */
function creditedPostings(
  member: MemberRecord,
  amount: Cents,
  lines: readonly Line[],
  organizationNumber: string,
): Posting[] {
  const rest = cents(amount - sumCents(lines.map((line) => line.amount)));
  return [
    ...lines.map((line) =>
      donationPosting({
        donationId: line.donation._id,
        organizationNumber: line.donation.organizationNumber,
        amount: line.amount,
      }),
    ),
    ...(rest > 0 ? [{ account: creditAccount(member._id), amount: cents(-rest), organizationNumber }] : []),
  ];
}

function ledgerEntryOf(
  _id: string,
  { method, paidDt, amount }: OfficePaymentRecord,
  postings: readonly Posting[],
  { author, currency }: Recording,
): LedgerEntry {
  const idsOf = (prefix: string) =>
    postings.flatMap(({ account }) => (account.startsWith(prefix) ? [account.slice(prefix.length)] : []));
  const creditOf = idsOf(creditAccount(''));
  return {
    _id,
    kind: method,
    entryDt: paidDt,
    postings: [...postings],
    donationIds: idsOf(donationAccount('')),
    ...(creditOf.length && { creditOf }),
    total: amount,
    currency,
    providerRef: null,
    recordedBy: author.email,
  };
}

/** What was booked of a payment, on the wire. */
export async function presentRecorded({ payment, entries }: Recorded): Promise<OfficePayment> {
  const donations = await findDonations([...new Set(entries.flatMap(({ donationIds }) => donationIds))]);
  return {
    receipt_number: receiptNumber(payment._id),
    lines: inOrder(donations).map((donation) => ({
      donation_id: donation._id,
      ...described(donation),
      amount: paidOn(donation._id, entries),
    })),
    credit: payment.memberId === null ? ZERO : creditedTo(creditAccount(payment.memberId), entries),
    isReceiptMailed: payment.isReceiptMailed === true,
  };
}
