import { cents } from '@kinfold/domain/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  aHousehold,
  aMember,
  aMembership,
  anAccount,
  anOrganization,
  aRun,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import { startApi, type Api } from '../../../../test/harness.ts';
import { collection } from '../../../platform/database.ts';
import { objectId } from '../../../platform/documents.ts';
import { createCampaign } from '../campaigns/campaign.service.ts';
import { requireMembership } from '../memberships/membership.service.ts';
import { createDuesOfRun } from './dues.service.ts';
import { findAllOfMembership } from './donation.service.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

async function aStrictFund() {
  const { organizationNumber } = await anOrganization();
  const { campaign } = await createCampaign(
    {
      campaignName: `Strict ${organizationNumber}`,
      shortDescription: 'For us',
      requiresMembership: true,
      organizationNumber,
      priceRules: [],
      defaultPrice: cents(3000),
      fundRules: { ageLimits: [{ relationships: ['Child'], maxAge: 17 }] },
    },
    TEST_AUTHOR,
    api.deps.now(),
  );
  const { members } = await aHousehold({ organizationNumber, size: 3 });
  const [head, spouse, child] = members;
  if (!head || !spouse || !child) throw new Error('a household has three members');
  const manager = await anAccount({ role: 'manager', organizationNumber });
  const membership = await aMembership({ campaign, primary: head, covered: [spouse, child] });
  return { campaign, head, spouse, child, manager, membership };
}
const turn = (memberId: string, birthDt: string) =>
  collection('members').updateOne({ _id: objectId(memberId) }, { $set: { birthDt } });

it('a child who is over the limit is not charged from the next activation on, as the preview says', async () => {
  const { campaign, child, manager, membership } = await aStrictFund();
  const preview = async (runId: string) =>
    (await api.get(`/v2/campaigns/${campaign._id}/runs/${runId}/preview`, manager)).body;
  const first = await aRun({ campaign });
  expect(await preview(first._id)).toMatchObject({ count: 1, sum: 90 });
  await createDuesOfRun(first._id, TEST_AUTHOR, api.deps.now());
  await turn(child._id, '2004-01-01');
  const second = await aRun({ campaign });
  expect(await preview(second._id)).toMatchObject({ count: 1, sum: 60, samples: [{ totalPrice: 60 }] });
  await createDuesOfRun(second._id, TEST_AUTHOR, api.deps.now());
  const amounts = (await findAllOfMembership(membership._id)).map(({ campaignRunId, minAmountDue }) => [
    campaignRunId,
    minAmountDue,
  ]);
  expect(new Map(amounts as [string, number][])).toEqual(
    new Map([
      [first._id, 9000],
      [second._id, 6000],
    ]),
  );
  expect(await requireMembership(membership._id)).toMatchObject({ totalPrice: 6000 });
  // A refresh lowers what is unpaid.
  await api.request.post(`/v2/membership/${membership._id}/refresh-price`).set(api.as(manager));
  expect((await findAllOfMembership(membership._id)).map(({ minAmountDue }) => minAmountDue)).toEqual([
    6000, 6000,
  ]);
});

it('a person over the limit costs nothing when added, with a note, unless staff set a price: then they are covered', async () => {
  const { head, child, manager, membership, campaign } = await aStrictFund();
  const old = await aMember({
    organizationNumber: head.organizationNumber,
    relationship: 'Child',
    birthDt: '1990-01-01',
  });
  const path = `/v2/membership/${membership._id}`;
  const preview = await api.request
    .post(`${path}/preview`)
    .set(api.as(manager))
    .send({ do: 'add', member_id: old._id });
  expect(preview.body.sentences).toContain(`Nothing is charged for ${old.firstNm} ${old.lastNm}.`);
  await turn(child._id, '2004-01-01');
  const priced = await api.request
    .post(`${path}/price`)
    .set(api.as(manager))
    .send({ member_id: child._id, price: 12, reason: 'A student still' });
  expect([priced.status, priced.body.totalPrice]).toEqual([200, 72]);
  const { body } = await api.get(`/v2/members/${child._id}/coverage`, manager);
  expect(body.people[0]).toMatchObject({ campaignId: campaign._id, isCovered: true });
});

it('a person who has left the ages of a fund that prices by rules alone is not charged, as the preview says', async () => {
  const { organizationNumber } = await anOrganization();
  const { campaign } = await createCampaign(
    {
      campaignName: `Adults ${organizationNumber}`,
      shortDescription: 'For us',
      requiresMembership: true,
      organizationNumber,
      priceRules: [{ label: 'Adult', minAge: 18, maxAge: 64, price: cents(3000) }],
      defaultPrice: cents(0),
    },
    TEST_AUTHOR,
    api.deps.now(),
  );
  const { members } = await aHousehold({ organizationNumber, size: 2 });
  const [head, spouse] = members;
  if (!head || !spouse) throw new Error('a household has two members');
  for (const { _id } of members) await turn(_id, '1985-01-01');
  const manager = await anAccount({ role: 'manager', organizationNumber });
  const membership = await aMembership({ campaign, primary: head, covered: [spouse] });
  expect(membership.totalPrice).toBe(6000);
  await turn(spouse._id, '1940-01-01');
  const old = await aMember({ organizationNumber, birthDt: '1940-01-01' });
  const added = await api.request
    .post(`/v2/membership/${membership._id}/preview`)
    .set(api.as(manager))
    .send({ do: 'add', member_id: old._id });
  expect(added.body.sentences).toContain(`Nothing is charged for ${old.firstNm} ${old.lastNm}.`);
  const run = await aRun({ campaign });
  const preview = await api.get(`/v2/campaigns/${campaign._id}/runs/${run._id}/preview`, manager);
  expect(preview.body).toMatchObject({ count: 1, sum: 30 });
  await createDuesOfRun(run._id, TEST_AUTHOR, api.deps.now());
  expect((await findAllOfMembership(membership._id)).map(({ minAmountDue }) => minAmountDue)).toEqual([3000]);
});

it('nobody under 18 pays for a membership or is a contact', async () => {
  const { child, manager, campaign } = await aStrictFund();
  const post = (path: string, body: object) => api.request.post(path).set(api.as(manager)).send(body);
  const made = { campaignId: campaign._id, primaryMemberId: child._id };
  for (const path of ['/v2/membership', '/v2/membership/preview']) {
    const { status, body } = await post(path, made);
    expect([status, body.errors[0].path]).toEqual([422, 'primaryMemberId']);
  }
  const contact = await post(`/v2/organizations/${child.organizationNumber}/contacts`, {
    member_id: child._id,
    title: 'Deacon',
  });
  expect([contact.status, contact.body.errors[0].path]).toEqual([422, 'member_id']);
  const { organizationNumber } = child;
  const young = await aMember({ organizationNumber, birthDt: '2015-01-01' });
  const joined = await post(`/v2/members/${young._id}/campaigns/${campaign._id}/join`, {});
  expect([joined.status, joined.body.code]).toEqual([409, 'too_young']);
});
