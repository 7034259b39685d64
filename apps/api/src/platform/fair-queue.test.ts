import { describe, expect, it } from 'vitest';
import { createFairQueue, MAX_WAITING_PER_LANE } from './fair-queue.ts';

const takeAll = (queue: { take(): string | undefined }) => {
  const taken: string[] = [];
  for (let job = queue.take(); job !== undefined; job = queue.take()) taken.push(job);
  return taken;
};

describe('a queue with lanes', () => {
  it('gives the lanes their turn, and within a lane the oldest', () => {
    const queue = createFairQueue<string>(100);
    for (const job of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.push(job, job.charAt(0));
    expect(takeAll(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(queue.take()).toBeUndefined();
  });

  it('runs at most one job before that of another address when one sends 50', () => {
    const queue = createFairQueue<string>(100);
    const isTaken = Array.from({ length: 50 }, (_, place) => queue.push(`junk${place}`, 'storm'));
    expect(isTaken.filter(Boolean)).toHaveLength(MAX_WAITING_PER_LANE);
    expect(queue.push('right', 'member')).toBe(true);
    expect(takeAll(queue).indexOf('right')).toBe(1);
  });

  it('accepts up to its limit, of all lanes together, and more once there is room', () => {
    const queue = createFairQueue<string>(3);
    expect(['a', 'b', 'c', 'd'].map((lane) => queue.push(lane, lane))).toEqual([true, true, true, false]);
    queue.take();
    expect(queue.push('d', 'd')).toBe(true);
  });

  it('limits no lane of the program itself', () => {
    const queue = createFairQueue<string>(100);
    const isTaken = Array.from({ length: 100 }, () => queue.push('own', undefined));
    expect(isTaken.every(Boolean)).toBe(true);
    expect(queue.push('own', undefined)).toBe(false);
  });
});
