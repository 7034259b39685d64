/** One effect that a request had, in the order in which they happened. Amounts are in the smallest unit. */
export type JournalEntry = {
  at: string;
  /** For example `payment_intent.created`, `charge.succeeded`, `charge.failed`, `refund.created`. */
  effect: string;
  id: string;
  requestId: string;
  idempotencyKey: string | null;
  amount?: number;
  currency?: string;
  status?: string | null;
  code?: string;
  paymentIntent?: string | null;
  /** `metadata.paymentId` of the object, or of the charge that a refund belongs to. */
  paymentId?: string;
  metadata: Record<string, string>;
};

/** What one `metadata.paymentId` came to. */
export type PaymentSums = {
  charges: number;
  charged: number;
  failures: number;
  refunds: number;
  refunded: number;
};

/** The truth for tests: what really happened at the provider, whatever its clients believe. */
export type Journal = {
  all(): readonly JournalEntry[];
  /** Charges that took money; of one payment only, when its id is given. */
  charges(paymentId?: string): JournalEntry[];
  refunds(paymentId?: string): JournalEntry[];
  /** By `metadata.paymentId`; what has none is under ''. */
  sums(): Record<string, PaymentSums>;
  /** Forgets what happened so far, for a test that begins with empty books. */
  clear(): void;
};

export function createJournal(entries: JournalEntry[]): Journal {
  const ofEffect = (effect: string, paymentId?: string) =>
    entries.filter(
      (entry) => entry.effect === effect && (paymentId === undefined || entry.paymentId === paymentId),
    );
  return {
    all: () => entries,
    charges: (paymentId) => ofEffect('charge.succeeded', paymentId),
    refunds: (paymentId) => ofEffect('refund.created', paymentId),
    sums: () => {
      const sums: Record<string, PaymentSums> = {};
      for (const { effect, amount = 0, paymentId = '' } of entries) {
        if (!/^(charge\.(succeeded|failed)|refund\.created)$/.test(effect)) continue;
        const sum = (sums[paymentId] ??= { charges: 0, charged: 0, failures: 0, refunds: 0, refunded: 0 });
        if (effect === 'charge.failed') sum.failures += 1;
        if (effect === 'charge.succeeded') {
          sum.charges += 1;
          sum.charged += amount;
        }
        if (effect === 'refund.created') {
          sum.refunds += 1;
          sum.refunded += amount;
        }
      }
      return sums;
    },
    clear: () => {
      entries.length = 0;
    },
  };
}
