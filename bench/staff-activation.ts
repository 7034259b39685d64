/**
 * `npm run bench -- activation [MEMBERSHIPS]`: activates a run of many memberships (default 100,000) of as many
 * members, compared with the driver's insertMany of as many prepared donations; kills the worker halfway; repeats it;
 * measures what members notice; and refreshes prices.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { anAccount } from '../apps/api/test/factories.ts';
import { collection, connectDatabase, disconnectDatabase } from '../apps/api/src/platform/database.ts';
import { newId, objectId, type ObjectId } from '../apps/api/src/platform/documents.ts';
import { get, timed } from './lib/compare.ts';
import { describeMachine } from './lib/machine.ts';
import { atEnd, print } from './lib/program.ts';
import { databaseName, startStack, type Killable, type Stack } from './lib/stack.ts';
import { median, ms, quantile, ratio } from './lib/stats.ts';
import { jobEnded, type SeenJob } from './staff-jobs.ts';
import { makeCampaign, priceByAge, readByDriver, refreshUnchanged } from './staff-memberships.ts';

const ROUNDS = 3;
const IDLE_READS = 200;
/** Longer than the worker takes for one batch of covers, in ms. */
const RESTS_MS = 3_000;
/** Pause between two requests of the member who opens their overview, in ms. */
const LOOKS_EVERY_MS = 50;

type Run = { _id: string; job?: SeenJob };
type Report = Record<string, number>;

