/** The filters of an address, of some names: those that say something. */
export function readFilters<Name extends string>(
  query: URLSearchParams,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const there = names.map((name) => [name, query.get(name) ?? ''] as const).filter(([, value]) => value);
  return Object.fromEntries(there) as Partial<Record<Name, string>>;
}
