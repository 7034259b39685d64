import type * as z from 'zod/mini';
import type { MemberCampaign } from '@kinfold/domain/campaign';
import { listName } from '@kinfold/domain/person-name';
import { campaignRunStatus } from '@kinfold/domain/campaign-run';
import { groupByRecipient } from '@kinfold/domain/connected-account';
import type { Recipient } from '@kinfold/domain/recipient';
import {
  isPaused,
  lateBalance,
  payableBalance,
  totalBalance,
  type Balance,
  type DetailedDonation,
  type Donation,
} from '@kinfold/domain/donation';
import type { LinkedAccount } from '@kinfold/domain/member';
import { cents, dollarsFromCents, sumCents } from '@kinfold/domain/money';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import type { MemberRecord } from '../../people/members/member.service.ts';
import type { MembershipRecord } from '../memberships/membership.service.ts';
import type { DonationRecord } from './donation.service.ts';

/** A donation on the wire; where it is listed for payment, with its recipient. */
export function presentDonation(
  donation: DonationRecord,
  now: Date,
  recipientOf?: RecipientOf,
): z.input<typeof Donation> {
  const { _id, externalRef, campaignId, campaignName, campaignRunId, campaignRunName, run } = donation;
  const { campaignMembershipId, isMembershipActive } = donation;
  const { asksForCall: _asks, ...primaryMember } = donation.primaryMember;
  return {
    _id,
    createdDt: donation.createdDt.toISOString(),
    modifiedDt: donation.modifiedDt.toISOString(),
    externalRef,
    minAmountDue: dollarsFromCents(donation.minAmountDue),
    ...(donation.source === 'import' && { source: donation.source }),
    paymentsTotal: dollarsFromCents(donation.paymentsTotal),
    ...(donation.waived && { waivedTotal: dollarsFromCents(donation.waived.amount) }),
    totalBalance: dollarsFromCents(totalBalance(donation)),
    payableBalance: dollarsFromCents(payableBalance(donation, now)),
    lastPaymentDt: donation.lastPaymentDt?.toISOString() ?? null,
    campaignId,
    campaignName,
    campaignRunId,
    campaignRunName,
    runStatus: campaignRunStatus(run, now),
    runEndDt: run.endDt.toISOString(),
    campaignMembershipId,
    isMembershipActive,
    primaryMember,
    ...(recipientOf && { recipient: presentRecipient(recipientOf(campaignId)) }),
  };
}

/** What members read of a collection: lines in memory, and what it came to, in cents. */
export type CollectionOfDues = {
  memorials: string[];
  report: Record<'collected' | 'paidOut' | 'fees' | 'left', number> | undefined;
};

/** A donation on the wire with the people it was for; `people` has them by id, with present names; `collections` by run. */
export function presentDetailedDonation(
  donation: DonationRecord,
  people: ReadonlyMap<string, MemberRecord>,
  {
    recipientOf,
    collections,
  }: { recipientOf: RecipientOf; collections: ReadonlyMap<string, CollectionOfDues> },
  now: Date,
): z.input<typeof DetailedDonation> {
  const members = donation.members?.map(({ member_id, price }) => {
    const { firstNm = '', lastNm = '', suffix } = people.get(member_id) ?? {};
    return { member_id, firstNm, lastNm, ...(suffix && { suffix }), price: dollarsFromCents(price) };
  });
  const { memorials = [], report } = collections.get(donation.campaignRunId) ?? {};
  return {
    ...presentDonation(donation, now, recipientOf),
    members: members ?? null,
    ...(memorials.length && { memorials }),
    ...(report && {
      report: {
        collected: dollarsFromCents(cents(report.collected)),
        paidOut: dollarsFromCents(cents(report.paidOut)),
        fees: dollarsFromCents(cents(report.fees)),
        left: dollarsFromCents(cents(report.left)),
      },
    }),
  };
}

type RecipientOf = (campaignId: string) => Recipient;

/** The recipient of a payment on the wire, without the account. */
const presentRecipient = ({ key, name, takesCards }: Recipient): Recipient => ({ key, name, takesCards });

/** The payable sum of some donations now, in dollars. */
const payableSum = (donations: readonly DonationRecord[], now: Date) =>
  dollarsFromCents(sumCents(donations.map((donation) => payableBalance(donation, now))));

/** A membership as its primary member's fundraiser on the wire; `open` are its open donations. */
export function presentMemberCampaign(
  { _id, campaignId, campaignName, isActive }: MembershipRecord,
  campaign: CampaignRecord | undefined,
  { open, giftsTo }: { open: readonly DonationRecord[]; giftsTo: Recipient | undefined },
  now: Date,
): z.input<typeof MemberCampaign> {
  const payable = open.filter((donation) => payableBalance(donation, now) > 0);
  return {
    campaignId,
    campaignName: campaign?.campaignName ?? campaignName,
    shortDescription: campaign?.shortDescription ?? '',
    requiresMembership: campaign?.requiresMembership ?? true,
    campaignMembershipId: _id,
    campaign_membership_id: _id,
    isActive,
    currentCampaignRunsBalance: payableSum(payable, now),
    openDues: payable.map((donation) => ({
      endDt: donation.run.endDt.toISOString(),
      balance: dollarsFromCents(payableBalance(donation, now)),
      isLate: lateBalance(donation, now) > 0,
    })),
    hasPausedDues: open.some((donation) => isPaused(donation, now)),
    takesGifts: giftsTo !== undefined,
    ...(giftsTo && { recipient: presentRecipient(giftsTo) }),
  };
}

/** A linked account on the wire; `open` are its open donations. */
export function presentLinkedAccount(
  primary: MemberRecord,
  open: readonly DonationRecord[],
  recipientOf: RecipientOf,
  now: Date,
): z.input<typeof LinkedAccount> {
  const payable = open.filter((donation) => payableBalance(donation, now) > 0);
  const groups = groupByRecipient(payable, (donation) => ({
    recipient: presentRecipient(recipientOf(donation.campaignId)),
    balance: payableBalance(donation, now),
  }));
  return {
    primary_member_id: primary._id,
    primaryMemberName: listName(primary),
    outstandingBalance: payableSum(open, now),
    hasPausedDues: open.some((donation) => isPaused(donation, now)),
    dueTo: groups.map(({ recipient, balance }) => ({ ...recipient, balance: dollarsFromCents(balance) })),
  };
}

/** The payable sum of some donations on the wire, and the donation when it is exactly one. */
export function presentBalance(payable: readonly DonationRecord[], now: Date): z.input<typeof Balance> {
  const [only, ...others] = payable;
  return { donation_id: only && !others.length ? only._id : -1, balance: payableSum(payable, now) };
}
