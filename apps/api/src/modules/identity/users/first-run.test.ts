/** The command on a real database: the first organization and its administrator. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, testEnvironment, type Api } from '../../../../test/harness.ts';
import { runProgram } from '../../../../test/processes.ts';
import { collection } from '../../../platform/database.ts';
import { thoroughChecks } from '../../../platform/verification.ts';
import { deliverMails } from '../../../work/outbox.ts';
import { verify } from '../../operations/verification/verification.service.ts';
import {
  giveFirstAdministrator,
  makeFirstOrganization,
  requireNobodyAdministers,
} from './first-run.service.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.forget();
  api.mails.length = 0;
});

const RUTH = 'ruth@grace.test';
const PASSWORD = 'Carry1234';
const REGISTRATION = { email: RUTH, password: PASSWORD, confirmPassword: PASSWORD, terms: true };
const site = () => ({ now: api.deps.now(), timeZone: 'UTC', appUrl: api.deps.config.APP_URL });
const give = (email: string, byLink: boolean) =>
  giveFirstAdministrator({ email, organizationName: 'Grace', byLink }, site());
const post = (url: string, body: object) => api.request.post(url).send(body);
const signIn = (email: string) =>
  api.request.post('/v2/token').type('form').send({ username: email, password: PASSWORD });
const setPassword = (link: string) =>
  post('/change-password', { code: new URL(link).searchParams.get('code'), password: PASSWORD });
/** The roles of a signed-in user. */
async function rolesOf(email: string) {
  const { status, body } = await signIn(email);
  expect([status, body.detail]).toEqual([200, undefined]);
  const answer = await api.request.get('/v2/my/scope').set('Authorization', `Bearer ${body.access_token}`);
  return answer.body.roles;
}
const EVERYTHING = [
  { organizationNumber: '*', organizationName: 'All organizations', role: 'administrator' },
];
const problems = async () =>
  (await verify(thoroughChecks({ doesRepair: false, now: api.deps.now() }))).problems;

describe('the first administrator', () => {
  it('sets a password by a link that works once, and administers everything', async () => {
    await makeFirstOrganization('Grace Community Church', api.deps.now());
    const link = (await give(RUTH, true)) ?? '';
    expect(link).toMatch(/^http:\/\/localhost:8080\/reset-password\?code=[\w-]{43}$/);
    expect((await setPassword(link)).status).toBe(200);
    expect((await setPassword(link)).status).toBe(404);
    expect(await rolesOf(RUTH)).toEqual(EVERYTHING);
    const stored = await collection('organizations').findOne();
    expect(stored).toMatchObject({ organizationNumber: '1001', organizationName: 'Grace Community Church' });
    expect(await problems()).toEqual([]);
  });

  it('is invited by mail, and administers everything once the e-mail is confirmed', async () => {
    await makeFirstOrganization('Grace', api.deps.now());
    expect(await give(RUTH, false)).toBeNull();
    await deliverMails(api.deps);
    expect(api.mails).toMatchObject([
      { to: RUTH, text: expect.stringContaining('/sign-up?email=ruth%40grace.test') },
    ]);
    expect(api.mails[0]?.text).toContain('Grace invites you to be administrator');
    expect((await post('/register', REGISTRATION)).status).toBeLessThan(300);
    await deliverMails(api.deps);
    const code = /EV[A-Z0-9]{12}/.exec(api.mails[1]?.text ?? '')?.[0];
    expect((await post('/confirm-email', { email: RUTH, code })).status).toBeLessThan(300);
    expect(await rolesOf(RUTH)).toEqual(EVERYTHING);
  });

  it('who has an account already administers everything at once, with their password', async () => {
    await makeFirstOrganization('Grace', api.deps.now());
    expect((await setPassword((await give(RUTH, true)) ?? '')).status).toBe(200);
    await collection('roles').deleteMany({});
    expect(await give(RUTH, false)).toBeNull();
    expect(await rolesOf(RUTH)).toEqual(EVERYTHING);
  });

  it('gets no link to an account that another person may have registered', async () => {
    await makeFirstOrganization('Grace', api.deps.now());
    await post('/register', REGISTRATION);
    await expect(give(RUTH, true)).rejects.toThrow('The account of ruth@grace.test is not confirmed');
    expect(await collection('roles').countDocuments()).toBe(0);
  });
});

