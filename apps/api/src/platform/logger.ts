import { randomUUID } from 'node:crypto';
import { pino, type DestinationStream, type Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { hasCardNumber, withoutCardNumbers } from '@kinfold/domain/card-number';

export type { Logger };

/** How deep what is logged is looked at; nothing that we log has more levels. */
const MAX_DEPTH = 8;

/** What is logged, without card numbers in any of its texts. What is no plain object has a serializer of its own. */
function cleaned(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return withoutCardNumbers(value);
  if (depth > MAX_DEPTH) return '[deeper]';
  if (Array.isArray(value)) return value.map((item) => cleaned(item, depth + 1));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cleaned(item, depth + 1)]));
}

/** An error: what else it carries may be what somebody typed. */
function err(error: unknown) {
  if (!(error instanceof Error)) return cleaned(error);
  const { type, message, stack } = pino.stdSerializers.err(error);
  return cleaned({ type, message, stack, code: 'code' in error ? error.code : undefined });
}

/**
 * A logger of JSON lines; `silent` in tests. Nothing that is secret is ever passed to it; card numbers, which people
 * type anywhere, are left out of all that is.
 */
export function createLogger(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err },
      formatters: { log: (entry) => cleaned(entry) as Record<string, unknown> },
    },
    destination,
  );
}

/**
 * One line a request: method, path without its query (reset codes travel there), status, milliseconds, id.
 * Headers and bodies are never logged: they carry tokens, passwords and names.
 */
export function requestLogger(logger: Logger) {
  return pinoHttp({
    logger,
    genReqId: (request, response) => {
      const given = request.headers['x-request-id'];
      const isTaken = typeof given === 'string' && /^[\w-]{8,64}$/.test(given) && !hasCardNumber(given);
      const id = isTaken ? given : randomUUID();
      response.setHeader('X-Request-Id', id);
      return id;
    },
    customLogLevel: (request, response, error) => {
      // That one is not ready is an answer: whoever starts it asks until it is.
      const isFailure = response.statusCode >= 500 && !request.url?.startsWith('/ready');
      return isFailure || error ? 'error' : 'info';
    },
    serializers: {
      req: (request: { id: string; method: string; url: string }) => ({
        id: request.id,
        method: request.method,
        path: withoutCardNumbers(request.url.split('?')[0] ?? ''),
      }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
      err,
    },
  });
}
