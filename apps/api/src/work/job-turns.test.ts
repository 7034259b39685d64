/** How workers choose jobs: jobs yield to one another, end when they kill their workers, and can be cancelled. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TEST_AUTHOR } from '../../test/factories.ts';
import { startApi, type Api } from '../../test/harness.ts';
import { inTransaction } from '../platform/database.ts';
import { startJobWorker, workOnJobs, type JobHandler, type JobHandlers } from './job-worker.ts';
import { cancelOpenJob, jobs, reopenJob, startJob, type Job } from './jobs.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(() => api.forget());

const start = (type: string, key = type) =>
  startJob({ type, key, organizationNumber: '1001', input: {} }, TEST_AUTHOR);
const work = (handlers: JobHandlers, isStopping?: () => boolean) =>
  workOnJobs(handlers, api.deps.logger, isStopping);
const stored = async (type: string): Promise<Job | null> => jobs().findOne({ type });
/** A job of some steps, which records each. */
const stepping = (steps: number, made: (step: number) => Promise<unknown> | void): JobHandler => ({
  async step({ cursor }) {
    const step = Number(cursor ?? 0) + 1;
    await made(step);
    return { cursor: step, done: 1, isLast: step === steps };
  },
});
/** The state that a worker leaves that died within a step. */
const die = (type: string, change: Partial<Job> = {}) =>
  jobs().updateOne(
    { type, isOpen: true },
    { $set: { state: 'running', owner: 'dead', startedDt: new Date(), leaseDt: new Date(), ...change } },
  );

describe('a job yields', () => {
  it('at once to one that was never begun: a short one does not wait for two long ones', async () => {
    const log: string[] = [];
    const handlers = {
      long: stepping(10, async () => {
        await sleep(50);
        log.push('long');
      }),
      short: stepping(1, () => void log.push('short')),
    };
    await start('long', 'a');
    await start('long', 'b');
    await start('short');
    await Promise.all([work(handlers), work(handlers)]);
    expect(log.indexOf('short')).toBeLessThan(4);
    expect(log).toHaveLength(21);
    expect(await jobs().countDocuments({ state: 'done' })).toBe(3);
  });

  it('to one that was begun when its turn is over, and goes on where it was', async () => {
    const seen: string[] = [];
    const stepping = (name: string): JobHandler => ({
      async step({ cursor }, isRepeated) {
        const from = Number(cursor ?? 0);
        seen.push(`${name}${from}${isRepeated ? ' repeated' : ''}`);
        // As if it had had the worker for long.
        await jobs().updateMany({ owner: null }, { $set: { startedDt: new Date(), isBetweenSteps: true } });
        return { cursor: from + 1, done: 1, isLast: from === 2 };
      },
    });
    await start('a');
    await start('b');
    const { now } = Date;
    let skipped = 0;
    Date.now = () => now() + (skipped += 3_000);
    try {
      // The clock runs: each turn is over after a step or two.
      for (let turn = 0; turn < 7; turn += 1) await work({ a: stepping('a'), b: stepping('b') });
    } finally {
      Date.now = now;
    }
    expect(seen.filter((one) => one.startsWith('a'))).toEqual(['a0', 'a1', 'a2']);
    expect(seen.filter((one) => one.startsWith('b'))).toEqual(['b0', 'b1', 'b2']);
    expect(seen.join()).not.toMatch(/^a0,a1,a2/);
  });

  it('to nobody while no other waits', async () => {
    await start('long');
    const owners = new Set<string | null | undefined>();
    const long = stepping(5, async () => void owners.add((await stored('long'))?.owner));
    expect(await work({ long })).toBe(5);
    expect(owners.size).toBe(1);
  });
});

