/**
 * The card provider behind one interface (rules.md "Payments"): Stripe, or the sandbox with the same HTTP API
 * (stripe-provider.ts). Amounts are integer cents.
 */
import type { Cents } from '@kinfold/domain/money';

/** A payment intent, as far as the payment protocol needs it. */
export type ProviderIntent = {
  id: string;
  status: 'open' | 'needs_card' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  amount: number;
  currency: string;
  paymentId: string | null;
  clientSecret: string | null;
  /** The card of the last confirmation: for a succeeded intent the one that paid. */
  cardId: string | null;
  /** The connected account that gets the money; null for the deployment's own. */
  accountId: string | null;
  failure: ProviderFailure | null;
};

/** A connected account; `isReady` when charges can be made for it. */
export type ProviderAccount = { id: string; name: string; isReady: boolean };

/** Why a card was refused: the provider's code, decline code and message. */
export type ProviderFailure = {
  code: string | null;
  decline_code: string | null;
  message: string | null;
  requestId: string | null;
  /** Identifies the try within its intent, in an answer as in an event; null when no card was tried. */
  tryId: string | null;
  /** The refused card; it may differ from the card that the intent was created with. */
  card: { id: string; fingerprint: string | null } | null;
};

/** A card at the provider. */
export type ProviderCard = {
  id: string;
  customerId: string | null;
  /** The same for every payment method with the same card number. */
  fingerprint: string | null;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
};

/**
 * A setup intent: a card being saved for later. `cardId` and `customerId` are null until they are known; `failure` is
 * the last refusal of a card, until another is tried.
 */
export type ProviderSetup = {
  hasSucceeded: boolean;
  customerId: string | null;
  cardId: string | null;
  failure: ProviderFailure | null;
};

/** The outcome of a confirmation; `unknown` when no answer arrived or the provider failed. */
export type ConfirmOutcome =
  | { kind: 'answered'; intent: ProviderIntent; requestId: string | null }
  | { kind: 'declined'; failure: ProviderFailure }
  /** No charge can be made for the connected account; the card was not tried. */
  | { kind: 'recipient_refused' }
  | { kind: 'unknown' };

/** What an event says of money that moved, or did not, apart from charges requested here. */
export type ProviderMoney = {
  kind: 'refund' | 'dispute' | 'payout' | 'charge';
  /** The id of the provider's object, and its state in the provider's own word. */
  id: string;
  status: string;
  /** The intent and charge that it belongs to. */
  intentId: string | null;
  chargeId: string | null;
  paymentId: string | null;
  /** A refund in the provider's dashboard that took the money of the connected account back itself. */
  hasTakenBack?: boolean;
  /** The refund that was requested here, by its metadata. */
  refundId: string | null;
  amount: Cents | null;
  currency: string;
  /** When it happened (UTC). */
  at: Date;
  /** Until when a dispute can be answered (UTC). */
  answerBy: Date | null;
  /** The connected account whose payout it is. */
  accountId?: string;
};

/** A dispute as it is now, with the money that it moved: withdrawn (negative), then perhaps given back. */
export type ProviderDispute = ProviderMoney & {
  reason: string;
  moves: readonly { id: string; amount: Cents; at: Date }[];
};

/**
 * A payout to a bank account, of the deployment's own account or of a connected one. `items` are what it holds; null for
 * one that was made by hand, of which the provider does not say it.
 */
export type ProviderPayout = {
  id: string;
  status: string;
  amount: Cents;
  currency: string;
  arrivalDt: Date;
  items: readonly ProviderPayoutItem[] | null;
};

/** A movement that a payout holds: `amount` moved, and the provider kept `fee` of it. */
export type ProviderPayoutItem = {
  id: string;
  type: 'payment' | 'refund' | 'dispute' | 'fee' | 'other';
  /** The refund or dispute that it is of, and the intent of the payment that it is about. */
  sourceId: string | null;
  intentId: string | null;
  amount: Cents;
  fee: Cents;
};

/** What the provider says of a time: its charges, refunds, disputes and payouts, and all movements of the balance. */
export type ProviderRecords = {
  charges: readonly (ProviderMoney & { isPaid: boolean })[];
  refunds: readonly ProviderMoney[];
  disputes: readonly ProviderDispute[];
  payouts: readonly ProviderMoney[];
  /** `sourceId` is the id of the object that moved the money. */
  movements: readonly { id: string; type: string; sourceId: string | null; amount: Cents; at: Date }[];
};

/** An event of the provider with a valid signature and timestamp. */
export type ProviderEvent = {
  id: string;
  type: string;
  /** Its object: a payment intent with the paymentId of its metadata, or a setup intent. */
  intentId: string | null;
  paymentId: string | null;
  setupId: string | null;
  /** The connected account that it concerns. Charges that such an account makes by itself report nothing else. */
  accountId: string | null;
  /** The refusal at the time of the event; meanwhile the intent may have a later one, or none. */
  failure: ProviderFailure | null;
  /** What it says of money: of a refund, a dispute, a payout, or a partly refunded charge. */
  money: ProviderMoney | null;
};

/** The provider refused the request (an unknown card, for example); a retry would not help. */
export class ProviderRefusal extends Error {
  readonly failure: ProviderFailure;
  constructor(failure: ProviderFailure) {
    super(failure.message ?? 'the card provider refused the request');
    this.failure = failure;
  }
}

/** The provider makes no charges for the connected account (any more): unknown, restricted or deauthorized. */
export class RecipientRefusal extends ProviderRefusal {}

