/** Accounts at the card provider that organizations have connected. */
import { ConnectReturn, ConnectStart, OrganizationAccount } from '@kinfold/domain/connected-account';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { withStepUp } from '../lib/step-up.ts';
import { urlPath, withQuery } from '../lib/url-path.ts';
import { change } from './change.ts';

/** The account of an organization: `GET /v2/organizations/{n}/connect`. */
export const organizationAccountQuery = (organizationNumber: string) =>
  queryOptions({
    queryKey: ['organization', organizationNumber, 'account'],
    queryFn: ({ signal }) =>
      http.get(urlPath`/v2/organizations/${organizationNumber}/connect`, OrganizationAccount, { signal }),
  });

/** Returns the provider's page for connecting an account: `POST /v2/organizations/{n}/connect`. */
export async function startConnect(organizationNumber: string): Promise<string> {
  const path = urlPath`/v2/organizations/${organizationNumber}/connect`;
  return (await withStepUp(() => http.post(path, {}, ConnectStart))).url;
}

/**
 * Completes the return from that page: `GET /v2/connect/return`. It works once; the connected account is then in the
 * cache.
 */
export function finishConnect(
  client: QueryClient,
  given: { state: string; code: string; error: string },
): Promise<ConnectReturn> {
  return change(client, () => http.get(withQuery('/v2/connect/return', given), ConnectReturn));
}

/** Disconnects the account of an organization: `DELETE /v2/organizations/{n}/connect`. */
export async function disconnectAccount(client: QueryClient, organizationNumber: string): Promise<void> {
  const path = urlPath`/v2/organizations/${organizationNumber}/connect`;
  await change(client, () => withStepUp(() => http.delete(path)));
}
