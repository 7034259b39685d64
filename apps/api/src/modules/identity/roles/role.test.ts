import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '@kinfold/domain/dates';
import { ROOT, ROOT_NAME } from '@kinfold/domain/permission';
import { ROLES } from '@kinfold/domain/role';
import { aMember, anAccount, anOrganization, TEST_AUTHOR } from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { linkOf, mailsTo } from '../../../../test/mails.ts';
import { collection } from '../../../platform/database.ts';
import { createUser } from '../users/user.service.ts';
import { endOverdueRoles } from './role.service.ts';

let api: Api;
/** An organization, the one above it, and one of another tree. */
let above: string;
let here: string;
let other: string;
let administrator: Account;
let root: Account;
beforeAll(async () => {
  api = await startApi({ environment: { TIME_ZONE: 'America/New_York' } });
  root = await anAccount({ role: 'administrator' });
});
afterAll(() => api.stop());
beforeEach(async () => {
  above = (await anOrganization({ organizationName: 'Grace' })).organizationNumber;
  here = (await anOrganization({ parentOrganization: above, organizationName: 'Chapel' })).organizationNumber;
  other = (await anOrganization()).organizationNumber;
  administrator = await anAccount({ role: 'administrator', organizationNumber: here });
});

const path = (number: string) => `/v2/organizations/${number}/roles`;
const list = (as: Account, number = here) => api.get(path(number), as);
const give = (as: Account, body: object, number = here) =>
  api.request.post(path(number)).set(api.as(as)).send(body);
const drop = (as: Account, roleId: string, number = here) =>
  api.request.delete(`${path(number)}/${roleId}`).set(api.as(as));
const isAllowed = async (as: Account, permission: string, number = here) => {
  const body = { resourceUri: `organizations/${number}`, permission };
  return (await api.request.post('/v2/identity/permission/check').set(api.as(as)).send(body)).body.allowed;
};
const someone = () => anAccount();
const roleIdOf = async (account: Account, number = here) =>
  String((await collection('roles').findOne({ email: account.email, organizationNumber: number }))?._id);
type RoleAnswer = {
  action: string;
  actor: { email: string };
  changes: { field: string; from: unknown; to: unknown }[];
};
const history = async (number = here): Promise<RoleAnswer[]> =>
  (await api.get(`/v2/audit?subject_type=organization&subject_id=${encodeURIComponent(number)}`, root)).body
    .entries;
const inDays = (days: number) =>
  new Date(api.deps.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);

