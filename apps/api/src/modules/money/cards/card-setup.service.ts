/**
 * Saves cards: the browser sends a card to the provider under a setup intent, and the bank may refuse it there. A holder
 * of the client secret can try card after card: each refusal counts, by its event, and the first ends the setup
 * (docs/decisions/014).
 */
import { randomUUID } from 'node:crypto';
import type * as z from 'zod/v4/core';
import { CARD_NOT_SAVED, type SavedCard } from '@kinfold/domain/card';
import { calendarDateOf } from '@kinfold/domain/dates';
import type { ProviderFailure, ProviderSetup } from '../../../platform/card-provider.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Author } from '../../../platform/author.ts';
import { inTransaction } from '../../../platform/database.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import { AppError, invalid } from '../../../platform/problem.ts';
import { countTry, type Limit } from '../../../platform/rate-limit.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { cardSetups, type CardSetup } from './card.model.ts';
import { presentCard } from './card.presenter.ts';
import { cardChange, ensureCustomer, type Cardholder, type CardOwner } from './card.service.ts';
import { countDecline, endTry, keepOwnPlace, tryKeysOf } from './card-tries.service.ts';
import { reserveTryOf } from './decline-notice.service.ts';

type SetupDeps = Pick<Deps, 'provider' | 'config' | 'logger' | 'now'>;

// Each setup reveals whether a card is good; nobody needs more than this many in an hour.
const SETUPS: Limit = { name: 'card-setup', max: 20, windowSeconds: 3600 };

/**
 * Starts saving a card: returns the client secret with which the browser sends it to the provider. Cancels the member's
 * earlier unfinished setup. Throws 429 after too many declined cards.
 */
export async function startCardSetup(
  owner: Cardholder & { address: string },
  author: Author,
  deps: SetupDeps,
): Promise<string> {
  const { provider, now } = deps;
  const { memberId, address } = owner;
  await countTry(SETUPS, memberId, now());
  for (const earlier of await cardSetups().find({ memberId, endedDt: null }).toArray())
    await endSetup(earlier, deps);
  const tryKeys = tryKeysOf({ payer: memberId, address, fingerprint: null });
  const tryId = `setup:${randomUUID()}`;
  await reserveTryOf({ payer: memberId, email: owner.email }, tryId, tryKeys, deps);
  // Each member has one setup at a time.
  await keepOwnPlace(tryId, tryKeys);
  try {
    const { setupId, clientSecret } = await provider.createSetup(
      await ensureCustomer(provider, owner),
      tryId,
    );
    const history = { change: cardChange('card.saved', owner), author };
    const setup = { memberId, history, tryId, tryKeys, createdDt: now(), endedDt: null };
    await cardSetups().insertOne({ _id: setupId, ...setup });
    return clientSecret;
  } catch (error) {
    await endTry(tryId, tryKeys);
    throw error;
  }
}

/**
 * Returns the card that a setup intent saved. Throws 422 for a setup that has not succeeded or belongs to another member,
 * 402 when the bank refused the card. Repeating changes nothing.
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
  await settleSetup(await cardSetups().findOne({ _id: setupId }), setup, deps);
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

/** Settles the setup intent of an event; `failure` is the event's refusal. */
export async function settleSetupOf(
  setupId: string,
  failure: ProviderFailure | null,
  deps: SetupDeps,
): Promise<void> {
  const record = await cardSetups().findOne({ _id: setupId });
  if (record && failure) await endSetup(record, deps, failure);
  else if (record && !record.endedDt)
    await settleSetup(record, await deps.provider.retrieveSetup(setupId), deps);
}

/** Ends a setup whose card was saved or refused, by its state at the provider. */
async function settleSetup(
  record: CardSetup | null,
  setup: ProviderSetup | undefined,
  deps: SetupDeps,
): Promise<void> {
  if (record && setup?.hasSucceeded) await keepSetup(record, deps.now());
  else if (record && setup?.failure) await endSetup(record, deps, setup.failure);
}

/** Cancels a setup, so that no other card is tried with it. A refusal counts. */
async function endSetup(
  record: CardSetup,
  { provider, now }: SetupDeps,
  reported: ProviderFailure | null = null,
): Promise<void> {
  if (reported) await countDecline(record, reported, now());
  await provider.cancelSetup(record._id);
  const setup = await provider.retrieveSetup(record._id);
  if (setup?.failure && !setup.hasSucceeded) await countDecline(record, setup.failure, now());
  await forgetSetup(record, now());
}

/** Ends a setup whose card was saved; the first process to do so records it in the member's history. */
async function keepSetup({ _id, history, tryId, tryKeys }: CardSetup, now: Date): Promise<void> {
  await endTry(tryId, tryKeys);
  await inTransaction(async (session) => {
    const ended = { $set: { endedDt: now } };
    const { modifiedCount } = await cardSetups().updateOne({ _id, endedDt: null }, ended, { session });
    if (modifiedCount) await recordChanges([history.change], history.author, now, session);
  });
}

async function forgetSetup({ _id, tryId, tryKeys }: CardSetup, now: Date): Promise<void> {
  await endTry(tryId, tryKeys);
  await cardSetups().updateOne({ _id }, { $set: { endedDt: now } });
}

const IDLE_AFTER_MS = 15 * 60_000;
const LOOKED_AT_AFTER_MS = 15_000;
const KEPT_MS = 24 * 3_600_000;
const AT_A_TIME = 8;

/** Settles setups without an event, and ends those unfinished after a quarter of an hour. */
export async function sweepSetups(deps: SetupDeps): Promise<void> {
  const now = deps.now().getTime();
  const olderThan = (ms: number) => ({ createdDt: { $lte: new Date(now - ms) } });
  const open = cardSetups()
    .find({ endedDt: null, ...olderThan(LOOKED_AT_AFTER_MS) })
    .sort({ createdDt: 1, _id: 1 });
  await inParallel(open, AT_A_TIME, async (record) => {
    const { _id, createdDt } = record;
    try {
      if (createdDt.getTime() <= now - IDLE_AFTER_MS) await endSetup(record, deps);
      else await settleSetup(record, await deps.provider.retrieveSetup(_id), deps);
    } catch (error) {
      deps.logger.warn(
        { err: error, setupId: _id },
        'a card setup could not be settled; a later sweep tries again',
      );
    }
  });
  await cardSetups().deleteMany({ endedDt: { $ne: null }, ...olderThan(KEPT_MS) });
}
