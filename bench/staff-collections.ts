/**
 * `npm run bench -- collections [MEMBERSHIPS]`: previews and activates a collection for a claim in a fund of many memberships
 * (default 100,000), kills the worker halfway through the roster and through the amounts, and says what the database reads.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openClaim } from '../apps/api/src/modules/funds/claims/claim.service.ts';
import { requireMember } from '../apps/api/src/modules/people/members/member.service.ts';
import { collection, connectDatabase, disconnectDatabase } from '../apps/api/src/platform/database.ts';
import { newId, objectId, type ObjectId } from '../apps/api/src/platform/documents.ts';
import { anAccount, TEST_AUTHOR } from '../apps/api/test/factories.ts';
import { addDays, calendarDateOf, typedDate } from '../packages/domain/src/dates.ts';
import { get, timed } from './lib/compare.ts';
import { describeMachine } from './lib/machine.ts';
import { atEnd, print } from './lib/program.ts';
import { databaseName, startStack } from './lib/stack.ts';
import { ms } from './lib/stats.ts';
import { jobEnded, type SeenJob } from './staff-jobs.ts';
import { makeCampaign } from './staff-memberships.ts';

/** In cents: it leaves a rest for any number of people. */
const APPROVED = 12_345_67;
const CURRENCY = 'usd';
const TIME_ZONE = 'UTC';

type Run = { _id: string; job?: SeenJob };

/** Previews and activates a collection in a fund of this many memberships and prints what that takes. */
export async function benchCollections([wanted = '100000']: readonly string[]): Promise<void> {
  const count = Number(wanted);
  const stack = await startStack();
  await stack.runCommand('seed', '--members', wanted, '--seed', '1');
  await connectDatabase(stack.databaseUri);
  atEnd(disconnectDatabase);
  print(`${describeMachine()}; database: ${await databaseName(stack)}.`);
  const { campaignId } = await makeCampaign(count);
  const claimId = await approvedClaim(campaignId);
  const [maker, activator] = [
    await anAccount({ role: 'administrator' }),
    await anAccount({ role: 'administrator' }),
  ];
  const { url } = await stack.startApi();
  const worker = stack.startWorker();
  const asked = async <T>(path: string, body?: object, by = maker) =>
    JSON.parse(
      await get(`${url}${path}`, {
        headers: { Authorization: stack.bearer(by), 'Content-Type': 'application/json' },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      }),
    ) as T;
  const today = calendarDateOf(new Date(), TIME_ZONE);
  const form = {
    ...{ name: 'In memory of many', description: 'For the bench', sharing: 'per_person' },
    ...{ startDt: typedDate(today), endDt: typedDate(addDays(today, 30)) },
  };
  const previewed = async () => {
    const job = await asked<SeenJob & { _id: string }>(`/v2/claims/${claimId}/collection/preview`, form);
    return jobEnded(() =>
      get(`${url}/v2/jobs/${job._id}`, { headers: { Authorization: stack.bearer(maker) } }),
    );
  };
  const answerMs = await timed(() => asked(`/v2/claims/${claimId}/collection/preview`, form));
  const preview = await previewed();
  if (preview.report['sum'] !== APPROVED) throw new Error('the preview is not what was approved');
  print(`Preview of ${count} memberships: answered in ${ms(answerMs)}, counted in ${ms(preview.tookMs)}.`);

  const { _id: runId } = await asked<Run>(`/v2/claims/${claimId}/collection`, form);
  const dues = (filter: object) =>
    collection('donations').countDocuments({ campaignRunId: objectId(runId), ...filter });
  const begun = Date.now();
  await asked('/v2/campaign-run', { _id: runId, isActive: true }, activator);
  for (const [waits, when] of [
    [async () => (await dues({})) < count / 3, 'through the roster'],
    [async () => (await dues({ share: 'set' })) < count / 3, 'through the amounts'],
  ] as const) {
    while (await waits()) await sleep(20);
    await worker.killAndRestart();
    print(`Killed ${when}, ${ms(Date.now() - begun)} after the activation.`);
  }
  const { tookMs, report } = await jobEnded(async () =>
    JSON.stringify((await asked<Run>(`/v2/campaign-run/${runId}`)).job ?? { status: 'waiting' }),
  );
  if (report['sum'] !== APPROVED || report['made'] !== preview.report['households'])
    throw new Error(`the dues are not what was previewed: ${JSON.stringify(report)}`);
  const [boardMs, reportMs] = [
    await timed(() => asked(`/v2/runs/${runId}/board`)),
    await timed(() => asked(`/v2/runs/${runId}/report`)),
  ];
  print(
    `Roster and amounts in ${ms(tookMs)}, two kills included: ${report['made']} dues, to the cent. Board ${ms(boardMs)}, report ${ms(reportMs)}.\n`,
  );
}

/** An approved claim of somebody in no membership of the fund, who died today. */
async function approvedClaim(campaignId: string): Promise<string> {
  const somebody = await collection<{ _id: ObjectId }>('members').findOne(
    { isActive: true, deceasedDt: null },
    { sort: { _id: -1 } },
  );
  const memberId = String(somebody?._id ?? newId());
  const deceasedDt = calendarDateOf(new Date(), TIME_ZONE);
  await collection('members').updateOne({ _id: objectId(memberId) }, { $set: { deceasedDt } });
  const opening = { author: TEST_AUTHOR, now: new Date(), timeZone: TIME_ZONE, currency: CURRENCY };
  const { claim } = await openClaim(await requireMember(memberId), campaignId, opening);
  await collection<{ _id: string }>('claims').updateOne(
    { _id: claim._id },
    { $set: { state: 'approved', 'benefit.approvedAmount': APPROVED } },
  );
  return claim._id;
}
