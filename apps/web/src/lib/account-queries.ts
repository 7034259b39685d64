/**
 * What a member's account consists of: the queries that several features share. After anything that changes
 * balances, `invalidateAccount` makes all of them fresh.
 */
import { MemberCampaign } from '@kinfold/domain/campaign';
import { SavedCard } from '@kinfold/domain/card';
import { DASHBOARD_DONATIONS } from '@kinfold/domain/constants';
import { MemberCoverage } from '@kinfold/domain/coverage';
import { DetailedDonation, DonationPage, LatestPayment } from '@kinfold/domain/donation';
import { LinkedAccount, Member, type MemberUpdate } from '@kinfold/domain/member';
import { MemberPaymentPage } from '@kinfold/domain/payment';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { prefetchedPaths } from './prefetch.ts';
import { http } from './http.ts';

const MemberCampaigns = z.array(MemberCampaign);
const Dues = z.array(DetailedDonation);
const LinkedAccounts = z.array(LinkedAccount);
const SavedCards = z.array(SavedCard);

/** `GET /v2/members/{id}`. */
export const memberQuery = (memberId: string) =>
  queryOptions({
    queryKey: ['account', 'member', memberId],
    queryFn: ({ signal }) => http.get(prefetchedPaths.member(memberId), Member, { signal }),
  });

/** Changes the address or phones of the signed-in member (`POST /api/v1/member`); what it shows is fresh at once. */
export async function updateMember(
  client: QueryClient,
  memberId: string,
  change: MemberUpdate,
): Promise<Member> {
  const member = await http.post('/api/v1/member', { _id: memberId, ...change }, Member);
  client.setQueryData(memberQuery(memberId).queryKey, member);
  return member;
}

/** The active fundraisers of a member: `GET /v2/members/{id}/campaigns?active=true`. */
export const memberCampaignsQuery = (memberId: string) =>
  queryOptions({
    queryKey: ['account', 'campaigns', memberId],
    queryFn: ({ signal }) => http.get(prefetchedPaths.campaigns(memberId), MemberCampaigns, { signal }),
  });

/** The accounts that a member may look at and pay for: `GET /v2/members/{id}/linked-members`. */
export const linkedAccountsQuery = (memberId: string) =>
  queryOptions({
    queryKey: ['account', 'linked', memberId],
    queryFn: ({ signal }) => http.get(`/v2/members/${memberId}/linked-members`, LinkedAccounts, { signal }),
  });

/** The inactive fundraisers of a member; 403 without `member.campaigns.inactive.get`. */
export const inactiveCampaignsQuery = (memberId: string) =>
  queryOptions({
    queryKey: ['account', 'inactive-campaigns', memberId],
    queryFn: ({ signal }) =>
      http.get(`/v2/members/${memberId}/campaigns?active=false`, MemberCampaigns, { signal }),
  });

/** 'Am I covered?': `GET /v2/members/{id}/coverage`. */
export const coverageQuery = (memberId: string) =>
  queryOptions({
    queryKey: ['account', 'coverage', memberId],
    queryFn: ({ signal }) => http.get(prefetchedPaths.coverage(memberId), MemberCoverage, { signal }),
  });

/** The newest donations of the signed-in member: `GET /v2/my/donations?page_size=5`. */
export const recentDonationsQuery = queryOptions({
  queryKey: ['account', 'my-donations'],
  queryFn: ({ signal }) =>
    http.get(`/v2/my/donations?page_size=${DASHBOARD_DONATIONS}`, DonationPage, { signal }),
});

/** A page of a member's donations, newest first: `GET /v2/members/{id}/donations`. */
export const donationPageQuery = (memberId: string, page: { number: number; size: number }) =>
  queryOptions({
    queryKey: ['account', 'donation-page', memberId, page],
    queryFn: ({ signal }) =>
      http.get(
        `/v2/members/${memberId}/donations?page_size=${page.size}&page_number=${page.number}`,
        DonationPage,
        { signal },
      ),
  });

/** A page of what a member, or somebody for them, has paid, newest first: `GET /v2/members/{id}/payments`. */
export const paymentPageQuery = (memberId: string, page: { number: number; size: number }) =>
  queryOptions({
    queryKey: ['account', 'payment-page', memberId, page],
    queryFn: ({ signal }) =>
      http.get(
        `/v2/members/${memberId}/payments?page_size=${page.size}&page_number=${page.number}`,
        MemberPaymentPage,
        { signal },
      ),
  });

/** Everything charged to a membership, with whom it was for: `GET /api/v1/donation/{campaignMembershipId}/dues`. */
export const duesQuery = (membershipId: string) =>
  queryOptions({
    queryKey: ['account', 'dues', membershipId],
    queryFn: ({ signal }) => http.get(`/api/v1/donation/${membershipId}/dues`, Dues, { signal }),
  });

/** The newest payment on a membership: `GET /v2/membership/{id}/latest-payment`. */
export const latestPaymentQuery = (membershipId: string) =>
  queryOptions({
    queryKey: ['account', 'latest-payment', membershipId],
    queryFn: ({ signal }) =>
      http.get(`/v2/membership/${membershipId}/latest-payment`, LatestPayment, { signal }),
  });

/** The saved cards of a member: `GET /api/v1/member/{id}/cards`. */
export const savedCardsQuery = (memberId: string) =>
  queryOptions({
    queryKey: ['account', 'cards', memberId],
    queryFn: ({ signal }) => http.get(`/api/v1/member/${memberId}/cards`, SavedCards, { signal }),
  });

/** Asks for everything of the account again, as after a payment. */
export function invalidateAccount(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['account'] });
}
