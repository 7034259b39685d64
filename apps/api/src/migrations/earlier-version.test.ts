/** A database that an earlier version made (`npm run fixture`) is brought along, and everything in it goes on. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtureFiles, readText, restoreDatabase } from '../../test/fixtures/fixture.ts';
import { startApi, type Account, type Api } from '../../test/harness.ts';
import { expectTheBooksToAgree, pay, sweepLater } from '../../test/paying.ts';
import { collectionNames, findMisfits } from '../../test/stored.ts';
import { deliverMails } from '../modules/outbox/outbox.service.ts';
import { finals } from '../modules/charges/charge.model.ts';
import { payments } from '../modules/ledger/payment.model.ts';
import { verify } from '../modules/verification/verification.service.ts';
import { collection } from '../platform/database.ts';
import { definitions } from '../platform/model.ts';
import { pendingMigrations, runMigrations } from '../platform/migrations.ts';
import { thoroughChecks } from '../platform/verification.ts';
import { migrations } from './index.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kinfold-earlier-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(['1.1.13'])('a database of version %s', (version) => {
  const files = fixtureFiles(version);
  let api: Api;
  beforeAll(async () => {
    const providerFile = path.join(folder, `${version}.jsonl`);
    writeFileSync(providerFile, readText(files.provider));
    api = await startApi({ fill: () => restoreDatabase(files.database), providerFile });
    // Its dues are of the day on which it was made; what was declined then is over.
    const last = await payments().findOne({}, { sort: { createdDt: -1 } });
    api.advance((last?.createdDt.getTime() ?? 0) - Date.now() + 20 * 60_000);
    // All migrations of some 10,000 documents: 160 s on the slowest of the databases, beside two other workers.
  }, 600_000);
  afterAll(() => api.stop());

  const problems = async () =>
    (await verify(thoroughChecks({ doesRepair: false, now: api.deps.now() }))).problems;

  it('is migrated, and everything in it agrees', async () => {
    expect(await pendingMigrations(migrations)).toEqual([]);
    expect(await collection('members').countDocuments()).toBeGreaterThan(5_000);
    expect(await problems()).toEqual([]);
  });

  it('is then what the models say: the same collections, and in each the same fields and types', async () => {
    expect(await collectionNames()).toEqual([...definitions.keys()].toSorted());
    expect(await findMisfits()).toEqual([]);
  });

  it('stays as it is when its migrations are interrupted at every write, and repeated', async () => {
    const before = await fingerprints();
    for (const migration of migrations)
      for (let writes = 0, isInterrupted = true; isInterrupted; writes += 1) {
        await collection<{ _id: string }>('migrations').deleteOne({ _id: migration.name });
        isInterrupted = await runMigrations([stoppedAfter(writes, migration)], api.deps.logger).then(
          () => false,
          (error: unknown) => {
            if (error === INTERRUPTION) return true;
            throw error;
          },
        );
      }
    expect(await fingerprints()).toEqual(before);
  });

  it('lets members and staff sign in, and members pay', async () => {
    for (const email of ['spouse@demo.test', 'paid@demo.test', 'treasurer@demo.test', 'admin@demo.test'])
      await signIn(email);
    const account = await signIn('member@demo.test');
    const { body } = await api.get(`/v2/members/${account.memberId}/donations`, account);
    const { donations } = body as { donations: { _id: string; payableBalance: number }[] };
    const due = donations.find(({ payableBalance }) => payableBalance > 0);
    const line = { donationId: due?._id ?? '', amount: Math.round((due?.payableBalance ?? 0) * 100) };
    expect((await pay(api, account, [line])).status).toBe(200);
  });

  it('brings what was open to its end: charged or not, every payment is booked or closed', async () => {
    const isOpen = async () =>
      (await payments().countDocuments()) - (await finals().countDocuments({ _id: { $not: /^cash:/ } }));
    expect(await isOpen()).toBeGreaterThanOrEqual(3);
    await sweepLater(api);
    expect(await isOpen()).toBe(0);
    await expectTheBooksToAgree(api);
    expect(await deliverMails(api.deps)).toBeGreaterThan(0);
  });

  async function signIn(email: string): Promise<Account> {
    const { status, body } = await api.request
      .post('/v2/token')
      .type('form')
      .send({ username: email, password: 'Demo1234' });
    expect(status).toBe(200);
    const payload = String(body.access_token).split('.')[1] ?? '';
    const { sub, mid } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return { userId: sub, memberId: mid, email };
  }
});

const INTERRUPTION = new Error('the process died here');
const WRITES = /^(insert|update|replace|delete|bulkWrite|findOneAnd|create|drop|rename)/;

/** A migration that dies when it is about to write for the time after so many. */
function stoppedAfter(writes: number, migration: (typeof migrations)[number]): (typeof migrations)[number] {
  let left = writes;
  const interrupting = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, name) {
        const value: unknown = Reflect.get(object, name);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          if (WRITES.test(String(name)) && left-- === 0) throw INTERRUPTION;
          const result: unknown = Reflect.apply(value, object, args);
          return name === 'collection' ? interrupting(result as object) : result;
        };
      },
    });
  return { ...migration, up: (db) => migration.up(interrupting(db)) };
}

// The database itself removes what has expired, at any moment.
const KEPT_UNTIL = new Date(Date.now() + 3_600_000);

/** What is stored and how it is found: of each collection a number for all of its documents and its indexes. */
async function fingerprints(): Promise<Record<string, unknown>> {
  const { db } = mongoose.connection;
  const found: Record<string, unknown> = {};
  for (const { name } of (await db?.listCollections().toArray()) ?? []) {
    if (['leases', 'migrations'].includes(name)) continue;
    const hash = createHash('sha256');
    const kept = collection(name).find({ expireDt: { $not: { $lt: KEPT_UNTIL } } });
    for await (const document of kept.sort({ _id: 1 }))
      hash.update(mongoose.mongo.BSON.EJSON.stringify(document, { relaxed: false }));
    const indexes = (await collection(name).indexes()).map((index) => String(index['name'])).toSorted();
    found[name] = [hash.digest('hex'), indexes];
  }
  return found;
}
