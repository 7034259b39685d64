import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type Api } from '../../../test/harness.ts';
import { linkOf, mailsTo } from '../../../test/mails.ts';
import { collection } from '../../platform/database.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const HOUR = 3_600_000;
let count = 0;
const newEmail = () => `new${(count += 1)}@demo.test`;
const form = (email: unknown, rest: object = {}) => ({
  email,
  password: 'Demo1234',
  confirmPassword: 'Demo1234',
  terms: true,
  ...rest,
});
const register = (email: unknown, rest: object = {}) => api.request.post('/register').send(form(email, rest));
const confirm = (email: unknown, code: unknown) => api.request.post('/confirm-email').send({ email, code });
const resend = (email: unknown) => api.request.post('/confirm-email/resend').send({ email });
const signIn = (username: string) =>
  api.request.post('/v2/token').type('form').send({ username, password: 'Demo1234' });
const codeOf = async (email: string) => linkOf((await mailsTo(api, email))[0]).searchParams.get('code') ?? '';
const pathsOf = (body: unknown) => (body as { errors: { path: string }[] }).errors.map(({ path }) => path);

describe('registering', () => {
  it('makes an account that must be confirmed, and mails a code and a link', async () => {
    const email = newEmail();
    expect((await register(email.toUpperCase()).expect(201)).body).toEqual({ email });
    await signIn(email).expect(403);
    const [mail] = await mailsTo(api, email);
    const link = linkOf(mail);
    expect(`${link.origin}${link.pathname}`).toBe('http://localhost:8080/confirm-email');
    expect(link.searchParams.get('email')).toBe(email);
    const code = link.searchParams.get('code') ?? '';
    expect(code).toMatch(/^EV[CFHKMRWXY234679]{10}$/);
    expect(mail?.subject).toBe('Confirm your email address');
    expect(mail?.text).toContain(`Your confirmation code is\n\n${code}\n`);
    expect(mail?.html).toMatch(new RegExp(`<p style="[^"]*letter-spacing:[^"]*">${code}</p>`));
    const shownLink = mail?.html.slice(mail.html.lastIndexOf('<p', mail.html.lastIndexOf('/confirm-email')));
    expect(shownLink).toMatch(/^<p style="[^"]*overflow-wrap:anywhere;word-break:break-word/);
  });

  it('answers 409 Email Exists in any case, also when two ask at once', async () => {
    const email = newEmail();
    const answers = await Promise.all([register(email), register(email.toUpperCase()), register(email)]);
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([201, 409, 409]);
    expect((await register(email).expect(409)).body).toMatchObject({
      code: 'email_exists',
      detail: 'Email Exists',
    });
    expect(await mailsTo(api, email)).toHaveLength(1);
  });

  it.each<[object, string]>([
    [{ email: 'no address' }, 'email'],
    [{ email: { $gt: '' } }, 'email'],
    [{ password: 'demo1234' }, 'password'],
    [{ password: 5 }, 'password'],
    [{ confirmPassword: 'Demo12345' }, 'confirmPassword'],
    [{ terms: false }, 'terms'],
    [{ terms: 'true' }, 'terms'],
  ])('answers 422 to %j and names the field', async (wrong, field) => {
    const { body } = await register(newEmail(), wrong).expect(422);
    expect(pathsOf(body)).toContain(field);
  });

  it('stores nothing that nobody asked for', async () => {
    const email = newEmail();
    const raw = JSON.stringify(
      form(email, { roles: [{ organizationNumber: '*', role: 'administrator' }], isEmailConfirmed: true }),
    ).replace(/}$/, ',"__proto__":{"isEmailConfirmed":true},"constructor":{"prototype":{"roles":[]}}}');
    await api.request.post('/register').type('json').send(raw).expect(201);
    const stored = await collection('users').findOne({ email });
    expect(stored).toMatchObject({ roles: [], isEmailConfirmed: false, organizationNumber: null });
    expect(Object.keys(stored ?? {}).sort()).toEqual([
      ...['_id', 'createdDt', 'email', 'isEmailConfirmed', 'organizationNumber'],
      ...['passwordHash', 'roles', 'sessionEpoch'],
    ]);
    expect(JSON.stringify(stored)).not.toContain('Demo1234');
  });

  it.each([
    ['http://localhost:8080/confirm-email', 'http://localhost:8080/confirm-email'],
    ['http://localhost:8080/welcome?next=1', 'http://localhost:8080/welcome'],
    ['http://localhost:8080', 'http://localhost:8080/confirm-email'],
    ['https://evil.test/confirm-email', 'http://localhost:8080/confirm-email'],
    ['http://localhost:8080@evil.test/', 'http://localhost:8080/confirm-email'],
    ['javascript:alert(1)', 'http://localhost:8080/confirm-email'],
    ['//evil.test', 'http://localhost:8080/confirm-email'],
  ])('with the callbackUrl %s leads to %s', async (callbackUrl, page) => {
    const email = newEmail();
    await register(email).set('callbackUrl', callbackUrl).expect(201);
    const link = linkOf((await mailsTo(api, email))[0]);
    expect(`${link.origin}${link.pathname}`).toBe(page);
  });

  it('stops after 10 tries for one e-mail', async () => {
    const email = newEmail();
    for (let attempt = 0; attempt < 10; attempt += 1) await register(email);
    const { headers } = await register(email).expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('confirming an e-mail', () => {
  it('takes the code in any case once; then one signs in without a member', async () => {
    const email = newEmail();
    await register(email).expect(201);
    const code = await codeOf(email);
    await confirm(email.toUpperCase(), `EV${code.slice(2).toLowerCase()}`).expect(200);
    const { body } = await signIn(email).expect(200);
    expect(
      api.deps.accessTokens.verify((body as { access_token: string }).access_token, api.deps.now()),
    ).toMatchObject({ memberId: null, email });
    await confirm(email, code).expect(404);
  });

  it('answers 404 to a wrong code, to the code of another account and to an unknown e-mail', async () => {
    const [email, other] = [newEmail(), newEmail()];
    await register(email).expect(201);
    await register(other).expect(201);
    const code = await codeOf(other);
    for (const [wrongEmail, wrongCode] of [
      [email, 'EVAAAAAAAA'],
      [email, code],
      ['nobody@demo.test', code],
    ])
      expect((await confirm(wrongEmail, wrongCode).expect(404)).body).toMatchObject({
        code: 'code_not_valid',
        detail: 'The code is not valid or expired',
      });
    await confirm(other, code).expect(200);
  });

  it('answers 404 after 24 hours', async () => {
    const email = newEmail();
    await register(email).expect(201);
    const code = await codeOf(email);
    api.advance(24 * HOUR);
    await confirm(email, code).expect(404);
  });

  it.each(['1234', 'EV1', 'EV-12.34', '', 7, null, { $gt: '' }])(
    'answers 422 to the code %j',
    async (code) => {
      expect(pathsOf((await confirm(newEmail(), code).expect(422)).body)).toEqual(['code']);
    },
  );

  it('stops guessing after 10 tries', async () => {
    const email = newEmail();
    await register(email).expect(201);
    for (let guess = 0; guess < 10; guess += 1) await confirm(email, `EVGUESS${guess}`).expect(404);
    await confirm(email, await codeOf(email)).expect(429);
  });

  it('stores no code in clear and none once the mail is sent', async () => {
    const email = newEmail();
    await register(email).expect(201);
    const code = await codeOf(email);
    const stored = [
      ...(await collection('user_codes').find().toArray()),
      ...(await collection('outbox').find().toArray()),
    ];
    expect(JSON.stringify(stored)).not.toContain(code);
  });
});

describe('asking for another code', () => {
  it('answers 202 always, and mails to those who wait for one only', async () => {
    const [waiting, confirmed] = [newEmail(), newEmail()];
    await register(waiting).expect(201);
    await register(confirmed).expect(201);
    await confirm(confirmed, await codeOf(confirmed)).expect(200);
    const first = await codeOf(waiting);
    for (const email of [waiting, confirmed, 'nobody@demo.test'])
      expect((await resend(email).expect(202)).body).toEqual({});
    expect(await mailsTo(api, confirmed)).toHaveLength(1);
    expect(await mailsTo(api, 'nobody@demo.test')).toHaveLength(0);
    const second = await codeOf(waiting);
    expect(second).not.toBe(first);
    await confirm(waiting, second).expect(200);
    await confirm(waiting, first).expect(404);
  });

  it('stops after 10 mails and answers 422 to what is no e-mail', async () => {
    const email = newEmail();
    for (let attempt = 0; attempt < 10; attempt += 1) await resend(email).expect(202);
    await resend(email).expect(429);
    await resend({ $ne: '' }).expect(422);
  });
});