/** Activates runs of a campaign with this many active memberships and prints what that takes; then a price refresh. */
export async function benchActivation([wanted = '100000']: readonly string[]): Promise<void> {
  const count = Number(wanted);
  const stack = await startStack();
  await stack.runCommand('seed', '--members', wanted, '--seed', '1');
  await connectDatabase(stack.databaseUri);
  atEnd(disconnectDatabase);
  print(`${describeMachine()}; database: ${await databaseName(stack)}.`);
  const administrator = await anAccount({ role: 'administrator' });
  // Signed again each time: a token is valid for 15 minutes.
  const staff = () => ({ headers: { Authorization: stack.bearer(administrator) } });
  const campaign = await makeCampaign(count);
  const { campaignId } = campaign;
  const { url } = await stack.startApi();
  const worker = stack.startWorker();
  const post = async (body: object): Promise<Run> => {
    const headers = { ...staff().headers, 'Content-Type': 'application/json' };
    const answer = await get(`${url}/v2/campaign-run`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return JSON.parse(answer) as Run;
  };
  const runs: string[] = [];
  const newRun = async () => {
    const { _id } = await post({ campaignId, name: 'Many', description: 'For the bench' });
    runs.push(_id);
    return _id;
  };
  const duesOf = (runId: string) =>
    collection('donations').countDocuments({ campaignRunId: objectId(runId) });

  const ended = (_id: string) =>
    jobEnded(async () => {
      const { job } = JSON.parse(await get(`${url}/v2/campaign-run/${_id}`, staff())) as Run;
      return JSON.stringify(job ?? { status: 'waiting' });
    });
  const activated = async (_id: string) => {
    await post({ _id, isActive: true });
    return ended(_id);
  };
  const proveWhole = async (runId: string, report: Report, made: number) => {
    const stored = await duesOf(runId);
    if (stored !== count || report['made'] !== made)
      throw new Error(`of ${count} dues there are ${stored}; reported: ${JSON.stringify(report)}`);
  };

  const [bare, first, previews]: [number[], number[], number[]] = [[], [], []];
  let last = '';
  for (let round = 0; round < ROUNDS; round += 1) {
    last = await newRun();
    await workerRests();
    const asked = `${url}/v2/campaigns/${campaignId}/runs/${last}/preview`;
    previews.push(await timed(() => get(asked, staff())));
    // No member makes requests while either is timed; those who do have their own activation below.
    const { report, tookMs } = await activated(last);
    await proveWhole(last, report, count);
    first.push(tookMs);
    await workerRests();
    bare.push(await insertedByDriver(last));
  }
  last = await newRun();
  await workerRests();
  const looks = await memberWhoLooks(stack, url);
  // As many runs as are read during the activation.
  const idle = await looksUntil(looks, (done) => done === IDLE_READS);
  let isOver = false;
  const watching = looksUntil(looks, () => isOver);
  const watched = await activated(last);
  isOver = true;
  const busy = await watching;
  await proveWhole(last, watched.report, count);
  await workerRests();
  const [bareMs, firstMs] = [median(bare), median(first)];
  const spread = (values: readonly number[]) => `${ms(Math.min(...values))} to ${ms(Math.max(...values))}`;
  const [idleP95, busyP95] = [quantile(idle, 0.95), quantile(busy, 0.95)];
  // Printed early: with many memberships on a slow database the rest takes long.
  print(
    `Preview of a run of ${count} memberships: ${ms(median(previews))}.\n` +
      `Activation of ${count} memberships, median of ${ROUNDS}: ${ms(firstMs)} (${spread(first)}); insertMany of as many prepared donations: ${ms(bareMs)} (${spread(bare)}): ${ratio(firstMs, bareMs)}.\n` +
      `Overview of a member, 95 %: ${ms(idleP95)} idle, ${ms(busyP95)} during an activation: ${ratio(busyP95, idleP95)} (${busy.length} requests).`,
  );
  await post({ _id: last, isActive: false });
  await workerRests();
  const second = await activated(last);
  await proveWhole(last, second.report, 0);
  print(`A second time: ${ms(second.tookMs)}, ${ratio(second.tookMs, firstMs)} of the first.`);
  const killed = await newRun();
  await post({ _id: killed, isActive: true });
  await killHalfway(worker, async () => (await duesOf(killed)) >= count / 2);
  await proveWhole(killed, (await ended(killed)).report, count);
  print(`Killed halfway with SIGKILL and started again: exactly ${count} dues, and the report says so.`);
  // Dues of one active run, as usual, are compared with the prices.
  for (const _id of runs) if (_id !== killed) await post({ _id, isActive: false });
  await workerRests();
  const refreshMs = await refreshUnchanged(url, campaign, staff);
  await priceByAge(campaign);
  const byAgeMs = await refreshUnchanged(url, campaign, staff);
  const readMs = await readByDriver(campaign, killed);
  print(
    `Refresh of as many unchanged prices: ${ms(refreshMs)}, ${ratio(refreshMs, firstMs)} of an activation; with prices by age: ${ms(byAgeMs)}, ${ratio(byAgeMs, firstMs)}; the driver reads as much in ${ms(readMs)}.\n`,
  );
}

/** Returns how long the driver takes to insert the donations of a run once more, as those of another run, in ms. */
async function insertedByDriver(runId: string): Promise<number> {
  const found = await collection('donations')
    .find({ campaignRunId: objectId(runId) })
    .toArray();
  const another = objectId(newId());
  const ready = found.map((row) => ({ ...row, _id: objectId(newId()), campaignRunId: another }));
  return timed(() => collection('donations').insertMany(ready));
}

/**
 * Deletes the marks of changed covers, which nothing here needs and whose computing would be timed too on two cores, and
 * waits until it has counted the changed runs.
 */
async function workerRests(): Promise<void> {
  const isBusy = async () =>
    (await collection('stale').deleteMany({ kind: { $ne: 'month' } })).deletedCount > 0 ||
    (await collection('campaign_runs').findOne({ isTotalStale: true }));
  do await sleep(RESTS_MS);
  while (await isBusy());
}

/** Kills the worker once `isHalf`, and starts it again. */
async function killHalfway(worker: Killable, isHalf: () => Promise<boolean>): Promise<void> {
  while (!(await isHalf())) await sleep(20);
  await worker.killAndRestart();
}

/** Requests the overview of a member who has memberships; returns how long it took, in ms. */
async function memberWhoLooks(stack: Stack, url: string): Promise<() => Promise<number>> {
  const membership = await collection<{ primaryMemberId: ObjectId }>('campaign_memberships').findOne({
    isActive: true,
  });
  const memberId = String(membership?.primaryMemberId);
  const account = await anAccount({ memberId });
  return () =>
    timed(() =>
      get(`${url}/v2/members/${memberId}/campaigns?active=true`, {
        headers: { Authorization: stack.bearer(account) },
      }),
    );
}

async function looksUntil(look: () => Promise<number>, isOver: (done: number) => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver(times.length)) {
    times.push(await look());
    await sleep(LOOKS_EVERY_MS);
  }
  return times;
}
