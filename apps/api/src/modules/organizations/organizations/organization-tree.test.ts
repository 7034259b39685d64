import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aCampaign, anAccount, anOrganization, aMember, TEST_AUTHOR } from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { collection } from '../../../platform/database.ts';
import { newId, objectId } from '../../../platform/documents.ts';
import { workOnJobs } from '../../../work/job-worker.ts';
import { jobs } from '../../../work/jobs.ts';
import { thoroughChecks } from '../../../platform/verification.ts';
import { createCampaign } from '../../funds/campaigns/campaign.service.ts';
import { verify } from '../../operations/verification/verification.service.ts';
import { ORGANIZATION_SCOPES_JOB, organizationScopesJob } from './organization-move.service.ts';
import { requireOrganization } from './organization.service.ts';

let api: Api;
let admin: Account;
/** Numbers: Hope with Grace (with Choir House) and Élan below it, and Zion. */
let hope: string;
let grace: string;
let house: string;
let elan: string;
let zion: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.forget();
  const make = async (organizationName: string, parentOrganization?: string) =>
    (await anOrganization({ organizationName, ...(parentOrganization && { parentOrganization }) }))
      .organizationNumber;
  hope = await make('Hope');
  grace = await make('Grace', hope);
  house = await make('Choir House of Grace', grace);
  elan = await make("L'Église d'Élan", hope);
  zion = await make('Zion');
  admin = await anAccount({ role: 'administrator' });
});

type Row = { organizationNumber: string; organizationName: string; above?: { organizationName: string }[] };
const numbersOf = (body: Row[]) => body.map(({ organizationNumber }) => organizationNumber);
const level = async (parent: string, as: Account) =>
  numbersOf((await api.get(`/v2/organizations?parent=${encodeURIComponent(parent)}`, as).expect(200)).body);
const viewerAt = (organizationNumber: string) => anAccount({ role: 'viewer', organizationNumber });

describe('a level of the tree', () => {
  it('starts with the highest visible ones, and opens below each', async () => {
    expect(await level('*', admin)).toEqual([hope, zion]);
    expect(await level(hope, admin)).toEqual([grace, elan]);
    expect(await level(house, admin)).toEqual([]);
    const viewer = await viewerAt(grace);
    expect(await level('*', viewer)).toEqual([grace]);
    expect(await level(grace, viewer)).toEqual([house]);
  });

  it('shows neither hidden organizations nor one twice', async () => {
    const viewer = await viewerAt(grace);
    for (const parent of [zion, 'none']) expect(await level(parent, viewer)).toEqual([]);
    // Its own row says that it is below Hope.
    expect(await level(hope, viewer)).toEqual([grace]);
    const roles = [hope, 'removed'].map((organizationNumber) => ({
      _id: objectId(newId()),
      email: viewer.email,
      userId: objectId(viewer.userId),
      organizationNumber,
      role: 'viewer',
      createdBy: null,
      createdDt: new Date(),
      endDt: null,
      pendingUntilDt: null,
    }));
    await collection('roles').insertMany(roles);
    expect(await level('*', viewer)).toEqual([hope]);
    expect(await level(hope, viewer)).toEqual([grace, elan]);
  });
});

