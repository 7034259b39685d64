import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectAccount } from '../../../../test/connecting.ts';
import { aCampaign, aMember, anAccount, aRun } from '../../../../test/factories.ts';
import { aPayer } from '../../../../test/payer.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const joinPath = (memberId: string | null, campaignId: string) =>
  `/v2/members/${memberId}/campaigns/${campaignId}/join`;
const join = (account: Account, campaignId: string) =>
  api.request.post(joinPath(account.memberId, campaignId)).set(api.as(account));

async function aMemberWithACampaign() {
  const member = await aMember();
  const campaign = await aCampaign({
    organizationNumber: member.organizationNumber,
    requiresMembership: false,
  });
  return { account: await anAccount({ memberId: member._id }), campaign };
}

describe('joining a campaign', () => {
  it('is not for inactive members', async () => {
    const member = await aMember({ isActive: false });
    const campaign = await aCampaign({ organizationNumber: member.organizationNumber });
    const answer = await join(await anAccount({ memberId: member._id }), campaign._id);
    expect([answer.status, answer.body.detail]).toEqual([
      409,
      `${member.firstNm} is not active. Please ask the office.`,
    ]);
  });

  it('names the recipient of a gift, if the campaign takes gifts', async () => {
    const { account, campaign } = await aMemberWithACampaign();
    await join(account, campaign._id);
    const own = async () => (await api.get(`/v2/members/${account.memberId}/campaigns`, account)).body[0];
    expect(await own()).not.toHaveProperty('recipient');
    await aRun({ campaign });
    const managedBy = campaign.managedBy;
    expect(await own()).toMatchObject({
      takesGifts: true,
      recipient: { key: 'own', name: managedBy, takesCards: true },
    });
    await connectAccount(api, campaign.organizationNumber);
    const { recipient } = await own();
    expect(recipient).toEqual({ key: expect.not.stringMatching(/^own$/), name: managedBy, takesCards: true });
  });

  it('makes it a fundraiser of the member, once', async () => {
    const { account, campaign } = await aMemberWithACampaign();
    const answers = [
      await join(account, campaign._id),
      ...(await Promise.all([1, 2, 3].map(() => join(account, campaign._id)))),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.headers['deprecation']).toBeUndefined();
      expect(answer.body).toEqual(answers[0]?.body);
    }
    const own = await api.request.get(`/v2/members/${account.memberId}/campaigns`).set(api.as(account));
    expect(own.body).toEqual([answers[0]?.body]);
    expect(own.body[0]).toMatchObject({
      campaignId: campaign._id,
      requiresMembership: false,
      currentCampaignRunsBalance: 0,
    });
    const other = await api.request
      .get(`/v2/members/${account.memberId}/campaigns/other`)
      .set(api.as(account));
    expect(other.body).toEqual([]);
  });

  it('only asks for a funeral fund: nobody is covered or charged before the office confirms it', async () => {
    const member = await aMember();
    const { organizationNumber } = member;
    const fund = await aCampaign({ organizationNumber, requiresMembership: true });
    const account = await anAccount({ memberId: member._id });
    const { body } = await join(account, fund._id);
    expect(body).toMatchObject({ campaignId: fund._id, isActive: null, currentCampaignRunsBalance: 0 });
    const cover = await api.request.get(`/v2/members/${member._id}/coverage`).set(api.as(account));
    expect(cover.body).toMatchObject({ isCovered: null, amountDue: 0 });
    expect((await join(account, fund._id)).body).toEqual(body);
  });

  it('works by GET for older clients, marked as deprecated and never cached', async () => {
    const { account, campaign } = await aMemberWithACampaign();
    const answer = await api.request.get(joinPath(account.memberId, campaign._id)).set(api.as(account));
    expect(answer.body.campaignId).toBe(campaign._id);
    expect(answer.headers['deprecation']).toMatch(/^@\d+$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect((await join(account, campaign._id)).body).toEqual(answer.body);
  });

  it('is not for others, nor for campaigns that are not offered', async () => {
    const { account } = await aMemberWithACampaign();
    const { account: stranger, campaign } = await aMemberWithACampaign();
    expect((await join(account, campaign._id)).status).toBe(404);
    expect((await join(account, '0'.repeat(24))).status).toBe(404);
    expect((await join(account, 'x')).status).toBe(404);
    const path = joinPath(stranger.memberId, campaign._id);
    expect((await api.request.post(path).set(api.as(account))).status).toBe(404);
  });
});

describe('one donation', () => {
  it('is shown as in its list, to users who may see its membership', async () => {
    const payer = await aPayer();
    const stranger = await anAccount();
    const treasurer = await anAccount({ role: 'treasurer', organizationNumber: payer.organizationNumber });
    const list = await api.request.get('/v2/my/donations').set(api.as(payer.account));
    for (const donation of list.body.donations) {
      const path = `/v2/donations/${donation._id}`;
      expect((await api.request.get(path).set(api.as(payer.account))).body).toEqual(donation);
      expect((await api.request.get(path).set(api.as(treasurer))).status).toBe(200);
      expect((await api.request.get(path).set(api.as(stranger))).status).toBe(404);
    }
    const linked = await api.request
      .get(`/v2/donations/${payer.linked.donationId}`)
      .set(api.as(payer.account));
    expect(linked.body.primaryMember._id).toBe(payer.linked.memberId);
    expect((await api.request.get('/v2/donations/nothing').set(api.as(payer.account))).status).toBe(404);
  });
});
