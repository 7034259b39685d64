/** A real worker that is killed, again and again, at the same step of one job. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { JOB_FAILURES } from '@kinfold/domain/job';
import { aMember, anAccount, anOrganization, TEST_AUTHOR } from '../test/factories.ts';
import { startApi, type Account, type Api } from '../test/harness.ts';
import { startProcess, type ProductProcess } from '../test/processes.ts';
import { startProxy, type Proxy } from '../test/proxy.ts';
import { collection } from './platform/database.ts';
import { COPIED_NAMES_JOB } from './work/copied-names.ts';
import { jobs, startJob } from './work/jobs.ts';

const LEASE_MS = 15_000;

let api: Api;
let way: Proxy;
let worker: ProductProcess | undefined;
let organizationNumber: string;
let manager: Account;
beforeAll(async () => {
  api = await startApi();
  const { hostname, port } = new URL(api.deps.config.MONGODB_URI);
  way = await startProxy({ host: hostname, port: Number(port) });
  ({ organizationNumber } = await anOrganization());
  manager = await anAccount({ role: 'manager', organizationNumber });
});
afterAll(async () => {
  await worker?.kill();
  await way.stop();
  await api.stop();
});

/** Starts a worker whose connection to the database can be frozen. */
async function startWorker(): Promise<ProductProcess> {
  const uri = new URL(api.deps.config.MONGODB_URI);
  uri.port = String(way.port);
  // Not the address by which the database calls itself, which is not the proxy's.
  uri.searchParams.delete('replicaSet');
  uri.searchParams.set('directConnection', 'true');
  return startProcess('worker', api, String(uri));
}

/** Starts a job about a member; returns its id, and the bytes of its first step's first query. */
async function aJob() {
  const { _id: id } = await aMember({ organizationNumber });
  // Another task of the worker would read the new member's words: the job alone asks for them.
  await collection('stale').deleteMany({});
  const given = { type: COPIED_NAMES_JOB, key: id, organizationNumber, input: { kind: 'member', id } };
  const { _id } = await startJob(given, TEST_AUTHOR);
  return { _id, bytes: Buffer.from(id, 'hex').toString('latin1') };
}
const read = async (jobId: string) => (await api.get(`/v2/jobs/${jobId}`, manager).expect(200)).body;
const statusOf = async (jobId: string): Promise<string> => (await read(jobId)).status;
const cancel = (jobId: string) =>
  api.request.post(`/v2/jobs/${jobId}/cancel`).set(api.as(manager)).send({}).expect(200);
/** Lets every lease run out, as 15 s do. */
const letLeasesEnd = () => jobs().updateMany({ isOpen: true }, { $set: { leaseDt: new Date() } });

it('a job that ends its worker three times has failed, no other waits, and staff can cancel what is left', async () => {
  worker = await startWorker();
  const { _id: poison, bytes } = await aJob();
  let within = way.freezeAt(bytes);
  for (let life = 1; life <= 3; life += 1) {
    await within;
    const killedAt = Date.now();
    await worker.kill();
    await way.restore();
    // Nothing claims it for longer than a lease.
    const job = await jobs().findOne({ _id: poison });
    expect(job).toMatchObject({ state: 'running', owner: expect.any(String) });
    expect(job?.leaseDt.getTime()).toBeLessThanOrEqual(killedAt + LEASE_MS);
    // The next worker does all other work at once, while that lease still runs, however long it takes to start.
    await jobs().updateOne({ _id: poison }, { $set: { leaseDt: new Date(Date.now() + 600_000) } });
    const { _id: other } = await aJob();
    worker = await startWorker();
    await expect.poll(() => statusOf(other), { timeout: LEASE_MS }).toBe('done');
    expect(await statusOf(poison)).toBe('running');
    within = way.freezeAt(bytes);
    await letLeasesEnd();
  }
  await expect.poll(() => statusOf(poison), { timeout: LEASE_MS }).toBe('failed');
  const { failure } = await read(poison);
  expect(failure).toEqual({ code: 'worker_lost', detail: JOB_FAILURES.worker_lost });
  expect(await jobs().countDocuments({ isOpen: true })).toBe(0);

  // One that a worker has claimed, and one that was never started.
  const { _id: running, bytes: running1st } = await aJob();
  await way.freezeAt(running1st);
  const { _id: waiting } = await aJob();
  expect((await cancel(waiting)).body).toMatchObject({ status: 'failed', failure: { code: 'cancelled' } });
  expect((await cancel(running)).body).toMatchObject({ status: 'running', isCancelling: true });
  await way.restore();
  await expect.poll(() => statusOf(running), { timeout: LEASE_MS }).toBe('failed');
  expect((await read(running)).failure.code).toBe('cancelled');
});
