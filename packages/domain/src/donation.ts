/** Dues: what one membership owes in one run (rules.md "What is owed, and when"). */
import * as z from 'zod/mini';
import { campaignRunStatus, type RunTimes } from './campaign-run.ts';
import { Recipient } from './recipient.ts';
import { WireInstant } from './dates.ts';
import { cents, IntegerCents, sumCents, WireMoney, ZERO, type Cents } from './money.ts';
import { pageReply } from './pagination.ts';

/** The fields of a donation and its run that decide what is owed; amounts in cents. */
export type Owed = {
  minAmountDue: Cents;
  paymentsTotal: Cents;
  /** The part that was waived; missing where nothing was. */
  waived?: { amount: Cents } | undefined;
  run: RunTimes;
};

/** The balance of a donation, in cents: `minAmountDue - paymentsTotal`, less what was waived; at least 0. */
export function totalBalance({
  minAmountDue,
  paymentsTotal,
  waived,
}: Pick<Owed, 'minAmountDue' | 'paymentsTotal' | 'waived'>): Cents {
  return cents(Math.max(0, minAmountDue - paymentsTotal - (waived?.amount ?? 0)));
}

/**
 * Returns whether a donation is a gift: nothing was due, and something was given. Both amounts in cents, or both in
 * dollars.
 */
export function isGift({
  minAmountDue,
  paymentsTotal,
}: {
  minAmountDue: number;
  paymentsTotal: number;
}): boolean {
  return minAmountDue === 0 && paymentsTotal > 0;
}

/**
 * Returns what may be paid now, in cents: the balance while its run is active and after it has ended, until paid. A
 * paused run's dues are neither shown as due nor payable.
 */
export function payableBalance(donation: Owed, now: Date): Cents {
  return campaignRunStatus(donation.run, now) === 'paused' ? ZERO : totalBalance(donation);
}

/** The balance of a donation whose run has ended, else 0, in cents: the late charges. */
export function lateBalance(donation: Owed, now: Date): Cents {
  return campaignRunStatus(donation.run, now) === 'ended' ? totalBalance(donation) : ZERO;
}

/** Whether a donation has a balance that is not payable now because its run is paused. */
export function isPaused(donation: Owed, now: Date): boolean {
  return totalBalance(donation) > 0 && campaignRunStatus(donation.run, now) === 'paused';
}

/** The figures of the account summary; amounts in cents. */
export type AccountSummary = {
  totalPaymentDue: Cents;
  previousLateCharges: Cents;
  /** The sum of all payments on these donations. */
  lastPaymentReceived: Cents;
  nextPaymentDue: Date | null;
};

/** The account summary of some donations at an instant (rules.md "What is owed, and when"). */
export function accountSummary(donations: readonly Owed[], now: Date): AccountSummary {
  const ends = donations
    .filter((donation) => campaignRunStatus(donation.run, now) === 'active' && totalBalance(donation) > 0)
    .map(({ run }) => run.endDt);
  return {
    totalPaymentDue: sumCents(donations.map((donation) => payableBalance(donation, now))),
    previousLateCharges: sumCents(donations.map((donation) => lateBalance(donation, now))),
    lastPaymentReceived: sumCents(donations.map((donation) => donation.paymentsTotal)),
    nextPaymentDue: ends.toSorted((first, second) => first.getTime() - second.getTime())[0] ?? null,
  };
}

/**
 * Splits an amount over dues, in the order in which they became due, each up to its balance; amounts in cents.
 * Undefined when the amount exceeds all of them together.
 */
export function allocateOldestFirst<T extends { balance: Cents; dueDt: Date }>(
  dues: readonly T[],
  amount: Cents,
): { due: T; amount: Cents }[] | undefined {
  let left: number = amount;
  const lines: { due: T; amount: Cents }[] = [];
  for (const due of dues.toSorted((a, b) => a.dueDt.getTime() - b.dueDt.getTime())) {
    const part = cents(Math.max(0, Math.min(left, due.balance)));
    if (part > 0) lines.push({ due, amount: part });
    left -= part;
  }
  return left === 0 ? lines : undefined;
}

