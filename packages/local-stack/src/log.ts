/** Prints a line for the user. */
export type Log = (line: string) => void;

export const printLine: Log = (line) => {
  process.stdout.write(`${line}\n`);
};

/**
 * Shows progress while `work` runs: on a terminal a line that is updated, elsewhere a line at the start and every five
 * seconds. `detail` is appended, for example the megabytes so far.
 */
export async function showProgress<T>(
  log: Log,
  label: string,
  work: Promise<T>,
  detail: () => string = () => '',
): Promise<T> {
  const startedAt = Date.now();
  const text = () =>
    `${label} … ${Math.round((Date.now() - startedAt) / 1000)} s${detail() ? `, ${detail()}` : ''}`;
  const isTerminal = log === printLine && process.stdout.isTTY;
  if (!isTerminal) log(label);
  const timer = setInterval(
    () => (isTerminal ? process.stdout.write(`\r\u001b[K${text()}`) : log(text())),
    isTerminal ? 250 : 5000,
  );
  try {
    return await work;
  } finally {
    clearInterval(timer);
    if (isTerminal) process.stdout.write(`\r\u001b[K${text()}\n`);
  }
}
