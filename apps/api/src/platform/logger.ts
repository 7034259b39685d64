import { randomUUID } from 'node:crypto';
import { pino, type DestinationStream, type Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { hasCardNumber, withoutCardNumbers } from '@kinfold/domain/card-number';

export type { Logger };

/** Levels of a log entry that are searched for values to mask; deeper ones are left out. */
const MAX_DEPTH = 8;

/** Email addresses, wherever they occur: mail servers and the database quote them in their errors. */
const EMAILS = /[^\s<>()[\],;:"'\\/@]{1,64}(?:@|%40)(?:[a-z0-9-]+\.)+[a-z]{2,}/gi;

const cleanText = (text: string) => withoutCardNumbers(text).replace(EMAILS, '[email]');

/** A log value without card numbers and email addresses in its strings. Class instances have serializers of their own. */
function cleaned(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (depth > MAX_DEPTH) return '[deeper]';
  if (Array.isArray(value)) return value.map((item) => cleaned(item, depth + 1));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cleaned(item, depth + 1)]));
}

/** Only these properties of an error: others may hold user input. */
function err(error: unknown) {
  if (!(error instanceof Error)) return cleaned(error);
  const { type, message, stack } = pino.stdSerializers.err(error);
  return cleaned({ type, message, stack, code: 'code' in error ? error.code : undefined });
}

/**
 * A logger of JSON lines; `silent` in tests. Callers pass no secrets; email addresses, and card numbers, which people may
 * type into any field, are masked in every string.
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
 * One line per request: method, path without the query (which may hold reset codes), status, milliseconds, id.
 * Headers and bodies are not logged: they hold tokens, passwords and names.
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
      // A 503 of /ready is expected: the launcher polls it during the start.
      const isFailure = response.statusCode >= 500 && !request.url?.startsWith('/ready');
      // Overload, or an unavailable database, is no fault of the program.
      if (isFailure && response.statusCode === 503) return 'warn';
      return isFailure || error ? 'error' : 'info';
    },
    serializers: {
      req: (request: { id: string; method: string; url: string }) => ({
        id: request.id,
        method: request.method,
        path: cleanText(request.url.split('?')[0] ?? ''),
      }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
      err,
    },
  });
}
