import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aHousehold, anAccount, anOrganization, TEST_AUTHOR } from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { collection } from '../../../platform/database.ts';
import { linkHousehold } from '../households/linked-household.service.ts';
import { findUnlinkedMatches, findHouseholdMembers, requireMember } from './member.service.ts';

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

  it('stores how they want to be notified of dues, and whether they are reminded', async () => {
    const chosen = await post({ _id: memberId, preferredWay: 'letter', getsReminders: false });
    expect(chosen.body).toMatchObject({ preferredWay: 'letter', bouncedEmail: null });
    expect(chosen.body.unsubscribedDt).toEqual(expect.any(String));
    const back = await post({ _id: memberId, preferredWay: '', getsReminders: true });
    expect(back.body).toMatchObject({ preferredWay: null, unsubscribedDt: null });
    const wrong = await post({ _id: memberId, preferredWay: 'pigeon', getsReminders: 'no' });
    expect(wrong.status).toBe(422);
    expect(wrong.body.errors).toEqual([
      { path: 'preferredWay', message: 'mail, letter or call' },
      { path: 'getsReminders', message: 'getsReminders is true or false' },
    ]);
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
    const { lastNm, birthDt } = stored as typeof stored & { birthDt: string };
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
      [staff, memberId],
    ] as const)
      expect((await post({ _id, address }, '/api/v1/member', as)).status).toBe(404);
    expect((await post({ _id: { $gt: '' }, address }, '/api/v1/member', account)).status).toBe(422);
    expect((await api.request.post('/api/v1/member').send({ _id: memberId, address })).status).toBe(401);
  });
});

