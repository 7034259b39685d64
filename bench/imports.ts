/**
 * `npm run bench -- imports [ROWS]`: a worker checks, imports and undoes a file of members (default 20,000) and is
 * killed once in the middle; prints the rate of each and the worker's peak memory.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { anAccount, anOrganization } from '../apps/api/test/factories.ts';
import { connectDatabase, disconnectDatabase } from '../apps/api/src/platform/database.ts';
import { memoryMb, requireSmallWorker, WORKER_MB } from './lib/machine.ts';
import { atEnd, print } from './lib/program.ts';
import { startStack } from './lib/stack.ts';
import { table } from './lib/stats.ts';

type Answer = {
  _id: string;
  status: string;
  counts: Record<string, number>;
  outcome: Record<string, number>;
  job: { status: string; done: number } | null;
};

/** A file of families of two adults and two children, each at its own address. */
function fileOf(rows: number): string {
  const lines = Array.from({ length: rows }, (_, row) => {
    const home = Math.floor(row / 4);
    const relationship = ['Head of Household', 'Spouse', 'Son', 'Daughter'][row % 4] ?? '';
    const year = row % 4 < 2 ? 1940 + (row % 60) : 2009 + (row % 16);
    const born = `${(row % 12) + 1}/${(row % 28) + 1}/${year}`;
    const phone = `(301) ${String(200 + (row % 800))}-${String(row % 10_000).padStart(4, '0')}`;
    const name = String(row).replace(/\d/g, (digit) => 'qwertyuiop'[Number(digit)] ?? '');
    return `Family${name},Person${name},${born},${relationship},H${home},${row % 4 ? '' : phone},${home} Elm Street,Laurel,MD,20707`;
  });
  return [
    'Last Name,First Name,Birth Date,Relationship,Household,Phone,Street,City,State,Zip',
    ...lines,
  ].join('\n');
}

/** Runs it and prints the table. */
export async function benchImports([wanted = '20000']: readonly string[]): Promise<void> {
  const rows = Number(wanted);
  const stack = await startStack();
  // The API creates the collections.
  const { url } = await stack.startApi();
  await connectDatabase(stack.databaseUri);
  atEnd(disconnectDatabase);
  const { organizationNumber } = await anOrganization();
  const account = await anAccount({ role: 'administrator' });
  const base = `${url}/v2/organizations/${organizationNumber}/imports`;
  const worker = stack.startWorker();
  const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const answer = await fetch(`${base}${path}`, {
      ...init,
      // An access token ends after 15 minutes.
      headers: { Authorization: stack.bearer(account), 'Content-Type': 'text/csv' },
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  let [mostMb, mostOfAllMb] = [0, 0];
  const measure = () => {
    mostMb = Math.max(mostMb, memoryMb(worker.pid()));
    mostOfAllMb = Math.max(mostOfAllMb, mostMb);
  };
  const lines: string[][] = [];
  const follow = async (name: string, id: string, until: string, kills = false) => {
    const startedAt = performance.now();
    mostMb = 0;
    let isKilled = !kills;
    for (;;) {
      const now = await ask(`/${id}`);
      if (now.status === until) {
        const seconds = (performance.now() - startedAt) / 1000;
        lines.push([name, seconds.toFixed(1), String(Math.round(rows / seconds)), mostMb.toFixed(0)]);
        return now;
      }
      if (!isKilled && (now.job?.done ?? 0) > rows / 2) {
        isKilled = true;
        await worker.killAndRestart();
      }
      measure();
      await sleep(100);
    }
  };
  const sent = await ask('', { method: 'POST', body: fileOf(rows) });
  const checked = await follow('checked', sent._id, 'checked');
  await ask(`/${sent._id}/run`, { method: 'POST' });
  const done = await follow('imported', sent._id, 'done');
  const same = await ask('', { method: 'POST', body: fileOf(rows) });
  const known = await follow('checked, all imported already', same._id, 'checked');
  await ask(`/${sent._id}/undo`, { method: 'POST' });
  const undone = await follow('undone', sent._id, 'undone');
  const again = await ask('', { method: 'POST', body: fileOf(rows) });
  await follow('checked again', again._id, 'checked');
  await ask(`/${again._id}/run`, { method: 'POST' });
  const killed = await follow('imported, the worker killed halfway', again._id, 'done', true);
  print(`Database: ${stack.databaseKind}. ${rows} rows in ${rows / 4} households.\n`);
  print(table(['', 'seconds', 'rows a second', WORKER_MB], lines));
  const figures = [
    checked.counts['create'],
    done.outcome['created'],
    known.counts['skip'],
    undone.outcome['undone'],
    killed.outcome['created'],
  ];
  if (figures.some((figure) => figure !== rows)) throw new Error(`not exact: ${figures.join(', ')}`);
  print(`\nExact: ${rows} each time, even after the worker was killed.`);
  requireSmallWorker(mostOfAllMb);
}
