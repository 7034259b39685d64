import { startTestDatabase, type TestDatabase } from '@kinfold/local-stack';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collection, connectDatabase, disconnectDatabase, inTransaction } from './database.ts';
import { endMoment, notBefore, replaceFreeing, startMoment, upsert } from './stand-in.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
  await connectDatabase(database.uri);
});
afterAll(async () => {
  await disconnectDatabase();
  await database.stop();
});

type Counted = { _id: string; value: number };

it('of many that make a document at once, each is given it after its own change', async () => {
  const counters = collection<Counted>('counted');
  for (const name of ['a', 'b', 'c']) {
    const given = await Promise.all(
      Array.from({ length: 20 }, () => upsert(counters, name, { $inc: { value: 1 } })),
    );
    const values = given.map(({ value }) => value).toSorted((a, b) => a - b);
    expect(values).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  }
});

it('a unique key that a document gave up may be had by the next', async () => {
  const keyed = collection<{ _id: string; key?: string }>('keyed');
  await keyed.createIndex({ key: 1 }, { unique: true, sparse: true, name: 'key' });
  await keyed.insertOne({ _id: 'first', key: 'k' });
  await inTransaction((session) => replaceFreeing(keyed, { _id: 'first' }, session));
  await keyed.insertOne({ _id: 'second', key: 'k' });
  await expect(keyed.insertOne({ _id: 'third', key: 'k' })).rejects.toThrow(/duplicate/i);
  expect(await keyed.countDocuments()).toBe(2);
});

it('finds what is of exactly the first time, in an index that falls and goes on', async () => {
  const entries = collection<{ _id: string; of: string; at: Date }>('entries');
  await entries.createIndex({ of: 1, at: -1, _id: -1 });
  const time = (hour: number) => new Date(Date.UTC(2026, 2, 1, hour));
  await entries.insertMany(
    [1, 2, 2, 3].map((hour, index) => ({ _id: `e${index}`, of: 'a', at: time(hour) })),
  );
  expect(await entries.countDocuments({ of: 'a', at: notBefore(time(2)) })).toBe(3);
});

it('a session of one moment does not see what is written after it', async () => {
  const written = collection<{ _id: string }>('written');
  await written.insertOne({ _id: 'before' });
  const moment = await startMoment();
  if (!moment) throw new Error('there is none');
  const { heldBy, ...options } = moment;
  expect(['snapshot', 'transaction']).toContain(heldBy);
  await written.insertOne({ _id: 'after' });
  expect(await written.find({}, options).toArray()).toEqual([{ _id: 'before' }]);
  await endMoment(moment);
  expect(await written.countDocuments()).toBe(2);
});
