/** Connects an organization's account at the card provider, by its authorize page, and disconnects it. */
import { randomBytes } from 'node:crypto';
import type { Actor } from '../../../platform/auth.ts';
import type { Author } from '../../../platform/author.ts';
import { ProviderRefusal } from '../../../platform/card-provider.ts';
import { inTransaction, isDuplicateKey } from '../../../platform/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { sha256 } from '../../../platform/hash.ts';
import { AppError, conflict, notFound } from '../../../platform/problem.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import {
  auditSubject,
  type OrganizationRecord,
} from '../../organizations/organizations/organization.service.ts';
import {
  eraseAccount,
  insertState,
  findConnectedAccount,
  readAccountUses,
  takeState,
  writeAccount,
  type ConnectedAccountRecord,
} from './connected-account.model.ts';
import { nextAskedDt, stateOf } from './connected-account.service.ts';

type ConnectDeps = Pick<Deps, 'provider' | 'config' | 'now'>;

const STATE_MS = 10 * 60_000;
/** The page of the web application to which the authorize page returns. */
const RETURN_PATH = '/connect/return';

const alreadyConnected = () =>
  conflict('already_connected', 'An account is connected already. Disconnect it first.');

/**
 * Returns the authorize page for an organization. Its state is valid once, for 10 minutes, and in this session only.
 * Throws 409 when an account is connected, or the provider is not set up for it.
 */
export async function startConnect(
  { organizationNumber }: OrganizationRecord,
  { userId, sessionId }: Actor,
  { provider, config, now }: ConnectDeps,
): Promise<string> {
  const known = await findConnectedAccount(organizationNumber);
  if (known && known.state !== 'deauthorized') throw alreadyConnected();
  const state = randomBytes(32).toString('base64url');
  const redirectUri = `${config.APP_URL.replace(/\/$/, '')}${RETURN_PATH}`;
  const url = provider.authorizeUrl({ state, redirectUri });
  if (!url)
    throw conflict(
      'connect_not_configured',
      'Accounts cannot be connected here: STRIPE_CLIENT_ID is not set.',
    );
  const expireDt = new Date(now().getTime() + STATE_MS);
  await insertState({ _id: sha256(state), organizationNumber, userId, sessionId, expireDt });
  return url;
}

/**
 * Returns the organization for which the user went to the authorize page, and consumes its state. Throws 404 when it is
 * unknown, used, older than 10 minutes or of another session.
 */
export async function takeConnectState(
  state: string,
  { userId, sessionId }: Actor,
  now: Date,
): Promise<string> {
  const taken = await takeState({ _id: sha256(state), userId, sessionId }, now);
  if (!taken) throw new AppError(404, 'connect_expired', EXPIRED);
  return taken.organizationNumber;
}

const EXPIRED = 'This took too long, or was used already. Nothing was connected. Please press Connect again.';

/**
 * Connects the account of a code to an organization. Throws 404 for an invalid or expired code, 409 when another account
 * was connected meanwhile.
 */
export async function finishConnect(
  organization: OrganizationRecord,
  code: string,
  author: Author,
  { provider, now }: ConnectDeps,
): Promise<ConnectedAccountRecord> {
  const accountId = await provider.exchangeCode(code).catch((error: unknown) => {
    throw error instanceof ProviderRefusal ? new AppError(404, 'connect_expired', EXPIRED) : error;
  });
  const askedDt = now();
  const account = await provider.retrieveAccount(accountId);
  const record: ConnectedAccountRecord = {
    _id: organization.organizationNumber,
    accountId,
    accountName: account?.name ?? accountId,
    state: stateOf(account),
    connectedBy: author.email,
    connectedDt: askedDt,
    askedDt,
    dueDt: nextAskedDt(askedDt),
  };
  try {
    return await storeAccount(record, organization, author);
  } catch (error) {
    // Another user was first: this account is not used.
    await deauthorizeUnused(accountId, provider);
    throw isDuplicateKey(error, 'connected_accounts._id_') ? alreadyConnected() : error;
  }
}

async function storeAccount(
  record: ConnectedAccountRecord,
  organization: OrganizationRecord,
  author: Author,
): Promise<ConnectedAccountRecord> {
  const { _id, accountId, accountName, connectedDt } = record;
  return inTransaction(async (session) => {
    const known = await findConnectedAccount(_id, session);
    if (known?.accountId === accountId && known.state === 'active') return known;
    if (known && known.state !== 'deauthorized') throw alreadyConnected();
    await writeAccount(record, session);
    const change = {
      organizationNumber: _id,
      action: 'organization.account_connected',
      subject: auditSubject(organization),
      changes: [{ field: 'account', from: known?.accountName ?? null, to: accountName }],
    } as const;
    await recordChanges([change], author, connectedDt, session);
    return record;
  });
}

/** Deauthorizes an account at the provider, unless an organization uses it. */
async function deauthorizeUnused(
  accountId: string,
  provider: Deps['provider'],
  except?: string,
): Promise<void> {
  const others = (await readAccountUses(accountId)).filter(({ _id }) => _id !== except);
  if (!others.length) await provider.deauthorize(accountId);
}

/**
 * Disconnects an organization's account: from now on its dues are paid to the deployment's own. First at the provider:
 * when that fails nothing is changed. Throws 404 when none is connected, ProviderUnavailable.
 */
export async function disconnect(
  organization: OrganizationRecord,
  author: Author,
  { provider, now }: ConnectDeps,
): Promise<void> {
  const { organizationNumber } = organization;
  const known = await findConnectedAccount(organizationNumber);
  if (!known) throw notFound('No account is connected.');
  await deauthorizeUnused(known.accountId, provider, organizationNumber);
  await inTransaction(async (session) => {
    const still = await findConnectedAccount(organizationNumber, session);
    if (still?.accountId !== known.accountId) return;
    await eraseAccount(organizationNumber, session);
    const change = {
      organizationNumber,
      action: 'organization.account_disconnected',
      subject: auditSubject(organization),
      changes: [{ field: 'account', from: still.accountName, to: null }],
    } as const;
    await recordChanges([change], author, now(), session);
  });
}
