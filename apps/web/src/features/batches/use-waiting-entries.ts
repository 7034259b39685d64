import { OFFICE_METHODS } from '@kinfold/domain/office-payment';
import { IntegerCents } from '@kinfold/domain/money';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { asProblem } from '../../lib/problem.ts';
import { useSession } from '../../lib/session.ts';
import { useIsOnline } from '../../lib/use-is-online.ts';
import { enterPayment } from '../../queries/batches.ts';

const WaitingEntry = z.object({
  entryId: z.string(),
  member_id: z.nullable(z.string()),
  payerName: z.string(),
  amount: IntegerCents,
  method: z.enum(OFFICE_METHODS),
  checkNumber: z.string(),
  /** The dues of several families that it pays. */
  lines: z.optional(z.array(z.object({ donation_id: z.string(), amount: IntegerCents }))),
  /** Why the server refused it; it is not sent again by itself. */
  refusal: z.optional(z.string()),
});
/** An entry that was typed here and is not known to be stored by the server. */
export type WaitingEntry = z.infer<typeof WaitingEntry>;

const RETRY_MS = 10_000;

/** Returns the entries stored in this browser, which outlive a reload and a closed browser. */
function read(key: string): WaitingEntry[] {
  try {
    return z.safeParse(z.array(WaitingEntry), JSON.parse(localStorage.getItem(key) ?? '[]')).data ?? [];
  } catch {
    return [];
  }
}

/** Whether a request may succeed when it is sent again: there was no answer, or the server is busy. */
const isTemporary = (status: number) => status === 0 || status === 401 || status === 429 || status >= 500;

/**
 * The entries of a batch that wait in this browser, and the function that adds one. Each is sent once the device is
 * online, one after the other under its own id, and removed when the server has stored it.
 */
export function useWaitingEntries(batchId: string) {
  const client = useQueryClient();
  const key = `waiting payments ${useSession()?.email ?? ''} ${batchId}`;
  const [waiting, setWaiting] = useState(() => read(key));
  const [attempt, setAttempt] = useState(0);
  const isOnline = useIsOnline();
  const isSending = useRef(false);
  const update = useCallback(
    (next: (entries: WaitingEntry[]) => WaitingEntry[]) =>
      setWaiting((entries) => {
        const stored = next(entries);
        if (stored.length) localStorage.setItem(key, JSON.stringify(stored));
        else localStorage.removeItem(key);
        return stored;
      }),
    [key],
  );
  const remove = (entryId: string) =>
    update((entries) => entries.filter((entry) => entry.entryId !== entryId));
  const next = waiting.find(({ refusal }) => refusal === undefined);
  const sendNext = useEffectEvent(async () => {
    if (!next || isSending.current) return;
    isSending.current = true;
    try {
      const { refusal: _refusal, payerName, ...form } = next;
      // The name of a member is only shown here.
      const payer = form.member_id === null ? { payerName } : {};
      await enterPayment(client, batchId, { ...form, ...payer });
      remove(next.entryId);
    } catch (error) {
      const { status, detail } = asProblem(error);
      if (!isTemporary(status))
        update((entries) =>
          entries.map((entry) => (entry.entryId === next.entryId ? { ...entry, refusal: detail } : entry)),
        );
    } finally {
      isSending.current = false;
      setAttempt((count) => count + 1);
    }
  });
  const nextId = next?.entryId;
  const lastId = useRef<string>(undefined);
  useEffect(() => {
    if (nextId === undefined || !isOnline) return undefined;
    // The same entry again: its last request had no answer.
    const pause = lastId.current === nextId ? RETRY_MS : 0;
    lastId.current = nextId;
    const timer = setTimeout(() => void sendNext(), pause);
    return () => clearTimeout(timer);
  }, [nextId, isOnline, attempt]);
  return { waiting, add: (entry: WaitingEntry) => update((entries) => [...entries, entry]), remove };
}
