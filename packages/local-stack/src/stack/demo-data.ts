import { MongoClient } from 'mongodb';

/** Whether the demo data was loaded into a database: over one's own data its accounts are not there. */
export async function hasDemoData(uri: string): Promise<boolean> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 10_000 });
  try {
    const demo = await client.db().collection<{ _id: string }>('seedings').findOne({ _id: 'demo' });
    return demo !== null;
  } finally {
    await client.close();
  }
}
