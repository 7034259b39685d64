import { beforeEach, describe, expect, it } from 'vitest';
import {
  aCampaign,
  aHousehold,
  aMember,
  aMembership,
  anAccount,
  anOrganization,
} from '../../../../test/factories.ts';
import type { Account } from '../../../../test/harness.ts';
import { csvOf } from '../../../../test/importing.ts';
import { apiOfFile, importingAnew } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';
import { handOutPerson } from '../erasure/erasure.service.ts';
import { requireMember } from './member.service.ts';
import { TEST_AUTHOR } from '../../../../test/factories.ts';

const api = await apiOfFile();
let organizationNumber: string;
let manager: Account;
beforeEach(async () => {
  ({ organizationNumber } = await anOrganization());
  manager = await anAccount({ role: 'manager', organizationNumber });
});
const post = (body: object) => api.request.post('/v2/members').set(api.as(manager)).send(body);
const found = async (term: string) =>
  (await api.get(`/v2/members?searchTerm=${encodeURIComponent(term)}`, manager)).body.members;
const search = async (term: string) =>
  (await api.get(`/v2/search?q=${encodeURIComponent(term)}`, manager)).body.members;

describe('a suffix', () => {
  it('is kept as it is usually written, shown with the name, searched, and in files', async () => {
    const made = await post({
      ...{ firstNm: 'Samuel', lastNm: 'Okafor', birthDt: '1961-03-14', relationship: 'Head of Household' },
      ...{ organizationNumber, suffix: 'jr' },
    }).expect(201);
    const { _id } = made.body;
    expect(made.body.suffix).toBe('Jr.');
    for (const term of ['Okafor Jr', 'Okafor, Jr.', 'samuel okafor junior', 'jr okafor'])
      expect(await found(term), term).toMatchObject([{ _id, suffix: 'Jr.' }]);
    expect(await found('Okafor Sr')).toEqual([]);
    expect(await search('Okafor Jr')).toMatchObject([{ _id, suffix: 'Jr.' }]);
    const campaign = await aCampaign({ organizationNumber });
    const membership = await aMembership({ campaign, primary: await requireMember(_id) });
    const { body } = await api.get(`/v2/membership/${membership._id}`, manager);
    expect(body).toMatchObject({ primaryMember: { suffix: 'Jr.' }, members: [{ suffix: 'Jr.' }] });
    const { text } = await api.get('/v2/members.csv', manager);
    expect(text.split('\r\n')[0]).toContain('Suffix');
    expect(text).toContain('Jr.');
    await post({ _id, suffix: '' }).expect(200);
    const history = await api.get(`/v2/audit?subject_type=member&subject_id=${_id}`, manager);
    expect(history.body.entries[0]).toMatchObject({
      subject: { label: 'Samuel Okafor' },
      changes: [{ field: 'suffix', from: 'Jr.', to: null }],
    });
    expect(history.body.entries.at(-1)).toMatchObject({ subject: { label: 'Samuel Okafor Jr.' } });
    const tooLong = await post({ _id, suffix: 'of the first house' }).expect(422);
    expect(tooLong.body.errors).toMatchObject([{ path: 'suffix' }]);
  });

  it('is a column of a file', async () => {
    const { imports, organizationNumber: number } = await importingAnew(api);
    const { _id } = await imports.check(
      csvOf([
        ['Last Name', 'First Name', 'Suffix', 'Birth Date'],
        ['Okafor', 'Samuel', 'III', '03/14/1961'],
      ]),
    );
    await imports.run(_id);
    expect(await collection('members').findOne({ organizationNumber: number })).toMatchObject({
      lastNm: 'Okafor',
      suffix: 'III',
    });
  });
});

describe('a former name', () => {
  it('is kept, found, shown to staff, handed out, and erased with the person', async () => {
    const { _id } = await aMember({ organizationNumber, firstNm: 'Abeba', lastNm: 'Tesfaye' });
    const changed = await post({ _id, lastNm: 'Abebe' }).expect(200);
    const formerNames = [{ firstNm: 'Abeba', lastNm: 'Tesfaye', until: expect.any(String) }];
    expect(changed.body).toMatchObject({ formerNames });
    expect(await found('Tesfaye')).toMatchObject([{ _id, lastNm: 'Abebe', formerly: 'Tesfaye' }]);
    expect(await search('tesf')).toMatchObject([{ _id, formerly: 'Tesfaye' }]);
    const again = await post({ _id, lastNm: 'ABEBE' }).expect(200);
    expect(again.body.formerNames).toMatchObject(formerNames);
    const file = await handOutPerson(await requireMember(_id), TEST_AUTHOR, api.deps.now());
    expect(JSON.stringify(file.data)).toContain('Tesfaye');
    const self = await anAccount({ memberId: _id });
    expect((await api.get(`/v2/members/${_id}`, self)).body).toMatchObject({ formerNames });
    const { primary, members } = await aHousehold({ organizationNumber, size: 2 });
    const married = members.find((one) => one._id !== primary._id) ?? primary;
    await post({ _id: married._id, suffix: 'sr', lastNm: 'Newname' }).expect(200);
    const membership = await aMembership({
      campaign: await aCampaign({ organizationNumber }),
      primary,
      covered: members,
    });
    const payer = await anAccount({ memberId: primary._id });
    const shown = { lastNm: 'Newname', suffix: 'Sr.', formerly: married.lastNm };
    for (const path of [`/api/v1/member/${primary._id}/household`, `/v2/membership/${membership._id}`]) {
      const nameIn = async (account: Account) =>
        (await api.get(path, account)).body.members.find(
          ({ member_id }: { member_id: string }) => member_id === married._id,
        );
      expect(await nameIn(manager), path).toMatchObject(shown);
      const ofPayer = await nameIn(payer);
      expect(ofPayer, path).toMatchObject({ lastNm: 'Newname', suffix: 'Sr.' });
      expect(ofPayer, path).not.toHaveProperty('formerly');
    }
    await api.request.post(`/v2/members/${_id}/erasure`).set(api.as(manager)).send({ name: 'Abeba Abebe' });
    expect(await collection('members').findOne({ memberId: changed.body.memberId })).toMatchObject({
      suffix: null,
      formerNames: [],
      searchKeys: [],
    });
  });
});

describe('the church’s own number', () => {
  it('is found by both searches, listed, and gone from them once it is removed', async () => {
    const { _id } = await aMember({ organizationNumber, externalRef: 'GC-20417' });
    for (const term of ['GC-20417', 'gc20417', '20417']) {
      expect(await found(term), term).toMatchObject([{ _id, externalRef: 'GC-20417' }]);
      expect(await search(term), term).toMatchObject([{ _id, externalRef: 'GC-20417' }]);
    }
    await post({ _id, externalRef: '' }).expect(200);
    expect(await found('20417')).toEqual([]);
  });
});
