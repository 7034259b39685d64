/** The checks of a deployment: settings, secrets in files, the database's version, and whether a worker runs. */
import { existsSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import mongoose from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startApi, testEnvironment, type Api } from '../test/harness.ts';
import { runProgram } from '../test/processes.ts';
import { ConfigError, readConfig } from './platform/config.ts';
import { migrations } from './migrations/index.ts';
import { createAccessTokens } from './platform/auth.ts';
import { collection } from './platform/database.ts';
import { requireKnownMigrations } from './work/migrations.ts';
import { startSignOfLife } from './sign-of-life.ts';

let api: Api;
let folder: string;
beforeAll(async () => {
  api = await startApi();
  folder = mkdtempSync(path.join(tmpdir(), 'kinfold-deployment-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await api.stop();
});
const environment = (changes: Record<string, string> = {}) => ({
  ...testEnvironment(api.deps.config.MONGODB_URI, api.sandbox),
  ...changes,
});
const fileWith = (name: string, content: string) => {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
};

describe('a database that a newer version has migrated', () => {
  const applied = () => collection<{ _id: string; appliedDt: Date }>('migrations');
  beforeEach(async () => {
    await applied().insertOne({ _id: '999-flying-cars', appliedDt: new Date() });
    return async () => void (await applied().deleteOne({ _id: '999-flying-cars' }));
  });

  it('is refused with a sentence that says what to do', async () => {
    await expect(requireKnownMigrations(migrations)).rejects.toThrow(
      /A newer version of Kinfold has worked on this database \(it applied 999-flying-cars\)\. Start that version/,
    );
  });

  it.each(['main', 'worker', 'verify', 'first-run', 'unlink'])(
    'ends %s before it touches anything',
    async (program) => {
      const args = program.includes('first-run') ? ['--organization', 'Grace', '--email', 'a@b.example'] : [];
      const more = program.includes('unlink') ? ['--member', 'M-000001'] : [];
      const { code, said } = await runProgram(program, [...args, ...more], environment()).ended;
      expect([code, said]).toEqual([1, expect.stringContaining('A newer version of Kinfold has worked on')]);
    },
  );

  it('is reported by the doctor', async () => {
    const { said } = await runProgram('doctor', [], environment()).ended;
    expect(said).toMatch(/^missing {2}database: .*999-flying-cars/m);
  });
});

it('a database of this version is taken', async () => {
  await expect(requireKnownMigrations(migrations)).resolves.toBeUndefined();
});

it('verify finds a reference to nothing, and no other, also where ids are texts', async () => {
  const gone = new mongoose.Types.ObjectId();
  const { insertedId: there } = await collection('users').insertOne({});
  await collection<{ _id: string; userId: string }>('user_tokens').insertMany([
    { _id: 'of-a-user', userId: String(there) },
    { _id: 'of-nobody', userId: String(gone) },
  ]);
  const { insertedId: role } = await collection('roles').insertOne({ userId: gone });
  const { code, said } = await runProgram('verify', [], environment()).ended;
  for (const name of ['users', 'user_tokens', 'roles']) await collection(name).deleteMany({});
  expect(said).toContain(`In user_tokens, of-nobody: userId names ${String(gone)}, which is not in users.`);
  expect(said).toContain(`In roles, ${String(role)}: userId names ${String(gone)}`);
  expect(said).not.toContain('of-a-user');
  expect(code).toBe(1);
});

describe('a secret in a file', () => {
  const without = (name: string) =>
    Object.fromEntries(Object.entries(environment()).filter(([each]) => each !== name));

  const key = Buffer.alloc(32, 'k').toString('base64');
  const valueOf: Record<string, string> = { DOCUMENTS_KEY: key, DOCUMENTS_KEY_PREVIOUS: `${key},${key}` };

  it.each([
    'MONGODB_URI',
    'JWT_SECRET',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_CONNECT_WEBHOOK_SECRET',
    'SMTP_URL',
    'JWT_SECRET_PREVIOUS',
    'DOCUMENTS_KEY',
    'DOCUMENTS_KEY_PREVIOUS',
  ] as const)('is taken for %s, without its line end', (name) => {
    const value = environment()[name] ?? valueOf[name] ?? 'whsec_0123456789abcdef0123456789abcdef';
    const file = fileWith(name, `${value}\n`);
    expect(readConfig({ ...without(name), [`${name}_FILE`]: file })[name]).toBe(value);
  });

  it.each([
    [
      'that is not there',
      { JWT_SECRET_FILE: '/nowhere/key' },
      'JWT_SECRET_FILE names a file that cannot be read',
    ],
    ['beside the setting itself', { JWT_SECRET: 'x'.repeat(40), JWT_SECRET_FILE: '/nowhere' }, 'both set'],
  ])('%s is refused by name', (_what, given, sentence) => {
    expect(() => readConfig({ ...without('JWT_SECRET'), ...given })).toThrow(ConfigError);
    expect(() => readConfig({ ...without('JWT_SECRET'), ...given })).toThrow(sentence);
  });

  it('that is empty is refused by name', () => {
    const file = fileWith('empty', '\n');
    expect(() => readConfig({ ...without('SMTP_URL'), SMTP_URL_FILE: file })).toThrow(/SMTP_URL_FILE.*empty/);
  });
});

describe('two keys at a time', () => {
  const [older, newer] = ['o'.repeat(40), 'n'.repeat(40)] as const;
  const now = new Date();
  const claims = { sub: 'u', mid: null, oid: null, email: 'a@b.example', sid: 's', epoch: 0 };

  it('take what the previous one signed, and sign with the new one', () => {
    const before = createAccessTokens(older);
    const during = createAccessTokens(newer, older);
    expect(during.verify(before.sign(claims, now), now)).toMatchObject({ userId: 'u' });
    expect(createAccessTokens(newer).verify(during.sign(claims, now), now)).toMatchObject({ userId: 'u' });
    expect(createAccessTokens(newer).verify(before.sign(claims, now), now)).toBeUndefined();
    expect(during.verify(createAccessTokens('x'.repeat(40)).sign(claims, now), now)).toBeUndefined();
  });
});

describe('the doctor of the image', () => {
  it('names every setting that is missing, and nothing else', async () => {
    const { code, said } = await runProgram('doctor', [], { NODE_ENV: 'production' }).ended;
    expect([code, said]).toEqual([1, expect.not.stringMatching(/^ok/m)]);
    for (const name of ['MONGODB_URI', 'JWT_SECRET', 'STRIPE_SECRET_KEY', 'SMTP_URL'])
      expect(said).toContain(`missing  settings: ${name} is required\n`);
  });

  it('says that all is there', async () => {
    const smtp = createServer().listen(0, '127.0.0.1');
    await vi.waitUntil(() => smtp.listening);
    const { port } = smtp.address() as AddressInfo;
    const { code, said } = await runProgram(
      'doctor',
      [],
      environment({ SMTP_URL: `smtp://127.0.0.1:${port}` }),
    ).ended;
    smtp.close();
    expect([code, said]).toEqual([0, expect.stringContaining('ok       migrations: all are applied\n')]);
  });

  it('says what does not answer, without passwords', async () => {
    const { code, said } = await runProgram(
      'doctor',
      [],
      environment({ MONGODB_URI: 'mongodb://ada:hunter2@127.0.0.1:1/x', SMTP_URL: 'smtp://127.0.0.1:1' }),
    ).ended;
    expect(code).toBe(1);
    expect(said).toContain('missing  mails: 127.0.0.1 (SMTP_URL) does not answer\n');
    expect(said).toMatch(/^missing {2}database: MONGODB_URI cannot be reached/m);
    expect(said).not.toContain('hunter2');
  });
});

it('a worker renews its sign of life while the database answers, and removes it when it stops', async () => {
  const file = path.join(folder, 'alive');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const stop = startSignOfLife(file);
    await vi.waitUntil(() => existsSync(file));
    utimesSync(file, 0, 0);
    vi.advanceTimersByTime(10_000);
    await vi.waitUntil(() => statSync(file).mtimeMs > 0);
    stop();
    expect(existsSync(file)).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});
