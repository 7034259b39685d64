import { createHmac, randomInt } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import type Stripe from 'stripe';
import type { FaultList } from './faults.ts';

/** One attempt to deliver an event. `status` is 0 without an answer. */
export type Delivery = {
  eventId: string;
  type: string;
  attempt: number;
  status: number;
};

export type Webhooks = {
  /** All attempts so far, in order. */
  deliveries(): readonly Delivery[];
  /** Resolves when no delivery is pending, being retried or delayed. */
  idle(): Promise<void>;
  /** Delivers an event again, like Resend in Stripe's dashboard. Faults do not apply. */
  resend(event: Stripe.Event): Promise<void>;
};

/** The timeout of a delivery, in ms. */
const TIMEOUT = 10_000;

/** The `Stripe-Signature` of a payload, as constructEvent verifies it. `timestamp` is in seconds. */
export function signPayload(payload: string, secret: string, timestamp: number): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}

/** Delivers events to one endpoint, with retries after the given delays, in ms. */
export class WebhookSender implements Webhooks {
  readonly #faults: FaultList;
  readonly #retryDelays: readonly number[];
  readonly #clock: () => number;
  readonly #stopped = new AbortController();
  readonly #pending = new Set<Promise<void>>();
  readonly #deliveries: Delivery[] = [];
  #url: string | null;
  #secret: string;

  constructor(
    faults: FaultList,
    target: { url: string | null; secret: string },
    retryDelays: readonly number[],
    clock: () => number,
  ) {
    this.#faults = faults;
    this.#url = target.url;
    this.#secret = target.secret;
    this.#retryDelays = retryDelays;
    this.#clock = clock;
    // Each delivery adds a listener.
    setMaxListeners(0, this.#stopped.signal);
  }

  setTarget(url: string | null, secret: string | undefined): void {
    this.#url = url;
    this.#secret = secret ?? this.#secret;
  }

  deliveries(): readonly Delivery[] {
    return this.#deliveries;
  }

  async idle(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  async resend(event: Stripe.Event): Promise<void> {
    await this.#track(this.#deliver(event, 0, false));
  }

  /**
   * Plans the deliveries of the events of one request: `beforeReply` delivers those with a `webhook-before-reply`
   * fault, `afterReply` the others.
   */
  plan(events: readonly Stripe.Event[]): { beforeReply(): Promise<void>; afterReply(): void } {
    const early: (() => Promise<void>)[] = [];
    const late: (() => Promise<void>)[] = [];
    for (const event of this.#url === null ? [] : events) {
      const faults = this.#faults.takeWebhook({ event: event.type, metadata: metadataOf(event) });
      const kinds = new Set(faults.map((fault) => fault.kind));
      if (kinds.has('webhook-drop')) continue;
      const fixed = faults.find((fault) => fault.kind === 'webhook-delay')?.ms ?? 0;
      const shuffle = faults.find((fault) => fault.kind === 'webhook-shuffle');
      const duplicate = faults.find((fault) => fault.kind === 'webhook-duplicate');
      for (let copy = 0; copy < (duplicate ? (duplicate.copies ?? 2) : 1); copy += 1) {
        const wait = fixed + (shuffle ? randomInt(0, (shuffle.ms ?? 200) + 1) : 0);
        const send = (onAttempt?: () => void) =>
          this.#track(this.#deliver(event, wait, kinds.has('webhook-forged'), onAttempt));
        if (kinds.has('webhook-before-reply')) {
          // The reply waits for the first attempt only.
          early.push(() => new Promise((resolve) => void send(resolve).then(resolve)));
        } else late.push(send);
      }
    }
    return {
      beforeReply: async () => {
        await Promise.all(early.map((send) => send()));
      },
      afterReply: () => {
        for (const send of late.splice(0)) void send();
      },
    };
  }

  /** Aborts all deliveries and resolves when they have ended. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.idle();
  }

  #track(delivery: Promise<void>): Promise<void> {
    const tracked = delivery
      .catch((error: unknown) => {
        if (!this.#stopped.signal.aborted) throw error;
      })
      .finally(() => this.#pending.delete(tracked));
    this.#pending.add(tracked);
    return tracked;
  }

  async #deliver(
    event: Stripe.Event,
    wait: number,
    isForged: boolean,
    onAttempt?: () => void,
  ): Promise<void> {
    const { signal } = this.#stopped;
    const payload = JSON.stringify(event);
    if (wait > 0) await delay(wait, undefined, { signal });
    for (let attempt = 1; ; attempt += 1) {
      const url = this.#url;
      if (url === null || signal.aborted) return;
      const secret = isForged ? 'whsec_of_somebody_else' : this.#secret;
      const signature = signPayload(payload, secret, Math.floor(this.#clock() / 1000));
      const status = await post(url, payload, signature, signal);
      this.#deliveries.push({ eventId: event.id, type: event.type, attempt, status });
      onAttempt?.();
      const pause = this.#retryDelays[attempt - 1];
      if ((status >= 200 && status < 300) || isForged || pause === undefined) return;
      await delay(pause, undefined, { signal });
    }
  }
}

function metadataOf(event: Stripe.Event): Record<string, string> {
  const { object } = event.data;
  return ('metadata' in object && (object.metadata as Record<string, string> | null)) || {};
}

/** Posts a delivery; gives the status of the answer, or 0 without one. Each has a connection of its own. */
function post(url: string, body: string, signature: string, signal: AbortSignal): Promise<number> {
  return new Promise((resolve) => {
    const request = (url.startsWith('https:') ? httpsRequest : httpRequest)(
      url,
      {
        method: 'POST',
        agent: false,
        signal,
        timeout: TIMEOUT,
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Length': Buffer.byteLength(body),
          'Stripe-Signature': signature,
          'User-Agent': 'Stripe/1.0 (sandbox)',
        },
      },
      (response) => {
        response.resume();
        response.on('error', () => resolve(0));
        response.on('close', () => resolve(response.statusCode ?? 0));
      },
    );
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(0));
    request.end(body);
  });
}
