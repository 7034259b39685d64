import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '@kinfold/domain/money';
import {
  aCampaign,
  aHousehold,
  aMember,
  aMembership,
  anAccount,
  anOpenCampaign,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import { startApi, type Api } from '../../../../test/harness.ts';
import { joinCampaign } from './new-membership.service.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** A membership of a family of four: a member who moved out is no longer covered. */
async function aFamilyMembership() {
  const { members, primary } = await aHousehold({ size: 3 });
  const { organizationNumber } = primary;
  const departed = await aMember({ organizationNumber, isActive: false, firstNm: 'Gone' });
  const campaign = await aCampaign({
    organizationNumber,
    priceRules: [
      { label: 'Child', minAge: 0, maxAge: 17, price: cents(1005) },
      { label: 'Spouse', minAge: 18, maxAge: 150, relationships: ['Spouse'], price: cents(2010) },
    ],
  });
  const membership = await aMembership({ campaign, primary, covered: [...members, departed] });
  return { membership, members, primary, departed, organizationNumber };
}

describe('a campaign membership', () => {
  it('prices everybody by the first rule that fits and sums up the active ones, in dollars', async () => {
    const { membership, primary, departed } = await aFamilyMembership();
    const account = await anAccount({ memberId: primary._id });
    const { body } = await api.get(`/api/v1/membership/${membership._id}`, account);
    expect(body).toMatchObject({
      _id: membership._id,
      primaryMemberId: primary._id,
      primaryMember: { _id: primary._id, firstNm: primary.firstNm, isActive: true },
      isActive: true,
      totalPrice: 55.15,
      lastPayment: null,
    });
    const shown = body.members.map((member: Record<string, unknown>) => [
      member.price,
      member.isPrimary,
      member.isActive,
    ]);
    expect(shown).toEqual([
      [25, true, true],
      [20.1, false, true],
      [10.05, false, true],
      [25, false, false],
    ]);
    expect(body.members[3]).toMatchObject({ member_id: departed._id, inPrimaryHousehold: false });
    expect(body.members[1]).toMatchObject({
      inPrimaryHousehold: true,
      endDt: '9999-12-31T00:00:00.000Z',
      relationship: 'Spouse',
    });
  });

  it('omits inactive members if asked to', async () => {
    const { membership, primary } = await aFamilyMembership();
    const account = await anAccount({ memberId: primary._id });
    for (const [query, count] of [
      ['?exclude_inactive=True', 3],
      ['?exclude_inactive=true', 3],
      ['?exclude_inactive=False', 4],
      ['', 4],
    ] as const) {
      const { body } = await api.get(`/v2/membership/${membership._id}${query}`, account);
      expect(body.members, query).toHaveLength(count);
    }
  });

  it('is read by its members and by staff who see memberships, by nobody else', async () => {
    const { membership, members, departed, organizationNumber } = await aFamilyMembership();
    const covered = await Promise.all(members.map(({ _id }) => anAccount({ memberId: _id })));
    const treasurer = await anAccount({ role: 'treasurer', organizationNumber });
    const viewer = await anAccount({ role: 'viewer', organizationNumber });
    for (const path of [`/api/v1/membership/${membership._id}`, `/v2/membership/${membership._id}`]) {
      for (const account of [...covered, treasurer]) expect((await api.get(path, account)).status).toBe(200);
      for (const account of [viewer, await anAccount()])
        expect((await api.get(path, account)).status).toBe(404);
      expect((await api.get(path)).status).toBe(401);
    }
    const gone = await anAccount({ memberId: departed._id });
    expect((await api.get(`/v2/membership/${membership._id}`, gone)).status).toBe(404);
  });

  it.each(['x', '000000000000000000000000', 'M-000001'])('is not found by %s', async (id) => {
    const admin = await anAccount({ role: 'administrator' });
    expect((await api.get(`/api/v1/membership/${id}`, admin)).status).toBe(404);
    expect((await api.get(`/v2/membership/${id}`, admin)).status).toBe(404);
  });

  it('exists once for a primary member and a campaign', async () => {
    const { primary } = await aHousehold();
    const campaign = await aCampaign({ organizationNumber: primary.organizationNumber });
    await aMembership({ campaign, primary });
    await expect(aMembership({ campaign, primary })).rejects.toMatchObject({ status: 409 });
  });
});

describe('joining a campaign', () => {
  it('makes one membership, however often and at once', async () => {
    const member = await aMember();
    const campaign = await aCampaign({ organizationNumber: member.organizationNumber });
    const input = { member, campaignId: campaign._id };
    const joined = await Promise.all(
      [1, 2, 3, 4].map(() => joinCampaign(input, TEST_AUTHOR, new Date(), 'UTC')),
    );
    expect(new Set(joined.map(({ membership }) => membership._id)).size).toBe(1);
  });

  it('is not possible where the campaign is not offered', async () => {
    const { campaignId } = await anOpenCampaign();
    const member = await aMember();
    await expect(joinCampaign({ member, campaignId }, TEST_AUTHOR, new Date(), 'UTC')).rejects.toMatchObject({
      status: 404,
    });
  });
});
