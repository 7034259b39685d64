/** Receipts of money that the office received without a card: the PDF, and the mail. */
import { showDateInWords } from '@kinfold/domain/dates';
import { cents, showMoney, sumCents, type Cents } from '@kinfold/domain/money';
import { OFFICE_METHOD_NAMES, OFFICE_METHODS } from '@kinfold/domain/office-payment';
import { creditAccount, creditedTo, organizationsText, receiptNumber } from '@kinfold/domain/payment';
import { mailAddressOf } from '@kinfold/domain/preferred-way';
import type { Config } from '../../../platform/config.ts';
import type { Mail } from '../../../platform/mailer.ts';
import { mailLayout } from '../../../platform/mail-layout.ts';
import { notFound } from '../../../platform/problem.ts';
import { findStoredDonations } from '../../funds/donations/donation.service.ts';
import type { MemberGrant } from '../../identity/access/member-access.service.ts';
import { findEmailsOfMembers } from '../../identity/users/user.service.ts';
import { findMember, fullName, type MemberRecord } from '../../people/members/member.service.ts';
import { findEntries, type LedgerEntry } from '../ledger/ledger.service.ts';
import type { PaidLine } from '../ledger/member-payments.service.ts';
import { asPaid, findPayment } from '../ledger/payment.service.ts';
import {
  paidReceiptPdf,
  renderReceipt,
  type ReceiptContent,
  type ReceiptPdf,
} from '../receipts/payment-pdfs.service.ts';
import { receiptRows } from '../receipts/receipt.service.ts';
import { readOfficePayment } from './office-payment.model.ts';

type Site = Pick<Config, 'TIME_ZONE' | 'CURRENCY'>;

/** Dues as a receipt names them. */
type NamedDues = Pick<
  Awaited<ReturnType<typeof findStoredDonations>>[number],
  '_id' | 'campaignName' | 'campaignRunName' | 'organizationName' | 'primaryMember'
>;

/**
 * The receipt of a payment that a member made, by card or at the office; for the office also of what others paid by card
 * for them. Of what another member gave the office for them, they and their family see their own lines. Throws 404 for any other payment, and until it is paid.
 */
export async function memberReceiptPdf(
  { member, capacity }: MemberGrant,
  paymentId: string,
  site: Site,
): Promise<ReceiptPdf> {
  const payment = await findPayment(paymentId);
  const isTheirs =
    payment?.memberId === member._id || (capacity === 'staff' && payment?.payeeMemberId === member._id);
  const paid = payment && isTheirs ? await asPaid(payment) : undefined;
  if (paid) return paidReceiptPdf(paid, site);
  const receipt = payment ? undefined : await officeReceipt(member, paymentId, capacity === 'staff');
  if (!receipt) throw notFound('There is no receipt at this address.');
  return renderReceipt(receipt, site);
}

async function officeReceipt(
  member: MemberRecord,
  paymentId: string,
  isStaff: boolean,
): Promise<ReceiptContent | undefined> {
  const ids = [`cash:${paymentId}`, `assigned:${paymentId}`];
  const found = new Map(
    (await findEntries([...ids, ...ids.map((id) => `reversed:${id}`)])).map((entry) => [entry._id, entry]),
  );
  const entries = ids.flatMap((id) => found.get(id) ?? []);
  const [received] = entries;
  if (!received) return undefined;
  const dues = await findStoredDonations(entries.flatMap(({ donationIds }) => donationIds));
  const stored = await readOfficePayment(paymentId);
  const payers = [stored?.memberId, ...entries.flatMap(({ creditOf = [] }) => creditOf)];
  const own = dues.filter(({ primaryMember }) => primaryMember._id === member._id);
  const isPayer = payers.includes(member._id);
  if (!isPayer && !own.length) return undefined;
  const payer = (await findMember(stored?.memberId ?? '')) ?? member;
  const whole = receiptOf(payer, paymentId, { entries, dues, checkNumber: stored?.checkNumber ?? null });
  const reversed = found.get(`reversed:cash:${paymentId}`);
  const backOf = (amount: Cents) =>
    reversed ? [{ at: reversed.entryDt, what: 'Taken back by the office', amount }] : [];
  if (isStaff || isPayer) return { ...whole, back: backOf(reversed?.total ?? cents(0)) };
  const part = receiptOf(payer, paymentId, { entries, dues: own, checkNumber: null });
  const lines = part.lines.filter(({ donationId }) => donationId !== null);
  const total = sumCents(lines.map(({ amount }) => amount));
  return { ...part, lines, total, back: backOf(cents(0 - total)) };
}

