/**
 * Waits at most `ms` milliseconds for a promise, then rejects with the error that `onTimeout` makes. The work behind
 * the promise is not canceled; its result is ignored.
 */
export async function withTimeout<T>(ms: number, work: Promise<T>, onTimeout: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(onTimeout()), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
