import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aHousehold, anAccount, TEST_AUTHOR } from '../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../test/harness.ts';
import { linkHousehold } from '../households/household-members.service.ts';
import { findUnlinkedMatches, requireMember } from './member.service.ts';

let api: Api;
let account: Account;
let memberId: string;
beforeAll(async () => {
  api = await startApi();
  const { primary } = await aHousehold();
  account = await anAccount({ memberId: primary._id });
  memberId = primary._id;
});
afterAll(() => api.stop());

const address = { streetAddress: '12 Elm Street', cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' };
const post = (body: object, path = '/api/v1/member', as = account) =>
  api.request.post(path).set(api.as(as)).send(body);

describe('changing address and phones', () => {
  it.each(['/api/v1/member', '/api/v1/member/', '/v2/members'])(
    'stores an address, dated now: %s',
    async (path) => {
      const before = api.deps.now().toISOString();
      const answer = await post({ _id: memberId, address: { ...address, modifiedDt: '2001-01-01' } }, path);
      expect(answer.status).toBe(200);
      expect(answer.body.address).toMatchObject(address);
      expect(answer.body.address.modifiedDt >= before).toBe(true);
      expect((await api.request.get(`/v2/members/${memberId}`).set(api.as(account))).body).toEqual(
        answer.body,
      );
      expect((await requireMember(memberId)).modifiedBy).toBe(account.email);
    },
  );

  it('confirms an address that is sent as it was', async () => {
    const first = await post({ _id: memberId, address });
    api.advance(60 * 86_400_000);
    const { accountAddress } = { accountAddress: first.body.address };
    const again = await post({ _id: memberId, address: accountAddress });
    expect(
      Date.parse(again.body.address.modifiedDt) - Date.parse(accountAddress.modifiedDt),
    ).toBeGreaterThanOrEqual(60 * 86_400_000);
  });

  it('is chosen by the printed number as well', async () => {
    const { memberId: number } = await requireMember(memberId);
    const answer = await post({ memberId: number, address: { ...address, stateCd: 'va' } });
    expect(answer.body.address.stateCd).toBe('VA');
  });

  it('changes nothing else, whatever the request carries', async () => {
    const before = await requireMember(memberId);
    const answer = await post({
      ...before,
      firstNm: 'Mallory',
      memberId: 'M-999999',
      organizationNumber: '1001',
      household_id: '0'.repeat(24),
      linkedHouseholds: ['0'.repeat(24)],
      isActive: false,
      modifiedBy: 'mallory@demo.test',
      linkKeys: ['x'],
      $set: { firstNm: 'Mallory' },
    });
    expect(answer.status).toBe(200);
    const { modifiedDt: _1, address: _2, ...after } = await requireMember(memberId);
    const { modifiedDt: _3, address: _4, ...expected } = before;
    expect(after).toEqual({ ...expected, version: before.version + 1 });
  });

  it('keeps phones as digits, searchable and good for linking', async () => {
    const before = await requireMember(memberId);
    const answer = await post({
      _id: memberId,
      phones: [{ phoneNbr: '(301) 555-0142' }, { phoneNbr: '2405550199' }],
    });
    expect(answer.body.phones).toEqual([{ phoneNbr: '3015550142' }, { phoneNbr: '2405550199' }]);
    expect(answer.body.address).not.toBeNull();
    const stored = await requireMember(memberId);
    expect(stored.searchKeys).toEqual(expect.arrayContaining(['3015550142', '2405550199']));
    expect(stored.searchKeys).not.toContain(before.phones[0]?.phoneNbr);
    const { lastNm, birthDt } = stored;
    expect(await findUnlinkedMatches({ lastNm, birthDt, phoneLast4: '0199' })).toEqual([memberId]);
  });

  it('names every wrong field by its path', async () => {
    const answer = await post({
      _id: memberId,
      address: { streetAddress: '1', cityNm: 'L', stateCd: 'Md.', postalCd: 'x' },
      phones: [{ phoneNbr: '3015550142' }, { phoneNbr: '555' }],
    });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual([
      { path: 'address.streetAddress', message: 'Street Name and Number is required' },
      { path: 'address.cityNm', message: 'City name is required' },
      { path: 'address.stateCd', message: 'State is required' },
      { path: 'address.postalCd', message: 'Zip Code is required' },
      { path: 'phones.1.phoneNbr', message: 'Invalid Phone Number' },
    ]);
  });

  it('is for the member alone', async () => {
    const linked = await aHousehold();
    await linkHousehold({ memberId, householdId: linked.household_id }, TEST_AUTHOR, new Date());
    const staff = await anAccount({ role: 'viewer' });
    for (const [as, _id] of [
      [account, linked.primary._id],
      [account, '0'.repeat(24)],
      [account, undefined],
      [staff, memberId],
    ] as const)
      expect((await post({ _id, address }, '/api/v1/member', as)).status).toBe(404);
    expect((await post({ _id: { $gt: '' }, address }, '/api/v1/member', account)).status).toBe(422);
    expect((await api.request.post('/api/v1/member').send({ _id: memberId, address })).status).toBe(401);
  });
});
