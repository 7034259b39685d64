import type { NavigateOptions } from 'react-router-dom';
import * as z from 'zod/mini';
import { useAddressQuery } from './use-address-query.ts';

/** A filter with some values: any other one of an address is none. */
export const oneOf = <const Value extends string>(...values: readonly Value[]) =>
  z.pipe(
    z.optional(z.string()),
    z.transform((given) => values.find((value) => value === given)),
  );

/** A filter of free text: an empty one is none. */
export const freeText = z.pipe(
  z.optional(z.string()),
  z.transform((given) => given?.trim() || undefined),
);

type Schema = z.ZodMiniObject<Record<string, z.ZodMiniType<string | undefined>>>;
type Set<S extends Schema> = { [Name in keyof z.infer<S>]?: NonNullable<z.infer<S>[Name]> };

/** The filters of a list, and how they are changed: `FilterBar` and `FilterSelect` show them. */
export type Filters<Name extends string = string> = {
  filters: Readonly<Partial<Record<Name, string>>>;
  show: (changed: Partial<Record<Name, string | undefined>>, options?: NavigateOptions) => void;
};

/**
 * The filters of a list stand in the address: they survive a reload and the way back, and can be sent to somebody. A change
 * begins at the first page, and of two in the same moment none is lost.
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