describe('a second first run', () => {
  it('changes nothing, and says what is there', async () => {
    await makeFirstOrganization('Grace', api.deps.now());
    await expect(makeFirstOrganization('Other', api.deps.now())).rejects.toThrow(
      'There is an organization already: Grace (1001). Nothing was changed.',
    );
    expect(await collection('organizations').countDocuments()).toBe(1);
  });

  it('of several at once makes one', async () => {
    const tries = await Promise.allSettled(
      ['One', 'Two', 'Three', 'Four'].map((name) => makeFirstOrganization(name, api.deps.now())),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await collection('organizations').countDocuments()).toBe(1);
    for (const one of tries)
      if (one.status === 'rejected') expect(String(one.reason)).toContain('There is an organization already');
  });

  it('moves the role to another person as long as nobody has signed in, and removes it from the first', async () => {
    await makeFirstOrganization('Grace', api.deps.now());
    const mistyped = (await give('rut@grace.test', true)) ?? '';
    expect(await requireNobodyAdministers(api.deps.now())).toBe('Grace');
    expect((await setPassword((await give(RUTH, true)) ?? '')).status).toBe(200);
    expect(await rolesOf(RUTH)).toEqual(EVERYTHING);
    expect((await setPassword(mistyped)).status).toBe(200);
    expect(await rolesOf('rut@grace.test')).toEqual([]);
    await expect(requireNobodyAdministers(api.deps.now())).rejects.toThrow(
      'ruth@grace.test administers everything already.',
    );
  });

  it('sends a new invitation in place of the one that was sent', async () => {
    await makeFirstOrganization('Grace', api.deps.now());
    await give('rut@grace.test', false);
    await give(RUTH, false);
    const pending = await collection('roles').find().toArray();
    expect(pending).toMatchObject([{ email: RUTH, userId: null }]);
  });
});

describe('the command', () => {
  async function run(program: string, args: readonly string[], more: Record<string, string> = {}) {
    const settings = { ...testEnvironment(api.deps.config.MONGODB_URI, api.sandbox), ...more };
    const { child, said, ended } = runProgram(program, args, settings);
    child.stdout.on('data', () => said().includes('"msg":"listening"') && child.kill('SIGTERM'));
    return ended;
  }
  const FIRST = ['--organization', 'Grace Community Church', '--email', 'Ruth@Grace.test', '--link'];

  it('prints the link, once; and refuses a second time', async () => {
    const first = await run('first-run', FIRST);
    expect(first.said).toMatch(/^Grace Community Church: ruth@grace\.test administers everything\.\n/);
    const link = /http:\S+/.exec(first.said)?.[0] ?? '';
    expect((await setPassword(link)).status).toBe(200);
    const second = await run('first-run', FIRST);
    expect(second.said).toMatch(/^There is an organization already: Grace Community Church \(1001\)\..*\n$/);
    expect([first.code, second.code]).toEqual([0, 1]);
  });

  it.each([[['--bogus']], [[...FIRST, '--again']]])('%j prints its usage', async (args) => {
    const { code, said } = await run('first-run', args);
    expect([code, said]).toEqual([2, expect.stringMatching(/^Usage: npm run first-run /)]);
  });

  it('says what is wrong with an e-mail', async () => {
    const { code, said } = await run('first-run', ['--organization', 'Grace', '--email', 'ruth']);
    expect([code, said]).toEqual([2, '--email ruth: this is not an email address.\n']);
  });

  const PRODUCTION = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    APP_URL: 'https://portal.grace.example.org',
    JWT_SECRET: 'Zk3vQ9xT7bLw2NfYp8RcHs6MdGj4UaEo',
    STRIPE_SECRET_KEY: 'sk_live_of_nobody',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_of_nobody',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_nobody_at_all_0123',
    STRIPE_API_URL: '',
    STRIPE_SCRIPT_URL: '',
    SMTP_URL: 'smtp://127.0.0.1:1',
    LOG_LEVEL: 'info',
  };

  it('is named at the start in production while the database is empty, and not after', async () => {
    const empty = await run('main', [], PRODUCTION);
    expect(empty.said).toContain('The database is empty. Make the first organization');
    expect(empty.said).toContain('npm run first-run -- --organization NAME --email ADDRESS');
    await makeFirstOrganization('Grace', api.deps.now());
    const begun = await run('main', [], PRODUCTION);
    expect(begun.said).toContain('"msg":"listening"');
    expect(begun.said).not.toContain('The database is empty');
  });
});
