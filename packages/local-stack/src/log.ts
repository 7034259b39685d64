/** Takes one line for the person who started the program. */
export type Log = (line: string) => void;

export const printLine: Log = (line) => {
  process.stdout.write(`${line}\n`);
};

/**
 * Shows that something takes time: on a terminal a line that moves, elsewhere a line at the start and one every
 * five seconds. `detail` adds what is known so far, for example megabytes.
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
