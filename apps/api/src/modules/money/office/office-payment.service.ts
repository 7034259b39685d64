/**
 * Money that the office received without a card, from a member (rules.md "Payments without a card"). It pays dues, and
 * what is left becomes credit: money that is there is never refused because somebody else paid the same dues. Amounts
 * are integer cents.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { calendarDateOf, startOfDay } from '@kinfold/domain/dates';
import { allocateOldestFirst, payableBalance } from '@kinfold/domain/donation';
import { cents, dollarsFromCents, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import {
  OFFICE_METHOD_NAMES,
  type HouseholdDues,
  type OfficePayment,
  type OfficePaymentForm,
} from '@kinfold/domain/office-payment';
import { creditAccount, creditedTo, paidOn, receiptNumber } from '@kinfold/domain/payment';
import { isDuplicateKey } from '../../../platform/database.ts';
import { sha256 } from '../../../platform/hash.ts';
import { AppError, invalid } from '../../../platform/problem.ts';
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
import { insertOfficePayment, readOfficePayment, type OfficePaymentRecord } from './office-payment.model.ts';

/** Dues that somebody else holds are waited for this long before their part becomes credit. */
const WAITS_MS = [150, 400, 800];

type Recording = Booking & {
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

/**
 * Records a payment; the same `entryId` again returns what was booked. Throws 422 for the same id with other details, for
 * a day to come, for lines above the amount, and for dues for which the author may not record payments.
 */
export async function recordPayment(
  member: MemberRecord,
  form: OfficePaymentForm,
  recording: Recording,
): Promise<OfficePayment> {
  const payment = newPayment(member, form, recording);
  if (!(await insertOfficePayment(payment))) {
    const known = await readOfficePayment(payment._id);
    if (known?.requestHash !== payment.requestHash)
      throw new AppError(
        422,
        'idempotency_mismatch',
        'This payment was already recorded with other details.',
      );
  }
  return bookPayment(member, payment, await duesOf(member, payment, recording), recording);
}

function newPayment(
  member: MemberRecord,
  form: OfficePaymentForm,
  { author, now, timeZone }: Recording,
): OfficePaymentRecord {
  const { entryId, amount, method, checkNumber, note } = form;
  const lines = form.lines?.map((line) => ({ donationId: line.donation_id, amount: line.amount })) ?? null;
  if (lines && sumCents(lines.map((line) => line.amount)) > amount)
    throw invalid([{ path: 'lines', message: 'The dues are more than the amount' }]);
  const today = calendarDateOf(now, timeZone);
  const day = form.paidDt ?? today;
  if (day > today) throw invalid([{ path: 'paidDt', message: 'This day is still to come' }]);
  const details = { memberId: member._id, amount, method, checkNumber: checkNumber ?? null, lines };
  return {
    _id: entryId,
    ...details,
    requestHash: sha256(JSON.stringify(details)),
    organizationNumber: member.organizationNumber,
    note: note || null,
    paidDt: day === today ? now : startOfDay(day, timeZone),
    recordedBy: author.email,
    createdDt: now,
  };
}

/** The dues that a payment may pay: those it names, or all of the household. */
async function duesOf(
  member: MemberRecord,
  { lines }: OfficePaymentRecord,
  { now, mayRecordAt }: Recording,
): Promise<OwedDonation[]> {
  if (!lines) return payableOf(member, now);
  const donations = await findDonations(lines.map(({ donationId }) => donationId));
  const isMissing = donations.length < lines.length;
  const numbers = new Set(donations.map(({ organizationNumber }) => organizationNumber));
  const areAllowed = await Promise.all([...numbers].map(mayRecordAt));
  if (isMissing || areAllowed.includes(false))
    throw invalid([{ path: 'lines', message: 'There are no such dues' }]);
  return donations;
}

const entryIdOf = ({ _id }: Pick<OfficePaymentRecord, '_id'>) => `cash:${_id}`;

async function bookPayment(
  member: MemberRecord,
  payment: OfficePaymentRecord,
  donations: readonly OwedDonation[],
  recording: Recording,
): Promise<OfficePayment> {
  const { author, now } = recording;
  const ids = donations.map(({ _id }) => _id);
  for (const wait of [...WAITS_MS, undefined]) {
    const [booked] = await findEntries([entryIdOf(payment)]);
    if (booked) return presentBooked(payment, booked);
    try {
      const entry = await bookClaimed({ donationIds: ids }, now, async (left, session) => {
        // Somebody holds some of them: perhaps only for a moment.
        if (wait !== undefined && left.owed.size < ids.length) return { entries: [], result: undefined };
        const made = entryOf(member, payment, allocate(payment, donations, left, now), recording);
        const changes = [
          { field: 'receivedAmount', from: null, to: payment.amount },
          { field: 'method', from: null, to: OFFICE_METHOD_NAMES[payment.method] },
          { field: 'receipt', from: null, to: receiptNumber(payment._id) },
        ];
        const change = memberChange(member, 'payment.recorded', { changes });
        await recordChanges([change], author, now, session);
        return { entries: [made], result: made };
      });
      if (entry) return await presentBooked(payment, entry);
    } catch (error) {
      // A twin of this request booked it, or the sweep ended the claims of a slow one.
      const isTwin = isDuplicateKey(error, 'ledger_entries._id_');
      const isEnded = error instanceof AppError && error.code === 'payment_in_progress';
      if (!isTwin && !(isEnded && wait !== undefined)) throw error;
    }
    await sleep(wait ?? 0);
  }
  const [booked] = await findEntries([entryIdOf(payment)]);
  if (!booked) throw new Error(`payment ${payment._id} is not booked`);
  return presentBooked(payment, booked);
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

function entryOf(
  member: MemberRecord,
  payment: OfficePaymentRecord,
  lines: readonly Line[],
  { author, currency }: Recording,
): LedgerEntry {
  const { amount, method, paidDt, organizationNumber } = payment;
  const rest = cents(amount - sumCents(lines.map((line) => line.amount)));
  const credit = { account: creditAccount(member._id), amount: cents(-rest), organizationNumber };
  return {
    _id: entryIdOf(payment),
    kind: method,
    entryDt: paidDt,
    postings: [
      { account: `offline:${method}`, amount },
      ...lines.map((line) =>
        donationPosting({
          donationId: line.donation._id,
          organizationNumber: line.donation.organizationNumber,
          amount: line.amount,
        }),
      ),
      ...(rest > 0 ? [credit] : []),
    ],
    donationIds: lines.map(({ donation }) => donation._id),
    ...(rest > 0 && { creditOf: [member._id] }),
    total: amount,
    currency,
    providerRef: null,
    recordedBy: author.email,
  };
}

async function presentBooked(
  { _id, memberId }: OfficePaymentRecord,
  entry: LedgerEntry,
): Promise<OfficePayment> {
  const donations = await findDonations(entry.donationIds);
  return {
    receipt_number: receiptNumber(_id),
    lines: inOrder(donations).map((donation) => ({
      donation_id: donation._id,
      ...described(donation),
      amount: paidOn(donation._id, [entry]),
    })),
    credit: creditedTo(creditAccount(memberId), [entry]),
  };
}
