import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { TEST_AUTHOR } from '../../test/factories.ts';
import { startApi, type Api } from '../../test/harness.ts';
import { collection, inTransaction } from '../platform/database.ts';
import { startJobWorker, workOnJobs, type JobHandlers } from './job-worker.ts';
import { jobs, startJob, type Job } from './jobs.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(() => api.forget());
afterEach(() => {
  vi.useRealTimers();
});

const TOTAL = 12;
const BATCH = 5;
const written = () => collection<{ _id: string; times: number }>('written');
/** Writes numbers in batches of five; writing one again changes nothing. */
async function writeBatch(from: number): Promise<number[]> {
  const batch = Array.from({ length: Math.min(BATCH, TOTAL - from) }, (_, index) => from + index);
  for (const number of batch)
    await written().updateOne({ _id: `n${number}` }, { $set: { times: 1 } }, { upsert: true });
  return batch;
}
const writing = (beforeStep: (from: number) => Promise<void> | void = () => undefined): JobHandlers => ({
  writing: {
    count: async () => TOTAL,
    async step({ cursor }) {
      const from = Number(cursor ?? 0);
      const { length } = await writeBatch(from);
      await beforeStep(from);
      const isLast = from + length >= TOTAL;
      return { cursor: from + length, done: length, isLast, ...(isLast && { report: { written: TOTAL } }) };
    },
  },
});
const start = (options?: Parameters<typeof startJob>[2]) =>
  startJob({ type: 'writing', key: 'all', organizationNumber: '1001', input: {} }, TEST_AUTHOR, options);
const work = (handlers = writing()) => workOnJobs(handlers, api.deps.logger);
const stored = async (): Promise<Job | null> => jobs().findOne({});
/** Makes a job that waits after a failure runnable at once. */
const waitNoLonger = () => jobs().updateOne({}, { $set: { leaseDt: new Date() } });

describe('a job', () => {
  it('is done in steps, says how far it is, and reports at its end', async () => {
    await start();
    expect(await stored()).toMatchObject({ state: 'waiting', total: null, done: 0, author: TEST_AUTHOR });
    const seen: (Job | null)[] = [];
    expect(await work(writing(async () => void seen.push(await stored())))).toBe(3);
    expect(seen.map((job) => [job?.state, job?.total, job?.done])).toEqual([
      ['running', null, 0],
      ['running', TOTAL, 5],
      ['running', TOTAL, 10],
    ]);
    expect(await stored()).toMatchObject({
      state: 'done',
      total: TOTAL,
      done: TOTAL,
      failed: 0,
      report: { written: TOTAL },
      startedDt: expect.any(Date),
      endedDt: expect.any(Date),
      expireDt: expect.any(Date),
    });
    expect(await written().countDocuments()).toBe(TOTAL);
  });

  it('is one when it is started again while it is open, and another afterwards', async () => {
    const [first, second, third] = await Promise.all([start(), start(), start()]);
    expect(new Set([first._id, second._id, third._id]).size).toBe(1);
    await work();
    expect((await start())._id).not.toBe(first._id);
  });

  it('starts again when its subject has changed again, and its worker releases it', async () => {
    await start();
    let times = 0;
    const steps = await work(
      writing(async (from) => {
        if (from === 5 && times++ === 0) await start({ restarts: true });
      }),
    );
    // Two in the first run, the second of which is not recorded, and three in the second.
    expect(steps).toBe(5);
    expect(await jobs().countDocuments()).toBe(1);
    expect(await stored()).toMatchObject({ state: 'done', done: TOTAL });
  });

  it('is counted again when it starts again, because there may be more of it now', async () => {
    await start();
    await jobs().updateOne({}, { $set: { total: TOTAL - 5, cursor: 5, done: 5 } });
    await start({ restarts: true });
    expect(await stored()).toMatchObject({ total: null, done: 0 });
    await work();
    expect(await stored()).toMatchObject({ state: 'done', total: TOTAL, done: TOTAL });
  });

  it('is started if and only if what causes it is there', async () => {
    const failing = inTransaction(async (session) => {
      await start({ session });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await stored()).toBeNull();
    await Promise.all([1, 2, 3].map(() => inTransaction((session) => start({ session, restarts: true }))));
    expect(await jobs().countDocuments()).toBe(1);
  });

  it('goes on where a worker died, once its lease is over, and counts nothing twice', async () => {
    await start();
    await jobs().updateOne({}, { $set: { state: 'running', owner: 'dead', cursor: 5, done: 5 } });
    await jobs().updateOne({}, { $set: { leaseDt: new Date(Date.now() + 3_600_000) } });
    // Written by the step that died before recording it.
    await writeBatch(5);
    expect(await work()).toBe(0);
    await waitNoLonger();
    expect(await work()).toBe(2);
    expect(await stored()).toMatchObject({ state: 'done', done: TOTAL });
  });

  it('is worked on by one of several workers at a time', async () => {
    await start();
    let atOnce = 0;
    let most = 0;
    const handlers = writing(async () => {
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setTimeout(resolve, 20));
      atOnce -= 1;
    });
    await Promise.all([1, 2, 3, 4].map(() => work(handlers)));
    expect(most).toBe(1);
    expect(await stored()).toMatchObject({ state: 'done', done: TOTAL });
  });

  it('waits longer after each failure, goes on where it was, and is given up after ten', async () => {
    // The first pause is over in a second.
    vi.useFakeTimers({ toFake: ['Date'] });
    await start();
    let isBroken = true;
    const handlers = writing((from) => {
      if (from === 5 && isBroken) throw new Error('boom');
    });
    const pauses: number[] = [];
    for (let times = 0; times < 3; times += 1) {
      await work(handlers);
      const job = await stored();
      expect(job).toMatchObject({ state: 'waiting', attempts: times + 1, done: 5 });
      pauses.push((job?.leaseDt.getTime() ?? 0) - Date.now());
      await waitNoLonger();
    }
    pauses.reduce((before, after) => (expect(after).toBeGreaterThan(before), after));
    isBroken = false;
    await work(handlers);
    expect(await stored()).toMatchObject({ state: 'done', attempts: 0, done: TOTAL });

    await api.forget();
    await start();
    isBroken = true;
    for (let times = 0; times < 10; times += 1) {
      await work(handlers);
      await waitNoLonger();
    }
    expect(await stored()).toMatchObject({ state: 'failed', attempts: 10, endedDt: expect.any(Date) });
    expect(await work(handlers)).toBe(0);
    // It no longer blocks another.
    await start();
    expect(await jobs().countDocuments()).toBe(2);
  });

  it('is handed back by a worker that is stopped, after the step under way', async () => {
    await start();
    let end: (() => Promise<void>) | undefined;
    const stopped = new Promise<void>((resolve) => {
      end = startJobWorker(
        // Told to stop in the middle of its first step.
        writing(() => void end?.().then(resolve)),
        api.deps.logger,
      );
    });
    await stopped;
    expect(await stored()).toMatchObject({ state: 'running', owner: null, done: 5 });
    expect(await work()).toBe(2);
  });

  it('of a type that this worker does not know is left to others', async () => {
    await startJob({ type: 'other', key: '1', organizationNumber: '*', input: {} }, TEST_AUTHOR);
    expect(await work()).toBe(0);
  });
});
