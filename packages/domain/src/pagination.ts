import * as z from 'zod/mini';
import { MAX_PAGE_SIZE, PAGE_LINKS } from './constants.ts';
import { opaqueText } from './free-text.ts';
import { NO_FIELDS } from './problem.ts';

/** A page of a list: numbers from 1, at most `MAX_PAGE_SIZE` rows (http.md "Conventions"). */
export type Page = { page_number: number; page_size: number };

function wholeNumber(message: string, max: number, fallback: number) {
  return z._default(
    z.pipe(
      z
        .string(message)
        .check(z.refine((text) => /^\d{1,9}$/.test(text) && +text >= 1 && +text <= max, message)),
      z.transform(Number),
    ),
    fallback,
  );
}

const pageSize = (defaultSize: number) =>
  wholeNumber(`page_size is a whole number from 1 to ${MAX_PAGE_SIZE}`, MAX_PAGE_SIZE, defaultSize);

/** The page of a query string, with `defaultSize` rows if it names no size. */
export function pageQuery(defaultSize: number) {
  return z.object(
    {
      page_number: wholeNumber('page_number is a whole number from 1', 1_000_000, 1),
      page_size: pageSize(defaultSize),
    },
    NO_FIELDS,
  );
}

/** The page of a path, `/page/{page}/size/{size}`. */
export function pageOfPath(defaultSize: number) {
  return z.pipe(
    z.object(
      {
        page: wholeNumber('page is a whole number from 1', 1_000_000, 1),
        size: wholeNumber(`size is a whole number from 1 to ${MAX_PAGE_SIZE}`, MAX_PAGE_SIZE, defaultSize),
      },
      NO_FIELDS,
    ),
    z.transform(({ page, size }) => ({ page_number: page, page_size: size })),
  );
}

/**
 * A filter of a list: if it is missing, or empty as a form sends it, it does not apply. It is refused with this message
 * only.
 */
export function filterField<T extends z.core.$ZodType>(schema: T, message: string) {
  // The schema comes first: forms show the message of the first check that fails.
  return z.optional(z.union([schema, z.literal('')], message));
}

/** A filter by the `_id` of a record. */
export const idFilter = (message: string) =>
  filterField(z.string().check(z.regex(/^[0-9a-f]{24}$/, message)), message);

/** The parameters of a list without page numbers: `cursor` is the `next` of the page before. */
export function cursorFields(defaultSize: number) {
  const message = 'cursor is the next of a page';
  return {
    cursor: filterField(opaqueText(message), message),
    page_size: pageSize(defaultSize),
  };
}

/** A query parameter that is true or false, in any case. */
export function trueOrFalse(name: string) {
  return z.pipe(
    z.string().check(z.regex(/^(true|false)$/i, `${name} is true or false`)),
    z.transform((text: string) => text.toLowerCase() === 'true'),
  );
}

/** A page of a list on the wire: its rows under the list's name, and how many rows and pages there are. */
export function pageReply<N extends string, S extends z.ZodMiniType>(name: N, row: S) {
  const shape = { results: z.number(), pages: z.number(), [name]: z.array(row) };
  return z.object(shape as Pick<typeof shape, 'results' | 'pages'> & Record<N, z.ZodMiniArray<S>>);
}

/** Returns how many pages a list of `results` rows has; 0 if it is empty. */
export function pageCount(results: number, pageSize: number): number {
  return Math.ceil(results / pageSize);
}

/**
 * Returns the page numbers that a pager shows: a window of at most `links` around the current page, none for fewer than
 * 2 pages.
 */
export function pageLinks(current: number, pages: number, links = PAGE_LINKS): number[] {
  if (pages < 2) return [];
  const count = Math.min(links, pages);
  const first = Math.max(1, Math.min(current - Math.floor(count / 2), pages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}
