// Imported by a process whose memory is measured: on SIGUSR2 it collects its garbage and prints what is left, in bytes.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc');
process.on('SIGUSR2', () => {
  const { rss } = process.memoryUsage();
  gc();
  const { heapTotal, heapUsed, external } = process.memoryUsage();
  process.stdout.write(`${JSON.stringify({ memory: { rss, heapTotal, heapUsed, external } })}\n`);
});
