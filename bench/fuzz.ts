/**
 * `npm run fuzz [-- --seed 7 --runs 20000]`: sends invalid values for all parameters, queries, fields, headers and
 * paths of the API, without a session, as a member and as staff. The exit code is 1 when an answer is a 5xx, an error
 * without a problem document, or a 422 that does not name its field.
 */
import { parseArgs } from 'node:util';
import { fuzz } from '../apps/api/test/fuzz/fuzz.ts';
import { startApi } from '../apps/api/test/harness.ts';
import { atEnd, print, runProgram } from './lib/program.ts';

const BATCH = 1_000;

await runProgram(async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      runs: { type: 'string', default: '20000' },
    },
  });
  const [seed, runs] = [Number(values.seed), Number(values.runs)];
  if (!Number.isInteger(seed) || !Number.isInteger(runs) || runs < 1) {
    print('--seed and --runs are whole numbers.');
    return 1;
  }
  print(`${runs} requests, seed ${seed}.`);
  const api = await startApi();
  atEnd(() => api.stop());
  const faults: string[] = [];
  for (let done = 0; done < runs; done += BATCH) {
    const found = await fuzz(api, { seed: seed + done, runs: Math.min(BATCH, runs - done) });
    for (const fault of found.slice(0, 10)) print(`- ${fault}`);
    faults.push(...found);
    print(`${Math.min(done + BATCH, runs)} of ${runs} …`);
  }
  print(
    `${faults.length ? 'FAILED' : 'PASSED'}: ${runs} requests, ${faults.length} wrong answers (seed ${seed}).`,
  );
  return faults.length ? 1 : 0;
});
