/**
 * Yearly statements: every payment by a member, and every payment on the memberships that cover them, whoever made it.
 * The ledger is the source, and the year is that of its entries (UTC). Amounts are integer cents.
 */
import { receiptNumber } from '@kinfold/domain/payment';
import { cents, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import { findDonations, findDues, type DonationRecord } from '../donations/donation.service.ts';
import type { MemberRecord } from '../members/member.service.ts';
import { findMembershipsCovering } from '../memberships/membership.service.ts';
import { ledgerEntries, type LedgerEntry } from './ledger.model.ts';
import { payments, type PaymentRecord } from './payment.model.ts';

/** One payment on one donation. */
export type StatementLine = {
  paidDt: Date;
  /** The receipt's number of a payment by the member; null for what others paid or what came without a card. */
  receiptNumber: string | null;
  method: string;
  description: string;
  paidFor: string;
  amount: Cents;
};

export type Statement = {
  year: number;
  lines: StatementLine[];
  /** What the member paid by card, the fees on it, and what came otherwise or from others. */
  paidByMember: Cents;
  processingFees: Cents;
  paidOtherwise: Cents;
  total: Cents;
};

type Sources = { entries: LedgerEntry[]; own: Map<string, PaymentRecord>; donationIds: Set<string> };

/** The years (UTC) in which a statement has payments, newest first. */
export async function statementYears(member: MemberRecord): Promise<number[]> {
  const { entries } = await sourcesOf(member);
  return [...new Set(entries.map(({ entryDt }) => entryDt.getUTCFullYear()))].toSorted((a, b) => b - a);
}

/** The statement of a year, oldest payment first; a year without payments has no lines. */
export async function statementOf(member: MemberRecord, year: number): Promise<Statement> {
  const sources = await sourcesOf(member);
  const entries = sources.entries
    .filter(({ entryDt }) => entryDt.getUTCFullYear() === year)
    .toSorted((a, b) => a.entryDt.getTime() - b.entryDt.getTime() || (a._id < b._id ? -1 : 1));
  const donations = await findDonations([...new Set(entries.flatMap((entry) => entry.donationIds))]);
  const byId = new Map(donations.map((donation) => [donation._id, donation]));
  const lines = entries.flatMap((entry) => linesOf(entry, sources, byId));
  const isOwn = (line: StatementLine) => line.receiptNumber !== null;
  const paidByMember = sumCents(lines.filter(isOwn).map(({ amount }) => amount));
  const paidOtherwise = sumCents(lines.filter((line) => !isOwn(line)).map(({ amount }) => amount));
  const processingFees = sumCents(entries.map((entry) => feeOf(entry, sources)));
  const total = sumCents([paidByMember, processingFees, paidOtherwise]);
  return { year, lines, paidByMember, processingFees, paidOtherwise, total };
}

async function sourcesOf(member: MemberRecord): Promise<Sources> {
  const memberships = (await findMembershipsCovering(member._id)).filter(
    ({ primaryMemberId, members }) =>
      primaryMemberId === member._id ||
      members.some(({ member_id, isActive }) => member_id === member._id && isActive !== false),
  );
  const [dues, paid] = await Promise.all([
    Promise.all(memberships.map(({ _id }) => findDues(_id))),
    payments().find({ memberId: member._id }).toArray(),
  ]);
  const donationIds = new Set(dues.flat().map(({ _id }) => _id));
  const own = new Map(paid.map((payment) => [`charge:${payment._id}`, payment]));
  const [onDues, byMember] = await Promise.all([
    ledgerEntries()
      .find({ donationIds: { $in: [...donationIds] } })
      .toArray(),
    ledgerEntries()
      .find({ _id: { $in: [...own.keys()] } })
      .toArray(),
  ]);
  const entries = [...new Map([...onDues, ...byMember].map((entry) => [entry._id, entry])).values()];
  return { entries, own, donationIds };
}

/** The lines of an entry: all of the member's own, of others' what they paid on the member's dues. */
function linesOf(
  entry: LedgerEntry,
  { own, donationIds }: Sources,
  donations: ReadonlyMap<string, DonationRecord>,
): StatementLine[] {
  const payment = own.get(entry._id);
  return entry.postings.flatMap(({ account, amount }): StatementLine | [] => {
    const donation = donations.get(account.replace(/^donation:/, ''));
    if (!donation || (!payment && !donationIds.has(donation._id))) return [];
    const { campaignName, campaignRunName, primaryMember } = donation;
    return {
      paidDt: entry.entryDt,
      receiptNumber: payment ? receiptNumber(payment._id) : null,
      method: methodOf(entry, payment),
      description: `${campaignName}: ${campaignRunName}`,
      paidFor: `${primaryMember.firstNm} ${primaryMember.lastNm}`,
      amount: cents(-amount),
    };
  });
}

function methodOf({ kind }: LedgerEntry, payment: PaymentRecord | undefined): string {
  if (kind !== 'charge') return kind === 'cash' ? 'Cash' : 'Check';
  if (!payment) return 'Card, by somebody else';
  const { cardType, last4 } = payment.card;
  return last4 ? `${cardType ?? 'Card'} ending ${last4}` : (cardType ?? 'Card');
}

/** The processing fee of an entry, when the member paid it. */
function feeOf(entry: LedgerEntry, { own }: Sources): Cents {
  if (!own.has(entry._id)) return ZERO;
  return sumCents(
    entry.postings.flatMap(({ account, amount }) => (account === 'processing-fee' ? cents(-amount) : [])),
  );
}
