import type { AccountState } from './accounts.ts';
import type { Engine } from './engine.ts';
import type { WebhookSender } from './webhooks.ts';

export type { AccountState };

/** Changes to connected accounts, as made by their owners or Stripe, with their events. Rejects for an unknown one. */
export function accountChanger(
  { engine, webhooks, apiVersion }: { engine: Engine; webhooks: WebhookSender; apiVersion: string },
  origin: string,
) {
  return async (accountId: string, state: AccountState): Promise<void> => {
    const path = `/v1/test_helpers/accounts/${accountId}`;
    const reply = await engine.runOwn(path, { state }, { origin, apiVersion });
    if (reply.status !== 200) throw new Error(`No such account: ${accountId}`);
    const plan = webhooks.plan(reply.events);
    await plan.beforeReply();
    plan.afterReply();
  };
}
