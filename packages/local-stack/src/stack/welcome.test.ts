import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../database/test-database.ts';
import { hasDemoData } from './demo-data.ts';
import { readSettings } from './settings.ts';
import { welcome } from './welcome.ts';

let database: TestDatabase;
let client: MongoClient;
beforeAll(async () => {
  database = await startTestDatabase();
  client = new MongoClient(database.uri);
});
afterAll(async () => {
  await client.close();
  await database.stop();
});

const output = async () => {
  const services = {
    addresses: { databaseUri: database.uri, sandbox: null, mails: null },
    database: { description: 'MongoDB', uri: database.uri, replicaSet: 'kinfold' },
    stop: () => Promise.resolve(),
  };
  return welcome(readSettings(), services, 'http://localhost:8080', 1, await hasDemoData(database.uri));
};

describe('what npm start prints in the end', () => {
  it('lists no demo accounts over data of their own', async () => {
    await client.db().collection('organizations').insertOne({ organizationName: 'Grace' });
    expect(await output()).not.toMatch(/demo\.test|Demo1234/);
    expect(await output()).toContain('http://localhost:8080');
  });

  it('lists them where the demo data is', async () => {
    await client.db().collection('users').insertOne({ email: 'member@demo.test' });
    expect(await output()).toContain('member@demo.test');
  });
});
