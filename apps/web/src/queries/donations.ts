import { DASHBOARD_DONATIONS } from '@kinfold/domain/constants';
import { DetailedDonation, Donation, DonationPage } from '@kinfold/domain/donation';
import type { Page } from '@kinfold/domain/pagination';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { http } from '../lib/http.ts';
import { prefetchedPaths } from '../lib/prefetch.ts';
import { urlPath, withQuery } from '../lib/url-path.ts';
import { MEMBER_DATA } from './member-data.ts';

const Dues = z.array(DetailedDonation);
const PAGES = [MEMBER_DATA, 'donation-page'];

const pagePath = (memberId: string, { page_number, page_size }: Page) =>
  withQuery(urlPath`/v2/members/${memberId}/donations`, { page_size, page_number });

/** A page of a member's donations, newest first: `GET /v2/members/{id}/donations`. */
export const donationPageQuery = (memberId: string, page: Page) =>
  queryOptions({
    queryKey: [...PAGES, memberId, page],
    queryFn: ({ signal }) => http.get(pagePath(memberId, page), DonationPage, { signal }),
  });

/**
 * The donations that a member may pay now, in all campaigns: all pages (there are few) of `GET
 * /v2/members/{id}/donations?payable=true`.
 */
export const payableDonationsQuery = (memberId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'payable-donations', memberId],
    queryFn: async ({ signal }) => {
      const page = (number: number) =>
        http.get(prefetchedPaths.payableDonations(memberId, number), DonationPage, { signal });
      const first = await page(1);
      const others = Array.from({ length: Math.max(0, first.pages - 1) }, (_, index) => page(index + 2));
      return [first, ...(await Promise.all(others))].flatMap(({ donations }) => donations);
    },
  });

/** The newest donations of the signed-in member: `GET /v2/my/donations?page_size=5`. */
export const recentDonationsQuery = queryOptions({
  queryKey: [MEMBER_DATA, 'my-donations'],
  queryFn: ({ signal }) =>
    http.get(withQuery('/v2/my/donations', { page_size: DASHBOARD_DONATIONS }), DonationPage, { signal }),
});

/** The donations of a membership with the members they cover: `GET /api/v1/donation/{campaignMembershipId}/dues`. */
export const duesQuery = (membershipId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'dues', membershipId],
    queryFn: ({ signal }) => http.get(prefetchedPaths.dues(membershipId), Dues, { signal }),
  });

/** Reloads one donation (`GET /v2/donations/{id}`) and replaces it in all cached pages. */
export async function refreshDonation(client: QueryClient, donationId: string): Promise<void> {
  const fresh = await http.get(urlPath`/v2/donations/${donationId}`, Donation);
  client.setQueriesData<DonationPage>(
    { queryKey: PAGES },
    (page) =>
      page && {
        ...page,
        donations: page.donations.map((donation) => (donation._id === donationId ? fresh : donation)),
      },
  );
}
