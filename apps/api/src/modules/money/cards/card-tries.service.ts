/**
 * Limits on declined cards (docs/decisions/014). A try reserves its place before the provider is asked and releases it
 * afterwards, so that concurrent tries cannot slip through; declined ones stay counted. Concurrent tries wait.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  countingTries,
  DECLINE_COUNTS_S,
  tooManyDeclinesText,
  tryVerdict,
  type CardTry,
  type TryVerdict,
} from '@kinfold/domain/card-tries';
import type { ProviderFailure } from '../../../platform/card-provider.ts';
import { insertOnce } from '../../../platform/database.ts';
import { sha256 } from '../../../platform/hash.ts';
import { AppError, tooMany } from '../../../platform/problem.ts';
import { cardTries, paidCards } from './card.model.ts';

/** The keys that tries count against; an address is stored as a hash. */
export function tryKeysOf(of: { payer: string; address: string; fingerprint: string | null }): string[] {
  const card = of.fingerprint === null ? [] : [cardKey(of.fingerprint)];
  return [memberKey(of.payer), `address:${sha256(of.address)}`, ...card];
}

const memberKey = (memberId: string) => `member:${memberId}`;
const cardKey = (fingerprint: string) => `card:${fingerprint}`;

/** 429: too many cards were declined. `isOwn` when the member's own tries are too many, not those of others. */
export class TooManyDeclines extends AppError {
  readonly seconds: number;
  readonly isOwn: boolean;
  constructor(seconds: number, isOwn: boolean) {
    super(429, 'too_many_declines', tooManyDeclinesText(seconds), {}, { 'Retry-After': String(seconds) });
    this.seconds = seconds;
    this.isOwn = isOwn;
  }
}

const WAIT_MS = 100;
/** In real time: a waiting request is answered within its deadline. */
const MAX_WAIT_MS = 25_000;
/** Retry-After for that, in seconds. */
const ASK_AGAIN_S = 3;

/**
 * Reserves a place for a try under each key; the same `id` has one place. Waits while pending tries could use up the
 * limit. Throws TooManyDeclines, or 429 when they take too long.
 */
export async function reserveTry(id: string, keys: readonly string[], now: () => Date): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const verdicts = await Promise.all(
      keys.map(async (key) => ({ key, ...(await takePlace(key, id, now())) })),
    );
    if (verdicts.every(({ kind }) => kind === 'free')) return;
    // Except places that a concurrent request with the same id has reserved.
    await endTry(
      id,
      verdicts.filter(({ isTaken }) => isTaken).map(({ key }) => key),
    );
    const blocked = verdicts.filter((verdict) => verdict.kind === 'blocked');
    if (blocked.length)
      throw new TooManyDeclines(
        Math.max(...blocked.map(({ seconds }) => seconds)),
        blocked.some(({ key }) => key.startsWith(memberKey(''))),
      );
    if (performance.now() - startedAt > MAX_WAIT_MS) throw tooMany(ASK_AGAIN_S);
    await sleep(WAIT_MS * (0.5 + Math.random()));
  }
}

async function takePlace(key: string, id: string, now: Date): Promise<TryVerdict & { isTaken: boolean }> {
  let verdict: TryVerdict = { kind: 'free' };
  let isTaken = false;
  await change(key, now, (tries) => {
    const isThere = tries.some((each) => each.id === id);
    verdict = isThere ? { kind: 'free' } : tryVerdict(tries, now);
    isTaken = !isThere && verdict.kind === 'free';
    return isTaken ? [...tries, { id, dt: now, isDeclined: false }] : undefined;
  });
  return { ...verdict, isTaken };
}

/** Releases the place of a try that has ended. Can be repeated. */
export async function endTry(id: string, keys: readonly string[]): Promise<void> {
  if (!keys.length) return;
  const ended = { id, isDeclined: false };
  await cardTries().updateMany(
    { _id: { $in: [...keys] }, tries: { $elemMatch: ended } },
    { $pull: { tries: ended }, $inc: { version: 1 } },
  );
}

/**
 * Releases the places of a try except the member's own: a person takes minutes, and others at the same address must not
 * wait for that. Can be repeated.
 */
export async function keepOwnPlace(id: string, keys: readonly string[]): Promise<void> {
  await endTry(
    id,
    keys.filter((key) => !key.startsWith(memberKey(''))),
  );
}

/** A tried card: `_id` is the payment or the setup, `tryKeys` the keys that it counts against. */
type Tried = { _id: string; memberId: string | null; tryKeys: readonly string[] };

/**
 * Counts a refused card, once for each try, however often it is reported; not a card that has paid for that member
 * before. The refused card counts, which may differ from the one that `tryKeys` name.
 */
export async function countDecline(
  { _id, memberId, tryKeys }: Tried,
  { tryId, card }: Pick<ProviderFailure, 'tryId' | 'card'>,
  now: Date,
): Promise<void> {
  if (card && (await hasPaidBefore(memberId, card))) return;
  const refused = card?.fingerprint ? cardKey(card.fingerprint) : undefined;
  const keys = refused ? [...tryKeys.filter((key) => !key.startsWith(cardKey(''))), refused] : tryKeys;
  const id = `${_id}:${tryId}`;
  await Promise.all(
    keys.map((key) =>
      change(key, now, (tries) =>
        tries.some((each) => each.id === id) ? undefined : [...tries, { id, dt: now, isDeclined: true }],
      ),
    ),
  );
}

/** Changes the tries under a key; `edit` may run more than once; when it returns undefined, nothing changes. */
async function change(
  key: string,
  now: Date,
  edit: (tries: CardTry[]) => CardTry[] | undefined,
): Promise<void> {
  for (;;) {
    const found = await cardTries().findOne({ _id: key });
    const tries = edit(countingTries(found?.tries ?? [], now));
    if (!tries) return;
    const version = (found?.version ?? 0) + 1;
    const next = { tries, version, expireDt: new Date(now.getTime() + DECLINE_COUNTS_S * 1000) };
    const isDone = found
      ? (await cardTries().updateOne({ _id: key, version: found.version }, { $set: next })).modifiedCount ===
        1
      : await insertOnce(cardTries(), { _id: key, ...next });
    if (isDone) return;
  }
}

/** Returns whether a card has paid for a member before: then declines neither count for it nor block it. */
export async function hasPaidBefore(
  memberId: string | null,
  { fingerprint }: { fingerprint: string | null },
): Promise<boolean> {
  return (
    memberId !== null && (await paidCards().findOne({ _id: paidCardId(memberId, fingerprint) })) !== null
  );
}

const paidCardId = (memberId: string, card: string | null) => `${memberId}:${card}`;

/** Records that a card has paid for a member, and its latest time. Can be repeated, in any order. */
export async function rememberPaidCard(
  memberId: string | null,
  fingerprint: string | null,
  lastPaidDt: Date,
): Promise<void> {
  if (memberId === null || fingerprint === null) return;
  const _id = paidCardId(memberId, fingerprint);
  await paidCards().updateOne({ _id }, { $max: { lastPaidDt } }, { upsert: true });
}

/** The times of the latest payments for a member, in ms, by card fingerprint; cards that have not paid are left out. */
export async function lastPaidTimes(
  memberId: string,
  fingerprints: readonly (string | null)[],
): Promise<Map<string | null, number>> {
  const ids = new Map(fingerprints.map((each) => [paidCardId(memberId, each), each]));
  const found = await paidCards()
    .find({ _id: { $in: [...ids.keys()] } })
    .toArray();
  return new Map(found.map(({ _id, lastPaidDt }) => [ids.get(_id) ?? null, lastPaidDt.getTime()]));
}
