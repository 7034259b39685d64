import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { workOnNext } from '../work/id-walk.ts';
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
  expect([most, done.toSorted((one, other) => one - other)]).toEqual([3, [1, 2, 3, 4, 5, 6, 7]]);
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

it('a walk is left alone once the work on it was given up', async () => {
  let isAtWork = false;
  let isEndedAtWork = false;
  const walk = (async function* (): AsyncGenerator<string[]> {
    try {
      for (let number = 0; ; number += 1) yield [`${number}`];
    } finally {
      isEndedAtWork = isAtWork;
    }
  })();
  const working = workOnNext(walk, { count: 4, concurrency: 2 }, async ([id]) => {
    if (id === '0') throw new Error('no');
    isAtWork = true;
    await sleep(30);
    isAtWork = false;
  });
  await expect(working).rejects.toThrow('no');
  await walk.return(undefined);
  expect(isEndedAtWork).toBe(false);
});
