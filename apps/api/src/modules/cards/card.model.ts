import { collection } from '../../platform/database.ts';

/** The provider's customer of a member, under which its saved cards are kept. `_id` is the member's id. */
export type ProviderCustomer = { _id: string; customerId: string };

export const providerCustomers = () => collection<ProviderCustomer>('provider_customers');