/** The provider could not be reached, timed out or failed: the outcome is unknown. */
export class ProviderUnavailable extends Error {}

export type CardProvider = {
  /** Creates an unconfirmed intent, once per payment. Throws RecipientRefusal, ProviderRefusal or ProviderUnavailable. */
  createIntent(input: {
    paymentId: string;
    amount: Cents;
    currency: string;
    paymentMethodId: string;
    customerId: string | null;
    description: string;
    /** The connected account that receives the money, and its part of the amount. */
    destination: { accountId: string; amount: Cents } | null;
  }): Promise<ProviderIntent>;
  /** Reads an intent. Throws ProviderUnavailable. */
  retrieveIntent(intentId: string): Promise<ProviderIntent>;
  /**
   * Confirms an intent, once per payment; never throws. `isOffSession`: the cardholder is not there to answer the bank, which
   * then declines with `authentication_required`.
   */
  confirmIntent(intentId: string, paymentId: string, isOffSession?: boolean): Promise<ConfirmOutcome>;
  /** Cancels an intent and returns its state after that: succeeded if that came first. Throws ProviderUnavailable. */
  cancelIntent(intentId: string, paymentId: string): Promise<ProviderIntent>;
  /** A card by its id; undefined when there is none. */
  retrieveCard(cardId: string): Promise<ProviderCard | undefined>;
  /** The cards of a customer, newest first. */
  listCards(customerId: string): Promise<ProviderCard[]>;
  /** Creates the customer of a member, once per member. */
  createCustomer(input: { memberId: string; name: string; email: string }): Promise<string>;
  /** Deletes a customer with the name, email and cards at the provider; a no-op when there is none any more. */
  deleteCustomer(customerId: string): Promise<void>;
  /** Saves a card for a customer. */
  attachCard(cardId: string, customerId: string): Promise<ProviderCard>;
  /** Removes a card from its customer, for good; a no-op when it was removed before. Throws ProviderUnavailable. */
  detachCard(cardId: string): Promise<void>;
  /** Creates a setup intent for a customer, once per key. With the client secret the browser saves a card. */
  createSetup(customerId: string, key: string): Promise<{ setupId: string; clientSecret: string }>;
  /** A setup intent by its id; undefined when there is none. */
  retrieveSetup(setupId: string): Promise<ProviderSetup | undefined>;
  /** Cancels a setup intent, so that no card can be tried with it; a no-op when it has ended. */
  cancelSetup(setupId: string): Promise<void>;
  /** The page on which the owner of an account connects it; undefined where the platform has no client id. */
  authorizeUrl(input: { state: string; redirectUri: string }): string | undefined;
  /** Exchanges the code of that page for the account's id. Throws ProviderRefusal for an invalid or expired code. */
  exchangeCode(code: string): Promise<string>;
  /** A connected account; undefined when it is not connected (any more). */
  retrieveAccount(accountId: string): Promise<ProviderAccount | undefined>;
  /** Deauthorizes a connected account; a no-op when it is not connected (any more). */
  deauthorize(accountId: string): Promise<void>;
  /** The refunds of a charge, oldest first. Throws ProviderRefusal or ProviderUnavailable. */
  listRefunds(chargeId: string): Promise<ProviderMoney[]>;
  /** Refunds part of a charge from the own balance, once per refundId within a day. Throws ProviderRefusal or ProviderUnavailable. */
  createRefund(input: {
    refundId: string;
    paymentId: string;
    intentId: string;
    amount: Cents;
  }): Promise<ProviderMoney>;
  /**
   * Takes a part of what a charge moved to a connected account back, once per key; returns false when it was before, and
   * where nothing was moved. Throws ProviderRefusal or ProviderUnavailable.
   */
  takeBack(input: { intentId: string; amount: Cents; key: string }): Promise<boolean>;
  /** Whether `takeBack` took money back under this key. */
  isTakenBack(input: { intentId: string; key: string }): Promise<boolean>;
  /** Moves money of a payment to a connected account again, once per key, as `takeBack`. */
  moveAgain(input: {
    paymentId: string;
    accountId: string;
    amount: Cents;
    currency: string;
    key: string;
  }): Promise<boolean>;
  /** The refund of an intent that was requested here under this id; undefined when there is none. */
  findRefund(intentId: string, refundId: string): Promise<ProviderMoney | undefined>;
  /** A refund by its id; undefined when there is none. */
  retrieveRefund(id: string): Promise<ProviderMoney | undefined>;
  /** A dispute by its id; undefined when there is none. */
  retrieveDispute(id: string): Promise<ProviderDispute | undefined>;
  /** A payout with what it holds, of a connected account or our own; undefined when there is none. */
  retrievePayout(id: string, accountId: string | null): Promise<ProviderPayout | undefined>;
  /** The payouts of a connected account since then; none when it is not connected (any more). */
  payoutsSince(since: Date, accountId: string): Promise<ProviderMoney[]>;
  /** Everything that moved money since then. Throws ProviderUnavailable. */
  recordsSince(since: Date): Promise<ProviderRecords>;
  /** An event from its raw body and signature; undefined when forged, over 300 s old or over 60 s ahead. */
  readEvent(body: Buffer, signature: string, now: Date): ProviderEvent | undefined;
  /**
   * Returns whether the last probe of the provider succeeded; true before the first result. Starts a new probe in the
   * background when the last one is a minute old.
   */
  isReachable(now: Date): boolean;
  /** The same provider with a time budget in ms for all its calls together; then they throw ProviderUnavailable. */
  withBudget(budgetMs: number): CardProvider;
};