/** A donation on the wire: the spec's fields, and the server's data about its run. */
export const Donation = z.object({
  _id: z.string(),
  createdDt: WireInstant,
  modifiedDt: WireInstant,
  externalRef: z.nullable(z.string()),
  minAmountDue: WireMoney,
  /** For dues from before Kinfold: their source (docs/decisions/029). */
  source: z.optional(z.literal('import')),
  paymentsTotal: WireMoney,
  /** The part of it that was waived; only where something was. */
  waivedTotal: z.optional(WireMoney),
  totalBalance: WireMoney,
  payableBalance: WireMoney,
  lastPaymentDt: z.nullable(WireInstant),
  campaignId: z.string(),
  campaignName: z.string(),
  campaignRunId: z.string(),
  campaignRunName: z.string(),
  runStatus: z.enum(['active', 'paused', 'ended']),
  runEndDt: WireInstant,
  campaignMembershipId: z.string(),
  isMembershipActive: z.nullable(z.boolean()),
  primaryMember: z.object({
    _id: z.string(),
    firstNm: z.string(),
    lastNm: z.string(),
    suffix: z.optional(z.string()),
    phoneNbr: z.nullable(z.string()),
  }),
  /** The recipient of the payment; only in lists of dues to be paid. */
  recipient: z.optional(Recipient),
  /** In lists, for those who gave in a run whose report was sent: what it came to, as they were told, in cents. */
  told: z.optional(z.array(z.object({ label: z.string(), amount: IntegerCents }))),
});
export type Donation = z.infer<typeof Donation>;

/** A covered member when a donation was made, with the price of that time, on the wire. */
export const DonationMember = z.object({
  member_id: z.string(),
  firstNm: z.string(),
  lastNm: z.string(),
  suffix: z.optional(z.string()),
  price: WireMoney,
});
export type DonationMember = z.infer<typeof DonationMember>;

/**
 * A donation with the members and prices it was made of (`GET /api/v1/donation/{membershipId}/dues`); null for older
 * ones without that data.
 */
export const DetailedDonation = z.extend(Donation, {
  members: z.nullable(z.array(DonationMember)),
  /** For a collection: the lines in memory that the families agreed to. */
  memorials: z.optional(z.array(z.string())),
  /** Of a collection that has ended, for those who gave: what it came to, and what the fund holds now. */
  report: z.optional(
    z.object({ collected: WireMoney, paidOut: WireMoney, fees: WireMoney, left: WireMoney }),
  ),
});
export type DetailedDonation = z.infer<typeof DetailedDonation>;

/**
 * `GET /v2/membership/{id}/latest-payment`: which dues of a membership its newest payment paid, and when. `paidBefore`
 * is its last payment before Kinfold, which is on no dues here.
 */
export const LatestPayment = z.object({
  latestPayment: z.nullable(z.object({ amount: WireMoney, paidOn: z.string() })),
  paidBefore: z.optional(WireMoney),
});

/** Converts a wire donation into input of the rules above. */
export function owedOf(donation: Donation): Owed {
  return {
    minAmountDue: donation.minAmountDue,
    paymentsTotal: donation.paymentsTotal,
    waived: donation.waivedTotal && { amount: donation.waivedTotal },
    run: { isActive: donation.runStatus !== 'paused', endDt: donation.runEndDt },
  };
}

/** A page of donations (`GET /v2/my/donations`, `/v2/members/{id}/donations`). */
export const DonationPage = pageReply('donations', Donation);
export type DonationPage = z.infer<typeof DonationPage>;

/** `GET /api/v1/member/{memberId}/{campaignId}/balance`; donation_id is -1 when there is none or several. */
export const Balance = z.object({ donation_id: z.union([z.string(), z.literal(-1)]), balance: WireMoney });
export type Balance = z.infer<typeof Balance>;