describe('a search by name', () => {
  const found = async (term: string, as: Account) => {
    const { body } = await api
      .get(`/v2/organizations?search_term=${encodeURIComponent(term)}`, as)
      .expect(200);
    return (body as Row[]).map(({ organizationName, above }) => [
      organizationName,
      ...(above ?? []).map((one) => one.organizationName),
    ]);
  };

  it('finds words in any order without accents, with the way down to each', async () => {
    expect(await found('gra', admin)).toEqual([
      ['Choir House of Grace', 'Hope', 'Grace'],
      ['Grace', 'Hope'],
    ]);
    expect(await found('GRACE cho', admin)).toEqual([['Choir House of Grace', 'Hope', 'Grace']]);
    expect(await found('egl elan', admin)).toEqual([["L'Église d'Élan", 'Hope']]);
    expect(await found('rac', admin)).toEqual([]);
  });

  it('stays in one’s scope, names above included', async () => {
    const viewer = await viewerAt(grace);
    expect(await found('gra', viewer)).toEqual([['Choir House of Grace', 'Grace'], ['Grace']]);
    expect(await found('hope', viewer)).toEqual([]);
    const above = async (as: Account) =>
      numbersOf((await api.get(`/v2/organizations/${house}/above`, as).expect(200)).body);
    expect(await above(viewer)).toEqual([grace]);
    expect(await above(await viewerAt(house))).toEqual([]);
    expect(await above(admin)).toEqual([hope, grace]);
  });

  it('needs two letters in all, not in each word', async () => {
    const { body } = await api.get('/v2/organizations?search_term=g', admin).expect(422);
    expect(body.errors).toEqual([{ path: 'search_term', message: 'Type at least 2 letters of the name' }]);
    const names = ['St. Brigid’s', 'UI Church', 'El Shaddai'];
    for (const organizationName of names) await anOrganization({ organizationName });
    for (const [term, name] of ['St. Br', 'ui ch', 'El'].map((one, index) => [one, names[index]] as const))
      expect(await found(term, admin), term).toContainEqual([name]);
    expect(await found('s b', admin)).toEqual([['St. Brigid’s']]);
    expect(await found('..', admin)).toEqual([]);
  });

  it('finds one by its new name after a change', async () => {
    const address = { streetAddress: '12 Elm Street', cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' };
    const edit = { organizationNumber: zion, organizationName: 'Bethel', address };
    await api.request.post('/api/v1/organization').set(api.as(admin)).send(edit).expect(200);
    expect(await found('beth', admin)).toEqual([['Bethel']]);
    expect(await found('zion', admin)).toEqual([]);
  });
});

describe('moving an organization', () => {
  const address = { streetAddress: '12 Elm Street', cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' };
  const move = (organizationNumber: string, parentOrganization: string | null | undefined, as = admin) =>
    api.request
      .post('/api/v1/organization')
      .set(api.as(as))
      .send({ organizationNumber, organizationName: 'Grace', address, parentOrganization });
  const work = () => workOnJobs({ [ORGANIZATION_SCOPES_JOB]: organizationScopesJob }, api.deps.logger);
  const problems = async (doesRepair = false) =>
    (await verify(thoroughChecks({ doesRepair, now: api.deps.now(), pause: async () => undefined })))
      .problems;
  const stateOf = async (number: string) => {
    const { path, childrenCnt } = await requireOrganization(number);
    return [path, childrenCnt];
  };

  it('takes everything below along, updates the counts of both parents, and is recorded', async () => {
    const moved = await move(grace, zion).expect(200);
    expect(moved.body).toMatchObject({ parentOrganization: zion, version: 2 });
    expect(await stateOf(grace)).toEqual([[zion, grace], 1]);
    expect(await stateOf(house)).toEqual([[zion, grace, house], 0]);
    expect(await stateOf(hope)).toEqual([[hope], 1]);
    expect(await stateOf(zion)).toEqual([[zion], 1]);
    const [recorded] = await collection('audit_entries').find({ action: 'organization.moved' }).toArray();
    expect(recorded?.['changes']).toEqual([{ field: 'above', from: 'Hope', to: 'Zion' }]);
    expect((await move(grace, null).expect(200)).body.parentOrganization).toBeNull();
    expect(await stateOf(house)).toEqual([[grace, house], 0]);
    expect(await level('*', admin)).toEqual([grace, hope, zion]);
  });

  it('leaves it where it is without another parent', async () => {
    for (const parent of [undefined, '', hope]) await move(grace, parent).expect(200);
    expect(await stateOf(grace)).toEqual([[hope, grace], 1]);
    expect(await collection('audit_entries').countDocuments({ action: 'organization.moved' })).toBe(0);
    expect(await jobs().countDocuments({ type: ORGANIZATION_SCOPES_JOB })).toBe(0);
  });

  it('has its history and jobs seen from the new place alone, also of what is below it', async () => {
    await aMember({ organizationNumber: house });
    await move(grace, zion).expect(200);
    const [before, after] = [
      await anAccount({ role: 'administrator', organizationNumber: hope }),
      await anAccount({ role: 'administrator', organizationNumber: zion }),
    ];
    const entriesOf = async (number: string, as: Account) =>
      (await api.get(`/v2/audit?organization_number=${number}&subject_type=&page_size=100`, as)).body.entries
        ?.length;
    expect((await problems()).join()).toMatch(/are seen from where it stood before/);
    expect(await work()).toBeGreaterThan(0);
    const own = await collection('audit_entries').countDocuments({ organizationNumber: zion });
    const moved = await collection('audit_entries').countDocuments({
      organizationNumber: { $in: [grace, house] },
    });
    expect(await entriesOf(zion, after)).toBe(own + moved);
    expect(await entriesOf(hope, before)).toBe(
      await collection('audit_entries').countDocuments({ organizationNumber: { $in: [hope, elan] } }),
    );
    expect(await problems()).toEqual([]);
  });

  it('is repaired by verify where the job did not reach it', async () => {
    await move(grace, zion).expect(200);
    expect(await problems(true)).not.toEqual([]);
    expect(await problems()).toEqual([]);
  });

  it('never moves an organization below itself or its descendants', async () => {
    for (const parent of [grace, house]) {
      const { body } = await move(grace, parent).expect(422);
      expect(body.errors).toEqual([
        { path: 'parentOrganization', message: 'An organization cannot be moved below itself' },
      ]);
    }
    expect((await move(grace, 'none')).status).toBe(422);
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await anOrganization(), await anOrganization()];
      const numbers = [one.organizationNumber, other.organizationNumber] as const;
      const answers = await Promise.all([move(numbers[0], numbers[1]), move(numbers[1], numbers[0])]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    }
    expect(await problems()).toEqual(expect.not.arrayContaining([expect.stringMatching(/childrenCnt/)]));
  });

  it('needs organization.details.update here and organizations.create there', async () => {
    const [here, above] = [
      await anAccount({ role: 'administrator', organizationNumber: grace }),
      await anAccount({ role: 'administrator', organizationNumber: hope }),
    ];
    expect((await move(house, elan, here)).status).toBe(403);
    expect((await move(house, null, above)).status).toBe(403);
    expect((await move(house, zion, above)).status).toBe(403);
    expect(
      (await move(house, elan, await anAccount({ role: 'manager', organizationNumber: hope }))).status,
    ).toBe(403);
    expect((await move(house, elan, above)).status).toBe(200);
    expect((await move(house, 'none', above)).status).toBe(403);
  });
});

describe('the campaigns of an organization', () => {
  it('are its own and those in which it participates, by name', async () => {
    const own = await aCampaign({ organizationNumber: grace });
    await createCampaign(
      {
        campaignName: 'All of Zion',
        shortDescription: 'A fund',
        requiresMembership: true,
        organizationNumber: zion,
        participatingOrganizations: [grace],
      },
      TEST_AUTHOR,
      new Date(),
    );
    const { body } = await api
      .get(`/api/v1/organization/${grace}/campaigns`, await viewerAt(hope))
      .expect(200);
    expect(
      body.map((one: { campaignName: string; managedBy: string }) => [one.campaignName, one.managedBy]),
    ).toEqual([
      ['All of Zion', 'Zion'],
      [own.campaignName, 'Grace'],
    ]);
    expect((await api.get(`/api/v1/organization/${grace}/campaigns/`, await viewerAt(zion))).status).toBe(
      403,
    );
  });
});
