/** Step 1 of a charge: the lines of a pay request, with permission and figures checked. */
import { campaignRunStatus } from '@kinfold/domain/campaign-run';
import { allocateOldestFirst, payableBalance } from '@kinfold/domain/donation';
import { cents, showMoney, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import { cardAmountProblem, paymentFigures, type DonationPayRequest } from '@kinfold/domain/payment';
import { AppError, invalid, notFound } from '../../../platform/problem.ts';
import { ensureGiftDonation } from '../../funds/donations/new-donation.service.ts';
import {
  findDonations,
  findPayableDonations,
  type OwedDonation,
} from '../../funds/donations/donation.service.ts';
import { settledOnDonations } from '../ledger/ledger.service.ts';
import { linkedPrimaryIds, type MemberRecord } from '../../people/members/member.service.ts';

/** A donation and the amount to pay on it, in cents. */
export type QuotedLine = { donation: OwedDonation; amount: Cents };

/** `isByReference`: the dues may be anybody's, whose reference and last name the payer has. */
type Payer = { member: MemberRecord | undefined; payeeMemberId: string; isByReference?: boolean };

/**
 * Returns the lines of a request, checked against the ledger. Throws 404 for a donation that is not the payer's or a
 * linked account's, 422 with the right figures when the amounts, the fee or what is owed differ, and 422 when the amount,
 * or the rest that it would leave, is below the minimum of a card payment.
 */
export async function quote(
  request: DonationPayRequest,
  payer: Payer,
  currency: string,
  now: Date,
): Promise<QuotedLine[]> {
  const lines = await requestedLines(request, payer, now);
  const ids = lines.map(({ donation }) => donation._id);
  if (new Set(ids).size !== ids.length)
    throw invalid([{ path: 'donations', message: 'Dues may appear only once in a payment' }]);
  const others = payer.isByReference
    ? []
    : lines.filter(({ donation }) => donation.primaryMember._id !== payer.member?._id);
  const linked = others.length && payer.member ? await linkedPrimaryIds(payer.member) : [];
  if (others.some(({ donation }) => !linked.includes(donation.primaryMember._id))) throw notFound();
  const right = await owedLines(lines, now);
  const wanted = paymentFigures(lines);
  const isRight =
    wanted.amount === request.donationAmount &&
    wanted.processingFee === request.processingFee &&
    lines.every((line, index) => line.amount > 0 && line.amount === right[index]?.amount);
  if (!isRight) throw figuresDiffer(request, right, currency);
  const rests = right.map(({ amount, payable }) => cents(payable - amount));
  const problem = cardAmountProblem(wanted.amount, rests, (amount) => showMoney(amount, currency));
  if (problem) throw invalid([{ path: 'donationAmount', message: problem }]);
  return lines;
}

/**
 * For each line, the amount still owed, at most the line's own, and all that may be paid on the donation (`payable`).
 * Read from the ledger, not from a projection.
 */
export async function owedLines(
  lines: readonly QuotedLine[],
  now: Date,
): Promise<(QuotedLine & { payable: Cents })[]> {
  const payableOn = await payableNow(
    lines.map(({ donation }) => donation),
    now,
  );
  return lines.map(({ donation, amount }) => {
    const payable = isGift(donation) ? giftLimit(donation, amount, now) : payableOn(donation);
    return { donation, amount: amount < payable ? amount : payable, payable };
  });
}

/** What may be paid on each donation now, in cents, by the ledger. */
async function payableNow(donations: readonly OwedDonation[], now: Date) {
  const settled = await settledOnDonations(donations.map(({ _id }) => _id));
  return ({ waived: _waived, ...donation }: OwedDonation): Cents =>
    payableBalance({ ...donation, paymentsTotal: settled.get(donation._id) ?? ZERO }, now);
}

const giftLimit = ({ run }: OwedDonation, amount: Cents, now: Date) =>
  campaignRunStatus(run, now) === 'active' ? amount : ZERO;

/** A gift to an open campaign: nothing is owed, and any amount may be given while its run is active. */
const isGift = (donation: OwedDonation) => donation.minAmountDue === 0;

function figuresDiffer(request: DonationPayRequest, right: readonly QuotedLine[], currency: string) {
  const figures = paymentFigures(right);
  const { amount, processingFee, total } = figures;
  const path = request.donationAmount !== amount ? 'donationAmount' : 'processingFee';
  const detail =
    amount === 0
      ? 'These dues are paid, or cannot be paid right now.'
      : `The right figures are ${showMoney(amount, currency)} plus a processing fee of ${showMoney(processingFee, currency)}: ${showMoney(total, currency)}.`;
  return new AppError(422, 'figures_differ', detail, {
    errors: [{ path, message: detail }],
    figures: { donationAmount: amount, processingFee, total },
  });
}

/** The lines that a request names: a list, one donation, or an amount for a campaign. */
async function requestedLines(request: DonationPayRequest, payer: Payer, now: Date): Promise<QuotedLine[]> {
  if (request.donations.length) {
    if (request.donations.some((line) => line.donation_id === -1) && request.donations.length > 1)
      throw invalid([{ path: 'donations', message: 'Each line names its dues' }]);
    const named = request.donations.filter((line) => line.donation_id !== -1);
    if (named.length)
      return linesOf(named.map((line) => ({ id: String(line.donation_id), amount: line.amount })));
  }
  if (request.donation_id !== -1)
    return linesOf([{ id: request.donation_id, amount: request.donationAmount }]);
  if (!request.campaign_id)
    throw invalid([{ path: 'campaign_id', message: 'Say which fundraiser or dues are paid' }]);
  return campaignLines(request.campaign_id, request.donationAmount, payer, now);
}

async function linesOf(wanted: readonly { id: string; amount: Cents }[]): Promise<QuotedLine[]> {
  const donations = await findDonations(wanted.map(({ id }) => id));
  return wanted.map(({ id, amount }) => {
    const donation = donations.find(({ _id }) => _id === id.toLowerCase());
    if (!donation) throw notFound();
    return { donation, amount };
  });
}

/** The lines of an amount for a campaign: the payee's dues, earliest due first; in an open campaign a gift. */
async function campaignLines(
  campaignId: string,
  amount: Cents,
  payer: Payer,
  now: Date,
): Promise<QuotedLine[]> {
  const dues = await findPayableDonations([payer.payeeMemberId], { campaignId }, now);
  if (!dues.length) {
    const gift = await ensureGiftDonation({ memberId: payer.payeeMemberId, campaignId }, now);
    if (typeof gift !== 'string') return [{ donation: gift, amount }];
    const message =
      gift === 'not_open' ? 'Nothing is due in this fundraiser' : 'This fundraiser takes no gifts right now';
    throw invalid([{ path: 'campaign_id', message }]);
  }
  const payable = await payableNow(dues, now);
  const open = dues.map((donation) => ({
    donation,
    dueDt: donation.run.endDt,
    balance: payable(donation),
  }));
  const allocated = allocateOldestFirst(open, amount);
  if (allocated) return allocated.map(({ due, amount: part }) => ({ donation: due.donation, amount: part }));
  // More than is owed: the surplus on the first line makes `quote` refuse it with the figures of all dues.
  const everything = sumCents(open.map(({ balance }) => balance));
  const [first, ...rest] = open;
  if (!first) throw invalid([{ path: 'campaign_id', message: 'Nothing is due in this fundraiser' }]);
  return [
    { donation: first.donation, amount: cents(first.balance + amount - everything) },
    ...rest.map(({ donation, balance }) => ({ donation, amount: balance })),
  ];
}
