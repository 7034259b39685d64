/** All of a list that is read in batches; `read` returns what follows a position, null: from the first. */
export async function* inBatches<T, Place = string>(
  read: (after: Place | null) => Promise<T[]>,
  placeOf: (item: T) => Place,
): AsyncGenerator<T[]> {
  let after: Place | null = null;
  for (;;) {
    const batch = await read(after);
    const last = batch.at(-1);
    if (last === undefined) return;
    yield batch;
    after = placeOf(last);
  }
}

/** Items of an iterable in batches; the last one may be smaller. */
export async function* batchesOf<T>(
  items: AsyncIterable<T> | Iterable<T>,
  size: number,
): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length) yield batch;
}

/** Items in order, in chunks. */
export function chunksOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
