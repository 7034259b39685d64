/** Runs a task for each item, at most `concurrency` at a time. Rejects with the first error and starts no more. */
export async function inParallel<T>(
  items: readonly T[] | AsyncIterable<T>,
  concurrency: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const left = (async function* () {
    yield* items;
  })();
  const work = async () => {
    for await (const item of left) await task(item);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}
