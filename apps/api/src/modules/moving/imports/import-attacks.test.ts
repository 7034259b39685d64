/** Files that try to stop the product: each is refused with a sentence, while the API answers others. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { attackFiles } from '../../../../test/attack-files.ts';
import { anAccount, anOrganization } from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { startProcess, type ProductProcess } from '../../../../test/processes.ts';

let api: Api;
let attacked: ProductProcess;
let organizationNumber: string;
let account: Account;

beforeAll(async () => {
  api = await startApi();
  attacked = await startProcess('main', api);
  ({ organizationNumber } = await anOrganization());
  account = await anAccount({ role: 'manager', organizationNumber });
});
afterAll(async () => {
  await attacked.kill();
  await api.stop();
});

/** Resident memory of the process, in MB; null where the system does not report it. */
function memory(): number | null {
  try {
    const status = readFileSync(`/proc/${attacked.child.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  } catch {
    return null;
  }
}

/** Processor time of the thread that answers everybody, in ms; null where the system does not report it. */
function answeringCpu(): number | null {
  const { pid } = attacked.child;
  try {
    const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    // User and system, in hundredths of a second.
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}

async function send(file: Buffer) {
  const begun = performance.now();
  const answer = await fetch(
    `${attacked.url}/v2/organizations/${organizationNumber}/imports?file_name=list`,
    {
      method: 'POST',
      headers: { ...api.as(account), 'Content-Type': 'application/octet-stream' },
      body: new Uint8Array(file),
    },
  );
  const body = (await answer.json()) as { code?: string; detail?: string };
  return {
    status: answer.status,
    type: answer.headers.get('Content-Type'),
    ms: performance.now() - begun,
    ...body,
  };
}

/**
 * The effect of some work on others: the longest answer of /health in ms, the most memory in MB, and the processor time
 * of the thread that answers, /health included, in ms.
 */
async function watch<T>(work: () => Promise<T>) {
  let isDone = false;
  let [health, most] = [0, 0];
  const before = answeringCpu() ?? 0;
  const watching = (async () => {
    while (!isDone) {
      const begun = performance.now();
      await (await fetch(`${attacked.url}/health`)).text();
      health = Math.max(health, performance.now() - begun);
      most = Math.max(most, memory() ?? 0);
      await sleep(20);
    }
  })();
  const result = await work().finally(() => (isDone = true));
  await watching;
  return { result, health, most, cpu: (answeringCpu() ?? 0) - before };
}

/** Figures are printed for bench/RESULTS.md with FIGURES=1. */
const measure = (
  name: string,
  { health, most, cpu }: { health: number; most: number; cpu: number },
  ms: number,
  detail = '',
) =>
  process.env['FIGURES'] &&
  process.stderr.write(
    `| ${name} | ${Math.round(ms)} | ${Math.round(health)} | ${Math.round(most)} | ${cpu} | ${detail} |\n`,
  );

/**
 * The goal is 400 MB of the built product, which takes 200 MB when it rests. From its sources the process holds the loader of
 * TypeScript and every source too, and takes some 50 MB more.
 */
const MEMORY_MB = 450;
/**
 * Processor time that the thread which answers may take while a file is refused in `ms`: to take the file and start the
 * thread that reads it, and for /health every 20 ms. One that read the file itself would take most of that time, and
 * keep everybody waiting (the longest wait for /health is a figure in bench/RESULTS.md: on a busy machine it says nothing).
 */
const answeringMost = (ms: number) => 250 + ms / 10;

it.each(Object.entries(attackFiles))(
  '%s is refused with a sentence, and others are answered',
  async (name, make) => {
    const file = make();
    const { result, ...seen } = await watch(() => send(file));
    measure(name, seen, result.ms, result.detail);
    expect(result).toMatchObject({
      status: 422,
      code: 'invalid',
      type: expect.stringContaining('problem+json'),
    });
    expect(result.detail).toMatch(/\.$/);
    expect(seen.most).toBeLessThan(MEMORY_MB);
    expect(seen.cpu).toBeLessThan(answeringMost(result.ms));
  },
);

it('five of them at once are refused alike', async () => {
  const names = ['nested elements', 'shared texts', 'cells in one row', 'rows without cells', 'a comment'];
  const files = names.map((name) => attackFiles[`${name}, hidden size`]?.() ?? Buffer.alloc(0));
  const { result, ...seen } = await watch(() => Promise.all(files.map(send)));
  measure('five at once', seen, Math.max(...result.map(({ ms }) => ms)));
  expect(result.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
  expect(seen.most).toBeLessThan(MEMORY_MB);
  expect(seen.cpu).toBeLessThan(answeringMost(Math.max(...result.map(({ ms }) => ms))));
});
