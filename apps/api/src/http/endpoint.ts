/**
 * An endpoint: its input, its answer and its handler. The URL map (routes.ts) gives it a path and a policy; `mountRoute`
 * makes an Express handler of the three, and openapi.ts a description.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { IRouter, Request, RequestHandler, Response } from 'express';
import type * as z from 'zod/v4/core';
import { calendarDateOf, type CalendarDate } from '@kinfold/domain/dates';
import { parseViewAs, VIEW_AS_HEADER } from '@kinfold/domain/view-as';
import type { Admission, Admitter } from './admission.ts';
import { bodyHandlers } from './body.ts';
import { bearerToken, type Actor } from '../platform/auth.ts';
import { withTimeout } from '../platform/timeout.ts';
import type { Logger } from '../platform/logger.ts';
import { requestSeconds } from '../platform/metrics.ts';
import { requireRecentSignIn } from '../modules/identity/users/step-up.service.ts';
import { refuseCardNumberAsKey } from '../platform/card-number.ts';
import { answerOnce, refuseBadKey } from './idempotency.ts';
import { parse } from './parse.ts';
import { AppError, invalid, unauthorized, unavailable } from '../platform/problem.ts';
import type { SessionCheck } from '../platform/sessions.ts';
import type { Deps } from '../platform/deps.ts';

/** The input of a handler. `actor` is null on public routes only; `granted` is what the policy loaded. */
export type Context<B = unknown, Q = unknown, G = unknown> = {
  deps: Deps;
  actor: Actor | null;
  granted: G;
  params: Record<string, string>;
  body: B;
  query: Q;
  now: Date;
  /** The date of `now` in the time zone of the deployment. */
  today: CalendarDate;
  request: Request;
  response: Response;
};

