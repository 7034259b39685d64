import type { AccountState } from './account-changes.ts';
import type { Engine } from './engine.ts';
import type { FaultList, FaultOptions } from './faults.ts';
import type { Journal } from './journal.ts';
import type { WebhookSender } from './webhooks.ts';

type ControlParts = {
  engine: Engine;
  changeAccount: (accountId: string, state: AccountState) => Promise<void>;
  faults: FaultList;
  journal: Journal;
  webhooks: WebhookSender;
};

/**
 * The control endpoints under `/_sandbox/`, for tests over HTTP. Bodies must have the content type JSON: a page of
 * another origin cannot send that without a preflight request, which is not granted.
 */
export async function handleControl(
  { engine, changeAccount, faults, journal, webhooks }: ControlParts,
  method: string,
  url: URL,
  body: string,
  isJson: boolean,
): Promise<{ status: number; body: unknown }> {
  const reply = (value: unknown, status = 200) => ({ status, body: value });
  const path = url.pathname.slice('/_sandbox/'.length);
  if (method === 'GET' && path === 'health') return reply({ status: 'ok' });
  if (method === 'GET' && path === 'journal') {
    const paymentId = url.searchParams.get('paymentId');
    const entries = journal.all().filter((entry) => paymentId === null || entry.paymentId === paymentId);
    const sums = Object.entries(journal.sums()).filter(([id]) => paymentId === null || id === paymentId);
    return reply({ entries, sums: Object.fromEntries(sums) });
  }
  if (method === 'GET' && path === 'accounts') return reply(engine.accounts());
  if (method === 'GET' && path === 'faults') return reply(faults.list());
  if (method === 'DELETE' && path === 'faults') {
    faults.clear();
    return reply([]);
  }
  if (method === 'DELETE' && path.startsWith('faults/')) {
    return faults.remove(path.slice('faults/'.length)) ? reply({}) : reply({ error: 'No such fault' }, 404);
  }
  if (method === 'GET' && path === 'webhooks') {
    if (url.searchParams.has('idle')) await webhooks.idle();
    return reply(webhooks.deliveries());
  }
  if (method !== 'POST' || !isJson) return reply({ error: 'Unknown, or not sent as application/json' }, 404);
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null) throw new TypeError('The body must be an object');
    // The list validates it.
    if (path === 'faults') return reply(faults.add(value as FaultOptions), 201);
    if (path.startsWith('accounts/')) {
      const state = 'state' in value ? value.state : undefined;
      if (state !== 'active' && state !== 'restricted' && state !== 'deauthorized')
        throw new TypeError('state must be active, restricted or deauthorized');
      await changeAccount(path.slice('accounts/'.length), state);
      return reply({ state });
    }
    if (path === 'webhook') {
      const target = 'url' in value ? value.url : null;
      const secret = 'secret' in value ? value.secret : undefined;
      if (typeof target !== 'string' && target !== null) throw new TypeError('url must be text or null');
      if (typeof secret !== 'string' && secret !== undefined) throw new TypeError('secret must be text');
      webhooks.setTarget(target, secret);
      return reply({ url: target });
    }
  } catch (error) {
    return reply({ error: error instanceof Error ? error.message : 'Malformed' }, 422);
  }
  return reply({ error: 'Unknown' }, 404);
}
