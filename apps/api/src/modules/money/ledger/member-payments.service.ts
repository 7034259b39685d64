/**
 * The payment history of a member: all payments by them, and all payments by anybody on the memberships that they pay
 * for, or that cover them and whose primary member's account is linked to theirs, including last payments from before.
 * The ledger is the source. Amounts are integer cents.
 */
import type * as z from 'zod/v4/core';
import { cents, sumCents, ZERO } from '@kinfold/domain/money';
import type { Page } from '@kinfold/domain/pagination';
import {
  creditAccount,
  creditedTo,
  donationAccount,
  FEE_ACCOUNT,
  type MemberPaymentPage,
} from '@kinfold/domain/payment';
import { portalName } from '../../../platform/portal.ts';
import { pageOfAll, presentPage } from '../../../platform/lists.ts';
import { findDuesOf, type DonationRecord } from '../../funds/donations/donation.service.ts';
import {
  findMembers,
  fullName,
  isErased,
  linkedPrimaryIds,
  type MemberRecord,
} from '../../people/members/member.service.ts';
import {
  findMembershipsCovering,
  type MembershipRecord,
} from '../../funds/memberships/membership.service.ts';
import { chargeEntryId, ledgerEntries, paymentIdOfCharge, type LedgerEntry } from './ledger.model.ts';
import { entriesBackOf } from './ledger.service.ts';
import { presentPayment, type PaidLine, type PaymentOfMember } from './ledger.presenter.ts';
import { payments, type PaymentRecord } from './payment.model.ts';

export type { PaidLine, PaymentOfMember };

type Paid = Pick<LedgerEntry, '_id' | 'entryDt'>;
type Sources = {
  /** Whose payments they are: the member, for a statement also the dead of the household. */
  people: readonly MemberRecord[];
  newestFirst: Paid[];
  ownIds: Set<string>;
  donations: Map<string, DonationRecord>;
  /** The memberships of payments from before, by entry. */
  openings: Map<string, MembershipRecord>;
};

/** The times of all payments of some people, newest first. */
export async function paymentTimes(people: readonly MemberRecord[]): Promise<Date[]> {
  return (await sourcesOf(people)).newestFirst.map(({ entryDt }) => entryDt);
}

/** The payments of some people whose time `isWanted`, newest first; each payment once. */
export async function findPaymentsAt(
  people: readonly MemberRecord[],
  isWanted: (paidDt: Date) => boolean,
): Promise<PaymentOfMember[]> {
  const sources = await sourcesOf(people);
  return read(
    sources.newestFirst.filter(({ entryDt }) => isWanted(entryDt)),
    sources,
  );
}

/** A page of payments, newest first, with the total count; dates are in the time zone. */
export async function findPaymentPage(
  member: MemberRecord,
  page: Page,
  timeZone: string,
): Promise<z.input<typeof MemberPaymentPage>> {
  const sources = await sourcesOf([member]);
  const { rows, ...counts } = pageOfAll(sources.newestFirst, page);
  const found = { ...counts, rows: await read(rows, sources) };
  return presentPage('payments', found, (payment) => presentPayment(payment, timeZone));
}

/** The ids and times of all payments, from two queries merged and sorted, and what `read` needs. */
async function sourcesOf(people: readonly MemberRecord[]): Promise<Sources> {
  const ids = people.map(({ _id }) => _id);
  const found = (await Promise.all(people.map(membershipsOf))).flat();
  const memberships = [...new Map(found.map((membership) => [membership._id, membership])).values()];
  const [dues, own] = await Promise.all([
    findDuesOf(memberships),
    payments()
      .find({ memberId: { $in: ids } }, { projection: { _id: 1 } })
      .toArray(),
  ]);
  const donations = new Map(dues.map((donation) => [donation._id, donation]));
  const ownIds = new Set(own.map(({ _id }) => chargeEntryId(_id)));
  const openings = new Map(
    memberships.flatMap((membership) =>
      membership.openingEntryId ? [[membership.openingEntryId, membership] as const] : [],
    ),
  );
  const projection = { entryDt: 1 };
  const [onDues, onCredit, byId, back] = await Promise.all([
    ledgerEntries()
      .find({ donationIds: { $in: [...donations.keys()] }, kind: { $nin: NOT_PAYMENTS } }, { projection })
      .toArray(),
    ledgerEntries()
      .find({ creditOf: { $in: ids }, kind: { $nin: [...NOT_PAYMENTS, 'opening'] } }, { projection })
      .toArray(),
    ledgerEntries()
      .find({ _id: { $in: [...ownIds, ...openings.keys()] } }, { projection })
      .toArray(),
    own.length ? entriesBackOf(own.map(({ _id }) => _id)).toArray() : [],
  ]);
  const unique = new Map([...onDues, ...onCredit, ...byId, ...back].map((entry) => [entry._id, entry]));
  const newestFirst = [...unique.values()].toSorted(
    (a, b) => b.entryDt.getTime() - a.entryDt.getTime() || (a._id < b._id ? 1 : -1),
  );
  return { people, newestFirst, ownIds, donations, openings };
}

