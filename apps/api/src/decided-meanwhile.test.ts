/** Refusals because another change was made between a check and the write. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aMember, anAccount, TEST_AUTHOR } from '../test/factories.ts';
import { beforeItsWrites } from '../test/interrupted-writes.ts';
import { PASSWORD_HASH } from '../test/payer.ts';
import { apiWithManager } from '../test/scenes.ts';
import { createUser } from './modules/identity/users/user.service.ts';
import { requireMember } from './modules/people/members/member.service.ts';
import { collection } from './platform/database.ts';
import { objectId } from './platform/documents.ts';
import { runChecks, thoroughChecks } from './platform/verification.ts';
import { references } from './modules/operations/verification/verify-references.service.ts';

const { api, organizationNumber, manager } = await apiWithManager();
const administrator = await anAccount({ role: 'administrator', organizationNumber });

const post = (path: string, body: object, as = manager) =>
  api.request.post(path).set(api.as(as)).set('Idempotency-Key', randomUUID()).send(body);
const referenceProblems = async () => {
  const problems: string[] = [];
  await runChecks(
    references,
    thoroughChecks({ doesRepair: false, now: api.deps.now(), looksAgain: 0 }),
    problems,
  );
  return problems;
};

describe('between the check and the write', () => {
  it('the member of a new contact dies', async () => {
    const member = await aMember({ organizationNumber });
    const death = { event: 'death', deceasedDt: api.deps.now().toISOString().slice(0, 10) };
    const [died, refused] = await beforeItsWrites(
      () => post(`/v2/members/${member._id}/life-events`, death),
      () =>
        post(`/v2/organizations/${organizationNumber}/contacts`, { member_id: member._id, title: 'Deacon' }),
    );
    expect([died.status, refused.status, refused.body.code]).toEqual([200, 409, 'deceased']);
    expect(await collection('contacts').countDocuments({ member_id: objectId(member._id) })).toBe(0);
  });

  it('the household of a new member is removed', async () => {
    const alone = await aMember({ organizationNumber });
    const form = {
      ...{ firstNm: 'Ruth', lastNm: 'Okafor', birthDt: '1980-05-06', relationship: 'Child' },
      ...{ organizationNumber, household_id: alone.household_id },
    };
    const [removed, refused] = await beforeItsWrites(
      () => api.request.delete(`/api/v1/member/${alone._id}`).set(api.as(manager)),
      () => post('/v2/members', form),
    );
    expect([removed.status, refused.status]).toEqual([204, 422]);
    expect(refused.body.errors).toMatchObject([{ path: 'household_id' }]);
    expect(await collection('members').countDocuments({ lastNm: 'Okafor' })).toBe(0);
    expect(await referenceProblems()).toEqual([]);
  });

  it('the member of a new link is erased', async () => {
    const member = await aMember({ organizationNumber, phones: [{ phoneNbr: '3015550177' }] });
    const account = await anAccount({ memberId: null });
    const { lastNm, firstNm, birthDt } = member;
    const [erased, refused] = await beforeItsWrites(
      () => post(`/v2/members/${member._id}/erasure`, { name: `${firstNm} ${lastNm}` }),
      () => post('/v2/identity/account-link', { lastNm, birthDt, phone: '0177' }, account),
    );
    expect([erased.status, refused.status]).toEqual([204, 404]);
    expect((await requireMember(member._id)).firstNm).toBe('erased');
    expect(await collection('users').countDocuments({ memberId: objectId(member._id) })).toBe(0);
  });

  it('the sign-in of a new role is deleted', async () => {
    const email = `gone-${randomUUID()}@example.test`;
    const user = await createUser(
      { email, passwordHash: PASSWORD_HASH, isEmailConfirmed: true, now: new Date() },
      TEST_AUTHOR,
    );
    const account = { userId: user._id, memberId: null, email };
    const [deleted, refused] = await beforeItsWrites(
      () => post('/v2/identity/account/delete', { password: 'Demo1234' }, account),
      () =>
        post(
          `/v2/organizations/${organizationNumber}/roles`,
          { email, role: 'administrator' },
          administrator,
        ),
    );
    expect([deleted.status, refused.status, refused.body.code]).toEqual([204, 404, 'no_such_user']);
    expect(await collection('roles').countDocuments({ email })).toBe(0);
  });
});
