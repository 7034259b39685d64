import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { accountsOf } from './accounts.ts';
import { ApiError, unauthorized, unknownParam } from './errors.ts';
import { newId } from './ids.ts';
import { expand } from './lists.ts';
import { canonical, list, metadata, type Params } from './params.ts';
import { matchRoute, targetMetadata, type Route } from './routes.ts';
import { Transaction, type RequestInfo, type SandboxKeys, type SavedReply, type Store } from './store.ts';

/** A request with its route. */
export type EngineRequest = {
  route: Route;
  id: string;
  path: string;
  params: Params;
  account: string | null;
  isBrowser: boolean;
  idempotencyKey: string | null;
  apiVersion: string;
  origin: string;
};

export type EngineReply = {
  status: number;
  body: string;
  headers: Record<string, string>;
  events: Stripe.Event[];
};

/** The lifetime of idempotency keys, in seconds: Stripe keeps them for at least 24 hours. */
const KEY_LIFETIME = 24 * 3600;

/** Runs requests: handles idempotency keys, and executes each request in one synchronous transaction. */
export class Engine {
  readonly #store: Store;
  readonly #keys: SandboxKeys;
  readonly #clock: () => number;
  readonly #inFlight = new Map<string, string>();

  /** `clock` gives milliseconds since 1970. */
  constructor(store: Store, keys: SandboxKeys, clock: () => number) {
    this.#store = store;
    this.#keys = keys;
    this.#clock = clock;
  }

  /** The metadata of the request's payment, to match faults. */
  metadataOf({ id, params }: EngineRequest): Record<string, string> {
    let own: Record<string, string> = {};
    try {
      own = metadata(params);
    } catch {
      // Malformed metadata: the operation answers with the error.
    }
    return targetMetadata({ tx: this.#transaction({ id: '', idempotencyKey: null }, ''), id }, own);
  }

  /**
   * Executes the request, or replays the saved reply of its idempotency key. `before` is awaited while the key is in
   * flight; another request with the key gets 409 until then.
   */
  async run(request: EngineRequest, before: () => Promise<void>): Promise<EngineReply> {
    const info: RequestInfo = { id: newId('req'), idempotencyKey: request.idempotencyKey };
    // Stripe ignores the header on GET and DELETE.
    const key = request.route.method === 'POST' ? request.idempotencyKey : null;
    if (key === null) {
      await before();
      return this.#execute(request, info, undefined);
    }
    const fingerprint = createHash('sha256')
      .update(`${request.route.method} ${request.path} ${canonical(request.params)}`)
      .digest('hex');
    const saved = this.#store.replies.get(key);
    if (saved && this.#now() - saved.at < KEY_LIFETIME) return replay(saved, fingerprint, info);
    if (this.#inFlight.has(key)) {
      return this.#error(info, 409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}`,
      });
    }
    this.#inFlight.set(key, fingerprint);
    try {
      await before();
      return this.#execute(request, info, { key, fingerprint });
    } finally {
      this.#inFlight.delete(key);
    }
  }

  /** Executes a POST of the sandbox itself: for its own pages, and for tests. Throws for an unknown path. */
  runOwn(
    path: string,
    params: Params,
    { origin, apiVersion }: { origin: string; apiVersion: string },
  ): Promise<EngineReply> {
    const matched = matchRoute('POST', path);
    if (!matched) throw new Error(`No such route: ${path}`);
    const request = {
      ...matched,
      path,
      params,
      account: null,
      isBrowser: false,
      idempotencyKey: null,
      apiVersion,
      origin,
    };
    return this.run(request, () => Promise.resolve());
  }

  /** The connected accounts, and those that could be connected. */
  accounts() {
    return accountsOf(this.#transaction({ id: '', idempotencyKey: null }, ''));
  }

  #execute(
    request: EngineRequest,
    info: RequestInfo,
    idempotency: Pick<SavedReply, 'fingerprint' | 'key'> | undefined,
  ): EngineReply {
    const tx = this.#transaction(info, request.apiVersion);
    const save = (status: number, body: string): SavedReply | undefined =>
      idempotency && { ...idempotency, requestId: info.id, status, body, at: this.#now() };
    try {
      const { route, params } = request;
      for (const name of Object.keys(params)) if (!route.params.has(name)) throw unknownParam(name);
      const { status, body } = route.run({
        tx,
        params,
        id: request.id,
        account: request.account,
        now: this.#now(),
        isBrowser: request.isBrowser,
        origin: request.origin,
      });
      const text = JSON.stringify(expand(tx, body, status === 200 ? (list(params, 'expand') ?? []) : []));
      tx.commit(save(status, text));
      return { status, body: text, headers: headersOf(info), events: tx.events };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const reply = this.#error(info, error.status, error.body);
      if (error.executed) this.#transaction(info, request.apiVersion).commit(save(reply.status, reply.body));
      return reply;
    }
  }

  /** The kind of key of a request. Throws 401 for other keys. */
  authenticate(authorization: string | undefined, params: Params): 'browser' | 'secret' {
    const [scheme = '', credentials = ''] = (authorization ?? '').split(/\s+/, 2);
    const given =
      scheme.toLowerCase() === 'basic'
        ? (Buffer.from(credentials, 'base64').toString('utf8').split(':')[0] ?? '')
        : scheme.toLowerCase() === 'bearer'
          ? credentials
          : typeof params['key'] === 'string'
            ? params['key']
            : '';
    if (given === this.#keys.secretKey) return 'secret';
    if (given === this.#keys.publishableKey) return 'browser';
    if (given === '') {
      throw unauthorized(
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
      );
    }
    throw unauthorized(`Invalid API Key provided: ${given.slice(0, 8)}${'*'.repeat(8)}`);
  }

  error(error: ApiError): EngineReply {
    return this.#error({ id: newId('req'), idempotencyKey: null }, error.status, error.body);
  }

  #error(info: RequestInfo, status: number, error: ApiError['body']): EngineReply {
    return { status, body: JSON.stringify({ error }), headers: headersOf(info), events: [] };
  }

  #transaction(info: RequestInfo, apiVersion: string): Transaction {
    return new Transaction(this.#store, info, this.#now(), apiVersion);
  }

  #now(): number {
    return Math.floor(this.#clock() / 1000);
  }
}

function headersOf(info: RequestInfo): Record<string, string> {
  return {
    'Request-Id': info.id,
    ...(info.idempotencyKey !== null && { 'Idempotency-Key': info.idempotencyKey }),
  };
}

function replay(saved: SavedReply, fingerprint: string, info: RequestInfo): EngineReply {
  if (saved.fingerprint !== fingerprint) {
    const error = {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${saved.key}' if you meant to execute a different request.`,
    };
    return { status: 400, body: JSON.stringify({ error }), headers: headersOf(info), events: [] };
  }
  const headers = { ...headersOf(info), 'Idempotent-Replayed': 'true', 'Original-Request': saved.requestId };
  return { status: saved.status, body: saved.body, headers, events: [] };
}
