/**
 * The credit of a household: what its members have paid ahead (rules.md "Credit"). Each payment ahead is on the account of
 * one member, so that nothing has to be moved when households change; a household has what its members have together.
 * Amounts are integer cents.
 */
import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { allocateOldestFirst, payableBalance } from '@kinfold/domain/donation';
import { cents, dollarsFromCents, showMoney, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import {
  OFFICE_METHOD_NAMES,
  type Credit,
  type CreditUseForm,
  type PayBackForm,
} from '@kinfold/domain/office-payment';
import { creditAccount, creditedTo } from '@kinfold/domain/payment';
import type { Author } from '../../../platform/author.ts';
import { groupBy } from '@kinfold/domain/group-by';
import { invalid } from '../../../platform/problem.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import {
  findDonations,
  findPayableDonations,
  type OwedDonation,
} from '../../funds/donations/donation.service.ts';
import {
  findHouseholdMembers,
  readHouseholdMembers,
  findMembers,
  memberChange,
  type MemberRecord,
} from '../../people/members/member.service.ts';
import { paymentInProgress } from '../charges/temporary-claim.service.ts';
import { creditEntriesOf, creditsOf, hasCredit } from '../ledger/credit-entries.service.ts';
import { donationPosting, type LedgerEntry } from '../ledger/ledger.service.ts';
import { bookClaimed, onceOnly, wrongAmount } from './booking.service.ts';

export type Booking = { author: Author; now: Date; currency: string };

/** The members of the household of a member, or the member alone. */
export async function householdOf(member: MemberRecord): Promise<MemberRecord[]> {
  return member.household_id === null ? [member] : findHouseholdMembers(member.household_id);
}

const idsOf = (some: readonly { _id: string }[]) => some.map(({ _id }) => _id);

/** The credit of the household of a member. */
export async function creditAhead(member: MemberRecord): Promise<Cents> {
  if (!(await hasCredit())) return ZERO;
  return sumCents((await creditsOf(idsOf(await householdOf(member)))).values());
}

/** The credit of the household of a member with its entries, on the wire. */
export async function readCredit(member: MemberRecord): Promise<z.input<typeof Credit>> {
  const ids = idsOf(await householdOf(member));
  const entries = await creditEntriesOf(ids);
  const donations = await findDonations(
    entries.flatMap(({ kind, donationIds }) => (kind === 'credit' ? donationIds : [])),
  );
  const runs = new Map(donations.map(({ _id, campaignRunName }) => [_id, campaignRunName]));
  const amountOf = (some: readonly LedgerEntry[]) =>
    sumCents(ids.map((id) => creditedTo(creditAccount(id), some)));
  const rows = entries.map((entry) => ({ entry, amount: amountOf([entry]) }));
  return {
    balance: dollarsFromCents(amountOf(entries)),
    entries: rows
      .filter(({ amount }) => amount !== 0)
      .map(({ entry, amount }) => ({
        _id: entry._id,
        at: entry.entryDt.toISOString(),
        what: whatOf(entry, amount, runs),
        amount: dollarsFromCents(amount),
      })),
  };
}

function whatOf(
  { kind, donationIds }: LedgerEntry,
  amount: Cents,
  runs: ReadonlyMap<string, string>,
): string {
  if (kind === 'credit') return `Used for ${runs.get(donationIds[0] ?? '') ?? 'dues'}`;
  if (kind === 'payback') return 'Paid back';
  if (kind === 'opening') return 'From the fund’s earlier records';
  return amount < 0 ? 'Taken back' : 'Paid ahead';
}

/** The postings that take an amount from credits, one after the other; throws RangeError when they are too small. */
function creditPostings(
  credits: ReadonlyMap<string, Cents>,
  amount: Cents,
  organizationNumber: string,
): LedgerEntry['postings'] {
  let left: number = amount;
  const postings: LedgerEntry['postings'] = [];
  for (const [memberId, credit] of credits) {
    const part = cents(Math.max(0, Math.min(left, credit)));
    if (part > 0) postings.push({ account: creditAccount(memberId), amount: part, organizationNumber });
    left -= part;
  }
  if (left > 0) throw new RangeError(`${left} cents more than there is credit`);
  return postings;
}

const creditMembersOf = (postings: LedgerEntry['postings']) =>
  postings.flatMap(({ account }) =>
    account.startsWith(creditAccount('')) ? [account.slice(creditAccount('').length)] : [],
  );

const entryOf = (
  _id: string,
  kind: LedgerEntry['kind'],
  postings: LedgerEntry['postings'],
  donationIds: string[],
  { author, now, currency }: Booking,
): LedgerEntry => ({
  _id,
  kind,
  entryDt: now,
  postings,
  donationIds,
  creditOf: creditMembersOf(postings),
  total: sumCents(postings.map(({ amount }) => cents(Math.max(0, amount)))),
  currency,
  providerRef: null,
  recordedBy: author.email,
});

/** The entry that pays dues from credit. */
function useEntry(
  entryId: string,
  { _id, organizationNumber }: Pick<OwedDonation, '_id' | 'organizationNumber'>,
  amount: Cents,
  credits: ReadonlyMap<string, Cents>,
  booking: Booking,
): LedgerEntry {
  const postings = [
    ...creditPostings(credits, amount, organizationNumber),
    donationPosting({ donationId: _id, organizationNumber, amount }),
  ];
  return entryOf(entryId, 'credit', postings, [_id], booking);
}

