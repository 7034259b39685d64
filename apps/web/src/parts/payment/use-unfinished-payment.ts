import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { refreshAll } from '../../queries/change.ts';
import { receiptQuery } from '../../queries/payments.ts';
import { forgetDrafts } from './donate-draft.ts';
import { forgetPayload, payloadText, readPayload, type PaymentPayload } from './payment-payload.ts';

/** The interval at which to check whether the payment was charged, in ms. */
const ASK_EVERY_MS = 15_000;

function onStorage(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

/**
 * Returns the payment of a member that was sent, in this tab or another, and whose outcome is not known; undefined when
 * there is none. Checks whether it was charged, and never sends it. Once its outcome is known, the dues are loaded
 * again.
 */
export function useUnfinishedPayment(memberId: string): PaymentPayload | undefined {
  const client = useQueryClient();
  const text = useSyncExternalStore(onStorage, () => payloadText(memberId));
  const payload = text === null ? undefined : readPayload(memberId);
  const sentId = payload?.wasSent ? payload.payment_id : undefined;
  // Answers with a receipt if it was charged, otherwise with 404.
  const { isSuccess } = useQuery({
    ...receiptQuery(sentId ?? ''),
    enabled: sentId !== undefined,
    retry: false,
    refetchInterval: ({ state }) => (state.data ? false : ASK_EVERY_MS),
  });
  const isOpen = sentId !== undefined && !isSuccess;
  useEffect(() => {
    if (sentId === undefined || !isSuccess) return;
    forgetPayload(memberId, sentId);
    forgetDrafts(memberId);
  }, [memberId, sentId, isSuccess]);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) void refreshAll(client);
    wasOpen.current = isOpen;
  }, [client, isOpen]);
  return isOpen ? payload : undefined;
}
