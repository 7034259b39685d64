import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collection } from '../../../platform/database.ts';
import { aMember, anAccount, anOrganization } from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';

let api: Api;
let tree: string;
let branch: string;
let viewer: Account;
let admin: Account;
let stranger: Account;
beforeAll(async () => {
  api = await startApi();
  tree = (await anOrganization()).organizationNumber;
  branch = (await anOrganization({ parentOrganization: tree })).organizationNumber;
  const other = (await anOrganization()).organizationNumber;
  viewer = await anAccount({ role: 'viewer', organizationNumber: tree });
  admin = await anAccount({ role: 'administrator' });
  stranger = await anAccount({ role: 'administrator', organizationNumber: other });
  const born = { birthDt: '1951-03-07' };
  const phones = [{ phoneNbr: '3015550142' }];
  await aMember({ ...born, firstNm: 'Ruth', lastNm: 'Okafor', phones, organizationNumber: branch });
  await aMember({ firstNm: '=Amos', lastNm: 'Adams', phones: [], organizationNumber: tree });
  await aMember({ firstNm: 'Bea', lastNm: 'Brown', isActive: false, organizationNumber: branch });
  await aMember({ firstNm: 'Cleo', lastNm: 'Cole', isActive: null, birthDt: null, organizationNumber: tree });
  await aMember({ ...born, firstNm: 'Rut', lastNm: 'Okafor', phones, organizationNumber: other });
});
afterAll(() => api.stop());

const list = async (query: string, account = viewer) => {
  const { status, body } = await api.get(`/v2/members${query}`, account);
  expect(status, query).toBe(200);
  return body as { results: number; pages: number; members: { firstNm: string; lastNm: string }[] };
};
const names = async (query: string, account = viewer) =>
  (await list(query, account)).members.map(({ lastNm }) => lastNm);

describe('a list of members', () => {
  it('has those of one’s organizations and below, by name, with an honest total', async () => {
    expect(await names('')).toEqual(['Adams', 'Brown', 'Cole', 'Okafor']);
    expect(await list('?page_size=3&page_number=2')).toMatchObject({
      results: 4,
      pages: 2,
      members: [
        { firstNm: 'Ruth', birthDt: '1951-03-07', phoneNbr: '3015550142', email: null, isActive: true },
      ],
    });
    expect((await list('', admin)).results).toBe(5);
    expect(await names('', stranger)).toEqual(['Okafor']);
  });

  it('has those whose name, address, phone or email changed in the last 7 days, for users who may change members', async () => {
    const manager = await anAccount({ role: 'manager', organizationNumber: tree });
    expect(await names('?changed=week', manager)).toEqual([]);
    const edit = async (lastNm: string, change: object) => {
      const [one] = (await list(`?searchTerm=${lastNm}`, manager)).members as unknown as { _id: string }[];
      await api.request
        .post('/v2/members')
        .set(api.as(manager))
        .send({ _id: one?._id, ...change })
        .expect(200);
    };
    await edit('Adams', {
      address: { streetAddress: '1 Church Street', cityNm: 'Maplewood', stateCd: 'NJ', postalCd: '07040' },
    });
    await edit('Cole', { externalRef: 'R-7' });
    await edit('Okafor', { suffix: 'Jr.' });
    await edit('Brown', { emails: [{ email: 'bea@example.org', email_type: 'personal' }] });
    await collection('members').updateOne(
      { lastNm: 'Brown' },
      { $set: { contactDt: new Date(Date.now() - 8 * 86_400_000) } },
    );
    expect(await names('?changed=week', manager)).toEqual(['Adams', 'Okafor']);
    expect((await api.get('/v2/members?changed=week', viewer)).status).toBe(403);
    expect((await api.get('/v2/members?changed=month', manager)).status).toBe(422);
  });

  it.each([
    ['?active=true', ['Adams', 'Okafor']],
    ['?active=false', ['Brown', 'Cole']],
    ['?birthDt=unknown', ['Cole']],
    ['?birthDt=unknown&active=true', []],
    ['?without_contact=true', ['Adams']],
    ['?without_contact=true&active=false', []],
    ['?without_contact=false&active=true', ['Okafor']],
    ['?searchTerm=oka%20ruth', ['Okafor']],
    ['?searchTerm=301%20555', ['Okafor']],
    ['?searchTerm=0142', ['Okafor']],
    ['?searchTerm=5550142', ['Okafor']],
    ['?searchTerm=xyz', []],
    ['?searchTerm=---', []],
    ['?active=&searchTerm=&organization_number=', ['Adams', 'Brown', 'Cole', 'Okafor']],
  ])('is filtered by %s', async (query, lastNames) => {
    expect(await names(query)).toEqual(lastNames);
    expect((await list(query)).results).toBe(lastNames.length);
  });

  it.each([
    ['name', ['Adams', 'Brown', 'Cole', 'Okafor']],
    ['-name', ['Okafor', 'Cole', 'Brown', 'Adams']],
  ])('is in the order of %s', async (sort, lastNames) => {
    expect(await names(`?sort=${sort}`)).toEqual(lastNames);
    expect((await list(`?sort=${sort}`)).results).toBe(4);
    expect(await names(`?sort=${sort}&page_size=2&page_number=2`)).toEqual(lastNames.slice(2));
  });

  it('is in the order of numbers, also with a filter, of one organization and of all', async () => {
    const numbers = async (path: string, as = viewer) =>
      ((await api.get(path, as)).body.members as { memberId: string }[]).map(({ memberId }) => memberId);
    for (const [as, path] of [
      [viewer, '/v2/members?'],
      [viewer, '/v2/members?active=false&'],
      [admin, '/v2/members?'],
      [viewer, `/api/v1/organization/${tree}/members/page/1/size/20/?`],
    ] as const) {
      const ordered = (await numbers(path, as)).toSorted();
      expect(ordered.length).toBeGreaterThan(1);
      expect(await numbers(`${path}sort=number`, as), path).toEqual(ordered);
      expect(await numbers(`${path}sort=-number`, as), path).toEqual(ordered.toReversed());
    }
  });

  it('has one organization and those below it, of one’s own only', async () => {
    expect(await names(`?organization_number=${branch}`)).toEqual(['Brown', 'Okafor']);
    expect(await names(`?organization_number=${branch}`, admin)).toEqual(['Brown', 'Okafor']);
    for (const number of [branch, 'nowhere', '*'])
      expect((await api.get(`/v2/members?organization_number=${number}`, stranger)).status).toBe(403);
  });

  it.each(['?active=maybe', '?sort=age', '?searchTerm=ab', '?page_size=101', '?page_number=0'])(
    'is 422 for %s',
    async (query) => {
      expect((await api.get(`/v2/members${query}`, viewer)).status).toBe(422);
    },
  );

  it('is for staff', async () => {
    for (const path of ['/v2/members', '/v2/members.csv'])
      expect((await api.get(path, await anAccount())).status, path).toBe(403);
  });
});

