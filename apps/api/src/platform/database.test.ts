import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '@kinfold/local-stack';
import {
  collection,
  connectDatabase,
  disconnectDatabase,
  inTransaction,
  insertMissing,
  isDuplicateKey,
} from './database.ts';

type Row = { _id: string; value: number };

let database: TestDatabase;
const rows = () => collection<Row>('rows');
beforeAll(async () => {
  database = await startTestDatabase();
  await connectDatabase(database.uri);
  await rows().insertOne({ _id: 'counter', value: 0 });
});
afterAll(async () => {
  await disconnectDatabase();
  await database.stop();
});

const row = (_id: string, value = 1) => ({ _id, value });
const valueOf = async (_id: string) => (await rows().findOne({ _id }))?.value;

describe('inserting what is missing', () => {
  it('skips what is there and says how many were new', async () => {
    expect(await insertMissing(rows(), [row('a'), row('b')])).toBe(2);
    expect(await insertMissing(rows(), [row('a', 2), row('c'), row('b', 2)])).toBe(1);
    expect([await valueOf('a'), await valueOf('c')]).toEqual([1, 1]);
    expect(await insertMissing(rows(), [])).toBe(0);
  });

  it('throws when something beside the duplicates failed', async () => {
    const { db } = mongoose.connection;
    const strict = await db?.createCollection<Row>('strict', { validator: { value: { $lt: 10 } } });
    if (!strict) throw new Error('there is no connection');
    await insertMissing(strict, [row('d')]);
    await expect(insertMissing(strict, [row('d'), row('x', 10), row('e')])).rejects.toThrow(
      mongoose.mongo.MongoBulkWriteError,
    );
    expect(await strict.countDocuments()).toBe(2);
  });
});

describe('a unique key that was there already', () => {
  it('is distinguished from that of another index, also of many and within a transaction', async () => {
    const keyed = collection<Row>('keyed');
    await keyed.createIndex({ value: 1 }, { name: 'value', unique: true });
    await keyed.insertMany([row('k', 100), row('l', 200)]);
    const failures = [
      () => keyed.insertOne(row('other', 100)),
      () => keyed.insertMany([row('other', 100)]),
      () => keyed.updateOne({ _id: 'l' }, { $set: { value: 100 } }),
      () => inTransaction((session) => keyed.insertOne(row('other', 100), { session })),
    ];
    for (const failing of failures) {
      const error: unknown = await failing().then(String, (given: unknown) => given);
      expect([
        isDuplicateKey(error, 'keyed.value'),
        isDuplicateKey(error, 'keyed._id_', 'keyed.value'),
        isDuplicateKey(error, 'keyed._id_'),
        isDuplicateKey(error, 'others.value'),
      ]).toEqual([true, true, false, false]);
    }
    const error: unknown = await keyed.insertOne(row('k', 101)).then(String, (given: unknown) => given);
    expect([isDuplicateKey(error, 'keyed._id_'), isDuplicateKey(error, 'keyed.value')]).toEqual([
      true,
      false,
    ]);
    expect(isDuplicateKey(new Error('collection: kinfold.keyed index: value'), 'keyed.value')).toBe(false);
  });
});

describe('a transaction', () => {
  it('leaves nothing of what it wrote when it fails', async () => {
    const failing = inTransaction(async (session) => {
      await rows().insertOne(row('t'), { session });
      await rows().updateOne({ _id: 'counter' }, { $inc: { value: 1 } }, { session });
      throw new Error('between the two');
    });
    await expect(failing).rejects.toThrow('between the two');
    expect([await valueOf('t'), await valueOf('counter')]).toEqual([undefined, 0]);
  });

  it('loses no count when many write at once', async () => {
    const rivals = Array.from({ length: 20 }, (_, index) =>
      inTransaction(async (session) => {
        await rows().insertOne(row(`rival ${index}`), { session });
        await rows().updateOne({ _id: 'counter' }, { $inc: { value: 1 } }, { session });
      }),
    );
    await Promise.all(rivals);
    expect(await valueOf('counter')).toBe(20);
  });
});
