import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '@kinfold/local-stack';
import { collection, connectDatabase, disconnectDatabase, inTransaction, insertMissing } from './database.ts';

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
