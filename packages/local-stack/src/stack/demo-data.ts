import { MongoClient } from 'mongodb';

/** Whether the demo data was loaded into a database: a database with real data lacks its accounts. */
export async function hasDemoData(uri: string): Promise<boolean> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 10_000 });
  try {
    const member = await client.db().collection('users').findOne({ email: 'member@demo.test' });
    return member !== null;
  } finally {
    await client.close();
  }
}