describe('a file of members', () => {
  it('has all of them, with a mark, a heading and no formulas, under a name that says the filter', async () => {
    const { status, text, headers } = await api.get(`/v2/members.csv?searchTerm=adams&active=true`, viewer);
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/csv/);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-disposition']).toMatch(/filename="members-active-adams-\d{4}-\d\d-\d\d\.csv"/);
    const [heading, row, end] = text.replace(/^\u{feff}/u, '').split('\r\n');
    expect(text.startsWith('\u{feff}')).toBe(true);
    expect(heading).toMatch(/^Member Number,Last Name,First Name,Birth Date/);
    expect(row).toMatch(/^M-\d+,Adams,'=Amos,05\.17\.1960,/);
    expect(end).toBe('');
    expect((await api.get('/v2/members.csv', viewer)).text.split('\r\n')).toHaveLength(6);
  });

  it('has those who were chosen, of one’s own, in the order of the list', async () => {
    const all = (await api.get('/v2/members?page_size=100', admin)).body.members as { _id: string }[];
    const ids = all.map(({ _id }) => _id).join();
    const chosen = await api.get(`/v2/members.csv?ids=${ids}&sort=-name`, viewer);
    expect(chosen.headers['content-disposition']).toContain('members-chosen-');
    const rows = chosen.text.split('\r\n').slice(1, -1);
    expect(rows).toHaveLength(4);
    expect(rows[0]).toContain('Okafor');
    const [first] = all;
    expect((await api.get(`/v2/members.csv?ids=${first?._id}`, admin)).text.split('\r\n')).toHaveLength(3);
    for (const wrong of ['x', `${first?._id},`, Array(201).fill(first?._id).join()])
      expect((await api.get(`/v2/members.csv?ids=${wrong}`, viewer)).status).toBe(422);
  });

  it('says what is wrong with a search term that is too long', async () => {
    const { body } = await api.get(`/v2/members?searchTerm=${'x'.repeat(101)}`, viewer);
    expect(body.errors).toEqual([{ path: 'searchTerm', message: 'At most 100 characters' }]);
  });

  it('of one organization has its own, not those below', async () => {
    const path = `/v2/organizations/${tree}/members.csv`;
    expect((await api.get(path, viewer)).text).not.toContain('Okafor');
    expect((await api.get(path, viewer)).text.split('\r\n')).toHaveLength(4);
    expect((await api.get(`${path}?searchTerm=cole`, viewer)).text.split('\r\n')).toHaveLength(3);
    expect((await api.get(path, stranger)).status).toBe(403);
  });
});

describe('likely duplicates', () => {
  const find = async (query: string, account = viewer, number = tree) => {
    const path = `/v2/organizations/${number}/members/duplicates?${query}`;
    const { status, body } = await api.get(path, account);
    expect(status, query).toBe(200);
    return body as { _id: string; firstNm: string; reasons: string[] }[];
  };

  it.each([
    ['firstNm=Ruth&lastNm=Rivera&birthDt=03/07/1951', ['birth_date_and_name']],
    ['firstNm=Ana&lastNm=Rivera&phone=(301)%20555-0142', ['phone']],
    ['firstNm=Ruth&lastNm=Okafor&birthDt=1951-03-07&phone=3015550142', ['birth_date_and_name', 'phone']],
  ])('are found by %s, within one’s scope', async (query, reasons) => {
    expect(await find(query)).toMatchObject([{ firstNm: 'Ruth', reasons }]);
    expect((await find(query, admin)).map(({ firstNm }) => firstNm).toSorted()).toContain('Rut');
  });

  it.each(['', 'firstNm=Ruth&lastNm=Okafor', 'firstNm=Ana&lastNm=Brown&birthDt=1951-03-07', 'phone=30155'])(
    'are not found by %s',
    async (query) => expect(await find(query)).toEqual([]),
  );

  it('leave out the member who is edited', async () => {
    const [ruth] = await find('phone=3015550142');
    expect(await find(`phone=3015550142&except=${ruth?._id}`)).toEqual([]);
  });

  it('are 422 for a wrong date, and 403 elsewhere', async () => {
    const path = `/v2/organizations/${tree}/members/duplicates`;
    expect((await api.get(`${path}?birthDt=02/30/2000`, viewer)).status).toBe(422);
    expect((await api.get(path, stranger)).status).toBe(403);
  });
});
