/** Logs errors of browsers in our own log, without secrets. */
import type { ClientLog } from '@kinfold/domain/client-log';
import type { Logger } from '../../../platform/logger.ts';
import { addressKey, countTry, type Limit } from '../../../platform/rate-limit.ts';

const LIMIT: Limit = { name: 'client-log', max: 60, windowSeconds: 600 };

/** Codes and tokens travel in the query of an address. */
const withoutQueries = (text: string) => text.replace(/[?#][^\s'")]*/g, '');

/** Logs a report; the logger removes card numbers. Throws 429 after 60 in 10 minutes from one address. */
export async function logClientError(
  report: ClientLog,
  from: { ip: string | undefined; now: Date },
  logger: Logger,
): Promise<void> {
  await countTry(LIMIT, addressKey(from.ip), from.now);
  const clean = (text: string | null | undefined) => text && withoutQueries(text);
  const { message, stack, url, context } = report;
  logger.warn(
    {
      client: {
        message: clean(message),
        stack: clean(stack),
        url: clean(url),
        context: clean(context === undefined ? undefined : JSON.stringify(context)),
      },
    },
    'a browser met an error',
  );
}
