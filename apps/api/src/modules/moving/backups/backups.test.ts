/** Backups of a real database, restored into another one. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { startTestDatabase } from '@kinfold/local-stack';
import mongoose from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { aCampaign, aClaim, anAccount, anOrganization, TEST_AUTHOR } from '../../../../test/factories.ts';
import { startApi, testEnvironment, type Api } from '../../../../test/harness.ts';
import { runProgram } from '../../../../test/processes.ts';
import { aPayer } from '../../../../test/payer.ts';
import { pay } from '../../../../test/paying.ts';
import { startProxy } from '../../../../test/proxy.ts';
import { migrations } from '../../../migrations/index.ts';
import { collection, connectDatabase, disconnectDatabase } from '../../../platform/database.ts';
import { isLocked, withLease } from '../../../work/leases.ts';
import { runMigrations, type Migration } from '../../../work/migrations.ts';
import { RESTORE_LEASE, RESTORE_LOCK } from '../../../work/restore-lock.ts';
import { thoroughChecks } from '../../../platform/verification.ts';
import { makeDemoOnce } from '../../../seed/demo-once.ts';
import { readClaim } from '../../funds/claims/claim-change.service.ts';
import { missingDocumentKeys, readDocument } from '../../funds/claims/claim-document.service.ts';
import { documentKeys } from '../../../platform/sealed-file.ts';
import { verifyLedger } from '../../money/charges/verify-ledger.service.ts';
import { verify } from '../../operations/verification/verification.service.ts';
import { keptCollections, rawDocuments, writeBackup } from './backup.service.ts';
import { contentsOf } from './bson-file.ts';
import { readManifest, writeManifest } from './manifest.ts';
import { restoreBackup } from './restore.service.ts';

const { Binary, Decimal128, Double, Int32, Long, ObjectId, Timestamp, UUID } = mongoose.mongo.BSON;

let api: Api;
let whole: string;
const parent = mkdtempSync(path.join(tmpdir(), 'kinfold-backups-'));
let folders = 0;
const newFolder = () => path.join(parent, `backup-${(folders += 1)}`);

beforeAll(async () => {
  api = await startApi();
  await makeDemoOnce(api.deps, () => undefined);
  whole = newFolder();
  await writeBackup(whole, new Date());
});
afterAll(async () => {
  await api.stop();
  rmSync(parent, { recursive: true });
});

const connect = async (uri: string) => {
  await disconnectDatabase();
  await connectDatabase(uri);
};
/** Runs work with another database, which is empty at the beginning. */
async function onOther<T>(work: () => Promise<T>): Promise<T> {
  const other = await startTestDatabase();
  await connect(other.uri);
  try {
    return await work();
  } finally {
    await connect(api.deps.config.MONGODB_URI);
    await other.stop();
  }
}
const restore = (folder: string) =>
  restoreBackup(folder, { migrations, logger: api.deps.logger, print: () => undefined });
const problems = async () =>
  (await verify(thoroughChecks({ doesRepair: false, now: api.deps.now() }))).problems;

/** The contents of each collection, byte by byte, and its indexes. */
async function contents() {
  const found: Record<string, unknown> = {};
  for (const name of await keptCollections()) {
    const indexes = (await collection(name).indexes()).map((index) => ({ ...index, ns: undefined }));
    found[name] = { ...(await contentsOf(rawDocuments(name))), indexes };
  }
  return found;
}

