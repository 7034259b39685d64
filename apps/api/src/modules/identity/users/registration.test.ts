import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type Api } from '../../../../test/harness.ts';
import { linkOf, mailsTo } from '../../../../test/mails.ts';
import { collection } from '../../../platform/database.ts';
import { deliverMails } from '../../../work/outbox.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ environment: { TRUST_PROXY: '1' } });
});
afterAll(() => api.stop());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
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
const forgot = (email: string) => api.request.post('/forgot-password').send({ email });
const resend = (email: unknown) => api.request.post('/confirm-email/resend').send({ email });
const signIn = (username: string, password = 'Demo1234') =>
  api.request.post('/v2/token').type('form').send({ username, password });
const registerWith = (email: string, password: string) =>
  register(email, { password, confirmPassword: password });
const registerFrom = (ip: string, email: string, password: string) =>
  registerWith(email, password).set('X-Forwarded-For', ip);
/** What the worker does every two seconds. */
const sendMails = () => deliverMails(api.deps);
/** The codes of the mails to an address, newest first. */
const codesOf = async (email: string) =>
  (await mailsTo(api, email)).map((mail) => linkOf(mail).searchParams.get('code') ?? '');
const codeOf = async (email: string) => (await codesOf(email))[0] ?? '';
const statusesOf = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
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
    expect(code).toMatch(/^EV[CFHKMRWXY234679]{12}$/);
    expect(mail?.subject).toBe('Confirm your email address');
    expect(mail?.text).toContain(`Your confirmation code is\n\n${code}\n`);
    expect(mail?.html).toMatch(new RegExp(`<p style="[^"]*letter-spacing:[^"]*">${code}</p>`));
    const shownLink = mail?.html.slice(mail.html.lastIndexOf('<p', mail.html.lastIndexOf('/confirm-email')));
    expect(shownLink).toMatch(/^<p style="[^"]*overflow-wrap:anywhere;word-break:break-word/);
  });

  it('answers 409 Email Exists to a confirmed email, in any case', async () => {
    const email = newEmail();
    await register(email).expect(201);
    await confirm(email, await codeOf(email)).expect(200);
    for (const again of [email, email.toUpperCase()])
      expect((await registerWith(again, 'Other1234').expect(409)).body).toMatchObject({
        code: 'email_exists',
        detail: 'Email Exists',
      });
    await signIn(email).expect(200);
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
    expect(stored).toMatchObject({ isEmailConfirmed: false, organizationNumber: null });
    expect(Object.keys(stored ?? {}).sort()).toEqual([
      ...['_id', 'createdDt', 'email', 'isEmailConfirmed', 'organizationNumber'],
      ...['passwordHash', 'sessionEpoch'],
    ]);
    expect(JSON.stringify(stored)).not.toContain('Demo1234');
  });

  it.each([
    'http://localhost:8080/welcome?next=1',
    'http://localhost:8080',
    'https://evil.test/confirm-email',
    'http://localhost:8080@evil.test/',
    'blob:http://localhost:8080/confirm-email',
    'javascript:alert(1)',
    '//evil.test',
    'http://[',
  ])('with the callbackUrl %s leads to our own page all the same, of every mail', async (callbackUrl) => {
    const email = newEmail();
    const pageOf = async () => {
      const { origin, pathname } = linkOf((await mailsTo(api, email))[0]);
      return `${origin}${pathname}`;
    };
    await register(email).set('callbackUrl', callbackUrl).expect(201);
    expect(await pageOf()).toBe('http://localhost:8080/confirm-email');
    for (const address of [email, 'nobody@demo.test'])
      await resend(address).set('callbackUrl', callbackUrl).expect(202);
    expect(await pageOf()).toBe('http://localhost:8080/confirm-email');
    await confirm(email, await codeOf(email)).expect(200);
    await forgot(email).set('callbackUrl', callbackUrl).expect(202);
    expect(await pageOf()).toBe('http://localhost:8080/reset-password');
  });

  it('says in the mail what to do when one did not ask', async () => {
    const email = newEmail();
    await register(email).expect(201);
    const [mail] = await mailsTo(api, email);
    expect(mail?.text).toContain('If you did not sign up, do not use the code');
    expect(mail?.text).toContain('sign up yourself: yours replaces that one');
  });
});

