import type * as z from 'zod/mini';
import { campaignRunStatus } from '@kinfold/domain/campaign-run';
import { payableBalance, totalBalance, type Donation, type DonationMember } from '@kinfold/domain/donation';
import { dollarsFromCents } from '@kinfold/domain/money';
import { findMembers } from '../members/member.service.ts';
import type { DonationRecord } from './donation.service.ts';

/** Whom some donations were for on the wire, by the donation's id; names are today's. */
export async function presentDonationMembers(
  donations: readonly DonationRecord[],
): Promise<Map<string, z.input<typeof DonationMember>[]>> {
  const ids = donations.flatMap(({ members }) => (members ?? []).map(({ member_id }) => member_id));
  const people = new Map((await findMembers([...new Set(ids)])).map((person) => [person._id, person]));
  return new Map(
    donations.flatMap(({ _id, members }) => {
      if (!members) return [];
      const shown = members.map(({ member_id, price }) => {
        const { firstNm = '', lastNm = '' } = people.get(member_id) ?? {};
        return { member_id, firstNm, lastNm, price: dollarsFromCents(price) };
      });
      return [[_id, shown] as const];
    }),
  );
}

/** A donation on the wire. */
export function presentDonation(donation: DonationRecord, now: Date): z.input<typeof Donation> {
  const { _id, externalRef, campaignId, campaignName, campaignRunId, campaignRunName, run } = donation;
  const { campaignMembershipId, isMembershipActive, primaryMember } = donation;
  return {
    _id,
    createdDt: donation.createdDt.toISOString(),
    modifiedDt: donation.modifiedDt.toISOString(),
    externalRef,
    minAmountDue: dollarsFromCents(donation.minAmountDue),
    paymentsTotal: dollarsFromCents(donation.paymentsTotal),
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
  };
}
