/** One effect of a request. Amounts are in the smallest unit. */
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
  /** For a destination charge: where its money goes, and for whom it is made; for a transfer, where it went. */
  destination?: string;
  onBehalfOf?: string;
  /** The connected account of an event. */
  account?: string;
  metadata: Record<string, string>;
};

/** The totals of one `metadata.paymentId`. */
export type PaymentSums = {
  charges: number;
  charged: number;
  failures: number;
  refunds: number;
  refunded: number;
};

/** The effects of all requests, in order: the reference that tests compare the ledger with. */
export type Journal = {
  all(): readonly JournalEntry[];
  /** The succeeded charges, optionally of one payment. */
  charges(paymentId?: string): JournalEntry[];
  refunds(paymentId?: string): JournalEntry[];
  /** The amounts sent to connected accounts, optionally of one payment. */
  transfers(paymentId?: string): JournalEntry[];
  /** Totals by `metadata.paymentId`; objects without one are under ''. */
  sums(): Record<string, PaymentSums>;
  /** Removes all entries, for a test with an empty database. */
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
    transfers: (paymentId) => ofEffect('transfer.created', paymentId),
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