/** The memberships that a member pays for, and those that cover them where the account of who pays is linked. */
async function membershipsOf(member: MemberRecord): Promise<MembershipRecord[]> {
  const linked = await linkedPrimaryIds(member);
  return (await findMembershipsCovering(member._id)).filter(
    ({ primaryMemberId, members }) =>
      primaryMemberId === member._id ||
      (linked.includes(primaryMemberId) &&
        members.some(({ member_id, isActive }) => member_id === member._id && isActive !== false)),
  );
}

/** Reads payments in full, in the given order. */
async function read(
  wanted: readonly Paid[],
  { people, ownIds, donations, openings }: Sources,
): Promise<PaymentOfMember[]> {
  const ids = wanted.map(({ _id }) => _id);
  const entries = await ledgerEntries()
    .find({ _id: { $in: ids } })
    .toArray();
  const charged = [...ids, ...entries.map(({ paymentId = '' }) => chargeEntryId(paymentId))];
  const ownPaymentIds = charged.filter((id) => ownIds.has(id)).map((id) => id.replace(/^charge:/, ''));
  const own = await payments()
    .find({ _id: { $in: ownPaymentIds } })
    .toArray();
  const payerOf = await neighborsOf(entries.filter(({ _id }) => !ownIds.has(_id)));
  const entriesById = new Map(entries.map((entry) => [entry._id, entry]));
  const ownById = new Map(own.map((payment) => [chargeEntryId(payment._id), payment]));
  return ids.flatMap((id): PaymentOfMember | [] => {
    const entry = entriesById.get(id);
    if (!entry) return [];
    const payment = ownById.get(id);
    const returned = entry.paymentId === undefined ? undefined : ownById.get(chargeEntryId(entry.paymentId));
    if (returned) return paymentBack(entry, returned, people);
    const before = openings.get(id);
    return {
      paidDt: entry.entryDt,
      paymentId: payment?._id ?? null,
      receiptId: payment?._id ?? officeReceiptId(entry, people, donations),
      method: methodOf(entry, payment, payerOf.get(id)),
      isFromBefore: before !== undefined,
      lines:
        payment?.lines ??
        (before
          ? [lineBefore(entry, before)]
          : [...linesOf(entry, donations), ...people.flatMap((member) => creditLines(entry, member))]),
      processingFee: payment?.processingFee ?? ZERO,
    };
  });
}

/** What went back of a payment by one of these people, as negative amounts; what came again may be credit of who paid. */
function paymentBack(
  entry: LedgerEntry,
  payment: PaymentRecord,
  people: readonly MemberRecord[],
): PaymentOfMember {
  const amountOf = (account: string) =>
    cents(-sumCents(entry.postings.filter((one) => one.account === account).map(({ amount }) => amount)));
  return {
    paidDt: entry.entryDt,
    paymentId: payment._id,
    receiptId: payment._id,
    method: methodOf(entry, payment),
    isFromBefore: false,
    lines: [
      ...payment.lines
        .map((line): PaidLine => ({ ...line, amount: amountOf(donationAccount(line.donationId)) }))
        .filter(({ amount }) => amount !== 0),
      ...people.flatMap((member) => creditLines(entry, member)),
    ],
    processingFee: amountOf(FEE_ACCOUNT),
  };
}

/** The id of the receipt of money without a card: where it paid dues or became credit of these people. */
function officeReceiptId(
  { _id, donationIds, creditOf = [] }: LedgerEntry,
  people: readonly MemberRecord[],
  donations: ReadonlyMap<string, DonationRecord>,
): string | null {
  const [, id] = /^(?:cash|assigned):([0-9a-f-]{36})$/.exec(_id) ?? [];
  const payers = [...donationIds.map((donation) => donations.get(donation)?.primaryMember._id), ...creditOf];
  return id !== undefined && people.some((member) => payers.includes(member._id)) ? id : null;
}