/**
 * Pays dues of a household from its credit. The same `useId` again for this member changes nothing. Throws 409 while somebody pays or uses
 * them, 422 for dues of others and for more than is owed or there.
 */
export async function useCredit(
  member: MemberRecord,
  { donation_id, amount }: CreditUseForm,
  useId: string,
  booking: Booking,
): Promise<void> {
  const household = await householdOf(member);
  const [donation] = await findDonations([donation_id]);
  if (!donation || !household.some(({ _id }) => _id === donation.primaryMember._id))
    throw invalid([{ path: 'donation_id', message: 'These are not dues of this household' }]);
  const { currency, author, now } = booking;
  const memberIds = await withCredit(idsOf(household));
  const id = `credit:${member._id}:${useId}`;
  const book = bookClaimed(
    { donationIds: [donation_id], creditOf: memberIds },
    now,
    async (left, session) => {
      const owed = left.owed.get(donation_id);
      if (owed === undefined || left.credit.size < memberIds.length) throw paymentInProgress();
      const credit = sumCents(left.credit.values());
      if (amount > owed) throw wrongAmount(`Only ${showMoney(owed, currency)} is owed. Nothing was used.`);
      if (amount > credit)
        throw wrongAmount(`There is only ${showMoney(credit, currency)}. Nothing was used.`);
      const changes = [
        { field: 'usedAmount', from: null, to: amount },
        { field: 'run', from: null, to: donation.campaignRunName },
      ];
      await recordChanges([memberChange(member, 'credit.used', { changes })], author, now, session);
      return { entries: [useEntry(id, donation, amount, left.credit, booking)], result: undefined };
    },
  );
  await onceOnly(id, book);
}

/**
 * Gives credit of a household back. The same `payBackId` again for this member changes nothing. Throws 409 while it is used, 422 for more
 * than there is.
 */
export async function payBack(
  member: MemberRecord,
  { amount, method, reference, reason }: PayBackForm,
  payBackId: string,
  booking: Booking,
): Promise<void> {
  const { currency, author, now } = booking;
  const memberIds = await withCredit(idsOf(await householdOf(member)));
  const id = `payback:${member._id}:${payBackId}`;
  const book = bookClaimed({ creditOf: memberIds }, now, async ({ credit: credits }, session) => {
    if (credits.size < memberIds.length) throw paymentInProgress();
    const credit = sumCents(credits.values());
    if (amount > credit)
      throw wrongAmount(`There is only ${showMoney(credit, currency)}. Nothing was paid back.`);
    const postings = [
      ...creditPostings(credits, amount, member.organizationNumber),
      { account: `offline:${method}`, amount: cents(-amount) },
    ];
    const changes = [
      { field: 'paidBackAmount', from: null, to: amount },
      { field: 'method', from: null, to: OFFICE_METHOD_NAMES[method] },
      ...(reference ? [{ field: 'reference', from: null, to: reference }] : []),
    ];
    await recordChanges(
      [memberChange(member, 'credit.paid_back', { changes, reason })],
      author,
      now,
      session,
    );
    return { entries: [entryOf(id, 'payback', postings, [], booking)], result: undefined };
  });
  await onceOnly(id, book);
}

/** The ids of those members who have credit. */
async function withCredit(memberIds: readonly string[]): Promise<string[]> {
  return [...(await creditsOf(memberIds))].flatMap(([id, credit]) => (credit > 0 ? [id] : []));
}

/**
 * Pays the payable dues of the households of some payers from their credit, the oldest first: for dues that were just
 * made. What somebody pays at that moment is left out. Can be repeated: it uses what is left.
 */
export async function useCreditOfPayers(payerIds: readonly string[], booking: Booking): Promise<void> {
  if (!payerIds.length || !(await hasCredit())) return;
  const payers = await findMembers(payerIds);
  const households = [...new Set(payers.flatMap(({ household_id }) => household_id ?? []))];
  const people = [
    ...payers.filter(({ household_id }) => household_id === null),
    ...(await readHouseholdMembers(households)),
  ];
  const credits = await creditsOf(idsOf(people));
  const byHousehold = groupBy(people, ({ _id, household_id }) => household_id ?? _id);
  for (const household of byHousehold.values())
    if (household.some(({ _id }) => (credits.get(_id) ?? 0) > 0)) await useCreditOf(household, booking);
}

async function useCreditOf(household: readonly MemberRecord[], booking: Booking): Promise<void> {
  const { now } = booking;
  const donations = await findPayableDonations(idsOf(household), {}, now);
  const creditOf = await withCredit(idsOf(household));
  if (!donations.length || !creditOf.length) return;
  await bookClaimed({ donationIds: idsOf(donations), creditOf }, now, async ({ owed, credit }) => {
    const credits = new Map(credit);
    const open = donations.map((donation) => ({
      donation,
      dueDt: donation.run.endDt,
      balance: lesser(owed.get(donation._id) ?? ZERO, payableBalance(donation, now)),
    }));
    const amount = lesser(sumCents(credits.values()), sumCents(open.map(({ balance }) => balance)));
    const entries: LedgerEntry[] = [];
    for (const { due, amount: part } of allocateOldestFirst(open, amount) ?? []) {
      const entry = useEntry(`credit:${randomUUID()}`, due.donation, part, credits, booking);
      for (const id of credits.keys())
        credits.set(id, cents((credits.get(id) ?? 0) + creditedTo(creditAccount(id), [entry])));
      entries.push(entry);
    }
    return { entries, result: undefined };
  });
}

const lesser = (one: Cents, other: Cents): Cents => (one < other ? one : other);
