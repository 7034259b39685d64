/** A record whose `earlier` has what some of its fields were before they were changed, and until when; oldest first. */
type WithEarlier = { earlier?: readonly { until: Date }[] };

/** A record as it was at a past instant, as far as its `earlier` tells. */
export function asOf<R extends WithEarlier>(record: R, at: Date): R {
  const then = record.earlier?.find(({ until }) => at < until);
  if (!then) return record;
  const { until: _until, ...fields } = then;
  return { ...record, ...fields };
}

/** What `earlier` becomes when some fields change at `until`; nothing to be written where they stay as they are. */
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