describe('a backup', () => {
  it('restores to the same documents, byte by byte, with the same indexes, and to books that agree', async () => {
    const before = await contents();
    const after = await onOther(async () => {
      await restore(whole);
      expect(await isLocked(RESTORE_LOCK)).toBe(false);
      expect(await problems()).toEqual([]);
      return contents();
    });
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect(after).toEqual(before);
    expect(readdirSync(whole)).toHaveLength(Object.keys(before).length + 1);
  });

  it('keeps the documents of claims encrypted: read with their key once restored, and not without', async () => {
    const { organizationNumber } = await anOrganization();
    const { _id: campaignId } = await aCampaign({ organizationNumber });
    const claimId = await aClaim({ organizationNumber, campaignId }, api.deps.now());
    const manager = await anAccount({ role: 'manager', organizationNumber });
    const certificate = Buffer.from('%PDF-1.7\nCertificate of death of Hans\n%%EOF\n');
    const added = await api.request
      .post(`/v2/claims/${claimId}/documents?kind=certificate`)
      .set(api.as(manager))
      .set('Content-Type', 'application/pdf')
      .send(certificate);
    expect(added.status).toBe(201);
    const { documentId } = added.body.documents[0];
    const folder = newFolder();
    await writeBackup(folder, new Date());
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.gz')))
      expect(gunzipSync(readFileSync(path.join(folder, file))).includes('Certificate of death')).toBe(false);
    const by = { author: TEST_AUTHOR, now: api.deps.now() };
    const other = { ...api.deps.config, DOCUMENTS_KEY: Buffer.alloc(32, 7).toString('base64') };
    await onOther(async () => {
      await restore(folder);
      const claim = await readClaim(claimId);
      if (!claim) throw new Error('the claim is gone');
      const read = (config: typeof other) => readDocument(claim, documentId, documentKeys(config), by);
      expect((await read(api.deps.config as typeof other)).bytes.equals(certificate)).toBe(true);
      await expect(read(other)).rejects.toMatchObject({ code: 'no_documents_key' });
      expect(await missingDocumentKeys(other)).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)]);
    });
  });

  it('has what nobody sealed yet, of which verify says nothing until a worker had a minute to seal it', async () => {
    const entries = () => collection<{ _id: string; isUnsealed?: true }>('audit_entries');
    const [entry] = await entries().find().limit(1).toArray();
    if (!entry) throw new Error('the demo has no history');
    const { seq: _seq, hash: _hash, ...content } = entry as Record<string, unknown> & { _id: string };
    const _id = ObjectId.createFromTime(Date.now() / 1000 - 3_600).toHexString();
    await entries().insertOne({ ...content, _id, isUnsealed: true });
    const folder = newFolder();
    await writeBackup(folder, new Date());
    await entries().deleteOne({ _id });
    const [atOnce, later] = await onOther(async () => {
      await restore(folder);
      const found = await problems();
      const minutesAgo = { $set: { untilDt: new Date(Date.now() - 61_000) } };
      await collection<{ _id: string }>('leases').updateOne({ _id: RESTORE_LEASE }, minutesAgo);
      return [found, await problems()];
    });
    expect(atOnce).toEqual([]);
    expect(later).toEqual([expect.stringContaining('Not sealed within a minute: ')]);
  });

  it('keeps every type of value, and documents larger than what is read at once', async () => {
    const odd = {
      _id: new ObjectId(),
      long: Long.fromString('9007199254740993'),
      smallLong: Long.fromNumber(5),
      int: new Int32(5),
      double: new Double(5),
      negativeZero: new Double(-0),
      decimal: Decimal128.fromString('0.10'),
      binary: new Binary(Buffer.from([0, 255]), 0),
      uuid: new UUID(),
      at: new Date('1931-02-03T04:05:06.007Z'),
      stamp: new Timestamp({ t: 5, i: 6 }),
      pattern: /a.c/i,
      none: null,
      list: [[], {}, { 'a.b': 'é😀' }],
    };
    await collection('odd').insertMany([
      odd,
      { _id: new ObjectId(), large: new Binary(Buffer.alloc(6_000_000, 'kinfold')) },
    ]);
    const before = await contentsOf(rawDocuments('odd'));
    const folder = newFolder();
    await writeBackup(folder, new Date());
    await collection('odd').drop();
    const after = await onOther(async () => {
      await restore(folder);
      return contentsOf(rawDocuments('odd'));
    });
    expect(after).toEqual(before);
  });

  it('shows one moment, while payments go on between one collection and the next', async () => {
    // Some of what a payment writes to, and what is read before and after it.
    const payAt = ['campaigns', 'donations', 'ledger_entries', 'payment_finals', 'payments', 'users'];
    const payers = await Promise.all(payAt.map(() => aPayer()));
    const folder = newFolder();
    const before = await collection('payments').countDocuments();
    await writeBackup(folder, new Date(), async (name) => {
      const payer = payAt.includes(name) ? payers.pop() : undefined;
      if (payer) expect((await pay(api, payer.account, payer.dues)).status).toBe(200);
    });
    expect(await collection('payments').countDocuments()).toBe(before + payAt.length);
    await onOther(async () => {
      await restore(folder);
      expect(await collection('payments').countDocuments()).toBe(before);
      const { problems: found } = await verifyLedger(thoroughChecks({ doesRepair: false, now: new Date() }));
      expect(found).toEqual([]);
    });
  });

  it('is of something, and into a new folder', async () => {
    await onOther(() =>
      expect(writeBackup(newFolder(), new Date())).rejects.toThrow('There is nothing to back up'),
    );
    await expect(writeBackup(whole, new Date())).rejects.toThrow(`${whole} exists already`);
  });

  it('leaves nothing where it fails', async () => {
    const folder = newFolder();
    const fails = writeBackup(folder, new Date(), (name) => {
      if (name === 'members') throw new Error('the disk is full');
    });
    await expect(fails).rejects.toThrow('the disk is full');
    expect(readdirSync(parent).filter((name) => name.startsWith(path.basename(folder)))).toEqual([]);
  });
});

