import * as z from 'zod/mini';

/**
 * An object with any keys, all of one kind of value. Not `z.record`, whose code the first files of the web would carry
 * for it alone.
 */
export function recordOf<T extends z.core.$ZodType>(value: T, message?: string) {
  return z.catchall(z.object({}, message), value);
}
