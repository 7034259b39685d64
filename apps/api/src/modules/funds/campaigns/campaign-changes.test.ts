import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCampaign, aMember, aMembership, anAccount, anOrganization } from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { requireCampaign } from './campaign.service.ts';

let api: Api;
let above: string;
let organizationNumber: string;
let manager: Account;
beforeAll(async () => {
  api = await startApi();
  above = (await anOrganization()).organizationNumber;
  ({ organizationNumber } = await anOrganization({ parentOrganization: above }));
  manager = await anAccount({ role: 'manager', organizationNumber });
});
afterAll(() => api.stop());

const PATH = '/api/v1/campaign';
const post = (body: object, as = manager) => api.request.post(PATH).set(api.as(as)).send(body);
const FORM = {
  campaignName: 'Grace Funeral Fund',
  shortDescription: 'For the families of our church',
  requiresMembership: true,
  priceRules: [
    { label: 'Children', minAge: 0, maxAge: 17, price: 0 },
    { label: 'Parents', minAge: 18, maxAge: 150, relationships: ['Parent'], price: 20.5 },
  ],
  defaultPrice: 12.25,
  fundRules: {
    waitingDays: 180,
    graceDays: 30,
    ageLimits: [{ relationships: ['Son', 'Daughter'], maxAge: 25 }],
    benefits: [{ label: 'Adult', minAge: 18, maxAge: 150, amount: 5000 }],
    oneCoverPerPerson: null,
  },
  taxNote: 'Gifts are deductible, EIN 12-3456789',
};
const newCampaign = async (more: object = {}) =>
  (await post({ ...FORM, organizationNumber, ...more }).expect(201)).body;
const historyOf = async (id: string) =>
  (await collection('audit_entries').find({ 'subject.id': id }).sort({ _id: 1 }).toArray()).map(
    ({ action, changes }) => [action, changes.map(({ field }: { field: string }) => field)],
  );

describe('a new campaign', () => {
  it('has its prices and rules, in cents, and its first run: not active, from now, for 30 days', async () => {
    const campaign = await newCampaign();
    const { oneCoverPerPerson: _none, ...fundRules } = FORM.fundRules;
    expect(campaign).toMatchObject({
      ...FORM,
      fundRules,
      organizationNumber,
      participatingOrganizations: [],
      priceRuleFaults: [],
      version: 1,
    });
    expect(campaign.fundRules).not.toHaveProperty('oneCoverPerPerson');
    const stored = await collection('campaigns').findOne({ _id: objectId(campaign._id) });
    expect([
      stored?.['defaultPrice'],
      stored?.['priceRules'][1].price,
      stored?.['fundRules'].benefits[0].amount,
    ]).toEqual([1225, 2050, 500_000]);
    expect((await api.get(`${PATH}/${campaign._id}`, manager)).body).toEqual(campaign);
    const { body } = await api.get(`/v2/campaigns/${campaign._id}/runs`, manager);
    expect(body.campaignRuns).toMatchObject([{ name: 'Grace Funeral Fund', isActive: false }]);
    const { startDt, endDt } = body.campaignRuns[0];
    expect(Date.parse(endDt) - Date.parse(startDt)).toBe(30 * 86_400_000);
    expect((await historyOf(campaign._id))[0]?.[0]).toBe('campaign.created');
  });

  it.each<[object, string, string]>([
    [{ campaignName: '' }, 'campaignName', 'Campaign name is required'],
    [{ taxNote: 'x'.repeat(201) }, 'taxNote', 'At most 200 letters'],
    [{ campaignName: 'x'.repeat(31) }, 'campaignName', 'At most 30 letters'],
    [{ shortDescription: 'x'.repeat(301) }, 'shortDescription', 'At most 300 letters'],
    [{ shortDescription: 'a' }, 'shortDescription', 'Say in a few words what it is for'],
    [
      { requiresMembership: 'yes' },
      'requiresMembership',
      'Say whether people are charged through memberships',
    ],
    [{ defaultPrice: -1 }, 'defaultPrice', 'An amount is not below 0'],
    [{ defaultPrice: 1.234 }, 'defaultPrice', 'An amount has at most two decimals'],
    [
      { priceRules: [{ label: 'Any', minAge: 0, maxAge: 151, price: 1 }] },
      'priceRules.0.maxAge',
      'An age is a whole number from 0 to 150',
    ],
    [{ defaultPrice: 10_000.01 }, 'defaultPrice', 'An amount is at most $10,000.00'],
    [
      { fundRules: { benefits: [{ label: 'Any', minAge: 0, maxAge: 99, amount: 1_000_000.01 }] } },
      'fundRules.benefits.0.amount',
      'An amount is at most $1,000,000.00',
    ],
    [{ fundRules: { waitingDays: 1.5 } }, 'fundRules.waitingDays', 'Days are a whole number from 0 to 3650'],
    [
      { fundRules: { ageLimits: [{ relationships: ['Friend'], maxAge: 25 }] } },
      'fundRules.ageLimits.0.relationships.0',
      'There is no such relationship',
    ],
  ])('is refused with %j', async (wrong, path, message) => {
    const { status, body } = await post({ ...FORM, organizationNumber, ...wrong });
    expect([status, body.errors]).toEqual([422, [{ path, message }]]);
  });
});

it('warns about the price rules of a fund', async () => {
  const priceRules = [{ label: 'Children', minAge: 0, maxAge: 17, price: 5 }];
  const { priceRuleFaults } = await newCampaign({ priceRules, defaultPrice: 0 });
  expect(priceRuleFaults).toEqual([{ code: 'gap', fromAge: 18, toAge: 150 }]);
});

