/** A record whose `earlier` has former values of some fields, each with the time until which it held; oldest first. */
type WithEarlier = { earlier?: readonly { until: Date }[] };

/** A record as of a past instant, as far as its `earlier` goes. */
export function asOf<R extends WithEarlier>(record: R, at: Date): R {
  const then = record.earlier?.find(({ until }) => at < until);
  if (!then) return record;
  const { until: _until, ...fields } = then;
  return { ...record, ...fields };
}

/** The new `earlier` when some fields change at `until`; empty where they stay as they are. */
export function withEarlier<R extends object, K extends keyof R>(
  before: R & { earlier?: (Pick<R, K> & { until: Date })[] },
  change: Partial<Pick<R, K>>,
  fields: readonly K[],
  until: Date,
): { earlier?: (Pick<R, K> & { until: Date })[] } {
  const isChanged = (field: K) =>
    change[field] !== undefined && JSON.stringify(change[field]) !== JSON.stringify(before[field]);
  if (!fields.some(isChanged)) return {};
  const kept = Object.fromEntries(fields.map((field) => [field, before[field]])) as Pick<R, K>;
  return { earlier: [...(before.earlier ?? []), { ...kept, until }] };
}