describe('giving a role', () => {
  it('applies from the next request on, and is listed with name, giver and date', async () => {
    const { _id } = await aMember({ firstNm: 'Esther', lastNm: 'Bekele', organizationNumber: here });
    const esther = await anAccount({ memberId: _id });
    expect(await isAllowed(esther, 'members.update')).toBe(false);
    const answer = await give(administrator, { email: esther.email.toUpperCase(), role: 'manager' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      email: esther.email,
      name: 'Esther Bekele',
      role: 'manager',
      organizationNumber: here,
      organizationName: 'Chapel',
      inherited: false,
      createdBy: administrator.email,
      createdDt: expect.stringMatching(/^20.*Z$/),
      endDt: null,
      pendingUntilDt: null,
    });
    expect(await isAllowed(esther, 'members.update')).toBe(true);
    expect((await list(administrator)).body).toContainEqual(answer.body);
    const [entry] = await history();
    expect(entry).toMatchObject({
      action: 'role.granted',
      actor: { email: administrator.email },
      changes: [
        { field: 'role', from: null, to: 'manager' },
        { field: 'user', from: null, to: esther.email },
      ],
    });
  });

  it('is refused where they hold it already, also when several give it at once', async () => {
    const { email } = await someone();
    const answers = await Promise.all([1, 2, 3].map(() => give(administrator, { email, role: 'viewer' })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    const again = await give(administrator, { email, role: 'viewer' });
    expect(again.body).toMatchObject({
      code: 'role_held',
      detail: `${email} holds the role viewer at Chapel already.`,
    });
    expect((await give(administrator, { email, role: 'treasurer' })).status).toBe(201);
    expect((await history()).filter(({ action }) => action === 'role.granted')).toHaveLength(3);
  });

  it('answers 404 for an e-mail that nobody has confirmed', async () => {
    const email = 'unconfirmed@grace.test';
    await createUser({ email, isEmailConfirmed: false, now: api.deps.now() }, TEST_AUTHOR);
    for (const unknown of [email, 'nobody@grace.test'])
      expect((await give(administrator, { email: unknown, role: 'viewer' })).body).toMatchObject({
        status: 404,
        code: 'no_such_user',
        detail: 'Nobody has confirmed an account with this email.',
      });
  });

  it.each([
    [{}, ['email', 'role']],
    [{ email: 'ruth', role: 'viewer' }, ['email']],
    [{ email: 'ruth@grace.test', role: 'owner' }, ['role']],
    [{ email: 'ruth@grace.test', role: 'viewer', endDt: '02/30/2030' }, ['endDt']],
    [{ email: 'ruth@grace.test', role: 'viewer', endDt: '01/01/2020' }, ['endDt']],
    [{ email: { $ne: '' }, role: ['viewer'] }, ['email', 'role']],
  ])('answers 422 to %j', async (body, fields) => {
    const answer = await give(administrator, body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toEqual(fields);
  });

  it('at the root is for its administrators, and of administrators only', async () => {
    const { email } = await someone();
    expect((await give(administrator, { email, role: 'administrator' }, ROOT)).status).toBe(403);
    const answer = await give(root, { email, role: 'manager' }, ROOT);
    expect(answer.body).toMatchObject({ status: 422, errors: [{ path: 'role' }] });
    const given = await give(root, { email, role: 'administrator' }, ROOT);
    expect(given.body).toMatchObject({ organizationNumber: ROOT, organizationName: ROOT_NAME });
    expect((await drop(root, given.body._id, ROOT)).status).toBe(204);
  });
});

describe('the list', () => {
  it('has the roles from above as inherited, and nothing from below or beside', async () => {
    const [pastor, clerk, stranger] = [await someone(), await someone(), await someone()];
    await give(root, { email: pastor.email, role: 'manager' }, above);
    await give(root, { email: clerk.email, role: 'viewer' });
    await give(root, { email: stranger.email, role: 'viewer' }, other);
    const rows = (await list(administrator)).body as Record<string, unknown>[];
    const shown = rows.map(({ email, organizationName, inherited }) => [email, organizationName, inherited]);
    expect(shown).toEqual(
      expect.arrayContaining([
        [root.email, ROOT_NAME, true],
        [pastor.email, 'Grace', true],
        [clerk.email, 'Chapel', false],
        [administrator.email, 'Chapel', false],
      ]),
    );
    expect(shown).toHaveLength(4);
    const of = async (number: string) =>
      ((await list(root, number)).body as { email: string }[]).map(({ email }) => email);
    expect(await of(above)).toEqual(expect.arrayContaining([root.email, pastor.email]));
    expect(await of(above)).not.toContain(clerk.email);
    expect(await of(ROOT)).toEqual([root.email]);
  });
});

describe('an end date', () => {
  it('is a last day, after which the role permits nothing', async () => {
    const clerk = await someone();
    const lastDay = inDays(3);
    const { body } = await give(administrator, { email: clerk.email, role: 'viewer', endDt: lastDay });
    // Midnight in New York.
    expect(body.endDt).toMatch(/T0[34]:59:59\.999Z$/);
    expect(await isAllowed(clerk, 'organization.details.get')).toBe(true);
    api.advance(new Date(body.endDt).getTime() - api.deps.now().getTime() - 1_000);
    expect(await isAllowed(clerk, 'organization.details.get')).toBe(true);
    api.advance(1_000);
    expect(await isAllowed(clerk, 'organization.details.get')).toBe(false);
    expect((await api.get('/v2/my/scope', clerk)).body.roles).toEqual([]);
    expect(JSON.stringify((await list(administrator)).body)).not.toContain(clerk.email);
    expect((await drop(administrator, body._id)).status).toBe(404);
  });

  it('is recorded in the history once, however the role ends', async () => {
    const clerk = await someone();
    const form = { email: clerk.email, role: 'viewer', endDt: inDays(1) };
    await give(administrator, form);
    api.advance(3 * DAY_MS);
    await Promise.all([endOverdueRoles(api.deps.now()), endOverdueRoles(api.deps.now())]);
    await endOverdueRoles(api.deps.now());
    const ended = (await history()).filter(({ action }) => action === 'role.ended');
    expect(ended).toHaveLength(1);
    expect(ended[0]).toMatchObject({ actor: { name: 'Kinfold' } });
    await give(administrator, { ...form, endDt: inDays(1) });
    api.advance(3 * DAY_MS);
    // Nobody has cleared it away yet.
    expect((await give(administrator, { ...form, endDt: '' })).status).toBe(201);
    expect((await history()).map(({ action }) => action).slice(0, 4)).toEqual([
      ...['role.granted', 'role.ended', 'role.granted', 'role.ended'],
    ]);
  });
});

describe('removing a role', () => {
  it('applies from the next request on, once, and is undone by giving the role again', async () => {
    const clerk = await someone();
    const { _id } = (await give(administrator, { email: clerk.email, role: 'viewer' })).body;
    expect((await drop(administrator, _id)).status).toBe(204);
    expect(await isAllowed(clerk, 'organization.details.get')).toBe(false);
    expect((await drop(administrator, _id)).body).toMatchObject({
      status: 404,
      detail: 'There is no such role.',
    });
    expect((await history())[0]).toMatchObject({
      action: 'role.removed',
      changes: [
        { field: 'role', from: 'viewer', to: null },
        { field: 'user', from: clerk.email, to: null },
      ],
    });
    expect((await give(administrator, { email: clerk.email, role: 'viewer' })).status).toBe(201);
    expect(await isAllowed(clerk, 'organization.details.get')).toBe(true);
  });

  it('happens where it was given, and nowhere else', async () => {
    const pastor = await someone();
    const { _id } = (await give(root, { email: pastor.email, role: 'manager' }, above)).body;
    for (const [number, roleId] of [
      [here, _id],
      [other, _id],
      [above, 'x'],
      [above, '0'.repeat(24)],
    ] as const)
      expect((await drop(root, roleId, number)).status).toBe(404);
    expect((await drop(administrator, _id, above)).status).toBe(403);
    expect(await isAllowed(pastor, 'members.update')).toBe(true);
  });

  it('of the last administrator is refused', async () => {
    const answer = await drop(root, await roleIdOf(root, ROOT), ROOT);
    expect(answer.body).toMatchObject({
      status: 409,
      code: 'last_administrator',
      detail: `${root.email} is the last administrator of ${ROOT_NAME}. Give somebody else that role first, without an end date.`,
    });
    // A user whose role ends, or who was only invited, does not count.
    const deputy = await someone();
    const form = { email: deputy.email, role: 'administrator' };
    const ending = (await give(root, { ...form, endDt: inDays(9) }, ROOT)).body;
    const invited = (await give(root, { ...form, email: 'new@grace.test', invite: true }, ROOT)).body;
    expect((await drop(root, await roleIdOf(root, ROOT), ROOT)).status).toBe(409);
    for (const { _id } of [ending, invited]) expect((await drop(root, _id, ROOT)).status).toBe(204);
    // At an organization it may be removed: the root stays.
    expect((await drop(administrator, await roleIdOf(administrator))).status).toBe(204);
    expect((await list(administrator)).status).toBe(403);
  });

  it('leaves one of two administrators who take each other’s role away at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const second = await anAccount({ role: 'administrator' });
      const [firstId, secondId] = [await roleIdOf(root, ROOT), await roleIdOf(second, ROOT)];
      const answers = await Promise.all([drop(root, secondId, ROOT), drop(second, firstId, ROOT)]);
      // The second one is the last administrator, or has lost the role by that time.
      const [done, refused] = answers.map(({ status }) => status).toSorted((a, b) => a - b);
      expect(done).toBe(204);
      expect([403, 409]).toContain(refused);
      if (answers[0]?.status !== 204) root = second;
      expect((await list(root, ROOT)).body).toHaveLength(1);
    }
  });
});

describe('an invitation', () => {
  const invite = (email: string, role = 'treasurer') => give(administrator, { email, role, invite: true });
  /** Signs up and confirms with the mailed code, as an invited person does. */
  async function register(email: string): Promise<Account> {
    const password = 'Demo1234';
    const form = { email, password, confirmPassword: password, terms: true };
    expect((await api.request.post('/register').send(form)).status).toBe(201);
    const code = linkOf((await mailsTo(api, email))[0]).searchParams.get('code');
    expect((await api.request.post('/confirm-email').send({ email, code })).status).toBe(200);
    const user = await collection('users').findOne({ email });
    return { userId: String(user?._id), memberId: null, email };
  }

  it('is limited to 30 invitations an hour for the sender', async () => {
    const sender = await anAccount({ role: 'administrator', organizationNumber: here });
    const ask = (email: string) => give(sender, { email, role: 'viewer', invite: true });
    for (let index = 0; index < 30; index += 1)
      expect((await ask(`many${index}@limit.test`)).status).toBe(201);
    const refused = await ask('many30@limit.test');
    expect(refused.status).toBe(429);
    expect(refused.body.detail).toMatch(/^Too many attempts\. Please try again in /);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('is mailed, listed as waiting, permits nothing, and becomes a role when the address is confirmed', async () => {
    const email = 'ruth@grace.test';
    const { status, body } = await invite(email);
    expect(status).toBe(201);
    expect(body).toMatchObject({ email, name: email, role: 'treasurer', inherited: false });
    expect(new Date(body.pendingUntilDt).getTime() - new Date(body.createdDt).getTime()).toBe(14 * DAY_MS);
    const [mail] = await mailsTo(api, email);
    expect(mail?.subject).toBe('You are invited to help at Chapel');
    expect(linkOf(mail).href).toBe('http://localhost:8080/sign-up?email=ruth%40grace.test');
    expect((await list(administrator)).body).toContainEqual(body);
    expect((await invite(email)).body).toMatchObject({
      code: 'role_held',
      detail: `${email} is invited as treasurer at Chapel already.`,
    });
    const ruth = await register(email);
    expect(await isAllowed(ruth, 'payments.record')).toBe(true);
    const rows = (await list(administrator)).body as { email: string; pendingUntilDt: string | null }[];
    expect(rows.find((row) => row.email === email)).toMatchObject({ _id: body._id, pendingUntilDt: null });
    expect((await history()).map(({ action }) => action).slice(0, 2)).toEqual([
      'role.accepted',
      'role.invited',
    ]);
  });

  it('of a user with an account is a role at once', async () => {
    const clerk = await someone();
    expect((await invite(clerk.email)).body.pendingUntilDt).toBeNull();
    expect(await mailsTo(api, clerk.email)).toEqual([]);
  });

  it('can be withdrawn', async () => {
    const email = 'taken@grace.test';
    const { _id } = (await invite(email)).body;
    expect((await drop(administrator, _id)).status).toBe(204);
    expect(await isAllowed(await register(email), 'payments.record')).toBe(false);
    expect((await history())[0]?.action).toBe('role.invitation_withdrawn');
  });

  it('is over after 14 days', async () => {
    const email = 'late@grace.test';
    await invite(email);
    api.advance(14 * DAY_MS);
    expect(JSON.stringify((await list(administrator)).body)).not.toContain(email);
    expect(await isAllowed(await register(email), 'payments.record')).toBe(false);
    await endOverdueRoles(api.deps.now());
    expect((await history())[0]?.action).toBe('role.invitation_expired');
  });

  it('is not accepted by an unconfirmed registration', async () => {
    const email = 'waiting@grace.test';
    await invite(email);
    const form = { email, password: 'Demo1234', confirmPassword: 'Demo1234', terms: true };
    await api.request.post('/register').send(form).expect(201);
    await api.request.post('/confirm-email').send({ email, code: 'EV000000' }).expect(404);
    expect(await collection('roles').findOne({ email })).toMatchObject({ userId: null });
  });
});

describe('who may', () => {
  it.each(ROLES)('%s: administrators only, at the organization and above it', async (role) => {
    const [read, changed] = role === 'administrator' ? [200, 201] : [403, 403];
    for (const number of [here, above]) {
      const staff = await anAccount({ role, organizationNumber: number });
      expect((await list(staff)).status).toBe(read);
      expect((await give(staff, { email: (await someone()).email, role: 'viewer' })).status).toBe(changed);
      const target = await anAccount({ role: 'viewer', organizationNumber: here });
      const removed = await drop(staff, await roleIdOf(target));
      expect(removed.status).toBe(role === 'administrator' ? 204 : 403);
    }
  });

  it('nobody of another tree, of below, or without a role', async () => {
    const below = await anOrganization({ parentOrganization: here });
    for (const account of [
      await anAccount({ role: 'administrator', organizationNumber: other }),
      await anAccount({ role: 'administrator', organizationNumber: below.organizationNumber }),
      await someone(),
    ])
      for (const answer of [
        await list(account),
        await give(account, { email: 'x@grace.test', role: 'viewer', invite: true }),
        await drop(account, await roleIdOf(administrator)),
        await list(account, ROOT),
      ]) {
        expect(answer.status).toBe(403);
        expect(JSON.stringify(answer.body)).not.toContain(administrator.email);
      }
    expect((await list(root, 'nowhere')).status).toBe(404);
    expect((await list(administrator, 'nowhere')).status).toBe(403);
    expect((await api.get(path(here))).status).toBe(401);
  });
});
