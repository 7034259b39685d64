import { closeSync, existsSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type Stripe from 'stripe';
import { newId } from './ids.ts';
import type { JournalEntry } from './journal.ts';

/** The data of a payment method that its object lacks: which test card it is. */
export type CardFacts = {
  id: string;
  object: 'card_facts';
  card: string;
  /** `spent`: charged without a customer, or detached; it cannot be used again. */
  state: 'attached' | 'fresh' | 'spent';
  /** Whether a setup intent has authenticated it. */
  isSetUp: boolean;
};

/** Whether the platform may use an account; `id` is the account's. */
type AccountLink = { id: string; object: 'account_link'; isConnected: boolean };

/** The result of an authorize page for an account; exchanged once. `created` is in seconds since 1970. */
export type AuthorizationCode = {
  id: string;
  object: 'authorization_code';
  account: string;
  isUsed: boolean;
  created: number;
};

/**
 * Where an object belongs that Stripe's own fields do not say: the connected account whose it is (null for the
 * platform), and of a movement of the balance the automatic payout that holds it.
 */
type Place = { id: string; object: 'place'; account: string | null; payout: string | null };

/** The platform, as named in events. */
type Application = { id: string; object: 'application'; name: string };

/** The saved reply of an idempotency key. `at` is in seconds since 1970. */
export type SavedReply = {
  key: string;
  fingerprint: string;
  requestId: string;
  status: number;
  body: string;
  at: number;
};

export type Objects = {
  account: Stripe.Account;
  account_link: AccountLink;
  authorization_code: AuthorizationCode;
  balance_transaction: Stripe.BalanceTransaction;
  card_facts: CardFacts;
  charge: Stripe.Charge;
  customer: Stripe.Customer | Stripe.DeletedCustomer;
  dispute: Stripe.Dispute;
  event: Stripe.Event;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  payment_method_domain: Stripe.PaymentMethodDomain;
  payout: Stripe.Payout;
  place: Place;
  refund: Stripe.Refund;
  setup_intent: Stripe.SetupIntent;
  token: Stripe.Token;
  transfer: Stripe.Transfer;
  transfer_reversal: Stripe.TransferReversal;
  webhook_endpoint: Stripe.WebhookEndpoint;
};
export type Kind = keyof Objects;
export type StoredObject = Objects[Kind];

/** All changes of one request: one line of the data file, so they are stored atomically. */
type Change = {
  put?: StoredObject[];
  journal?: JournalEntry[];
  reply?: SavedReply;
  keys?: SandboxKeys;
};

export type SandboxKeys = {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
};

/**
 * The state and its append-only file. A change is written to the file before it is visible and before the reply is
 * sent; a killed process leaves at most a partial last line, which is cut off at the next start.
 */
export class Store {
  readonly journal: JournalEntry[] = [];
  readonly replies = new Map<string, SavedReply>();
  keys: SandboxKeys | undefined;
  #objects = new Map<Kind, Map<string, StoredObject>>();
  #file: number | undefined;

  constructor(dataFile?: string) {
    if (dataFile === undefined) return;
    mkdirSync(dirname(dataFile), { recursive: true });
    if (existsSync(dataFile)) this.#load(dataFile);
    // Mode 600: the file holds the sandbox's keys.
    this.#file = openSync(dataFile, 'a', 0o600);
  }

  get<K extends Kind>(kind: K, id: string): Objects[K] | undefined {
    return this.#objects.get(kind)?.get(id) as Objects[K] | undefined;
  }

  /** All objects of a kind, oldest first. */
  all<K extends Kind>(kind: K): Objects[K][] {
    return [...(this.#objects.get(kind)?.values() ?? [])] as Objects[K][];
  }

  /** Writes the change to the file, then applies it. Throws without a change when the write fails. */
  commit(change: Change): void {
    if (this.#file !== undefined) writeAll(this.#file, `${JSON.stringify(change)}\n`);
    this.#apply(change);
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #load(dataFile: string): void {
    const bytes = readFileSync(dataFile);
    const end = bytes.lastIndexOf(0x0a) + 1;
    if (end < bytes.length) truncateSync(dataFile, end);
    const lines = bytes.subarray(0, end).toString('utf8').split('\n');
    for (const [index, line] of lines.entries()) {
      if (line === '') continue;
      try {
        this.#apply(JSON.parse(line) as Change);
      } catch (cause) {
        throw new Error(`Line ${index + 1} of the sandbox's data file ${dataFile} is damaged.`, { cause });
      }
    }
  }

  #apply(change: Change): void {
    for (const object of change.put ?? []) {
      const kind = object.object as Kind;
      const known = this.#objects.get(kind) ?? new Map<string, StoredObject>();
      known.set(object.id, object);
      this.#objects.set(kind, known);
    }
    this.journal.push(...(change.journal ?? []));
    if (change.reply) this.replies.set(change.reply.key, change.reply);
    if (change.keys) this.keys = change.keys;
  }
}

function writeAll(file: number, line: string): void {
  const bytes = Buffer.from(line);
  let written = 0;
  while (written < bytes.length) written += writeSync(file, bytes, written);
}

/** The request of a change, for events and the journal. */
export type RequestInfo = {
  id: string;
  idempotencyKey: string | null;
};

/**
 * The changes of one request, collected until the request succeeds. Handlers are synchronous, so requests are executed
 * one after another: of a concurrent confirm and cancel exactly one succeeds.
 */
export class Transaction {
  readonly events: Stripe.Event[] = [];
  readonly #store: Store;
  readonly #request: RequestInfo;
  readonly #now: number;
  readonly #apiVersion: string;
  readonly #changed = new Map<string, StoredObject>();
  readonly #journal: JournalEntry[] = [];

  constructor(store: Store, request: RequestInfo, now: number, apiVersion: string) {
    this.#store = store;
    this.#request = request;
    this.#now = now;
    this.#apiVersion = apiVersion;
  }

  get<K extends Kind>(kind: K, id: string): Objects[K] | undefined {
    return (this.#changed.get(`${kind}/${id}`) as Objects[K] | undefined) ?? this.#store.get(kind, id);
  }

  /** All objects of a kind in the state before this request, newest first. */
  all<K extends Kind>(kind: K): Objects[K][] {
    return this.#store.all(kind).reverse();
  }

  put<T extends StoredObject>(object: T): T {
    this.#changed.set(`${object.object}/${object.id}`, object);
    return object;
  }

  /** Adds an effect to the journal, and an event for webhooks; `account` is its connected account. */
  emit(
    type: Stripe.Event['type'],
    object: StoredObject | Application,
    paymentId?: string,
    account?: string,
  ): void {
    const event = {
      id: newId('evt'),
      object: 'event',
      api_version: this.#apiVersion,
      created: this.#now,
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: this.#request.id, idempotency_key: this.#request.idempotencyKey },
      type,
      ...(account !== undefined && { account }),
      // The SDK's Event is a union over all resources, which cannot be built from a type and an object.
    } as Stripe.Event;
    this.put(event);
    this.events.push(event);
    this.note(type, object, paymentId, account);
  }

  /** Adds an effect without an event to the journal. */
  note(effect: string, object: StoredObject | Application, paymentId?: string, account?: string): void {
    const metadata = ('metadata' in object && object.metadata) || {};
    const payment = paymentId ?? metadata['paymentId'];
    this.#journal.push({
      at: new Date().toISOString(),
      effect,
      id: object.id,
      requestId: this.#request.id,
      idempotencyKey: this.#request.idempotencyKey,
      ...('amount' in object && { amount: object.amount, currency: object.currency }),
      ...('status' in object && { status: object.status }),
      ...('failure_code' in object && object.failure_code && { code: object.failure_code }),
      ...('payment_intent' in object && { paymentIntent: object.payment_intent as string | null }),
      ...(payment !== undefined && { paymentId: payment }),
      ...destinationOf(object),
      ...(account !== undefined && { account }),
      metadata,
    });
  }

  /** Stores and applies the changes and the reply to replay, atomically. */
  commit(reply: SavedReply | undefined): void {
    if (this.#changed.size === 0 && reply === undefined) return;
    this.#store.commit({
      put: [...this.#changed.values()],
      journal: this.#journal,
      ...(reply && { reply }),
    });
  }
}

/** The accounts of a destination charge, of its intent, or of the transfer to it. */
function destinationOf(object: object): Pick<JournalEntry, 'destination' | 'onBehalfOf'> {
  type Account = string | { id: string } | null;
  const { destination, transfer_data, on_behalf_of } = object as {
    destination?: Account;
    transfer_data?: { destination: Account } | null;
    on_behalf_of?: Account;
  };
  const idOf = (account: Account | undefined) =>
    (typeof account === 'string' ? account : account?.id) ?? undefined;
  const to = idOf(destination ?? transfer_data?.destination);
  const onBehalfOf = idOf(on_behalf_of);
  return { ...(to !== undefined && { destination: to }), ...(onBehalfOf !== undefined && { onBehalfOf }) };
}
