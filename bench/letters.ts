/**
 * `npm run bench -- letters [N]`: a worker makes letters to N households (default 5,000) and is killed once in the
 * middle; they are then downloaded as one PDF. Prints the rates and the peak memory of worker and API.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { aCampaign, anAccount, anOrganization, aRun, TEST_AUTHOR } from '../apps/api/test/factories.ts';
import { createDuesOfRun } from '../apps/api/src/modules/funds/donations/dues.service.ts';
import { createHouseholds } from '../apps/api/src/modules/people/households/household-members.service.ts';
import { createMemberships } from '../apps/api/src/modules/funds/memberships/new-membership.service.ts';
import { connectDatabase, disconnectDatabase } from '../apps/api/src/platform/database.ts';
import { someFamily } from '../apps/api/src/seed/people.ts';
import { createRandom } from '../apps/api/src/seed/random.ts';
import { memoryMb, requireSmallWorker, WORKER_MB } from './lib/machine.ts';
import { atEnd, print } from './lib/program.ts';
import { startStack } from './lib/stack.ts';
import { table } from './lib/stats.ts';

type Letters = {
  _id: string;
  doneDt: string | null;
  counts: { outcome: string; count: number }[];
  job: { status: string; done: number } | null;
};

const BATCH = 500;

/** Makes a run in which a number of households owe dues; returns the address of its letters. */
async function makeRun(households: number): Promise<string> {
  const { organizationNumber } = await anOrganization();
  const campaign = await aCampaign({ organizationNumber });
  const run = await aRun({ campaign });
  const random = createRandom(7);
  const now = new Date();
  for (let made = 0; made < households; made += BATCH) {
    const families = Array.from({ length: Math.min(BATCH, households - made) }, () =>
      someFamily(random, 3, organizationNumber, now),
    );
    const stored = await createHouseholds(families, TEST_AUTHOR, now);
    const memberships = stored.flatMap(({ members: [primary, ...covered] }) =>
      primary ? [{ primary, covered, isActive: true as const }] : [],
    );
    await createMemberships(campaign, memberships, TEST_AUTHOR, now, 'UTC');
  }
  await createDuesOfRun(run._id, TEST_AUTHOR, now);
  return `/v2/campaigns/${campaign._id}/runs/${run._id}/letters`;
}

/** Runs it and prints the table. */
export async function benchLetters([wanted = '5000']: readonly string[]): Promise<void> {
  const households = Number(wanted);
  const stack = await startStack();
  // The API creates the collections.
  const { url } = await stack.startApi();
  await connectDatabase(stack.databaseUri);
  atEnd(disconnectDatabase);
  const base = `${url}${await makeRun(households)}`;
  const account = await anAccount({ role: 'administrator' });
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { Authorization: stack.bearer(account), 'Content-Type': 'application/json' };
    const answer = await fetch(`${base}${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const worker = stack.startWorker();
  const lines: string[][] = [];
  let mostOfAllMb = 0;
  const make = async (name: string, kills: boolean): Promise<Letters> => {
    const startedAt = performance.now();
    const body = JSON.stringify({ audience: 'everybody' });
    const { _id } = (await (await ask('', { method: 'POST', body })).json()) as Letters;
    let [mostMb, isKilled] = [0, !kills];
    for (;;) {
      const letters = (await (await ask(`/${_id}`)).json()) as Letters;
      if (letters.job?.status === 'failed') throw new Error('the job failed');
      if (letters.doneDt) {
        const seconds = (performance.now() - startedAt) / 1000;
        lines.push([name, seconds.toFixed(1), String(Math.round(households / seconds)), mostMb.toFixed(0)]);
        return letters;
      }
      if (!isKilled && (letters.job?.done ?? 0) > households / 2) {
        isKilled = true;
        await worker.killAndRestart();
      }
      mostMb = Math.max(mostMb, memoryMb(worker.pid()));
      mostOfAllMb = Math.max(mostOfAllMb, mostMb);
      await sleep(100);
    }
  };
  await make('made', false);
  const killed = await make('made, the worker killed halfway', true);
  const startedAt = performance.now();
  const pdf = Buffer.from(await (await ask(`/${killed._id}/letters.pdf`)).arrayBuffer());
  const seconds = (performance.now() - startedAt) / 1000;
  lines.push(['downloaded as one PDF', seconds.toFixed(1), String(Math.round(households / seconds)), '']);
  const pages = pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length ?? 0;
  print(`Database: ${stack.databaseKind}. ${households} households.\n`);
  print(table(['', 'seconds', 'letters a second', WORKER_MB], lines));
  if (pages !== households) throw new Error(`not exact: ${pages} pages`);
  print(`\nExact: ${pages} pages, one per household; ${(pdf.length / 1024 / 1024).toFixed(1)} MB.`);
  requireSmallWorker(mostOfAllMb);
}