/** An answer with its own status. */
export class Reply {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body?: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** An answer that is a PDF, which the browser shows or saves under its file name (letters, digits, dots, dashes). */
export class PdfReply {
  /** Complete, or in chunks where it is large. */
  readonly bytes: Buffer | AsyncIterable<Buffer>;
  readonly fileName: string;
  constructor(bytes: Buffer | AsyncIterable<Buffer>, fileName: string) {
    this.bytes = bytes;
    this.fileName = fileName;
  }
}

/** An answer that is a file, sent while it is made or read. */
class StreamReply {
  readonly chunks: AsyncIterable<string | Uint8Array>;
  readonly fileName: string;
  readonly type: string;
  constructor(chunks: AsyncIterable<string | Uint8Array>, fileName: string, type: string) {
    this.chunks = chunks;
    this.fileName = fileName;
    this.type = type;
  }
}

/**
 * Produces the first chunk, then returns all chunks: an error that refuses the request is thrown before anything is sent.
 * Throws what producing the first chunk throws.
 */
export async function begun<T>(items: AsyncIterable<T> | Iterable<T>): Promise<AsyncGenerator<T>> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const first = await iterator.next();
  return (async function* () {
    try {
      for (let next = first; !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  })();
}

/** An answer that is a CSV file. */
export class CsvReply extends StreamReply {
  constructor(chunks: AsyncIterable<string>, fileName: string) {
    super(chunks, fileName, 'text/csv');
  }
}

/** An answer that is an XLSX workbook. */
export class XlsxReply extends StreamReply {
  constructor(chunks: AsyncIterable<Uint8Array>, fileName: string) {
    super(chunks, fileName, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  }
}

/** An answer that is a file which somebody else made: saved, and run or drawn by nothing where it comes from. */
export class FileReply extends StreamReply {
  constructor(bytes: Buffer, fileName: string, type: string) {
    super(Readable.from([bytes]), fileName, type);
  }
}

/** An answer that is a ZIP archive. */
export class ZipReply extends StreamReply {
  constructor(chunks: AsyncIterable<Uint8Array>, fileName: string) {
    super(chunks, fileName, 'application/zip');
  }
}

/**
 * Decides whether a request may proceed, and hands what it loaded to the handler, which neither loads it again nor acts
 * on another value than the one that was checked. Throws a problem when the request may not proceed.
 */
export type Policy<G = unknown> = {
  name: string;
  isPublic: boolean;
  check: (context: Context) => Promise<G> | G;
};

/** How an endpoint describes itself. */
type Description = {
  summary: string;
  /** `csv` is a list, of `exportList` or `listReply`. */
  reply?: z.$ZodType | 'pdf' | 'csv' | 'xlsx' | 'zip' | 'file';
  /** Headers that it reads besides the access token's; with `Idempotency-Key` it handles repeated requests itself. */
  headers?: readonly ('Idempotency-Key' | 'Authorization-Token')[];
  /** A repeated request is answered again: it changes nothing, or its answer has a secret that must not be stored. */
  isAnsweredAnew?: true;
  /** Allowed with a `View-As` header though it is no GET: it changes nothing that the user sees. */
  isWhileViewing?: true;
  /** How long an upload may take, in ms; the file arrives while the request is handled. */
  deadline?: number;
  /** Maximum size of the body, in bytes; default 16 KB on a public route and 1 MB elsewhere. */
  bodyMax?: number;
  /** Its kind for admission control; default `read` for a GET, `change` for anything else. */
  admission?: Admission | 'always';
  /** Answers that a client must know besides the plain one, by status; one without a schema is a problem. */
  answers?: Readonly<Record<number, { description: string; reply?: z.$ZodType }>>;
};

/** An endpoint without its path: schemas of what it takes and gives, and its handler. `G` is what its policy grants. */
export type Endpoint<G = never> = Description & {
  body?: z.$ZodType;
  query?: z.$ZodType;
  isDeprecated?: boolean;
  handle: (context: Context<never, never, G>) => Promise<unknown>;
};

/**
 * Declares endpoints whose policy grants `G`, as in `endpointFor<MemberGrant>()({ ... })`; the URL map compiles only if
 * the policy does. The schemas give the types of the handler's `body` and `query`.
 */
export function endpointFor<G>() {
  return <B extends z.$ZodType = z.$ZodUndefined, Q extends z.$ZodType = z.$ZodUndefined>(
    declared: Description & {
      body?: B;
      query?: Q;
      handle: (context: Context<z.output<B>, z.output<Q>, G>) => Promise<unknown>;
    },
  ): Endpoint<G> => declared as Endpoint<G>;
}

/** Declares an endpoint that needs nothing from its policy. */
export const endpoint = endpointFor<unknown>();

// When the GET forms of calls that change data were replaced (RFC 9745).
const DEPRECATED_SINCE = Math.floor(Date.UTC(2026, 0, 1) / 1000);

/** The same endpoint under an older form that clients should leave: its answers carry a Deprecation header. */
export function deprecated<G>(target: Endpoint<G>): Endpoint<G> {
  return {
    ...target,
    isDeprecated: true,
    async handle(context) {
      // Express answers HEAD by GET, but a HEAD request must change nothing.
      if (context.request.method === 'HEAD') return new Reply(405);
      context.response.set('Deprecation', `@${DEPRECATED_SINCE}`);
      return target.handle(context);
    },
  };
}

/** A line of the URL map. Paths are Express paths; a trailing slash is optional. */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  policy: Policy;
  endpoint: Endpoint;
  /** `uncached` where an ended session must be refused at once; elsewhere it may be noticed up to 5 s late. */
  session: SessionCheck;
  /** Only soon after the password was given: else 403 `step_up`. */
  needsRecentSignIn?: true;
};

/** Returns the signed-in user of a context. Throws 401 on a public route without one. */
export function actorOf(context: { actor: Actor | null }): Actor {
  if (!context.actor) throw unauthorized();
  return context.actor;
}

/** Returns the actor of a request's bearer token. Throws 401 when the token is missing or bad, or its session has ended. */
async function readActor(request: Request, route: Route, deps: Deps, now: Date): Promise<Actor> {
  const bearer = bearerToken(request.headers.authorization);
  const token = bearer && deps.accessTokens.verify(bearer, now);
  const actor = token && (await deps.sessions(token, route.session, now));
  if (!actor) throw unauthorized();
  return lookingAs(actor, request.get(VIEW_AS_HEADER), route);
}

/**
 * Returns the actor with the role of a `View-As` header, which a policy checks. Throws 422 for one that names no role,
 * 403 for calls that change something.
 */
function lookingAs(actor: Actor, header: string | undefined, { method, endpoint: target }: Route): Actor {
  if (header === undefined) return actor;
  if (target.isDeprecated || (method !== 'GET' && !target.isWhileViewing))
    throw new AppError(
      403,
      'viewing_as',
      'You look as another role: nothing can be changed. Stop that first.',
    );
  const viewAs = parseViewAs(header);
  if (!viewAs)
    throw invalid([{ path: VIEW_AS_HEADER, message: 'View-As is a role and an organization: viewer@1001' }]);
  return { ...actor, viewAs };
}

/** Authenticates, checks the policy, parses, and calls the handler; returns its answer. */
async function answerOf(route: Route, request: Request, response: Response, deps: Deps) {
  const { policy, endpoint: target } = route;
  const now = deps.now();
  const context: Context = {
    deps: { ...deps, provider: deps.provider.withBudget(deps.deadlines.provider) },
    actor: policy.isPublic ? null : await readActor(request, route, deps, now),
    params: request.params as Record<string, string>,
    body: undefined,
    query: undefined,
    now,
    today: calendarDateOf(now, deps.config.TIME_ZONE),
    request,
    response,
    granted: undefined,
  };
  const key = request.get('Idempotency-Key');
  if (target.headers?.includes('Idempotency-Key') || keepsAnswers(route)) refuseCardNumberAsKey(request);
  const handle = async () => {
    context.granted = await policy.check(context);
    if (route.needsRecentSignIn) requireRecentSignIn(actorOf(context), now);
    if (target.query) context.query = parse(target.query, request.query);
    if (target.body) context.body = parse(target.body, request.body ?? {});
    return target.handle(context as Context<never, never, never>);
  };
  if (key === undefined || !context.actor || !keepsAnswers(route)) return handle();
  refuseBadKey(key);
  const { userId } = context.actor;
  // Before any lookup: what the first request deleted no longer exists for the second.
  const repeatable = { userId, target: `${request.method} ${request.path}`, key, body: request.body };
  const { status, body } = await answerOnce(repeatable, deps.now, async () => {
    const answer = await handle();
    return answer instanceof Reply ? answer : { status: 200, body: answer };
  });
  return new Reply(status, body);
}

/** Returns whether the answer to a change is stored, so that the same request sent again gets it. */
export function keepsAnswers({ method, policy, endpoint: target }: Route): boolean {
  const isOwn = target.headers?.includes('Idempotency-Key') ?? false;
  return method !== 'GET' && !policy.isPublic && !isOwn && !target.isAnsweredAnew;
}

/**
 * Refuses a request with 503 under overload, before its body is read. The request counts as in flight only from `admit`
 * on, when its body has arrived: a slow sender takes no slot.
 */
export function refuseTooMuch(admitter: Admitter, admission: Admission): RequestHandler {
  return (_request, _response, next) => {
    admitter.admit(admission)();
    next();
  };
}

/** Mounts a route. Answers 503 at once under overload, and 503 when the handler exceeds its deadline, however it ends. */
export function mountRoute(router: IRouter, route: Route, deps: Deps, admitter: Admitter): void {
  const method = route.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
  const { deadline, bodyMax, admission = route.method === 'GET' ? 'read' : 'change' } = route.endpoint;
  const measure: RequestHandler = (_request, response, next) => {
    const observe = requestSeconds.startTimer({ method: route.method, route: route.path });
    response.locals['closed'] = new Promise<void>((resolve) => {
      response.once('close', () => {
        observe({ status: response.statusCode });
        resolve();
      });
    });
    next();
  };
  const first = admission === 'always' ? [measure] : [measure, refuseTooMuch(admitter, admission)];
  const taking = { isPublic: route.policy.isPublic, isUpload: deadline !== undefined, max: bodyMax };
  const body = method === 'get' ? [] : bodyHandlers(taking, deps.now);
  router[method](route.path, ...first, ...body, async (request, response) => {
    const closed = response.locals['closed'] as Promise<void>;
    const end = admission === 'always' ? undefined : admitter.admit(admission);
    const working = answerOf(route, request, response, deps);
    // In flight until it is sent; for files only until they begin, since a line may be slow. Work past the deadline
    // counts too.
    working
      .then(
        (made) => (isFile(made) ? undefined : closed),
        () => closed,
      )
      .finally(end);
    const answer = await withTimeout(deadline ?? deps.deadlines.request, working, unavailable);
    if (response.headersSent) return;
    response.set('Cache-Control', 'no-store');
    if (answer instanceof PdfReply) {
      const bytes = Buffer.isBuffer(answer.bytes) ? answer.bytes : await begun(answer.bytes);
      response.type('application/pdf').set('Content-Disposition', `inline; filename="${answer.fileName}"`);
      if (Buffer.isBuffer(bytes)) response.send(bytes);
      else await sendPieces(bytes, response, deps.logger);
    } else if (answer instanceof StreamReply) {
      const chunks = await begun(answer.chunks);
      if (answer instanceof FileReply) response.set('Content-Security-Policy', "sandbox; default-src 'none'");
      response.type(answer.type).set('Content-Disposition', `attachment; filename="${answer.fileName}"`);
      await sendPieces(chunks, response, deps.logger);
    } else if (answer instanceof Reply) response.status(answer.status).json(answer.body);
    else response.json(answer);
  });
}

const isFile = (answer: unknown) => answer instanceof PdfReply || answer instanceof StreamReply;

/** Sends a file while it is made. Cuts it off when making it fails or the client has disconnected. */
async function sendPieces(
  pieces: AsyncIterable<string | Uint8Array>,
  response: Response,
  logger: Logger,
): Promise<void> {
  await pipeline(Readable.from(pieces), response).catch((error: unknown) =>
    logger.warn({ err: error }, 'a file was not sent whole'),
  );
}
