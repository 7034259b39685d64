import * as z from 'zod/mini';
import { NO_FIELDS } from './problem.ts';

/** The largest report that `POST /log` takes, in bytes. */
export const LOG_MAX_BYTES = 8_192;

/** `POST /log`: an error in a browser. */
export const ClientLog = z.object(
  {
    message: z.string('message is required').check(z.trim(), z.minLength(1, 'message is required')),
    stack: z.optional(z.nullable(z.string('stack is a text'))),
    url: z.optional(z.nullable(z.string('url is a text'))),
    context: z.optional(z.unknown()),
  },
  NO_FIELDS,
);
export type ClientLog = z.infer<typeof ClientLog>;