describe('a restore', () => {
  const flip = (file: string) => {
    const bytes = readFileSync(file);
    const at = Math.floor(bytes.length / 2);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(file, bytes);
  };
  const cut = (file: string) => writeFileSync(file, readFileSync(file).subarray(0, -20));
  const rewrite = (file: string, text: string, other: string) => {
    const bytes = gunzipSync(readFileSync(file));
    const at = bytes.indexOf(text);
    expect(at).toBeGreaterThan(0);
    bytes.write(other.slice(0, text.length), at);
    writeFileSync(file, gzipSync(bytes));
  };
  const exchange = (folder: string, one: string, another: string) =>
    cpSync(path.join(folder, one), path.join(folder, another));

  it.each([
    [
      'a byte that has changed',
      'members.bson.gz',
      (folder: string) => flip(path.join(folder, 'members.bson.gz')),
    ],
    [
      'a document that has changed in a file that is whole',
      'members differs from what was backed up',
      (folder: string) => rewrite(path.join(folder, 'members.bson.gz'), 'Rivera', 'Riviera'),
    ],
    [
      'a file that is cut off',
      'payments.bson.gz',
      (folder: string) => cut(path.join(folder, 'payments.bson.gz')),
    ],
    [
      'a file that is gone',
      'donations.bson.gz is missing',
      (folder: string) => rmSync(path.join(folder, 'donations.bson.gz')),
    ],
    [
      'a file of another collection',
      'roles',
      (folder: string) => exchange(folder, 'users.bson.gz', 'roles.bson.gz'),
    ],
    [
      'an empty file',
      'users.bson.gz',
      (folder: string) => writeFileSync(path.join(folder, 'users.bson.gz'), ''),
    ],
    [
      'a manifest that has changed',
      'manifest.json',
      (folder: string) => flip(path.join(folder, 'manifest.json')),
    ],
    ['no manifest', 'manifest.json', (folder: string) => rmSync(path.join(folder, 'manifest.json'))],
  ])('refuses %s, and writes nothing', async (_what, named, spoil) => {
    const folder = newFolder();
    cpSync(whole, folder, { recursive: true });
    spoil(folder);
    await onOther(async () => {
      await expect(restore(folder)).rejects.toThrow(named);
      expect(await keptCollections()).toEqual([]);
    });
  });

  it('refuses what a later version made', async () => {
    const folder = newFolder();
    cpSync(whole, folder, { recursive: true });
    const { format: _format, ...manifest } = await readManifest(folder);
    rmSync(path.join(folder, 'manifest.json'));
    await writeManifest(folder, {
      ...manifest,
      version: '9.0.0',
      migrations: [...manifest.migrations, '999-flying-cars'],
    });
    await onOther(() =>
      expect(restore(folder)).rejects.toThrow(
        'made by version 9.0.0, which is later than this one: it has 999-flying-cars',
      ),
    );
  });

  it('refuses what a version from before the first release made', async () => {
    const folder = newFolder();
    cpSync(whole, folder, { recursive: true });
    const { format: _format, ...manifest } = await readManifest(folder);
    rmSync(path.join(folder, 'manifest.json'));
    await writeManifest(folder, { ...manifest, version: '1.0.0', migrations: ['001-collections'] });
    await onOther(async () => {
      await expect(restore(folder)).rejects.toThrow(
        'made by a version from before the first release (1.0.0), which no later version reads',
      );
      expect(await keptCollections()).toEqual([]);
    });
  });

  it('refuses a database that is not empty, and leaves it as it is', async () => {
    await onOther(async () => {
      await collection('users').insertOne({ email: 'somebody@grace.test' });
      await expect(restore(whole)).rejects.toThrow('is not empty: there is something in users');
      expect(await keptCollections()).toEqual(['users']);
      expect(await collection('users').countDocuments()).toBe(1);
    });
  });

  it('takes a database on which a server was started and stopped, and none that a worker uses', async () => {
    await onOther(async () => {
      await runMigrations(migrations, api.deps.logger);
      await withLease('task:mails', 15_000, api.deps.logger, () =>
        expect(restore(whole)).rejects.toThrow('A worker runs on this database'),
      );
      await collection('leases').deleteMany({});
      await restore(whole);
      expect(await collection('organizations').countDocuments()).toBe(7);
    });
  });

  it('brings the data of an earlier version along', async () => {
    const members = (await readManifest(whole)).collections['members']?.documents;
    expect(members).toBeGreaterThan(0);
    // This version has one migration more than the one that wrote the backup.
    const found: number[] = [];
    const later: Migration = {
      name: '999-later',
      up: async (db) => void found.push(await db.collection('members').countDocuments()),
    };
    const known = migrations as Migration[];
    known.push(later);
    try {
      await onOther(async () => {
        const { migrations: applied } = await restore(whole);
        expect(applied).toEqual(migrations.slice(0, -1).map(({ name }) => name));
        expect(await collection('migrations').countDocuments()).toBe(migrations.length);
      });
    } finally {
      known.pop();
    }
    // It was applied once, to what was restored.
    expect(found).toEqual([members]);
  });

  it('empties the database again when it fails', async () => {
    await onOther(async () => {
      const stopped = restoreBackup(whole, {
        migrations,
        logger: api.deps.logger,
        print: (line) => {
          if (line.startsWith('members')) throw new Error('the line is cut');
        },
      });
      await expect(stopped).rejects.toThrow(
        'The restore failed, and the database is empty again: the line is cut',
      );
      expect(await keptCollections()).toEqual([]);
      expect(await isLocked(RESTORE_LOCK)).toBe(false);
    });
  });
});