describe('an email that another person registered first', () => {
  it('is registered again, with the own password; a code confirms only the one it was mailed for', async () => {
    const email = newEmail();
    await registerWith(email, 'Stranger1').expect(201);
    const theirs = await codeOf(email);
    await registerWith(email, 'Owner1234').expect(201);
    const own = await codeOf(email);
    await signIn(email, 'Stranger1').expect(401);
    await confirm(email, theirs).expect(404);
    await signIn(email, 'Owner1234').expect(403);
    await confirm(email, own).expect(200);
    await signIn(email, 'Stranger1').expect(401);
    await signIn(email, 'Owner1234').expect(200);
  });

  it('is confirmed by no code of the owner for a stranger who registers it after', async () => {
    const email = newEmail();
    await registerWith(email, 'Owner1234').expect(201);
    const own = await codeOf(email);
    await registerWith(email, 'Stranger1').expect(201);
    await confirm(email, own).expect(404);
    await signIn(email, 'Stranger1').expect(403);
  });

  it('has the password of the last of many who register at once, and of no other code', async () => {
    const email = newEmail();
    const passwords = ['First1234', 'Second123', 'Third1234'];
    const answers = await Promise.all(passwords.map((password) => registerWith(email, password)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    // A code that still waited to be sent when the next one was made is not mailed.
    const codes = await codesOf(email);
    expect(codes.length).toBeGreaterThanOrEqual(1);
    const confirmed = await Promise.all(codes.map((code) => confirm(email, code)));
    expect(statusesOf(confirmed)).toEqual([200, ...codes.slice(1).map(() => 404)]);
    const signIns = await Promise.all(passwords.map((password) => signIn(email, password)));
    expect(statusesOf(signIns)).toEqual([200, 401, 401]);
  });

  it('belongs to one of two users when a code is entered while it is registered again', async () => {
    for (let round = 0; round < 10; round += 1) {
      const email = newEmail();
      await registerWith(email, 'First1234').expect(201);
      const first = await codeOf(email);
      const [confirmed, again] = await Promise.all([confirm(email, first), registerWith(email, 'Second123')]);
      // Either it was confirmed first and cannot be replaced, or it was replaced and the code is dead.
      expect([
        [200, 409],
        [404, 201],
      ]).toContainEqual([confirmed.status, again.status]);
      await signIn(email, 'First1234').expect(confirmed.status === 200 ? 200 : 401);
      await signIn(email, 'Second123').expect(confirmed.status === 200 ? 401 : 403);
    }
  });

  it('is not replaced when no code may be mailed: what was mailed last stays good', async () => {
    const email = newEmail();
    for (let time = 0; time < 3; time += 1) {
      await registerWith(email, `Stranger${time}`).expect(201);
      await sendMails();
    }
    const { headers } = await registerWith(email, 'Stranger9').expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(50 * 60);
    await signIn(email, 'Stranger9').expect(401);
    expect(await mailsTo(api, email)).toHaveLength(3);
    api.advance(HOUR);
    await registerWith(email, 'Owner1234').expect(201);
    await confirm(email, await codeOf(email)).expect(200);
    await signIn(email, 'Owner1234').expect(200);
  });

  it('is had by its owner although a stranger at another address registers it without end', async () => {
    const email = newEmail();
    const storm = () => registerFrom('203.0.113.7', email, 'Stranger1');
    for (let time = 0; time < 3; time += 1) {
      await storm().expect(201);
      await sendMails();
    }
    await storm().expect(429);
    await registerFrom('198.51.100.4', email, 'Owner1234').expect(201);
    await storm().expect(429);
    await resend(email).set('X-Forwarded-For', '203.0.113.7').expect(202);
    expect(await mailsTo(api, email)).toHaveLength(4);
    await confirm(email, await codeOf(email)).expect(200);
    await signIn(email, 'Owner1234').expect(200);
  });

  it('is mailed at most 3 codes an hour for one address of the network, however they are asked for', async () => {
    const email = newEmail();
    await register(email).expect(201);
    for (let time = 0; time < 4; time += 1) {
      await sendMails();
      await resend(email).expect(202);
    }
    await register(email).expect(429);
    expect(await mailsTo(api, email)).toHaveLength(3);
  });

  it('is mailed at most 12 codes an hour in all; refusals then say how to get in', async () => {
    const email = newEmail();
    const storm = async () => {
      for (let time = 0; time < 15; time += 1) {
        await registerFrom(`203.0.113.${time % 5}`, email, 'Stranger1').expect(time < 12 ? 201 : 429);
        await sendMails();
      }
    };
    await storm();
    expect(await mailsTo(api, email)).toHaveLength(12);
    const refused = await registerFrom('198.51.100.4', email, 'Owner1234').expect(429);
    expect(refused.body).toMatchObject({ detail: expect.stringMatching(/newest code.*Forgot password/) });
    // The mailbox is the owner's: the newest code and a new password lock the stranger out.
    await confirm(email, await codeOf(email)).expect(200);
    const stranger = (await signIn(email, 'Stranger1').expect(200)).body as { user_token: string };
    await forgot(email).expect(202);
    const change = { code: await codeOf(email), password: 'Owner1234' };
    await api.request.post('/change-password').send(change).expect(200);
    await api.request.post('/token/refresh').send({ userToken: stranger.user_token }).expect(401);
    await signIn(email, 'Stranger1').expect(401);
    await signIn(email, 'Owner1234').expect(200);
  });
});

describe('confirming an email', () => {
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

  it('answers 404 to a wrong code, to the code of another account and to an unknown email', async () => {
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

  it('takes the right code however many wrong ones were tried', async () => {
    const email = newEmail();
    await register(email).expect(201);
    for (let guess = 0; guess < 40; guess += 1) await confirm(email, `EVGUESS${guess}`).expect(404);
    await confirm(email, await codeOf(email)).expect(200);
  });

  it('stops an address after 300 wrong codes, for 15 minutes; the right one works all the same', async () => {
    api.advance(16 * MINUTE);
    const email = newEmail();
    await register(email).expect(201);
    for (let batch = 0; batch < 10; batch += 1)
      await Promise.all(
        Array.from({ length: 30 }, (_, place) =>
          confirm(`guess${batch}@demo.test`, `EVGUESS${place}`).expect(404),
        ),
      );
    await confirm('guess@demo.test', 'EVGUESS').expect(429);
    await confirm(email, await codeOf(email)).expect(200);
    await confirm('guess@demo.test', 'EVGUESS').expect(429);
    api.advance(16 * MINUTE);
    await confirm('guess@demo.test', 'EVGUESS').expect(404);
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

  it('mails at most 3 codes in any hour, answers 202 all the same, and the newest stays good', async () => {
    const email = newEmail();
    await register(email).expect(201);
    api.advance(50 * MINUTE);
    for (let ask = 0; ask < 5; ask += 1) {
      await sendMails();
      await resend(email).expect(202);
    }
    expect(await mailsTo(api, email)).toHaveLength(3);
    api.advance(11 * MINUTE);
    for (let ask = 0; ask < 2; ask += 1) await resend(email).expect(202);
    expect(await mailsTo(api, email)).toHaveLength(4);
    await confirm(email, await codeOf(email)).expect(200);
  });

  it('is mailed alone where one before it still waits to be sent', async () => {
    const email = newEmail();
    await register(email).expect(201);
    await resend(email).expect(202);
    await signIn(email).expect(403);
    const codes = await codesOf(email);
    expect(codes).toHaveLength(1);
    await confirm(email, codes[0]).expect(200);
  });

  it('is done by signing in with the right password, within the same limit', async () => {
    const email = newEmail();
    await register(email).expect(201);
    await signIn(email, 'Wrong1234').expect(401);
    expect(await mailsTo(api, email)).toHaveLength(1);
    for (let time = 0; time < 4; time += 1) {
      expect((await signIn(email).expect(403)).body).toMatchObject({ code: 'email_not_verified' });
      await sendMails();
    }
    expect(await mailsTo(api, email)).toHaveLength(3);
    await confirm(email, await codeOf(email)).expect(200);
  });

  it('answers 422 to what is no email', async () => {
    await resend({ $ne: '' }).expect(422);
  });
});
