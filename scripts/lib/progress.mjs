/** Shows progress while `work` runs: an updated line on a terminal, elsewhere a line at the start and every 5 s. */
export async function showProgress(label, work) {
  const startedAt = Date.now();
  const text = () => `${label} … ${Math.round((Date.now() - startedAt) / 1000)} s`;
  const isTerminal = process.stdout.isTTY;
  const say = () => process.stdout.write(isTerminal ? `\r\u001b[K${text()}` : `${text()}\n`);
  if (!isTerminal) process.stdout.write(`${label}\n`);
  const timer = setInterval(say, isTerminal ? 250 : 5000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    if (isTerminal) process.stdout.write(`\r\u001b[K${text()}\n`);
  }
}
