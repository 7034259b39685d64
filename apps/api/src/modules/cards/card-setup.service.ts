/**
 * Saving a card: the browser hands it to the provider under a setup intent, and the bank may refuse it there. Starting
 * counts like a decline, until the card is saved or nobody tried one (docs/decisions/014).
 */
import { randomUUID } from 'node:crypto';
import type * as z from 'zod/v4/core';
import { CARD_NOT_SAVED, type SavedCard } from '@kinfold/domain/card';
import { calendarDateOf } from '@kinfold/domain/dates';
import type { ProviderSetup } from '../../platform/card-provider.ts';
import type { Deps } from '../../platform/endpoint.ts';
import { AppError, invalid } from '../../platform/problem.ts';
import { countTry, type Limit } from '../../platform/rate-limit.ts';
import { cardSetups, type CardSetup } from './card.model.ts';
import { ensureCustomer, presentCard, type CardOwner } from './card.service.ts';
import { countDecline, takeDeclineBack, tryKeysOf } from './card-tries.service.ts';
import { reserveTryOf } from './decline-notice.service.ts';

type SetupDeps = Pick<Deps, 'provider' | 'config' | 'now'>;

// Each tells whether a card is good: this many in an hour are more than anybody needs.
const SETUPS: Limit = { name: 'card-setup', max: 20, windowSeconds: 3600 };

/**
 * Starts saving a card: the client secret with which the browser hands it to the provider. What the member left
 * unfinished before is canceled. Throws 429 after too many declined cards.
 */
export async function startCardSetup(
  owner: CardOwner & { address: string },
  deps: SetupDeps,
): Promise<string> {
  const { provider, now } = deps;
  const { memberId, address } = owner;
  await countTry(SETUPS, memberId, now());
  for (const earlier of await cardSetups().find({ memberId }).toArray()) await endSetup(earlier, deps);
  const tryKeys = tryKeysOf({ memberId, address, fingerprint: null });
  const tryId = `setup:${randomUUID()}`;
  await reserveTryOf(owner, tryId, tryKeys, deps);
  await countDecline(tryId, tryKeys, now(), now());
  try {
    const { setupId, clientSecret } = await provider.createSetup(
      await ensureCustomer(provider, owner),
      tryId,
    );
    await cardSetups().insertOne({ _id: setupId, memberId, tryId, tryKeys, createdDt: now() });
    return clientSecret;
  } catch (error) {
    await takeDeclineBack(tryId, tryKeys, now());
    throw error;
  }
}

/**
 * The card that a setup intent saved. Throws 422 for a setup that has not succeeded and for anybody else's, 402 when
 * the bank refused to have the card saved. A second time changes nothing.
 */
export async function finishCardSetup(
  owner: CardOwner,
  setupId: string,
  deps: SetupDeps,
): Promise<z.input<typeof SavedCard>> {
  const { provider, now, config } = deps;
  const customerId = await ensureCustomer(provider, owner);
  const setup = await provider.retrieveSetup(setupId);
  if (!setup || setup.customerId !== customerId) throw notSaved();
  await settleSetup(setupId, setup, deps);
  const { failure, hasSucceeded, cardId } = setup;
  if (failure && !hasSucceeded)
    throw new AppError(402, failure.code ?? 'card_declined', failure.message ?? 'Your card was declined.', {
      decline_code: failure.decline_code,
    });
  const card = hasSucceeded && cardId ? await provider.retrieveCard(cardId) : undefined;
  if (card?.customerId !== customerId) throw notSaved();
  return presentCard(card, calendarDateOf(now(), config.TIME_ZONE));
}

const notSaved = () => invalid([{ path: 'setup_token', message: CARD_NOT_SAVED }]);

/** Settles a setup intent that an event speaks of, by what the provider says of it. */
export async function settleSetupOf(setupId: string, deps: SetupDeps): Promise<void> {
  const setup = await deps.provider.retrieveSetup(setupId);
  if (setup) await settleSetup(setupId, setup, deps);
}

/** Counts a setup whose card was refused, and cancels it: one setup, one card. Forgets one that succeeded. */
async function settleSetup(setupId: string, setup: ProviderSetup, deps: SetupDeps): Promise<void> {
  const { provider, now } = deps;
  const record = await cardSetups().findOne({ _id: setupId });
  if (!record || !(setup.hasSucceeded || setup.failure)) return;
  const { tryId, tryKeys } = record;
  if (setup.hasSucceeded) await takeDeclineBack(tryId, tryKeys, now());
  else {
    await provider.cancelSetup(setupId);
    const fingerprint = setup.failure?.fingerprint;
    if (fingerprint) await countDecline(tryId, [`card:${fingerprint}`], record.createdDt, now());
  }
  await cardSetups().deleteOne({ _id: setupId });
}

/** Settles a setup, or cancels one with which nobody tried a card: then it does not count. */
async function endSetup(record: CardSetup, deps: SetupDeps): Promise<void> {
  const { _id, tryId, tryKeys } = record;
  await deps.provider.cancelSetup(_id);
  const setup = await deps.provider.retrieveSetup(_id);
  if (setup?.hasSucceeded || setup?.failure) return settleSetup(_id, setup, deps);
  await takeDeclineBack(tryId, tryKeys, deps.now());
  await cardSetups().deleteOne({ _id });
}

const IDLE_AFTER_MS = 15 * 60_000;
const LOOKED_AT_AFTER_MS = 15_000;
const BATCH = 100;

/** Settles the setups that no event told of, and ends those that nobody finished within a quarter of an hour. */
export async function sweepSetups(deps: SetupDeps): Promise<void> {
  const now = deps.now().getTime();
  const open = await cardSetups()
    .find({ createdDt: { $lte: new Date(now - LOOKED_AT_AFTER_MS) } })
    .sort({ createdDt: -1, _id: -1 })
    .limit(BATCH)
    .toArray();
  for (const record of open)
    if (record.createdDt.getTime() <= now - IDLE_AFTER_MS) await endSetup(record, deps);
    else await settleSetupOf(record._id, deps);
}
