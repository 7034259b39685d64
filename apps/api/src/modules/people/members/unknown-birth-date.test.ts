import { beforeEach, describe, expect, it } from 'vitest';
import { aCampaign, aMember, anAccount, anOrganization, aMembership } from '../../../../test/factories.ts';
import type { Account } from '../../../../test/harness.ts';
import { csvOf } from '../../../../test/importing.ts';
import { apiOfFile, importingAnew } from '../../../../test/scenes.ts';
import { collection } from '../../../platform/database.ts';

const api = await apiOfFile();
let organizationNumber: string;
let manager: Account;
beforeEach(async () => {
  ({ organizationNumber } = await anOrganization());
  manager = await anAccount({ role: 'manager', organizationNumber });
});

const post = (body: object) => api.request.post('/v2/members').set(api.as(manager)).send(body);
const ana = { firstNm: 'Ana', lastNm: 'Lima', relationship: 'Head of Household' };
const make = async (given: object = {}) =>
  (await post({ ...ana, organizationNumber, isBirthDtUnknown: true, ...given }).expect(201)).body;

describe('a member whose birth date is not known', () => {
  it('is made, shown, listed and counted for the office, until the date is found', async () => {
    const made = await make();
    expect(made).toMatchObject({ birthDt: null, age: null });
    const found = (await api.get('/v2/members?birthDt=unknown', manager)).body;
    expect(found).toMatchObject({ results: 1, members: [{ _id: made._id, birthDt: null, age: null }] });
    const attention = () => api.get('/v2/staff/attention', manager);
    expect((await attention()).body).toMatchObject({ unknownBirthDates: 1 });
    expect((await api.get('/v2/search?q=lima', manager)).body.members).toMatchObject([{ birthDt: null }]);
    const known = await post({ _id: made._id, birthDt: '03/14/1985' }).expect(200);
    expect(known.body).toMatchObject({ birthDt: '1985-03-14' });
    expect((await attention()).body).toMatchObject({ unknownBirthDates: 0 });
  });

  it('is set by an edit too, with an entry in the history; an empty or missing date alone is not enough', async () => {
    const { _id } = await aMember({ organizationNumber, birthDt: '1985-03-14' });
    expect((await post({ _id, birthDt: null }).expect(200)).body.birthDt).toBe('1985-03-14');
    const wrong = { path: 'birthDt', message: 'Invalid Date of Birth' };
    expect((await post({ _id, birthDt: '' }).expect(422)).body.errors).toEqual([wrong]);
    expect((await post({ ...ana, organizationNumber }).expect(422)).body.errors).toEqual([wrong]);
    expect((await post({ _id, isBirthDtUnknown: true }).expect(200)).body).toMatchObject({
      birthDt: null,
      age: null,
    });
    const { body } = await api.get(`/v2/audit?subject_type=member&subject_id=${_id}`, manager);
    expect(body.entries[0].changes).toEqual([{ field: 'birthDt', from: '1985-03-14', to: null }]);
  });

  it('has the price of everybody in a fund, and may pay for it', async () => {
    const campaign = await aCampaign({ organizationNumber });
    const { _id: memberId } = await make();
    const primary = await aMember({ organizationNumber, birthDt: null });
    const membership = await aMembership({ campaign, primary });
    const { body } = await api.get(`/v2/membership/${membership._id}`, manager);
    expect(body.members).toMatchObject([{ birthDt: null, age: null }]);
    const coverage = await api.get(`/v2/members/${primary._id}/coverage`, manager);
    expect(coverage.body).toMatchObject({ isCovered: true });
    await api.get(`/v2/members/${memberId}/coverage`, manager).expect(200);
  });

  it('cannot be linked', async () => {
    const member = await aMember({
      organizationNumber,
      birthDt: null,
      phones: [{ phoneNbr: '3015550142' }],
    });
    const stored = await collection('members').findOne({ memberId: member.memberId });
    expect(stored).toMatchObject({ linkKeys: [] });
  });

  it('is likely to be who has the same name, where either date is not known', async () => {
    const { _id } = await make();
    const ask = (query: string) =>
      api.get(
        `/v2/organizations/${organizationNumber}/members/duplicates?firstNm=Ána&lastNm=lima${query}`,
        manager,
      );
    expect((await ask('&birthDt=03/14/1985')).body).toMatchObject([
      { _id, birthDt: null, reasons: ['name'] },
    ]);
  });

  it('asks to join without it', async () => {
    const form = { firstNm: 'Una', lastNm: 'Known', phone: '2405550142', organizationNumber };
    const ask = (body: object) => api.request.post('/v2/intake-requests').send(body);
    expect((await ask(form).expect(422)).body.errors).toEqual([
      { path: 'birthDt', message: 'Invalid Birth Date' },
    ]);
    await ask({ ...form, isBirthDtUnknown: true }).expect(201);
    const { body } = await api.get(`/v2/organizations/${organizationNumber}/intake-requests`, manager);
    expect(body.intakeRequests).toMatchObject([{ lastNm: 'Known', birthDt: null }]);
  });
});

describe('a file with birth dates that are not known', () => {
  it('is imported, says so, and makes nobody twice', async () => {
    const { imports, organizationNumber: number } = await importingAnew(api);
    const rows = [
      ['Last Name', 'First Name', 'Birth Date'],
      ['Lima', 'Ana', ''],
      ['Lima', 'Rui', '01/01/1885'],
      ['Lima', 'Eva', '00/00/0000'],
      ['Lima', 'Max', '03/14/1985'],
    ];
    const { _id } = await imports.check(csvOf(rows));
    const notes = await collection('import_rows').find({ importId: _id }).sort({ row: 1 }).toArray();
    expect(notes.map(({ state, note }) => [state, note])).toEqual([
      ['create', 'The birth date is not known'],
      ['create', 'The birth date is not known: “01/01/1885” is none'],
      ['create', 'The birth date is not known: “00/00/0000” is none'],
      ['create', null],
    ]);
    await imports.run(_id);
    const members = await collection('members')
      .find({ organizationNumber: number })
      .sort({ memberId: 1 })
      .toArray();
    expect(members.map(({ birthDt }) => birthDt)).toEqual([null, null, null, '1985-03-14']);
    const again = await imports.check(csvOf([rows[0] ?? [], ['Lima', 'Ana', ''], ['LIMA', 'Rui', '?']]));
    expect(again).toMatchObject({ counts: { create: 0, skip: 0, duplicates: 2 } });
  });
});
