/**
 * Limits on declined cards (docs/decisions/014). A try takes its place before the provider is asked and gives it back
 * after, so that many at once cannot slip through; what was declined stays. Several at once wait for one another.
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

/** Whom tries count against; an address is kept as a hash. */
export function tryKeysOf(of: { memberId: string; address: string; fingerprint: string | null }): string[] {
  const card = of.fingerprint === null ? [] : [cardKey(of.fingerprint)];
  return [memberKey(of.memberId), `address:${sha256(of.address)}`, ...card];
}

const memberKey = (memberId: string) => `member:${memberId}`;
const cardKey = (fingerprint: string) => `card:${fingerprint}`;

/** 429: too many cards were declined. `isOwn` when the member's own tries are too many, and not those of others. */
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
/** In real time: a request that waits is answered within its deadline. */
const MAX_WAIT_MS = 25_000;
/** How soon to ask again after that, in seconds. */
const ASK_AGAIN_S = 3;

/**
 * Takes a place for a try under each key; the same `id` has one place. Waits while those under way could use up the
 * limit. Throws TooManyDeclines, or 429 when they take too long.
 */
export async function reserveTry(id: string, keys: readonly string[], now: () => Date): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const verdicts = await Promise.all(
      keys.map(async (key) => ({ key, ...(await takePlace(key, id, now())) })),
    );
    if (verdicts.every(({ kind }) => kind === 'free')) return;
    // Not those that a twin of this very try has taken.
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

/** Gives a place back: the try has ended. May be repeated. */
export async function endTry(id: string, keys: readonly string[]): Promise<void> {
  if (!keys.length) return;
  const ended = { id, isDeclined: false };
  await cardTries().updateMany(
    { _id: { $in: [...keys] }, tries: { $elemMatch: ended } },
    { $pull: { tries: ended }, $inc: { version: 1 } },
  );
}

/**
 * Gives back the places of a try but for the member's own: a person is at it, for minutes, and others at the same
 * address do not wait for that. May be repeated.
 */
export async function keepOwnPlace(id: string, keys: readonly string[]): Promise<void> {
  await endTry(
    id,
    keys.filter((key) => !key.startsWith(memberKey(''))),
  );
}

/** Who tried a card: `_id` is the payment or the setup, `tryKeys` whom it counts against. */
type Tried = { _id: string; memberId: string; tryKeys: readonly string[] };

/**
 * Counts a refused card, once for each try, whoever tells of it how often; not one that has paid for that member
 * before. The card that was refused counts, which need not be the one that `tryKeys` name.
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

/** Changes the tries under a key; `edit` may run more than once, and changes nothing when it gives undefined. */
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

/** Whether a card has paid for a member before: then its declines neither count nor keep it from paying. */
export async function hasPaidBefore(
  memberId: string,
  { fingerprint }: { fingerprint: string | null },
): Promise<boolean> {
  return (await paidCards().findOne({ _id: paidCardId(memberId, fingerprint) })) !== null;
}

const paidCardId = (memberId: string, card: string | null) => `${memberId}:${card}`;

/** Remembers that a card has paid for a member, and when it did so last. May be repeated, in any order. */
export async function rememberPaidCard(
  memberId: string,
  fingerprint: string | null,
  lastPaidDt: Date,
): Promise<void> {
  if (fingerprint === null) return;
  const _id = paidCardId(memberId, fingerprint);
  await paidCards().updateOne({ _id }, { $max: { lastPaidDt } }, { upsert: true });
}

/** When cards paid for a member last, in ms, by fingerprint; those that have not paid are not in it. */
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
