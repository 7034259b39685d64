import { setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { authorizePage } from './authorize-page.ts';
import { handleControl } from './control.ts';
import type { Engine, EngineReply, EngineRequest } from './engine.ts';
import { ApiError, unauthorized, unrecognizedUrl } from './errors.ts';
import type { Fault, FaultList } from './faults.ts';
import type { Journal } from './journal.ts';
import { parseParams } from './params.ts';
import { accountChanger } from './account-changes.ts';
import { matchRoute } from './routes.ts';
import { serveBrowserFile } from './browser-files.ts';
import type { WebhookSender } from './webhooks.ts';

/** The maximum size of a body, in bytes; larger ones are answered with 413. */
const MAX_BODY = 1024 * 1024;

/** A reply of the API: the route's method and path (`/v1/customers/:id`), the status, and the body as text. */
export type OnReply = (
  route: { method: string; path: string },
  reply: { status: number; body: string },
) => void;

export type HandlerParts = {
  engine: Engine;
  faults: FaultList;
  journal: Journal;
  webhooks: WebhookSender;
  apiVersion: string;
  /** The delay before each API request is executed, in ms. */
  latencyMs: number;
  onReply: OnReply | undefined;
  /** Aborted at stop, to end waiting requests. */
  stopped: AbortSignal;
};

/** Thrown to close the connection without an answer. */
class Hangup extends Error {
  override readonly name = 'Hangup';
}

/** The request listener: API, browser script and frames, control endpoints. */
export function createHandler(parts: HandlerParts) {
  // Each waiting request adds a listener.
  setMaxListeners(0, parts.stopped);
  return (request: IncomingMessage, response: ServerResponse): void => {
    handle(parts, request, response).catch((error: unknown) => {
      if (error instanceof Hangup || parts.stopped.aborted) {
        request.socket.resetAndDestroy();
        return;
      }
      process.stderr.write(`stripe-sandbox: ${error instanceof Error ? error.stack : String(error)}\n`);
      if (response.headersSent) request.socket.destroy();
      else sendJson(response, 500, { error: { type: 'api_error', message: 'The sandbox failed.' } });
    });
  };
}

async function handle(
  parts: HandlerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
  const method = request.method ?? 'GET';
  const body = await readBody(request);
  if (body === undefined) {
    sendJson(response, 413, { error: { type: 'invalid_request_error', message: 'Request body too large.' } });
  } else if (url.pathname.startsWith('/v1/')) {
    await handleApi(parts, request, response, url, body);
  } else if (url.pathname === '/oauth/authorize') {
    await handleAuthorize(parts, method, url, body, response);
  } else if (url.pathname.startsWith('/oauth/')) {
    await handleApi(parts, request, response, url, body);
  } else if (url.pathname.startsWith('/_sandbox/')) {
    const isJson = /^application\/json\b/.test(request.headers['content-type'] ?? '');
    const reply = await handleControl(
      { ...parts, changeAccount: accountChanger(parts, url.origin) },
      method,
      url,
      body,
      isJson,
    );
    sendJson(response, reply.status, reply.body);
  } else if (method !== 'GET' || !(await serveBrowserFile(url.pathname, response))) {
    sendJson(response, 404, { error: unrecognizedUrl(method, url.pathname).body });
  }
}

/** The authorize page, and the answer to its form, which leads back to the platform. */
async function handleAuthorize(
  { engine, apiVersion }: HandlerParts,
  method: string,
  url: URL,
  body: string,
  response: ServerResponse,
): Promise<void> {
  const params = parseParams(method === 'POST' ? body : url.search.slice(1));
  try {
    if (method !== 'POST') {
      const { html, headers } = authorizePage(params, engine.accounts());
      response.writeHead(200, headers);
      response.end(html);
      return;
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    send(response, engine.error(error));
    return;
  }
  const reply = await engine.runOwn(url.pathname, params, { origin: url.origin, apiVersion });
  if (reply.status !== 200) {
    send(response, reply);
    return;
  }
  const { url: target } = JSON.parse(reply.body) as { url: string };
  response.writeHead(303, { Location: target, 'Cache-Control': 'no-store' });
  response.end();
}

async function handleApi(
  parts: HandlerParts,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  body: string,
): Promise<void> {
  const { engine, faults, webhooks, stopped } = parts;
  // As at Stripe: any origin, limited by the key.
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', 'Request-Id, Idempotent-Replayed');
  if (request.method === 'OPTIONS') {
    response.writeHead(204, {
      'Access-Control-Allow-Methods': 'GET, POST, DELETE',
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, Stripe-Version',
      'Access-Control-Max-Age': '600',
    });
    response.end();
    return;
  }
  let engineRequest: EngineRequest;
  try {
    engineRequest = readRequest(parts, request, url, body);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    send(response, engine.error(error));
    return;
  }
  const metadata = engine.metadataOf(engineRequest);
  const fault = faults.takeRequest({ method: request.method, path: url.pathname, metadata });
  if (await failBefore(fault, engine, request, response, stopped)) return;

  const reply = await engine.run(engineRequest, async () => {
    const wait = parts.latencyMs + (fault?.kind === 'slow' ? (fault.ms ?? 1000) : 0);
    // As at Stripe, the request is executed even when the client has disconnected.
    if (wait > 0) await delay(wait, undefined, { signal: stopped });
  });
  const plan = webhooks.plan(reply.events);
  await plan.beforeReply();
  if (fault?.kind === 'reset-after-applying' || fault?.kind === 'hang-after-applying') {
    plan.afterReply();
    if (fault.kind === 'reset-after-applying') throw new Hangup();
    await hang(fault, request, stopped);
  }
  parts.onReply?.(engineRequest.route, reply);
  response.setHeader('Stripe-Version', engineRequest.apiVersion);
  send(response, reply);
  plan.afterReply();
}

function readRequest(parts: HandlerParts, request: IncomingMessage, url: URL, body: string): EngineRequest {
  const method = request.method ?? 'GET';
  const params = parseParams([url.search.slice(1), body].filter((part) => part !== '').join('&'));
  const matched = matchRoute(method, url.pathname);
  const isOpen = matched?.route.access === 'open';
  const role = isOpen ? 'browser' : parts.engine.authenticate(request.headers.authorization, params);
  delete params['key'];
  if (!matched) throw unrecognizedUrl(method, url.pathname);
  if (role === 'browser' && matched.route.access === 'secret') {
    throw unauthorized(
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    );
  }
  return {
    route: matched.route,
    id: decodeURIComponent(matched.id),
    path: url.pathname,
    params,
    account: header(request, 'stripe-account') ?? null,
    isBrowser: role === 'browser',
    idempotencyKey: header(request, 'idempotency-key') ?? null,
    apiVersion: header(request, 'stripe-version') ?? parts.apiVersion,
    origin: url.origin,
  };
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Applies faults that come before the execution; true when the request is answered or dropped. */
async function failBefore(
  fault: Fault | undefined,
  engine: Engine,
  request: IncomingMessage,
  response: ServerResponse,
  stopped: AbortSignal,
): Promise<boolean> {
  switch (fault?.kind) {
    case 'refuse':
      throw new Hangup();
    case 'hang':
      await hang(fault, request, stopped);
      throw new Hangup();
    case '500':
      send(
        response,
        engine.error(
          new ApiError(500, {
            type: 'api_error',
            message: 'An unknown error occurred. This error was requested from the sandbox.',
          }),
        ),
      );
      return true;
    case '429':
      send(
        response,
        engine.error(
          new ApiError(429, {
            type: 'invalid_request_error',
            code: 'rate_limit',
            message: 'Request rate limit exceeded. This error was requested from the sandbox.',
          }),
        ),
      );
      return true;
    default:
      return false;
  }
}

/** Waits for the fault's duration, or until the client disconnects. */
async function hang(fault: Fault, request: IncomingMessage, stopped: AbortSignal): Promise<void> {
  if (request.socket.destroyed) throw new Hangup();
  const gone = new AbortController();
  const onClose = (): void => gone.abort();
  request.socket.once('close', onClose);
  try {
    await delay(fault.ms ?? 2 ** 31 - 1, undefined, { signal: AbortSignal.any([stopped, gone.signal]) });
  } catch {
    throw new Hangup();
  } finally {
    request.socket.off('close', onClose);
  }
}

/** The body as text; undefined when it exceeds MAX_BODY. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= MAX_BODY) chunks.push(chunk);
    }
  } catch {
    throw new Hangup();
  }
  return size > MAX_BODY ? undefined : Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, { status, body, headers }: EngineReply): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(body);
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}
