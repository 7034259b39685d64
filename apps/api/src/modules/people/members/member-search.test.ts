import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEARCH_MAX_RESULTS } from '@kinfold/domain/constants';
import { ROLES } from '@kinfold/domain/role';
import { aMember, anAccount, anOrganization, TEST_AUTHOR } from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { createHouseholds } from '../households/household-members.service.ts';
import type { MemberRecord } from './member.service.ts';

let api: Api;
let above: string;
let organizationNumber: string;
let staff: Account;
let ana: MemberRecord;

beforeAll(async () => {
  api = await startApi();
  above = (await anOrganization()).organizationNumber;
  ({ organizationNumber } = await anOrganization({ parentOrganization: above }));
  staff = await anAccount({ role: 'viewer', organizationNumber });
  const person = (firstNm: string, lastNm: string, more: object = {}) =>
    aMember({ organizationNumber, firstNm, lastNm, birthDt: '1971-02-03', ...more });
  ana = await person('Ána', 'Anaya', { phones: [{ phoneNbr: '(301) 555-0142' }] });
  await person('Tesfamariam', 'Wolde-Giorgis');
  await person('Percival', 'O’Sullivan');
  await person('José', 'Núñez García', { isActive: false });
  // Nobody whom both bounds of a range meet by two different names: 'abe' is below, 'zoe' above.
  await person('Abe', 'Zoe');
  await aMember({ firstNm: 'Ana', lastNm: 'Elsewhere' });
  await aMember({ organizationNumber: above, firstNm: 'Ana', lastNm: 'Above' });
});
afterAll(() => api.stop());

const search = (term: string | undefined, as = staff, number = organizationNumber) => {
  const query = term === undefined ? '' : `?search_term=${encodeURIComponent(term)}`;
  return api.get(`/v2/organizations/${number}/members/search${query}`, as);
};
const names = async (term: string, as?: Account, number?: string) => {
  const { status, body } = await search(term, as, number);
  expect(status, term).toBe(200);
  return (body as { firstNm: string }[]).map(({ firstNm }) => firstNm);
};

let crowd: string | undefined;
/** 160 people of one last name who came in the opposite order of their names, and can be found by anything. */
async function crowdNumber(): Promise<string> {
  if (crowd) return crowd;
  crowd = (await anOrganization()).organizationNumber;
  const people = Array.from({ length: SEARCH_MAX_RESULTS + 60 }, (_, index) => ({
    firstNm: `Ana${String(SEARCH_MAX_RESULTS + 59 - index).padStart(3, '0')} B`,
    lastNm: 'Crow',
    birthDt: '1980-01-01',
    organizationNumber: crowd ?? '',
    phones: [{ phoneNbr: '3015550100' }],
  }));
  await createHouseholds(
    people.map((person) => [person]),
    TEST_AUTHOR,
    new Date(),
  );
  return crowd;
}

