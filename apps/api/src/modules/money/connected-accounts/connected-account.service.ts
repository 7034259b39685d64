/** The states of organizations' accounts at the provider: read for payments, and updated from the provider. */
import type { ConnectedAccountState } from '@kinfold/domain/connected-account';
import { ATTENTION_MAX } from '@kinfold/domain/staff-home';
import { commandAuthor } from '../../../platform/author.ts';
import type { ProviderAccount } from '../../../platform/card-provider.ts';
import { inTransaction } from '../../../platform/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { auditSubject, findOrganization } from '../../organizations/organizations/organization.service.ts';
import {
  findConnectedAccount,
  readAccounts,
  readBlocked,
  readDue,
  readAccountUses,
  doubtAccount,
  writeAnswer,
  type ConnectedAccountRecord,
} from './connected-account.model.ts';

export {
  doubtAccount,
  findConnectedAccount,
  readAccountIds as findAccountIds,
} from './connected-account.model.ts';

export type { ConnectedAccountRecord };

type AccountDeps = Pick<Deps, 'provider' | 'now' | 'logger'>;

/** The accounts that some organizations have connected, by organization number. */
export async function findConnectedAccounts(
  organizationNumbers: readonly string[],
): Promise<Map<string, ConnectedAccountRecord>> {
  const found = await readAccounts([...new Set(organizationNumbers)]);
  return new Map(found.map((account) => [account._id, account]));
}

/** Those of some organizations (undefined: of all) whose account takes no payments. */
export const findBlockedAccounts = (organizationNumbers: readonly string[] | undefined) =>
  readBlocked(organizationNumbers, ATTENTION_MAX);

const HOUR_MS = 3_600_000;
/** Events arrive at once; a lost event is made up for within this time. */
const ASK_AGAIN_MS = 6 * HOUR_MS;

/** When the provider is queried next for an account of which it has just reported. */
export const nextAskedDt = (now: Date) => new Date(now.getTime() + ASK_AGAIN_MS);

/** Converts the provider's answer to our state; undefined: it is not connected (any more). */
export function stateOf(account: ProviderAccount | undefined): ConnectedAccountState {
  if (!account) return 'deauthorized';
  return account.isReady ? 'active' : 'restricted';
}

/** The author of changes that the provider reports. */
const PROVIDER = commandAuthor('card-provider', 'The card provider');

/**
 * Queries the provider for an account and writes its state for every organization that has connected it. Ignores the
 * content of the event, which may come late. Throws ProviderUnavailable; then a later sweep retries.
 */
export async function refreshAccount(accountId: string, deps: AccountDeps): Promise<void> {
  const askedDt = deps.now();
  // First, so that a later sweep retries when this fails.
  await doubtAccount(accountId, askedDt);
  const holders = await readAccountUses(accountId);
  if (!holders.length) return;
  const account = await deps.provider.retrieveAccount(accountId);
  for (const holder of holders) await noteAnswer(holder, account, askedDt);
}

async function noteAnswer(
  { _id, accountId }: ConnectedAccountRecord,
  account: ProviderAccount | undefined,
  askedDt: Date,
): Promise<void> {
  const organization = await findOrganization(_id);
  await inTransaction(async (session) => {
    const before = await findConnectedAccount(_id, session);
    if (before?.accountId !== accountId) return;
    const { state: from, accountName } = before;
    const state = stateOf(account);
    const answer = { accountName: account?.name ?? accountName, state, askedDt, dueDt: nextAskedDt(askedDt) };
    const isWritten = await writeAnswer(before, answer, session);
    if (!isWritten || !organization || from === state) return;
    const change = {
      organizationNumber: _id,
      action: 'organization.account_changed',
      subject: auditSubject(organization),
      changes: [{ field: 'state', from, to: state }],
    } as const;
    await recordChanges([change], PROVIDER, askedDt, session);
  });
}

const BATCH = 40;
const AT_A_TIME = 8;

/** Queries the due accounts, for the worker. Any number of processes may: the newest answer stays. */
export async function sweepAccounts(deps: AccountDeps): Promise<void> {
  const due = await readDue(deps.now(), BATCH);
  const ids = [...new Set(due.map(({ accountId }) => accountId))];
  await inParallel(ids, AT_A_TIME, async (accountId) => {
    try {
      await refreshAccount(accountId, deps);
    } catch (error) {
      deps.logger.warn({ err: error, accountId }, 'a connected account could not be queried');
    }
  });
}

/** The organizations that have connected a provider account. */
export const organizationsOfAccount = async (accountId: string): Promise<string[]> =>
  (await readAccountUses(accountId)).map(({ _id }) => _id);
