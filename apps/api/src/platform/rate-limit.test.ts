import { startTestDatabase, type TestDatabase } from '@kinfold/local-stack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, disconnectDatabase } from './database.ts';
import { addressKey, countTry, forgetTries, takePlace, takeTryBack, type Limit } from './rate-limit.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
  await connectDatabase(database.uri);
});
afterAll(async () => {
  await disconnectDatabase();
  await database.stop();
});

const limit: Limit = { name: 'test', max: 3, windowSeconds: 60 };
const start = new Date('2026-03-01T12:00:00.000Z');
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);

describe('a limit', () => {
  it('counts from the first try and says how long to wait', async () => {
    for (const second of [0, 10, 20]) await countTry(limit, 'window', after(second));
    await expect(countTry(limit, 'window', after(25))).rejects.toMatchObject({
      status: 429,
      headers: { 'Retry-After': '35' },
    });
    await expect(countTry(limit, 'window', after(59.5))).rejects.toMatchObject({
      headers: { 'Retry-After': '1' },
    });
    await countTry(limit, 'window', after(60));
  });

  it('counts keys and names apart', async () => {
    for (let count = 0; count < 3; count += 1) await countTry(limit, 'one', start);
    await countTry(limit, 'other', start);
    await countTry({ ...limit, name: 'another' }, 'one', start);
    await expect(countTry(limit, 'one', start)).rejects.toMatchObject({ status: 429 });
  });

  it('lets exactly as many through as it allows, of many at once, in a new and in an old window', async () => {
    for (const now of [start, after(61)]) {
      const tries = await Promise.allSettled(Array.from({ length: 30 }, () => countTry(limit, 'race', now)));
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    }
  });

  it('forgets all tries, or takes one back', async () => {
    for (let count = 0; count < 3; count += 1) await countTry(limit, 'forget', start);
    await takeTryBack(limit, 'forget');
    await countTry(limit, 'forget', start);
    await expect(countTry(limit, 'forget', start)).rejects.toMatchObject({ status: 429 });
    await forgetTries(limit, 'forget');
    await countTry(limit, 'forget', start);
  });
});

describe('a place', () => {
  it('is free again after its own time: no window has more than the limit', async () => {
    expect(await takePlace(limit, 'span', after(0))).toBe(0);
    expect(await takePlace(limit, 'span', after(50))).toBe(0);
    expect(await takePlace(limit, 'span', after(55))).toBe(0);
    expect(await takePlace(limit, 'span', after(58))).toBe(2);
    expect(await takePlace(limit, 'span', after(60))).toBe(0);
    expect(await takePlace(limit, 'span', after(62))).toBe(48);
  });

  it('is had by as many as there are, of many at once; all are free when they are forgotten', async () => {
    const tries = await Promise.all(Array.from({ length: 20 }, () => takePlace(limit, 'many', start)));
    expect(tries.filter((wait) => wait === 0)).toHaveLength(3);
    await forgetTries(limit, 'many');
    expect(await takePlace(limit, 'many', start)).toBe(0);
  });
});

describe('the key of an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    [undefined, 'unknown'],
  ])('of %s is %s', (ip, key) => {
    expect(addressKey(ip)).toBe(key);
  });
});