describe('staff', () => {
  /** An organization with a parent, a member there, and who asks. */
  async function aParish() {
    const parent = await anOrganization();
    const { organizationNumber } = await anOrganization({ parentOrganization: parent.organizationNumber });
    const { primary, household_id } = await aHousehold({ organizationNumber });
    const at = parent.organizationNumber;
    return {
      organizationNumber,
      primary,
      household_id,
      manager: await anAccount({ role: 'manager', organizationNumber: at }),
      treasurer: await anAccount({ role: 'treasurer', organizationNumber: at }),
      stranger: await anAccount({ role: 'manager', ...(await anOrganization()) }),
    };
  }
  const NEW = { firstNm: 'Noor', lastNm: 'Haddad', birthDt: '07/04/1990', relationship: 'Spouse' };

  it('date an address that they change, and leave it to the member to confirm one that stays', async () => {
    const { manager, primary } = await aParish();
    const edit = async (streetAddress: string) =>
      (await post({ _id: primary._id, address: { ...address, streetAddress } }, '/v2/members', manager)).body;
    const first = await edit('12 Elm Street');
    api.advance(86_400_000);
    expect(await edit('12 Elm Street')).toEqual(first);
    expect((await edit('14 Elm Street')).address.modifiedDt > first.address.modifiedDt).toBe(true);
  });

  it('write nothing, and tell nothing, where an edit changes nothing', async () => {
    const { manager, primary } = await aParish();
    const { body: before } = await api.get(`/v2/members/${primary._id}`, manager);
    const recorded = () => collection('audit_entries').countDocuments({ 'subject.id': primary._id });
    const entries = await recorded();
    for (const edit of [{}, before, { midInit: '', linkedHouseholds: [] }]) {
      const answer = await post({ ...edit, _id: primary._id }, '/v2/members', manager);
      expect([answer.status, answer.body]).toEqual([200, before]);
    }
    expect(await recorded()).toBe(entries);
  });

  it('do not deactivate the primary member of others, as little as their household does', async () => {
    const { manager, organizationNumber } = await aParish();
    const { members, primary } = await aHousehold({ organizationNumber, size: 2 });
    const edit = (_id = '', isActive = false) => post({ _id, isActive }, '/v2/members', manager);
    const refused = await edit(primary._id);
    const message =
      'The primary member cannot be deactivated. Make another member primary first, on the tab Household.';
    expect([refused.status, refused.body.errors]).toEqual([422, [{ path: 'isActive', message }]]);
    expect((await requireMember(primary._id)).isActive).toBe(true);
    expect((await edit(members[1]?._id)).status).toBe(200);
    // Who stays behind is not active.
    expect((await edit(primary._id)).status).toBe(200);
    expect((await edit(primary._id, true)).body.isActive).toBe(true);
  });

  it('change all that a form of theirs has, and what is not sent stays', async () => {
    const { primary, manager } = await aParish();
    const edit = {
      firstNm: 'Ruth',
      lastNm: 'Núñez',
      midInit: 'J',
      birthDt: '1951-03-07',
      relationship: 'Parent',
      externalRef: 'OLD-17',
      isActive: false,
      phones: [{ phoneNbr: '(301) 555-0109' }],
      emails: [{ email: 'Ruth@Example.org' }],
    };
    const answer = await post(
      { _id: primary._id, version: primary.version, ...edit },
      '/v2/members',
      manager,
    );
    expect([answer.status, answer.body]).toMatchObject([
      200,
      {
        ...edit,
        middleInit: 'J',
        address: primary.address,
        phones: [{ phoneNbr: '3015550109' }],
        emails: [{ email: 'ruth@example.org', email_type: 'primary' }],
        version: primary.version + 1,
      },
    ]);
    const emptied = await post(
      { memberId: primary.memberId, midInit: '', externalRef: '' },
      undefined,
      manager,
    );
    expect(emptied.body).toMatchObject({ firstNm: 'Ruth', middleInit: null, externalRef: null });
    const link = { lastNm: 'nunez', birthDt: '1951-03-07', phoneLast4: '0109' };
    expect(await findUnlinkedMatches(link)).toEqual([primary._id]);
  });

  it('change themself as staff where they may, and as anybody else where they may not', async () => {
    const { primary, organizationNumber } = await aParish();
    const own = { memberId: primary._id, organizationNumber };
    const [manager, treasurer] = [
      await anAccount({ ...own, role: 'manager' }),
      await anAccount({
        memberId: (await aHousehold({ organizationNumber })).primary._id,
        role: 'treasurer',
      }),
    ];
    const changed = await post({ _id: primary._id, firstNm: 'Ada' }, undefined, manager);
    expect(changed.body.firstNm).toBe('Ada');
    const before = await requireMember(treasurer.memberId ?? '');
    const same = await post({ _id: before._id, firstNm: 'Ada', address }, undefined, treasurer);
    expect(same.body).toMatchObject({ firstNm: before.firstNm, address });
  });

  it('make a member in a household of their own, or in one that is there', async () => {
    const { organizationNumber, household_id, primary, manager } = await aParish();
    const alone = await post({ ...NEW, organizationNumber, address }, '/v2/members', manager);
    expect([alone.status, alone.body]).toMatchObject([
      201,
      { firstNm: 'Noor', birthDt: '1990-07-04', organizationNumber, isActive: true, address },
    ]);
    expect(alone.body.memberId).toMatch(/^M-\d{6}$/);
    const household = await api.get(`/api/v1/member/${alone.body._id}/household`, manager);
    expect(household.body.primaryMemberId).toBe(alone.body._id);
    const beside = await post({ ...NEW, organizationNumber, household_id }, '/api/v1/member', manager);
    expect(beside.status).toBe(201);
    expect((await findHouseholdMembers(household_id)).map(({ _id }) => _id)).toEqual(
      expect.arrayContaining([primary._id, beside.body._id]),
    );
    const { body } = await api.get(`/v2/organizations/${organizationNumber}`, manager);
    expect(body.membersCnt).toBe(3);
  });

  it('see errors beside their fields', async () => {
    const { organizationNumber, manager } = await aParish();
    const elsewhere = await aHousehold();
    const errorsOf = async (form: object) => {
      const { status, body } = await post(form, '/v2/members', manager);
      return [status, body.errors?.map(({ path }: { path: string }) => path)];
    };
    expect(await errorsOf({ organizationNumber })).toEqual([
      422,
      ['firstNm', 'lastNm', 'relationship', 'birthDt'],
    ]);
    expect(await errorsOf({})).toEqual([422, ['organizationNumber']]);
    expect(await errorsOf({ ...NEW, organizationNumber, birthDt: '2999-01-01' })).toEqual([422, ['birthDt']]);
    for (const household_id of [elsewhere.household_id, 'x', '0'.repeat(24)])
      expect(await errorsOf({ ...NEW, organizationNumber, household_id })).toEqual([422, ['household_id']]);
    const wrong = { midInit: 'JJ', isActive: 'yes', emails: [{ email: 'x' }], relationship: 'Friend' };
    expect(await errorsOf({ ...NEW, organizationNumber, ...wrong })).toEqual([
      422,
      ['midInit', 'relationship', 'isActive', 'emails.0.email'],
    ]);
    const twice = {
      phones: [{ phoneNbr: '3015550142' }, { phoneNbr: '(301) 555-0142' }],
      emails: [{ email: 'ruth@grace.test' }, { email: 'Ruth@Grace.test' }],
    };
    expect(await errorsOf({ ...NEW, organizationNumber, ...twice })).toEqual([
      422,
      ['phones.1.phoneNbr', 'emails.1.email'],
    ]);
  });

  it('of elsewhere, and without the permission, neither change nor make anybody', async () => {
    const { primary, organizationNumber, treasurer, stranger } = await aParish();
    const nobody = await anAccount();
    for (const as of [treasurer, stranger, nobody]) {
      const { status } = await post({ _id: primary._id, firstNm: 'Mallory' }, '/v2/members', as);
      expect(status).toBe(404);
      expect((await post({ ...NEW, organizationNumber }, '/v2/members', as)).status).toBe(403);
      expect((await post({ ...NEW, organizationNumber: 'none' }, '/v2/members', as)).status).toBe(403);
    }
    const admin = await anAccount({ role: 'administrator' });
    const answer = await post({ ...NEW, organizationNumber: 'none' }, '/v2/members', admin);
    expect([answer.status, answer.body.errors?.[0].path]).toEqual([422, 'organizationNumber']);
    expect(await requireMember(primary._id)).toEqual(primary);
  });
});
