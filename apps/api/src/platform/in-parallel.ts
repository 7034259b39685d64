/** Does something with each of some items, at most `width` at a time. */
export async function inParallel<T>(
  items: readonly T[] | AsyncIterable<T>,
  width: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const left = (async function* () {
    yield* items;
  })();
  const work = async () => {
    for await (const item of left) await task(item);
  };
  await Promise.all(Array.from({ length: width }, work));
}
