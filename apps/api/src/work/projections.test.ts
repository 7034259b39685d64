import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type Api } from '../../test/harness.ts';
import { collection, inTransaction } from '../platform/database.ts';
import { objectId } from '../platform/documents.ts';
import { markStale, refresh, type Projection } from './projections.ts';

let api: Api;
/** The calls of `write`. */
let written: string[][];
/** Runs within each write, which fails when this does. */
let during: (keys: readonly string[]) => Promise<unknown>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await collection('stale').deleteMany({});
  written = [];
  during = async () => undefined;
});

const PARTS = ['a', 'b', 'c'];
const projection: Projection = {
  name: 'test',
  everyMs: 1_000,
  marked: { kinds: ['member_cover'], keysOf: async (marks) => marks.map(({ of }) => of) },
  walk: {
    kind: 'campaign_cover',
    isPutOff: async (of) => of === 'later',
    async next(of, cursor) {
      const part = cursor === null ? 0 : PARTS.indexOf(cursor) + 1;
      return {
        keys: [`${of}:${PARTS[part]}`],
        cursor: part < PARTS.length - 1 ? (PARTS[part] ?? null) : null,
      };
    },
  },
  async write(keys) {
    await during(keys);
    written.push([...keys]);
  },
  keys: async function* () {},
  problemsOf: async () => new Map(),
};
const work = () => refresh(projection, { now: api.deps.now(), timeZone: 'UTC' });
const left = async () => (await collection('stale').find().toArray()).map(({ of }) => of);
const dies = async () => {
  throw new Error('killed');
};

it('marks in the transaction of what changes, or not at all', async () => {
  const changing = inTransaction(async (session) => {
    await markStale({ member_cover: ['1'] }, session);
    throw new Error('refused');
  });
  await expect(changing).rejects.toThrow('refused');
  expect(await left()).toEqual([]);
  await inTransaction((session) => markStale({ member_cover: ['1'] }, session));
  expect(await left()).toEqual(['1']);
});

it('writes what is marked once, however often it is marked, and keeps the marks until then', async () => {
  await markStale({ member_cover: ['1', '2'] });
  await markStale({ member_cover: ['2'] });
  during = dies;
  await expect(work()).rejects.toThrow('killed');
  expect(await left()).toHaveLength(3);
  during = async () => undefined;
  await work();
  expect(written).toEqual([['1', '2']]);
  expect(await left()).toEqual([]);
});

it('writes again what is marked while it is written', async () => {
  await markStale({ member_cover: ['1'] });
  during = async () => markStale({ member_cover: ['1'] });
  await work();
  expect(await left()).toEqual(['1']);
  during = async () => undefined;
  await work();
  expect(written).toEqual([['1'], ['1']]);
});

it('walks part by part, and goes on where a worker was killed', async () => {
  await markStale({ campaign_cover: ['fund', 'later'] });
  during = async (keys) => (keys[0] === 'fund:b' ? dies() : undefined);
  await expect(work()).rejects.toThrow('killed');
  during = async () => undefined;
  await work();
  expect(written.flat()).toEqual(['fund:a', 'fund:b', 'fund:c']);
  expect(await left()).toEqual(['later']);
});

it('walks again from the first part whichever of two marks has the higher id', async () => {
  await markStale({ campaign_cover: ['fund'] });
  await collection('stale').updateMany({}, { $set: { cursor: 'a' } });
  await collection('stale').insertOne({
    _id: objectId('000000000000000000000001'),
    ...{ kind: 'campaign_cover', of: 'fund', at: null, cursor: null },
  });
  await work();
  expect(written.flat()).toEqual(['fund:a', 'fund:b', 'fund:c']);
  expect(await left()).toEqual([]);
});

it('walks again from the first part when it is marked meanwhile', async () => {
  await markStale({ campaign_cover: ['fund', 'fund'] });
  during = async (keys) =>
    written.length === 1 && keys[0] === 'fund:b' && markStale({ campaign_cover: ['fund'] });
  await work();
  expect(written.flat()).toEqual(['fund:a', 'fund:b', 'fund:a', 'fund:b', 'fund:c']);
  expect(await left()).toEqual([]);
});