/** The lines on the member's dues of an entry by another payer or of an offline receipt. */
function linesOf(
  { kind, postings }: LedgerEntry,
  donations: ReadonlyMap<string, DonationRecord>,
): PaidLine[] {
  return postings.flatMap(({ account, amount }): PaidLine | [] => {
    const donation = donations.get(account.replace(/^donation:/, ''));
    if (!donation) return [];
    const { _id, campaignName, campaignRunName, organizationName, organizationNumber, primaryMember } =
      donation;
    return {
      organizationNumber,
      ...(!isByCard(kind) && { holderId: primaryMember._id }),
      donationId: _id,
      description: `${campaignName}: ${campaignRunName}`,
      paidFor: fullName(primaryMember),
      organizationName,
      amount: cents(-amount),
    };
  });
}

/** The part of an entry that became credit of a member, or was paid back to them. */
function creditLines(entry: LedgerEntry, member: MemberRecord): PaidLine[] {
  const amount = creditedTo(creditAccount(member._id), [entry]);
  if (amount === 0) return [];
  const description = amount > 0 ? 'Paid ahead' : 'Credit that was paid back';
  const { organizationName, _id: holderId } = member;
  const organizationNumber = entry.postings.find(
    ({ account }) => account === creditAccount(holderId),
  )?.organizationNumber;
  const of = { holderId, ...(organizationNumber !== undefined && { organizationNumber }) };
  return [{ ...of, donationId: null, description, paidFor: fullName(member), organizationName, amount }];
}

/** The line of a payment from before, whose dues are not known here. */
function lineBefore(
  { total }: LedgerEntry,
  { campaignId, campaignName, organizationName, primaryMemberId, primaryMember }: MembershipRecord,
): PaidLine {
  return {
    donationId: null,
    membership: { campaignId, primaryMemberId },
    description: `${campaignName}: last payment before ${portalName()}`,
    paidFor: fullName(primaryMember),
    organizationName,
    amount: total,
  };
}

const isByCard = (kind: LedgerEntry['kind']) => kind === 'charge' || kind === 'refund' || kind === 'dispute';

/** Entries that are no payments: waivers, and the use of what was paid before. */
const NOT_PAYMENTS: LedgerEntry['kind'][] = ['waiver', 'credit'];

const WITHOUT_CARD = {
  cash: 'Cash',
  check: 'Check',
  zelle: 'Zelle',
  other: 'Received by the office',
  opening: 'From the fund’s earlier records',
  waiver: 'Waived',
  credit: 'From credit',
  payback: 'Paid back',
  refund: 'Refund to the card',
  dispute: 'Taken back by the cardholder’s bank',
  fund: 'What the fund had before',
  payout: 'Paid out by the fund',
} as const;

function methodOf({ kind, card }: LedgerEntry, payment: PaymentRecord | undefined, payer?: string): string {
  if (kind !== 'charge') return WITHOUT_CARD[kind];
  if (!payment) return payer === undefined ? 'Card, by somebody else' : `Card, paid by ${payer}`;
  const { cardType, last4 } = card ?? payment.card;
  const name = last4 ? `${cardType ?? 'Card'} ending ${last4}` : (cardType ?? 'Card');
  return payment.byAutopay ? `${name}, by autopay` : name;
}

/** Who paid charges by the reference on a letter, as `Ruth A.`, by the id of the entry. */
async function neighborsOf(entries: readonly LedgerEntry[]): Promise<Map<string, string>> {
  const ids = entries.flatMap(({ _id }) => paymentIdOfCharge(_id) ?? []);
  if (!ids.length) return new Map();
  const made = await payments()
    .find({ _id: { $in: ids }, byReference: true }, { projection: { memberId: 1 } })
    .toArray();
  const people = new Map(
    (await findMembers(made.flatMap(({ memberId }) => memberId ?? []))).map((one) => [one._id, one]),
  );
  return new Map(
    made.flatMap(({ _id, memberId }) => {
      const payer = people.get(memberId ?? '');
      return payer && !isErased(payer) ? [[chargeEntryId(_id), shortName(payer)] as const] : [];
    }),
  );
}

/** A first name with the first letter of the last name. */
const shortName = ({ firstNm, lastNm }: Pick<MemberRecord, 'firstNm' | 'lastNm'>) =>
  lastNm ? `${firstNm} ${[...lastNm][0]}.` : firstNm;