const run = (program: string, args: readonly string[], databaseUri: string) =>
  runProgram(program, args, testEnvironment(databaseUri, api.sandbox));

describe('a command that is killed halfway', () => {
  let way: Awaited<ReturnType<typeof startProxy>>;
  beforeEach(async () => {
    const { hostname, port } = new URL(api.deps.config.MONGODB_URI);
    way = await startProxy({ host: hostname, port: Number(port) });
    return () => way.stop();
  });
  const byWay = (uri: string) => {
    const { hostname, port, pathname } = new URL(uri);
    expect(new URL(api.deps.config.MONGODB_URI)).toMatchObject({ hostname, port });
    return `mongodb://127.0.0.1:${way.port}${pathname}?directConnection=true`;
  };

  it('leaves no backup that passes for a whole one, and the next one is whole', async () => {
    const folder = newFolder();
    const halfway = way.freezeAt('find\0\b\0\0\0members\0');
    const killed = run('backup', ['--to', folder], byWay(api.deps.config.MONGODB_URI));
    await halfway;
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(existsSync(folder)).toBe(false);
    const left = `${folder}.unfinished`;
    expect(readdirSync(left)).toContain('donations.bson.gz');
    await onOther(() => expect(restore(left)).rejects.toThrow('There is no backup in'));
    const next = newFolder();
    const { code, said } = await run('backup', ['--to', next], api.deps.config.MONGODB_URI).ended;
    expect([said, code]).toEqual([
      expect.stringMatching(/^Backup: \d+ documents of \d+ collections in [\d.]+ s: .*\n$/),
      0,
    ]);
    expect(Object.keys((await readManifest(next)).collections)).toEqual(await keptCollections());
  });

  it('leaves no database that passes for a whole one, and the next restore starts again', async () => {
    const other = await startTestDatabase();
    onTestFinished(() => other.stop());
    const halfway = way.freezeAt('insert\0\b\0\0\0members\0');
    const killed = run('restore', ['--from', whole], byWay(other.uri));
    await halfway;
    killed.child.kill('SIGKILL');
    await killed.ended;
    const server = await run('main', [], other.uri).ended;
    expect(server.said).toContain('A restore into this database is under way, or was interrupted');
    expect(server.code).toBe(1);
    const backup = await run('backup', ['--to', newFolder()], other.uri).ended;
    expect([backup.code, backup.said]).toEqual([1, expect.stringMatching(/^A restore into this database/)]);
    await connect(other.uri);
    // As after the minute in which another process may still have it.
    await collection<{ _id: string }>('leases').deleteOne({ _id: 'restoring' });
    await connect(api.deps.config.MONGODB_URI);
    const { code, said } = await run('restore', ['--from', whole], other.uri).ended;
    expect(said).toMatch(/Restored: \d+ documents, as of .*\nLedger: .* everything agrees\.\n$/);
    expect(code).toBe(0);
  });
});

it.each([
  ['backup', ['--bogus']],
  ['restore', []],
  ['restore', ['--from']],
])('%s %j says how it is called', async (command, args) => {
  const { code, said } = await run(command, args, api.deps.config.MONGODB_URI).ended;
  expect([code, said]).toEqual([2, expect.stringMatching(new RegExp(`^Usage: npm run ${command} .*\\n$`))]);
});
