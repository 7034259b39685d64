/** Helpers for tests of connected accounts: the steps of the provider's authorize page. */
import { collection } from '../src/platform/database.ts';
import { anAccount } from './factories.ts';
import type { Account, Api } from './harness.ts';

/** Answers the sandbox's authorize page at an address; returns what it adds to the return address. */
export async function decide(
  url: string,
  answer: { decision: 'accept' | 'refuse'; name?: string; account?: string },
): Promise<Record<string, string>> {
  const page = new URL(url);
  const body = new URLSearchParams({ ...Object.fromEntries(page.searchParams), ...answer });
  const { headers } = await fetch(`${page.origin}/oauth/authorize`, {
    method: 'POST',
    body,
    redirect: 'manual',
  });
  return Object.fromEntries(new URL(headers.get('location') ?? '').searchParams);
}

/** Presses Connect. */
export const startConnect = (api: Api, account: Account, organizationNumber: string) =>
  api.request.post(`/v2/organizations/${organizationNumber}/connect`).set(api.as(account));

/** Returns from the authorize page. */
export const comeBack = (api: Api, account: Account, query: Record<string, string>) =>
  api.request.get('/v2/connect/return').query(query).set(api.as(account));

/** Connects an account to an organization; returns its id at the provider. `account` is an existing one. */
export async function connectAccount(
  api: Api,
  organizationNumber: string,
  given: { name?: string; account?: string } = {},
): Promise<string> {
  const admin = await anAccount({ role: 'administrator' });
  const { body } = await startConnect(api, admin, organizationNumber);
  const back = await comeBack(api, admin, await decide(body.url as string, { decision: 'accept', ...given }));
  if (back.status !== 200) throw new Error(`connecting was answered with ${back.status}`);
  return (back.body as { account: { accountId: string } }).account.accountId;
}

/** The stored state of an organization's account. */
export async function storedState(organizationNumber: string): Promise<unknown> {
  const found = await collection<{ _id: string }>('connected_accounts').findOne({ _id: organizationNumber });
  return (found as { state?: unknown } | null)?.state;
}

/** What the provider transferred to connected accounts for a payment, from its journal: `[account, cents]`. */
export const movedTo = ({ sandbox }: Api, paymentId: string) =>
  sandbox.journal.transfers(paymentId).map(({ destination, amount }) => [destination, amount]);
