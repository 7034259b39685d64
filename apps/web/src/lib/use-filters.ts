import type { NavigateOptions } from 'react-router-dom';
import * as z from 'zod/mini';
import { useAddressQuery } from './use-address-query.ts';

/** A filter with fixed values: any other value in an address counts as no filter. */
export const oneOf = <const Value extends string>(...values: readonly Value[]) =>
  z.pipe(
    z.optional(z.string()),
    z.transform((given) => values.find((value) => value === given)),
  );

/** A filter of free text: an empty one counts as no filter. */
export const freeText = z.pipe(
  z.optional(z.string()),
  z.transform((given) => given?.trim() || undefined),
);

type Schema = z.ZodMiniObject<Record<string, z.ZodMiniType<string | undefined>>>;
type Set<S extends Schema> = { [Name in keyof z.infer<S>]?: NonNullable<z.infer<S>[Name]> };

/** The filters of a list, and the function that changes them: `FilterBar` and `FilterSelect` show them. */
export type Filters<Name extends string = string> = {
  filters: Readonly<Partial<Record<Name, string>>>;
  show: (changed: Partial<Record<Name, string | undefined>>, options?: NavigateOptions) => void;
};

/**
 * The filters of a list, kept in the address: they survive a reload and Back, and can be shared as a link. A change
 * returns to the first page; simultaneous changes are all applied.
 */
export function useFilters<S extends Schema>(schema: S) {
  const [query, change] = useAddressQuery();
  const given = Object.entries(z.parse(schema, Object.fromEntries(query)));
  const filters = Object.fromEntries(given.filter(([, value]) => value !== undefined)) as Set<S>;
  const show: Filters<keyof z.infer<S> & string>['show'] = (changed, options) =>
    change((newest) => {
      newest.delete('page_number');
      for (const [name, value] of Object.entries<string | undefined>(changed))
        if (value) newest.set(name, value);
        else newest.delete(name);
    }, options);
  return { filters, show };
}
