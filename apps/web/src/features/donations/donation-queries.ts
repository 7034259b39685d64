import { Donation, type DonationPage } from '@kinfold/domain/donation';
import type { QueryClient } from '@tanstack/react-query';
import { http } from '../../lib/http.ts';

/** Asks for one donation as it stands now and puts it into every list that shows it (`GET /v2/donations/{id}`). */
export async function refreshDonation(client: QueryClient, donationId: string): Promise<void> {
  const fresh = await http.get(`/v2/donations/${donationId}`, Donation);
  client.setQueriesData<DonationPage>(
    { queryKey: ['account', 'donation-page'] },
    (page) =>
      page && {
        ...page,
        donations: page.donations.map((donation) => (donation._id === donationId ? fresh : donation)),
      },
  );
}