describe('a job whose worker dies', () => {
  it('is tried again, and at the third time in a row ends as failed, when what it left is in order', async () => {
    await start('poison');
    let cleared: Job | undefined;
    let steps = 0;
    const poison: JobHandler = {
      ...stepping(2, () => void (steps += 1)),
      fail: async (job) => void (cleared = job),
    };
    for (let lost = 1; lost <= 2; lost += 1) {
      await die('poison');
      // This worker dies before its first step.
      let asked = 0;
      await work({ poison }, () => asked++ >= 1);
      expect(await stored('poison')).toMatchObject({ attempts: lost, lostLeases: lost, owner: null });
    }
    await die('poison');
    await work({ poison });
    expect(steps).toBe(0);
    expect(cleared).toMatchObject({ failure: 'worker_lost' });
    const ended = await stored('poison');
    expect(ended).toMatchObject({ state: 'failed', failure: 'worker_lost', endedDt: expect.any(Date) });
    expect(ended?.isOpen).toBeUndefined();
    await reopenJob(ended?._id ?? '');
    expect(await work({ poison })).toBe(2);
    const done = await stored('poison');
    expect(done).toMatchObject({ state: 'done', lostLeases: 0 });
    expect(done?.failure).toBeUndefined();
  });

  it('restarts the count after a step that succeeded', async () => {
    await start('unlucky');
    for (let step = 1; step <= 5; step += 1) {
      await die('unlucky');
      let asked = 0;
      await work({ unlucky: stepping(6, () => undefined) }, () => asked++ >= 2);
    }
    expect(await stored('unlucky')).toMatchObject({ lostLeases: 0, done: 5 });
  });

  it('is not blamed for a worker that was stopped, and cut off within a step', async () => {
    await start('slow');
    let stop: (() => Promise<void>) | undefined;
    let goOn = () => {};
    const isAtWork = new Promise<void>((resolve) => {
      const slow: JobHandler = stepping(1, async () => {
        resolve();
        await new Promise<void>((end) => {
          goOn = end;
        });
      });
      stop = startJobWorker({ slow }, api.deps.logger);
    });
    await isAtWork;
    const stopping = stop?.();
    await expect.poll(async () => (await stored('slow'))?.isHandedOver).toBe(true);
    // It is cut off: its lease runs out.
    await jobs().updateOne({}, { $set: { leaseDt: new Date(), owner: 'dead' } });
    goOn();
    await stopping;
    let asked = 0;
    await work({ slow: stepping(2, () => undefined) }, () => asked++ >= 2);
    expect(await stored('slow')).toMatchObject({ lostLeases: 0, done: 1 });
    expect((await stored('slow'))?.isHandedOver).toBeUndefined();
  });

  it('is tried while no other is that was lost: of two that ended together, one alone is to blame', async () => {
    await start('a');
    await start('b');
    await die('a');
    await die('b');
    await start('other');
    const atWork = new Set<string>();
    let areTogether = false;
    const handlerOf = (name: string) =>
      stepping(3, async () => {
        atWork.add(name);
        areTogether ||= atWork.has('a') && atWork.has('b');
        await sleep(30);
        atWork.delete(name);
      });
    const stop = startJobWorker(
      { a: handlerOf('a'), b: handlerOf('b'), other: handlerOf('other') },
      api.deps.logger,
    );
    await expect.poll(() => jobs().countDocuments({ state: 'done' }), { timeout: 10_000 }).toBe(3);
    await stop();
    expect(areTogether).toBe(false);
  });

  it('ends even when putting it in order ends the worker as well, or always fails', async () => {
    await start('poison');
    await die('poison', { lostLeases: 3, attempts: 3 });
    const poison: JobHandler = {
      ...stepping(1, () => undefined),
      fail: () => Promise.reject(new Error('no')),
    };
    await work({ poison });
    expect(await stored('poison')).toMatchObject({ state: 'failed', failure: 'worker_lost' });
    await api.forget();
    await start('poison');
    await jobs().updateOne({}, { $set: { attempts: 9, startedDt: new Date() } });
    const broken: JobHandler = { ...poison, step: () => Promise.reject(new Error('boom')) };
    for (let tries = 0; tries < 5; tries += 1) {
      await work({ poison: broken });
      await jobs().updateOne({}, { $set: { leaseDt: new Date() } });
    }
    expect(await stored('poison')).toMatchObject({ state: 'failed', failure: 'gave_up' });
  });
});

describe('a job that is cancelled', () => {
  const cancel = (type: string) =>
    inTransaction(async (session) => {
      const job = await jobs().findOne({ type, isOpen: true }, { session });
      return job && cancelOpenJob(job, session);
    });

  it('ends before its next step, when what it left is in order, and can go on by a retry', async () => {
    await start('long');
    const cleared: Job[] = [];
    const long: JobHandler = {
      ...stepping(5, async (step) => {
        if (step === 2) await cancel('long');
      }),
      fail: async (job) => void cleared.push(job),
    };
    await work({ long });
    const ended = await stored('long');
    expect(ended).toMatchObject({
      state: 'failed',
      failure: 'cancelled',
      done: 2,
      expireDt: expect.any(Date),
    });
    expect(cleared).toMatchObject([{ failure: 'cancelled' }]);
    await reopenJob(ended?._id ?? '');
    await work({ long: stepping(5, () => undefined) });
    expect(await stored('long')).toMatchObject({ state: 'done', done: 5 });
  });

  it.each([
    ['pauses', async () => ({ cursor: 1, done: 1, isLast: false, pauseMs: 600_000 })],
    ['fails', async () => Promise.reject(new Error('boom'))],
  ])('does not wait for the end of a pause when the step %s within which that was', async (_how, end) => {
    await start('job');
    const job: JobHandler = {
      async step() {
        await cancel('job');
        return end();
      },
    };
    await work({ job });
    expect(await stored('job')).toMatchObject({ state: 'failed', failure: 'cancelled' });
  });

  it('ends while it pauses, or when its worker has died', async () => {
    const fail = async () => undefined;
    await start('paused');
    await work({
      paused: { step: async () => ({ cursor: 1, done: 1, isLast: false, pauseMs: 600_000 }), fail },
    });
    await start('lost');
    await die('lost');
    await cancel('paused');
    await cancel('lost');
    const never: JobHandler = { step: () => Promise.reject(new Error('not to be worked on')), fail };
    await work({ paused: never, lost: never });
    for (const type of ['paused', 'lost'])
      expect(await stored(type)).toMatchObject({ state: 'failed', failure: 'cancelled' });
  });

  it('is done nevertheless when that was its last step, or it is started again meanwhile', async () => {
    await start('short');
    await work({ short: stepping(1, () => cancel('short')) });
    const done = await stored('short');
    expect(done).toMatchObject({ state: 'done' });
    expect(done?.failure).toBeUndefined();
    await start('again');
    const again = stepping(2, async (step) => {
      if (step > 1) return;
      await cancel('again');
      await start('again');
    });
    await work({ again });
    expect(await stored('again')).toMatchObject({ state: 'done', done: 2 });
  });
});
