import { afterAll, beforeAll, expect, it } from 'vitest';
import { aMember, anAccount, anOrganization } from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';

let api: Api;
let organizationNumber: string;
let viewer: Account;
beforeAll(async () => {
  api = await startApi();
  ({ organizationNumber } = await anOrganization());
  viewer = await anAccount({ role: 'viewer', organizationNumber });
  for (const [firstNm, lastNm, phone] of [
    ['Ruth', 'Okafor', '3015550101'],
    ['Zoé', 'Adeyemi', '3015550102'],
    ['Amos', 'Okafor', '3015550103'],
    ['Ruth', 'Okafor', '4105550104'],
    ['Ben', 'Ósei', '3015550105'],
  ] as const)
    await aMember({ organizationNumber, firstNm, lastNm, phones: [{ phoneNbr: phone }] });
  await aMember({ firstNm: 'Ruth', lastNm: 'Elsewhere' });
});
afterAll(() => api.stop());

const page = (number: number | string, size: number | string, term?: string, as = viewer) =>
  api.get(
    `/api/v1/organization/${organizationNumber}/members/page/${number}/size/${size}/${term === undefined ? '' : `?searchTerm=${encodeURIComponent(term)}`}`,
    as,
  );
const namesOf = (body: { members: { firstNm: string; lastNm: string }[] }) =>
  body.members.map(({ firstNm, lastNm }) => `${firstNm} ${lastNm}`);

it('lists the members of an organization by name, page by page, each once', async () => {
  const first = await page(1, 3).expect(200);
  const second = await page(2, 3).expect(200);
  expect([first.body.results, first.body.pages]).toEqual([5, 2]);
  expect([...namesOf(first.body), ...namesOf(second.body)]).toEqual([
    'Zoé Adeyemi',
    'Amos Okafor',
    'Ruth Okafor',
    'Ruth Okafor',
    'Ben Ósei',
  ]);
  const ids = [...first.body.members, ...second.body.members].map(({ _id }) => _id);
  expect(new Set(ids).size).toBe(5);
  expect(first.body.members[0]).toMatchObject({
    relationship: 'Head of Household',
    isActive: true,
    phones: [{ phoneNbr: '3015550102' }],
  });
  expect(first.body.members[0]).not.toHaveProperty('address');
  expect((await page(3, 3).expect(200)).body.members).toEqual([]);
});

it.each([
  ['oka ruth', 2, ['Ruth Okafor']],
  ['zoe', 1, ['Zoé Adeyemi']],
  ['o', 4, ['Amos Okafor']],
  ['(410) 555', 1, ['Ruth Okafor']],
  ['nobody', 0, []],
  ['-', 0, []],
])('finds %s, with how many there are', async (term, results, names) => {
  const { body } = await page(1, 1, term).expect(200);
  expect([body.results, namesOf(body)]).toEqual([results, names]);
});

it('takes an empty term for none, and refuses pages that are none', async () => {
  expect((await page(1, 20, '')).body.results).toBe(5);
  for (const [number, size] of [
    ['0', '20'],
    ['x', '20'],
    ['1', '101'],
  ] as const)
    expect((await page(number, size)).status).toBe(422);
});

it('is for staff of the organization', async () => {
  expect((await page(1, 20, undefined, await anAccount())).status).toBe(403);
  const elsewhere = await anAccount({ role: 'manager', ...(await anOrganization()) });
  expect((await page(1, 20, undefined, elsewhere)).status).toBe(403);
});