/** The receipt of what was booked of a payment. */
function receiptOf(
  member: MemberRecord,
  _id: string,
  {
    entries,
    dues,
    checkNumber,
  }: { entries: readonly LedgerEntry[]; dues: readonly NamedDues[]; checkNumber: string | null },
): ReceiptContent {
  const [received] = entries;
  const method = OFFICE_METHODS.find((one) => one === received?.kind) ?? 'other';
  const paidFor = fullName(member);
  const lines = dues.map((due): PaidLine => {
    const { campaignName, campaignRunName, organizationName, primaryMember } = due;
    const amount = creditedTo(`donation:${due._id}`, entries);
    const description = `${campaignName}: ${campaignRunName}`;
    return { donationId: due._id, description, paidFor: fullName(primaryMember), organizationName, amount };
  });
  const creditors = [...new Set(entries.flatMap(({ creditOf = [] }) => creditOf))];
  const ahead = cents(creditors.reduce((sum, id) => sum + creditedTo(creditAccount(id), entries), 0));
  const { organizationName } = member;
  return {
    _id,
    payer: member,
    paidDt: received?.entryDt ?? new Date(0),
    how: [['Received as', checkNumber ? `Check ${checkNumber}` : OFFICE_METHOD_NAMES[method]]],
    lines: [
      ...lines,
      ...(ahead > 0
        ? [{ donationId: null, description: 'Paid ahead', paidFor, organizationName, amount: ahead }]
        : []),
    ],
    total: received?.total ?? cents(0),
    back: [],
  };
}

/** The `_id` in the outbox of the receipt of a payment. */
export const officeReceiptId = (paymentId: string) => `${paymentId}:office-receipt`;

/** The address to which receipts of a member are mailed; undefined where they are printed, as for a member who has died. */
export async function receiptAddressOf(member: MemberRecord): Promise<string | undefined> {
  if (member.deceasedDt !== null) return undefined;
  const signInEmail = (await findEmailsOfMembers([member._id])).get(member._id) ?? null;
  return mailAddressOf({ ...member, signInEmail });
}

/** The receipt mail of what was booked of a payment. */
export function officeReceiptMail(
  to: string,
  member: MemberRecord,
  paymentId: string,
  booked: Parameters<typeof receiptOf>[2],
  { timeZone, currency }: { timeZone: string; currency: string },
): Mail & { _id: string } {
  const { lines, total, paidDt, how } = receiptOf(member, paymentId, booked);
  const money = (amount: Cents) => showMoney(amount, currency);
  const number = receiptNumber(paymentId);
  const date = showDateInWords(paidDt, timeZone);
  const organizations = organizationsText(lines);
  return {
    _id: officeReceiptId(paymentId),
    to,
    subject: `Receipt ${number}: ${money(total)} to ${organizations}`,
    ...mailLayout({
      title: 'Thank you for your donation!',
      paragraphs: [`${organizations} received ${money(total)} on ${date}.`],
      rows: [
        ...receiptRows({ number, date, organizations, lines }, money),
        ...how.map(([label, value]) => ({ label, value })),
        { label: 'Total', value: money(total), isTotal: true },
      ],
      closing: ['Keep this receipt for your records.'],
    }),
  };
}
