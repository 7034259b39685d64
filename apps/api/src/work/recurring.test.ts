import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type Api } from '../../test/harness.ts';
import { collection } from '../platform/database.ts';
import { withLease } from './leases.ts';
import { msUntilHour, startRecurring } from './recurring.ts';

type Lease = { _id: string; owner: string; untilDt: Date };

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  await collection('leases').deleteMany({});
});
afterAll(() => api.stop());

const NEVER = 3_600_000;

it.each([
  ['2026-11-26T08:59:00Z', 60_000],
  ['2026-11-26T09:00:00Z', 24 * 3_600_000],
  ['2026-11-26T09:00:01Z', 24 * 3_600_000 - 1_000],
  ['2026-12-31T23:00:00Z', 10 * 3_600_000],
])('a daily task at 9 UTC waits, at %s, for %i ms', (now, ms) => {
  expect(msUntilHour(9, new Date(now))).toBe(ms);
});

describe('a lease', () => {
  it('is had by one at a time', async () => {
    const { logger } = api.deps;
    let atOnce = 0;
    let most = 0;
    const work = async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await sleep(20);
      atOnce -= 1;
    };
    const had = await Promise.all(Array.from({ length: 20 }, () => withLease('x', NEVER, logger, work)));
    expect(had.filter(Boolean).length).toBeGreaterThan(0);
    expect(most).toBe(1);
    // It is free again.
    expect(await withLease('x', NEVER, logger, work)).toBe(true);
  });

  it('is free after work that failed', async () => {
    const failing = withLease('x', NEVER, api.deps.logger, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await withLease('x', NEVER, api.deps.logger, async () => undefined)).toBe(true);
  });

  it('of a dead owner runs out, one that is renewed does not', async () => {
    const { logger } = api.deps;
    await collection<Lease>('leases').insertMany([
      { _id: 'dead', owner: 'gone', untilDt: new Date(Date.now() - 1) },
      { _id: 'alive', owner: 'busy', untilDt: new Date(Date.now() + NEVER) },
    ]);
    expect(await withLease('alive', NEVER, logger, async () => undefined)).toBe(false);
    expect(await withLease('dead', NEVER, logger, async () => undefined)).toBe(true);
    const untilDt = async () =>
      (await collection('leases').findOne({ owner: { $ne: 'busy' } }))?.['untilDt'] as Date;
    await withLease('dead', 300, logger, async () => {
      const begun = await untilDt();
      await expect.poll(async () => (await untilDt()).getTime()).toBeGreaterThan(begun.getTime());
    });
  });
});

describe('recurring tasks', () => {
  it('are done again and again, by one of several at a time, and end with what is under way', async () => {
    let atOnce = 0;
    let most = 0;
    const runs = [0, 0, 0];
    const starts = runs.map((_, index) =>
      startRecurring(
        [
          {
            name: 'count',
            everyMs: 1,
            run: async () => {
              atOnce += 1;
              most = Math.max(most, atOnce);
              await sleep(5);
              runs[index] = (runs[index] ?? 0) + 1;
              atOnce -= 1;
            },
          },
        ],
        api.deps.logger,
      ),
    );
    await expect.poll(() => runs.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(20);
    await Promise.all(starts.map((stop) => stop()));
    expect([most, atOnce]).toEqual([1, 0]);
    const ended = [...runs];
    let others = 0;
    const another = { name: 'another', everyMs: 1, run: async () => void (others += 1) };
    const stop = startRecurring([another], api.deps.logger);
    await expect.poll(() => others).toBeGreaterThan(5);
    await stop();
    expect(runs).toEqual(ended);
  });

  it('are reported by /ready, which warns while nobody does them', async () => {
    const worker = async () => (await api.request.get('/ready')).body.checks.worker as string;
    expect(await worker()).toMatch(/^warning: no worker runs/);
    const stop = startRecurring([{ name: 'any', everyMs: 1, run: async () => undefined }], api.deps.logger);
    await expect.poll(worker).toBe('ok');
    await stop();
  });

  it('continue after a failure, and a stuck one does not block the others', async () => {
    const done: string[] = [];
    let fails = 1;
    let free: () => void = () => undefined;
    const stuck = new Promise<void>((resolve) => (free = resolve));
    const stop = startRecurring(
      [
        {
          name: 'failing',
          everyMs: 1,
          run: async () => {
            fails -= 1;
            if (fails >= 0) throw new Error('not now');
            done.push('failing');
          },
        },
        { name: 'stuck', everyMs: 1, run: () => stuck },
      ],
      api.deps.logger,
    );
    await expect.poll(() => done.length).toBeGreaterThan(2);
    free();
    await stop();
  });
});
