import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inParallel } from './in-parallel.ts';

it('works on each item once, at most so many at a time', async () => {
  let atOnce = 0;
  let most = 0;
  const done: number[] = [];
  await inParallel([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    most = Math.max(most, ++atOnce);
    await sleep(5);
    atOnce -= 1;
    done.push(item);
  });
  expect([most, done.toSorted((a, b) => a - b)]).toEqual([3, [1, 2, 3, 4, 5, 6, 7]]);
});

it('has ended when it rejects, with the first error, and starts no more', async () => {
  const events: string[] = [];
  const running = inParallel([1, 2, 3, 4, 5], 3, async (item) => {
    if (item === 1) throw new Error('first');
    await sleep(30);
    if (item === 2) throw new Error('second');
    events.push(`done ${item}`);
  });
  await expect(running).rejects.toThrow('first');
  events.push('rejected');
  await sleep(80);
  expect(events).toEqual(['done 3', 'rejected']);
});

it('leaves a generator alone once the work on it was given up, and ends it', async () => {
  let isAtWork = false;
  const ended: boolean[] = [];
  const items = (async function* () {
    try {
      for (let number = 0; ; number += 1) yield number;
    } finally {
      ended.push(isAtWork);
    }
  })();
  const working = inParallel(items, 2, async (number) => {
    if (number === 0) throw new Error('no');
    isAtWork = true;
    await sleep(30);
    isAtWork = false;
  });
  await expect(working).rejects.toThrow('no');
  expect(ended).toHaveLength(1);
});
