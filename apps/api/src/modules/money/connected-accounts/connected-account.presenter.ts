import type * as z from 'zod/mini';
import type { ConnectedAccount } from '@kinfold/domain/connected-account';
import type { ConnectedAccountRecord } from './connected-account.model.ts';

/** The account of an organization on the wire. */
export function presentAccount({
  accountId,
  accountName,
  state,
  connectedDt,
}: ConnectedAccountRecord): z.input<typeof ConnectedAccount> {
  return { accountId, accountName, state, connectedDt: connectedDt.toISOString() };
}
