/**
 * The flow of a payment on Review as a machine (payments.md, steps 7 to 9), independent of React, storage and network.
 * Every request has the payment's id, so it is charged once.
 */
import type { CardData } from '@kinfold/domain/payment';
import type { PaymentPayload } from '../../parts/payment/payment-payload.ts';
import { pollPayment, type PayOutcome, type PayStage, type PollPorts } from './poll-payment.ts';

export type PaidOutcome = Extract<PayOutcome, { kind: 'paid' }>;
export type FailedOutcome = Exclude<PayOutcome, PaidOutcome>;

/**
 * `looking`: a payment sent in an earlier visit is looked up; `resumable`: it was not charged; `offline`: nothing was
 * sent; `busy`: sent, or paid and leaving the page; `done`: not paid, or unknown.
 */
export type PaymentState =
  | { kind: 'ready' | 'looking' | 'resumable' | 'offline' }
  | { kind: 'busy'; stage: PayStage }
  | { kind: 'done'; outcome: FailedOutcome };

/** The view of a screen; a new object at every change. */
export type PaymentView = { state: PaymentState; payment: PaymentPayload };

export type PaymentPorts = Pick<PollPorts, 'confirm' | 'wait'> & {
  isOnline: () => boolean;
  /** Rejects unless the payment was charged. */
  findReceipt: (paymentId: string) => Promise<unknown>;
  send: (payment: PaymentPayload) => ReturnType<PollPorts['send']>;
  /** Returns whether the stored payment is still this one, and no tab has sent it. */
  isUnsent: (payment: PaymentPayload) => boolean;
  /** Stores a payment with another card; returns it with its id. */
  store: (payment: PaymentPayload) => PaymentPayload;
  markSent: (payment: PaymentPayload) => void;
  /** `isShown`: the screen is still there. Without `outcome`, the receipt was found. */
  onPaid: (payment: PaymentPayload, isShown: boolean, outcome?: PaidOutcome) => void;
  /** Called when nothing was charged: the next attempt is a new payment. */
  onFailed: (payment: PaymentPayload, outcome: FailedOutcome) => void;
};

const isUnknown = ({ kind }: FailedOutcome) => kind === 'unknown' || kind === 'unconfirmed';

/** The flow of a stored payment. Its functions never throw; while one is running, the others do nothing. */
export function paymentFlow(stored: PaymentPayload, ports: PaymentPorts) {
  let view: PaymentView = { state: { kind: stored.wasSent ? 'looking' : 'ready' }, payment: stored };
  let isLookingUp = false;
  const listeners = new Set<() => void>();
  const set = (state: PaymentState, payment = view.payment) => {
    view = { state, payment };
    for (const listener of listeners) listener();
  };
  const isWorking = () => view.state.kind === 'busy' || view.state.kind === 'looking';

  /** Looks up a payment that was sent in an earlier visit: its receipt exists if it was charged. */
  async function start(): Promise<void> {
    if (view.state.kind !== 'looking' || isLookingUp) return;
    isLookingUp = true;
    const { payment } = view;
    await ports.findReceipt(payment.payment_id).then(
      () => ports.onPaid(payment, listeners.size > 0),
      () => set({ kind: 'resumable' }),
    );
  }

  async function pay(): Promise<void> {
    if (isWorking()) return;
    const { payment } = view;
    if (!ports.isOnline()) {
      // If it was sent before, here or in another tab, it may have been charged.
      set(ports.isUnsent(payment) ? { kind: 'offline' } : { kind: 'done', outcome: { kind: 'unknown' } });
      return;
    }
    ports.markSent(payment);
    const outcome = await pollPayment({
      send: () => ports.send(payment),
      confirm: ports.confirm,
      wait: ports.wait,
      onStage: (stage) => set({ kind: 'busy', stage }),
    });
    if (outcome.kind === 'paid') {
      ports.onPaid(payment, listeners.size > 0, outcome);
      return;
    }
    // With an unknown outcome the payment and its id are kept.
    if (!isUnknown(outcome)) ports.onFailed(payment, outcome);
    set({ kind: 'done', outcome });
  }

  /** Pays with another card as a new payment, which is stored before it is sent. */
  async function payWith(cardData: CardData): Promise<void> {
    if (isWorking()) return;
    const { payment } = view;
    // Another tab has sent or changed it: its outcome comes first.
    if (!ports.isUnsent(payment)) set({ kind: 'resumable' });
    else {
      set(view.state, ports.store({ ...payment, cardData }));
      await pay();
    }
  }

  /** Called once the device is online again. Another tab may have started another payment, or paid this one. */
  async function retry(): Promise<void> {
    if (view.state.kind === 'offline' && !ports.isUnsent(view.payment)) set({ kind: 'ready' });
    else await pay();
  }

  return {
    view: () => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start,
    pay,
    payWith,
    retry,
    /** Stops waiting for the connection. */
    giveUp: () => {
      if (view.state.kind === 'offline') set({ kind: 'ready' });
    },
  };
}

/** Returns whether the flow continues by itself once the device is online. */
export const waitsForConnection = ({ state }: PaymentView): boolean =>
  state.kind === 'offline' || (state.kind === 'done' && state.outcome.kind === 'unknown');