it('cannot be joined by people who are too young or too old for it', async () => {
  const { _id } = await newCampaign({ fundRules: { entryAge: { min: 18, max: 65 } } });
  const { _id: memberId } = await aMember({ organizationNumber, birthDt: '1940-01-01' });
  const join = async (id: string) =>
    api.request
      .post(`/v2/members/${id}/campaigns/${_id}/join`)
      .set(api.as(await anAccount({ memberId: id })))
      .send({});
  const { status, body } = await join(memberId);
  expect([status, body.code, body.detail]).toEqual([
    409,
    'entry_age',
    'Grace Funeral Fund takes new members from 18 to 65 years of age. Please ask the office.',
  ]);
  const young = await aMember({ organizationNumber, birthDt: '1990-01-01' });
  expect((await join(young._id)).status).toBe(200);
});

describe('a campaign that is changed', () => {
  it('keeps fields that are not sent, and is recorded field by field', async () => {
    const campaign = await newCampaign();
    const change = { _id: campaign._id, version: 1, defaultPrice: 15, fundRules: { waitingDays: 90 } };
    const { status, body } = await post(change);
    expect([status, body]).toEqual([
      200,
      { ...campaign, defaultPrice: 15, fundRules: { waitingDays: 90 }, version: 2 },
    ]);
    expect((await historyOf(campaign._id)).at(-1)).toEqual([
      'campaign.updated',
      ['defaultPrice', 'fundRules'],
    ]);
  });

  it('stores the text about tax, and clears it again', async () => {
    const campaign = await newCampaign();
    const change = (taxNote: string) => post({ _id: campaign._id, taxNote }).expect(200);
    expect((await change('Ask Ruth')).body.taxNote).toBe('Ask Ruth');
    expect((await change('')).body.taxNote).toBe('');
    expect((await historyOf(campaign._id)).slice(-2)).toEqual([
      ['campaign.updated', ['taxNote']],
      ['campaign.updated', ['taxNote']],
    ]);
  });

  it('is not overwritten by a user who read it before', async () => {
    const { _id } = await newCampaign();
    const answers = await Promise.all(
      [13, 14].map((defaultPrice) => post({ _id, version: 1, defaultPrice })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
    expect(lost?.body).toMatchObject({ code: 'changed_meanwhile', current: won?.body });
  });

  it('has its name copied to its memberships', async () => {
    const campaign = await newCampaign();
    await post({ _id: campaign._id, campaignName: 'Grace Burial Fund' }).expect(200);
    expect(
      await collection('jobs').findOne({ openKey: `copied-names:campaign:${campaign._id}` }),
    ).not.toBeNull();
  });

  it('goes on being charged through memberships when people have joined', async () => {
    const campaign = await aCampaign({ organizationNumber });
    const { _id } = campaign;
    await aMembership({ campaign });
    const { status, body } = await post({ _id, requiresMembership: false });
    expect([status, body.errors?.[0]?.path]).toEqual([422, 'requiresMembership']);
    expect((await post({ _id, requiresMembership: true })).status).toBe(200);
  });

  it('keeps an organization once that is named twice', async () => {
    const { organizationNumber: other } = await anOrganization({ parentOrganization: organizationNumber });
    const campaign = await newCampaign({ participatingOrganizations: [other, other] });
    expect(campaign.participatingOrganizations).toEqual([other]);
  });

  it('lets visible organizations participate, until their members have memberships', async () => {
    const { _id } = await newCampaign();
    const below = (await anOrganization({ parentOrganization: organizationNumber })).organizationNumber;
    const guest = (await anOrganization({ parentOrganization: below })).organizationNumber;
    const elsewhere = (await anOrganization()).organizationNumber;
    const takePart = (...participatingOrganizations: string[]) => post({ _id, participatingOrganizations });
    for (const unknown of [elsewhere, 'nowhere'])
      expect((await takePart(unknown)).body.errors).toEqual([
        { path: 'participatingOrganizations', message: 'There is no such organization' },
      ]);
    expect((await takePart(below)).body.participatingOrganizations).toEqual([below]);
    const campaign = await requireCampaign(_id);
    await aMembership({ campaign, primary: await aMember({ organizationNumber: guest }) });
    expect((await takePart()).body).toMatchObject({ status: 409, code: 'has_memberships' });
    expect((await takePart(below, guest)).status).toBe(200);
    expect((await takePart(below)).status).toBe(409);
  });
});

it('who may make and change campaigns', async () => {
  const { _id } = await newCampaign();
  const participating = (await anOrganization({ parentOrganization: organizationNumber })).organizationNumber;
  await post({ _id, participatingOrganizations: [participating] }).expect(200);
  const at = { organizationNumber };
  const statuses = async (as: Account) => [
    (await post({ _id, defaultPrice: 1 }, as)).status,
    (await post({ ...FORM, ...at }, as)).status,
  ];
  expect(await statuses(manager)).toEqual([200, 201]);
  expect(await statuses(await anAccount({ role: 'manager', organizationNumber: above }))).toEqual([200, 201]);
  for (const role of ['viewer', 'treasurer'] as const)
    expect(await statuses(await anAccount({ role, ...at }))).toEqual([403, 403]);
  const guest = await anAccount({ role: 'manager', organizationNumber: participating });
  expect(await statuses(guest)).toEqual([403, 403]);
  expect(await statuses(await anAccount())).toEqual([403, 403]);
});
