/** Everything that comes after an id, batch by batch; `read` is asked for what follows the last id, null: from the first. */
export async function* inBatches<T>(
  read: (afterId: string | null) => Promise<T[]>,
  idOf: (item: T) => string,
): AsyncGenerator<T[]> {
  let afterId: string | null = null;
  for (;;) {
    const batch = await read(afterId);
    const last = batch.at(-1);
    if (last === undefined) return;
    yield batch;
    afterId = idOf(last);
  }
}

/** Items in their order, so many together. */
export function chunksOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
