/**
 * `npm run bench -- reminders [N]`: reminders to N people (default 100,000) through the mail catcher, the worker killed
 * halfway; prints the rate, the worker's peak memory, and whether anybody got a mail twice.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { cents } from '@kinfold/domain/money';
import { anAccount, anOrganization, aRun, TEST_AUTHOR } from '../apps/api/test/factories.ts';
import { createCampaign } from '../apps/api/src/modules/funds/campaigns/campaign.service.ts';
import { createDuesOfRun } from '../apps/api/src/modules/funds/donations/dues.service.ts';
import { createHouseholds } from '../apps/api/src/modules/people/households/household-members.service.ts';
import { createMemberships } from '../apps/api/src/modules/funds/memberships/new-membership.service.ts';
import { collection, connectDatabase, disconnectDatabase } from '../apps/api/src/platform/database.ts';
import { objectId } from '../apps/api/src/platform/documents.ts';
import { memoryMb, requireSmallWorker, WORKER_MB } from './lib/machine.ts';
import { atEnd, print } from './lib/program.ts';
import { startStack } from './lib/stack.ts';
import { table } from './lib/stats.ts';

const BATCH = 1_000;

/** A time zone in which it is about noon now: no reminders are sent at night. */
function zoneByDay(): string {
  const offset = 12 - new Date().getUTCHours();
  return offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
}

/** People who owe in a run, each with their own e-mail. */
async function makeDebtors(count: number) {
  const { organizationNumber } = await anOrganization();
  const now = new Date();
  const given = { campaignName: 'Fund', shortDescription: 'Bench', requiresMembership: true };
  const { campaign } = await createCampaign(
    { ...given, organizationNumber, defaultPrice: cents(2_500) },
    TEST_AUTHOR,
    now,
  );
  for (let made = 0; made < count; made += BATCH) {
    const people = Array.from({ length: Math.min(BATCH, count - made) }, (_, index) => {
      const number = made + index;
      const email = `debtor${number}@bench.test`;
      return [
        {
          firstNm: `Person${number}`,
          lastNm: `Family${number % 997}`,
          birthDt: '1960-05-17',
          organizationNumber,
          emails: [{ email, email_type: 'primary' }],
        },
      ];
    });
    const households = await createHouseholds(people, TEST_AUTHOR, now);
    await createMemberships(
      campaign,
      households.flatMap(({ members: [primary] }) => (primary ? { primary } : [])),
      TEST_AUTHOR,
      now,
      'UTC',
    );
  }
  const run = await aRun({ campaign });
  await createDuesOfRun(run._id, TEST_AUTHOR, now);
  return { run, organizationNumber };
}

type Reminder = {
  sent: number;
  bounced: number;
  failed: number;
  unsure: number;
  job: { status: string; done: number; report: Record<string, number> | null };
};

type CountJob = { _id: string; status: string; report: Record<string, number> | null };

async function countedBy(begun: CountJob, ask: () => Promise<CountJob>): Promise<number> {
  let job = begun;
  while (job.status !== 'done') {
    await sleep(200);
    job = await ask();
  }
  return job.report?.['count'] ?? 0;
}

/** Runs it and prints the table. */
export async function benchReminders([wanted = '100000']: readonly string[]): Promise<void> {
  const count = Number(wanted);
  process.env['TIME_ZONE'] = zoneByDay();
  const stack = await startStack();
  const { url } = await stack.startApi();
  await connectDatabase(stack.databaseUri);
  atEnd(disconnectDatabase);
  print(`Making ${count} people who owe dues …`);
  const { run, organizationNumber } = await makeDebtors(count);
  const manager = await anAccount({ role: 'manager', organizationNumber });
  // Signed again for each request: sending to so many may take longer than a token is valid.
  const ask = (address: string, init: RequestInit = {}) =>
    fetch(address, {
      ...init,
      headers: { Authorization: stack.bearer(manager), 'Content-Type': 'application/json' },
    });
  const path = `${url}/v2/campaigns/${run.campaignId}/runs/${run._id}/reminders`;
  const previewedAt = performance.now();
  const worker = stack.startWorker();
  const counting = (await (await ask(`${path}/preview`, { method: 'POST' })).json()) as CountJob;
  const preview = await countedBy(counting, () =>
    ask(`${url}/v2/jobs/${counting._id}`).then((answer) => answer.json() as Promise<CountJob>),
  );
  const previewSeconds = (performance.now() - previewedAt) / 1000;
  const body = JSON.stringify({ subject: 'Dues', text: 'Dear [Name], [Amount] is open.' });
  const startedAt = performance.now();
  const begun = await ask(path, { method: 'POST', body });
  if (begun.status !== 201) throw new Error(`answered ${begun.status}: ${await begun.text()}`);
  let mostMb = 0;
  let isKilled = false;
  for (;;) {
    const answer = (await (await ask(path)).json()) as { reminders: Reminder[] };
    const [reminder] = answer.reminders;
    if (!reminder) throw new Error('there is no reminder');
    mostMb = Math.max(mostMb, memoryMb(worker.pid()));
    if (!isKilled && reminder.job.done > count / 2) {
      isKilled = true;
      await worker.killAndRestart();
    }
    if (reminder.job.status !== 'done') {
      await sleep(200);
      continue;
    }
    const seconds = (performance.now() - startedAt) / 1000;
    const caught = stack.caught.filter((to) => to.endsWith('@bench.test'));
    report({ count, preview, previewSeconds, seconds, mostMb, isKilled, reminder, caught });
    const messages = await collection('messages').countDocuments({ campaignRunId: objectId(run._id) });
    if (messages !== count) throw new Error(`${messages} messages for ${count} people`);
    return;
  }
}

function report(found: {
  count: number;
  preview: number;
  previewSeconds: number;
  seconds: number;
  mostMb: number;
  isKilled: boolean;
  reminder: Reminder;
  caught: readonly string[];
}): void {
  const { count, reminder, caught, seconds, mostMb } = found;
  const { sent, bounced, failed, unsure } = reminder;
  print(
    table(
      ['', 'people', 'seconds', 'a second', WORKER_MB],
      [
        ['counted beforehand', String(found.preview), found.previewSeconds.toFixed(1), '', ''],
        [
          'reminded, the worker killed halfway',
          String(sent),
          seconds.toFixed(1),
          String(Math.round(count / seconds)),
          mostMb.toFixed(0),
        ],
      ],
    ),
  );
  const twice = caught.length - new Set(caught).size;
  print(
    `\n${sent} sent, ${unsure} unsure because the worker was killed while they were sent; ${caught.length} caught, ${twice} twice.`,
  );
  if (!found.isKilled) throw new Error('the worker was not killed');
  if (sent + unsure !== count || bounced + failed > 0) throw new Error('the counts are not exact');
  if (twice > 0) throw new Error('a member got two mails');
  if (caught.length < sent || caught.length > sent + unsure)
    throw new Error('the mails caught differ from those sent');
  requireSmallWorker(mostMb);
}
