/**
 * Runs a task for each item, at most `concurrency` at a time. After the first error it starts no more, waits for the
 * running tasks, and rejects with it: when it rejects, nothing is running any more.
 */
export async function inParallel<T>(
  items: readonly T[] | AsyncIterable<T>,
  concurrency: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const left = (async function* () {
    yield* items;
  })();
  let failure: { error: unknown } | undefined;
  const work = async () => {
    try {
      for await (const item of left) await task(item);
    } catch (error) {
      failure ??= { error };
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  if (failure) throw failure.error;
}

/** Waits for some promises, by name. */
export async function allOf<T extends Readonly<Record<string, unknown>>>(
  promises: T,
): Promise<{ [Name in keyof T]: Awaited<T[Name]> }> {
  const named = Object.entries(promises).map(async ([name, value]) => [name, await value] as const);
  return Object.fromEntries(await Promise.all(named)) as { [Name in keyof T]: Awaited<T[Name]> };
}
