import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLES } from '@kinfold/domain/role';
import type { SearchResults } from '@kinfold/domain/search';
import {
  aCampaign,
  aClaim,
  aMember,
  aMembership,
  anAccount,
  anOrganization,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { COPIED_NAMES_JOB, refreshCopies } from '../../../work/copied-names.ts';
import { collection, inTransaction } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { wordId } from '../../../platform/search-keys.ts';
import { refresh } from '../../../work/projections.ts';
import { workOnJobs } from '../../../work/job-worker.ts';
import { thoroughChecks } from '../../../platform/verification.ts';
import { copiedNamesJob } from '../../operations/copied-names/copied-names.service.ts';
import type { MemberRecord } from '../../people/members/member.service.ts';
import { nameWords } from './words.service.ts';
import { verify } from '../../operations/verification/verification.service.ts';

let api: Api;
let tree: string;
let branch: string;
let manager: Account;
let root: Account;
let ruth: MemberRecord;
let campaignId: string;
let membershipId: string;
beforeAll(async () => {
  api = await startApi();
  tree = (await anOrganization({ organizationName: 'Gracia y Esperanza' })).organizationNumber;
  branch = (await anOrganization({ organizationName: 'Señal Chapel', parentOrganization: tree }))
    .organizationNumber;
  const other = (await anOrganization({ organizationName: 'Señal of Zion' })).organizationNumber;
  manager = await anAccount({ role: 'manager', organizationNumber: tree });
  root = await anAccount({ role: 'administrator' });
  const okafor = { lastNm: 'Okafor', birthDt: '1951-03-07', phones: [{ phoneNbr: '3015550142' }] };
  ruth = await aMember({ ...okafor, firstNm: 'Ruth', organizationNumber: branch });
  await aMember({ ...okafor, firstNm: 'Rutherford', organizationNumber: other });
  const campaign = await aCampaign({ organizationNumber: tree });
  campaignId = campaign._id;
  await rename('campaigns', campaignId, { campaignName: 'Señal Funeral Fund' });
  const membership = await aMembership({ campaign, primary: ruth });
  membershipId = membership._id;
  await rename('campaign_memberships', membershipId, { externalRef: 'QB-1042' });
  await inTransaction((session) =>
    refreshCopies({ kind: 'campaign', id: campaignId }, tree, TEST_AUTHOR, session),
  );
  await workOnJobs({ [COPIED_NAMES_JOB]: copiedNamesJob }, api.deps.logger);
});
afterAll(() => api.stop());

const rename = (name: string, id: string, change: object) =>
  collection(name).updateOne({ _id: objectId(id) }, { $set: change });
const search = async (q: string, account = manager): Promise<SearchResults> => {
  const { status, body } = await api.get(`/v2/search?q=${encodeURIComponent(q)}`, account);
  expect(status, q).toBe(200);
  return body;
};
const namesOf = ({ members }: SearchResults) => members.map(({ firstNm }) => firstNm);

describe('a search', () => {
  it('takes three characters in all, not in each word', async () => {
    const people = { organizationNumber: branch, birthDt: '1990-01-01' };
    await aMember({ ...people, firstNm: 'Ko', lastNm: 'Ng' });
    await anOrganization({ organizationName: 'St. Brigid', parentOrganization: tree });
    expect(namesOf(await search('Ng Ko'))).toEqual(['Ko']);
    expect(namesOf(await search('ko ng'))).toEqual(['Ko']);
    const [found] = (await search('St. Br')).organizations;
    expect(found?.organizationName).toBe('St. Brigid');
    const campaign = await aCampaign({ organizationNumber: tree });
    await rename('campaigns', campaign._id, { campaignName: 'Un Fe' });
    await inTransaction((session) =>
      refreshCopies({ kind: 'campaign', id: campaign._id }, tree, TEST_AUTHOR, session),
    );
    await workOnJobs({ [COPIED_NAMES_JOB]: copiedNamesJob }, api.deps.logger);
    expect((await search('un fe')).campaigns).toMatchObject([{ campaignName: 'Un Fe' }]);
    expect((await api.get('/v2/search?q=Ng', manager)).status).toBe(422);
  });

  it.each([
    'ruth oka',
    'Okafor, Ruth',
    'RÚTH',
    '3/7/1951',
    '03.07.1951',
    '1951-03-07',
    'March 7, 1951',
    'oka 3/7/51',
    '(301) 555',
    '+1 301 555-0142',
    '555-0142',
    '0142',
    'oka 0142',
    '1951',
    'ruth 1951',
  ])('finds a member by %s', async (q) => {
    expect((await search(q)).members).toEqual([
      {
        _id: ruth._id,
        memberId: ruth.memberId,
        firstNm: 'Ruth',
        lastNm: 'Okafor',
        organizationName: 'Señal Chapel',
        birthDt: '1951-03-07',
        cover: expect.objectContaining({ isCovered: true }),
      },
    ]);
    expect(namesOf(await search(q, root))).toEqual(['Ruth', 'Rutherford']);
  });

  it('finds a member by number, with and without its letter and zeros', async () => {
    await rename('members', ruth._id, { memberId: 'M-000777' });
    for (const q of ['M-000777', 'm777', 'm 000777', '777', '000777'])
      expect(namesOf(await search(q)), q).toEqual(['Ruth']);
    await rename('members', ruth._id, { memberId: ruth.memberId });
  });

  it('finds a claim by number, for users who may read it', async () => {
    const _id = await aClaim({ organizationNumber: tree, campaignId, lastNm: 'Abara' });
    await collection<{ _id: string }>('claims').updateOne({ _id }, { $set: { claimNbr: 'C-004711' } });
    for (const q of ['C-004711', 'c4711', 'c 004711']) {
      const [found, ...more] = (await search(q)).claims ?? [];
      expect([found?._id, found?.claimNbr, found?.campaignName, more], q).toEqual([
        ...[_id, 'C-004711', 'Señal Funeral Fund', []],
      ]);
      expect(found?.name).toContain('Abara');
    }
    expect((await search('C-004711', root)).claims).toHaveLength(1);
    const elsewhere = (await anOrganization()).organizationNumber;
    const stranger = await anAccount({ role: 'administrator', organizationNumber: elsewhere });
    expect((await search('C-004711', stranger)).claims).toBeUndefined();
    for (const q of ['C-004712', '004711']) expect((await search(q)).claims, q).toBeUndefined();
  });

  it('finds a name with and without its apostrophe', async () => {
    await aMember({ firstNm: 'Pat', lastNm: "O'Sullivan", organizationNumber: branch });
    await aMember({ firstNm: 'Lee', lastNm: 'Osullivan', organizationNumber: branch });
    for (const q of ["O'Sullivan", 'osullivan', 'o’sul'])
      expect(namesOf(await search(q)), q).toEqual(['Pat', 'Lee']);
    expect(namesOf(await search('pat o sullivan'))).toEqual(['Pat']);
  });

  it('looks for four digits as the end of a phone and as a year, and gives both their share', async () => {
    const place = (await anOrganization({ parentOrganization: tree })).organizationNumber;
    const admin = await anAccount({ role: 'manager', organizationNumber: place });
    for (let index = 0; index < 12; index += 1) {
      const lastNm = `Zz${String.fromCodePoint(97 + index)}`;
      const one = { lastNm, organizationNumber: place };
      await aMember({
        ...one,
        firstNm: 'Phone',
        phones: [{ phoneNbr: '2025551962' }],
        birthDt: '1980-01-01',
      });
      await aMember({ ...one, firstNm: 'Year', birthDt: '1962-05-05' });
    }
    const found = namesOf(await search('1962', admin));
    expect(found).toEqual([...Array<string>(5).fill('Phone'), ...Array<string>(5).fill('Year')]);
  });

  it('finds organizations by the words of their names in any order, and by number', async () => {
    const found = { organizationNumber: branch, organizationName: 'Señal Chapel' };
    expect((await search('cha senal')).organizations).toEqual([found]);
    expect((await search('señ', root)).organizations).toHaveLength(2);
    const long = await anOrganization({ organizationName: 'Far away' });
    expect((await search(`${long.organizationNumber} far`, root)).organizations).toHaveLength(1);
  });

  it('finds campaigns by name and memberships by reference', async () => {
    expect((await search('fund senal')).campaigns).toEqual([
      { _id: campaignId, campaignName: 'Señal Funeral Fund' },
    ]);
    expect((await search('qb-10')).memberships).toEqual([
      {
        _id: membershipId,
        externalRef: 'QB-1042',
        primaryMemberName: 'Okafor, Ruth',
        primaryMemberId: ruth._id,
        cover: expect.objectContaining({ isCovered: true }),
      },
    ]);
  });

  it('gives at most 10 of each, by name', async () => {
    for (let index = 0; index < 12; index += 1)
      await aMember({
        firstNm: `Zed${index}`,
        lastNm: `Zz${String.fromCodePoint(108 - index)}`,
        organizationNumber: branch,
      });
    const { members } = await search('zed');
    expect(members.map(({ lastNm }) => lastNm)).toEqual([...'abcdefghij'].map((letter) => `Zz${letter}`));
  });

  it('follows a new name of an organization, and the verifier sees one that does not', async () => {
    const { _id, organizationNumber } = await anOrganization({ organizationName: 'Old name' });
    await rename('organizations', _id, { organizationName: 'Bethel' });
    const checks = thoroughChecks({ doesRepair: true, now: new Date(), pause: async () => undefined });
    expect((await verify(checks)).problems.join()).toContain('searchKeys');
    expect((await search('beth', root)).organizations).toEqual([
      { organizationNumber, organizationName: 'Bethel' },
    ]);
    expect((await search('old name', root)).organizations).toEqual([]);
    expect((await verify(checks)).problems).toEqual([]);
  });

  it.each(['', '?q=', '?q=%20ab%20', `?q=${'x'.repeat(101)}`])('is 422 for %s', async (query) => {
    const { status, body } = await api.get(`/v2/search${query}`, manager);
    expect([status, body.errors[0].path]).toEqual([422, 'q']);
  });
});

describe('who may', () => {
  it.each(ROLES)('a %s sees of their own organizations what the role shows', async (role) => {
    const account = await anAccount({ role, organizationNumber: tree });
    const found = await search('señ', account);
    expect([found.organizations.length, found.campaigns.length]).toEqual([1, 1]);
    expect(namesOf(await search('okafor', account))).toEqual(['Ruth']);
    expect((await search('QB-1042', account)).memberships).toHaveLength(role === 'viewer' ? 0 : 1);
  });

  it('nothing of another tree, or of above', async () => {
    const below = await anAccount({ role: 'administrator', organizationNumber: branch });
    expect((await search('gracia', below)).organizations).toEqual([]);
    const elsewhere = (await anOrganization()).organizationNumber;
    const stranger = await anAccount({ role: 'administrator', organizationNumber: elsewhere });
    for (const q of ['okafor', '3015550142', '3/7/1951', ruth.memberId, 'senal', 'QB-1042'])
      expect(await search(q, stranger)).toEqual({
        didYouMean: [],
        members: [],
        organizations: [],
        campaigns: [],
        memberships: [],
      });
  });

  it('nobody without a role', async () => {
    expect((await api.get('/v2/search?q=okafor', await anAccount())).status).toBe(403);
    expect((await api.get('/v2/search?q=okafor')).status).toBe(401);
  });
});

describe('a misspelled search', () => {
  const people = { birthDt: '1970-01-01' };
  const told = async (q: string, account = manager) => (await search(q, account)).didYouMean;
  const refreshWords = () => refresh(nameWords, { now: api.deps.now(), timeZone: 'UTC' });
  let almaz: MemberRecord;
  let zion: string;
  beforeAll(async () => {
    const here = { ...people, organizationNumber: branch };
    almaz = await aMember({ ...here, firstNm: 'Almaz', lastNm: 'Bekele' });
    await aMember({ ...here, firstNm: 'Dawit', lastNm: 'Bekele' });
    await aMember({ ...here, firstNm: 'Seán', lastNm: 'Gallagher' });
    await aMember({ ...here, firstNm: 'Łukasz', lastNm: 'Thistlewood-Großmann' });
    zion = (await anOrganization({ organizationName: 'St. Brendan Mission' })).organizationNumber;
    await aMember({ ...people, organizationNumber: zion, firstNm: 'Wanjiru', lastNm: 'Kamau' });
    await refreshWords();
  });

  it.each([
    ['Bekelle', [{ text: 'Bekele', count: 2 }]],
    ['bekeel', [{ text: 'Bekele', count: 2 }]],
    ['Almas Bekele', [{ text: 'Almaz Bekele', count: 1 }]],
    ['Almas Bikele', [{ text: 'Almaz Bekele', count: 1 }]],
    ['Galager', [{ text: 'Gallagher', count: 1 }]],
    ['Thistelwood', [{ text: 'Thistlewood', count: 1 }]],
    ['Lucasz Grosman', [{ text: 'Łukasz Großmann', count: 1 }]],
    ['Sinal', [{ text: 'Señal', count: 1 }]],
    ['Xyzzy', []],
    ['3015550199', []],
  ])('%s: %j', async (typed, expected) => {
    expect(await told(typed)).toEqual(expected);
  });

  it('offers nothing where something fits', async () => {
    expect(await told('Bekele')).toEqual([]);
    expect(await told('Beke')).toEqual([]);
  });

  it('offers nothing of organizations that the reader does not see', async () => {
    expect(await told('Kamaw')).toEqual([]);
    expect(await told('Brenden')).toEqual([]);
    expect(await told('Kamaw', root)).toEqual([{ text: 'Kamau', count: 1 }]);
    expect(await told('Brenden', root)).toEqual([{ text: 'Brendan', count: 1 }]);
  });

  it('follows a name that was changed, and forgets one that nothing has any more', async () => {
    const wordsKept = async (...words: string[]) =>
      (
        await collection('name_words')
          .find({ word: { $in: words } })
          .sort({ word: 1 })
          .toArray()
      ).map(({ word }) => String(word));
    const post = async (path: string, edit: object) =>
      expect((await api.request.post(path).set(api.as(root)).send(edit)).status).toBe(200);
    expect(await wordsKept('almaz', 'almeida')).toEqual(['almaz']);
    await post('/api/v1/member', { _id: almaz._id, firstNm: 'Almeida', version: almaz.version });
    await post('/api/v1/organization', { organizationNumber: zion, organizationName: 'St. Columba Mission' });
    await refreshWords();
    // A former name is found, too.
    expect(await wordsKept('almaz', 'almeida')).toEqual(['almaz', 'almeida']);
    expect(await wordsKept('brendan', 'columba')).toEqual(['columba']);
    const checks = thoroughChecks({ doesRepair: false, now: api.deps.now(), looksAgain: 0 });
    const { problems } = await verify(checks);
    expect(problems.filter((problem) => /misspelled/.test(problem))).toEqual([]);
  });

  it('is compared by the verifier, and repaired', async () => {
    await collection('name_words').deleteOne({ word: 'dawit' });
    await collection<{ _id: string; word: string; keys: string[] }>('name_words').insertOne({
      _id: wordId('nobody'),
      word: 'nobody',
      keys: ['nobody'],
    });
    const checks = { doesRepair: true, now: api.deps.now(), looksAgain: 0 };
    const misspelled = async () =>
      (await verify(thoroughChecks(checks))).problems.filter((problem) => /misspelled/.test(problem));
    expect(await misspelled()).toHaveLength(2);
    expect(await misspelled()).toEqual([]);
  });
});