describe('the member search', () => {
  it('answers id, names and birth date, and nothing else', async () => {
    expect((await search('anaya')).body).toEqual([
      { id: ana._id, firstNm: 'Ána', lastNm: 'Anaya', birthDt: '1971-02-03' },
    ]);
  });

  it.each([
    ['ana', ['Ána']],
    ['ANA', ['Ána']],
    ['ána ana', ['Ána']],
    ['  tes  ', ['Tesfamariam']],
    ['Wolde-Giorgis, Tesf', ['Tesfamariam']],
    ['giorgis', ['Tesfamariam']],
    ['O’Sullivan', ['Percival']],
    ["o'sull", ['Percival']],
    ['nunez', ['José']],
    ['jose gar', ['José']],
    ['jose tes', []],
    ['3015550142', ['Ána']],
    ['(301) 555-', ['Ána']],
    ['osullivan', ['Percival']],
    ['o sullivan', ['Percival']],
    ['sullivan', ['Percival']],
    ['nunezg', ['José']],
    ['5550142', ['Ána']],
    ['555-0142', ['Ána']],
    ['0142', ['Ána']],
    ['ana 0142', ['Ána']],
    ['tes 0142', []],
    ['142', []],
    ['550142', []],
    ['mmm', []],
    ['anb', []],
    ['olde', []],
    ['---', []],
    ['.*.', []],
    ['^ana', []],
    ['\u{10ffff}\u{10ffff}\u{10ffff}', []],
  ])('finds by %j: %j', async (term, found) => {
    expect(await names(term)).toEqual(found);
  });

  it('finds by the member number, whole and in part', async () => {
    expect(await names(ana.memberId)).toEqual(['Ána']);
    expect(await names(ana.memberId.toLowerCase())).toEqual(['Ána']);
    expect(await names(ana.memberId.slice(2))).toEqual(['Ána']);
  });

  it.each([undefined, '', 'an', ' an ', 'x'.repeat(101)])('answers 422 to %j', async (term) => {
    const answer = await search(term);
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0].path).toBe('search_term');
  });

  it('answers 422 to two terms at once', async () => {
    const path = `/v2/organizations/${organizationNumber}/members/search?search_term=ana&search_term=jos`;
    expect((await api.get(path, staff)).status).toBe(422);
  });

  it.each(['ana', 'm-0', 'cro ana', 'a b', '301'])(
    'gives the first 100 by name and not any 100, by %j',
    async (term) => {
      const admin = await anAccount({ role: 'administrator' });
      const found = (await search(term, admin, await crowdNumber())).body as { firstNm: string }[];
      expect(found.map(({ firstNm }) => firstNm)).toEqual(
        Array.from({ length: SEARCH_MAX_RESULTS }, (_, index) => `Ana${String(index).padStart(3, '0')} B`),
      );
    },
  );

  it('gives at most 100, by name', async () => {
    const crowd = (await anOrganization()).organizationNumber;
    const people = Array.from({ length: SEARCH_MAX_RESULTS + 20 }, (_, index) => ({
      firstNm: `Mira${String.fromCharCode(97 + ((index * 7) % 26))}`,
      lastNm: `Miracle${(index * 37) % 120}`,
      birthDt: '1980-01-01',
      organizationNumber: crowd,
    }));
    await createHouseholds(
      people.map((person) => [person]),
      TEST_AUTHOR,
      new Date(),
    );
    const admin = await anAccount({ role: 'administrator' });
    const { body } = await search('mira', admin, crowd);
    const found = (body as { id: string; lastNm: string }[]).map(({ id, lastNm }) => ({ id, lastNm }));
    expect(new Set(found.map(({ id }) => id)).size).toBe(SEARCH_MAX_RESULTS);
    const order = found.map(({ lastNm }) => lastNm.toLowerCase());
    expect(order).toEqual(order.toSorted());
    // Miracle7 and Miracle70 to Miracle79.
    expect(await names('mira miracle7', admin, crowd)).toHaveLength(11);
  });
});

describe('who may search', () => {
  it.each(ROLES)('%s, at the organization and above it', async (role) => {
    for (const number of [organizationNumber, above])
      expect(await names('anaya', await anAccount({ role, organizationNumber: number }))).toEqual(['Ána']);
  });

  it('nobody of another tree, of below or without a role', async () => {
    const below = await anOrganization({ parentOrganization: organizationNumber });
    const other = await anOrganization();
    for (const account of [
      await anAccount({ role: 'administrator', organizationNumber: other.organizationNumber }),
      await anAccount({ role: 'administrator', organizationNumber: below.organizationNumber }),
      await anAccount({ memberId: ana._id }),
      await anAccount(),
    ]) {
      expect((await search('anaya', account)).status).toBe(403);
      expect((await search('an', account)).status).toBe(403);
    }
    const path = `/v2/organizations/${organizationNumber}/members/search?search_term=ana`;
    expect((await api.get(path)).status).toBe(401);
    expect((await search('ana', await anAccount({ role: 'administrator' }), 'nowhere')).status).toBe(404);
  });
});
