// node scripts/busy.mjs [--loops 4] [--times 3] -- npm test: runs a command repeatedly under CPU load by endless loops,
// until a run fails.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Failure, main, run, stopOnSignals } from './lib/run.mjs';

const { values, positionals } = parseArgs({
  options: { loops: { type: 'string', default: '4' }, times: { type: 'string', default: '3' } },
  allowPositionals: true,
});
const [command, ...args] = positionals;

/** Starts a process with an endless loop; it exits when the IPC channel to this one closes. */
const startLoop = () => fork(fileURLToPath(new URL('lib/endless-loop.mjs', import.meta.url)));

await main(async () => {
  stopOnSignals();
  if (!command)
    throw new Failure('Usage: node scripts/busy.mjs [--loops 4] [--times 3] -- COMMAND [arguments]');
  const loops = Array.from({ length: Number(values.loops) }, startLoop);
  try {
    for (let time = 1; time <= Number(values.times); time += 1) {
      const startedAt = Date.now();
      process.stdout.write(`\n== ${time} of ${values.times}, beside ${values.loops} endless loops ==\n`);
      const { code } = await run(command, args, { isShown: true });
      const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
      process.stdout.write(
        `${code === 0 ? 'passed' : `failed with code ${code}`} after ${minutes} minutes\n`,
      );
      if (code !== 0) throw new Failure(`Run ${time} of ${values.times} failed.`);
    }
  } finally {
    for (const loop of loops) loop.kill();
  }
});
