/** A membership that is inactive, waits or has paused dues: every answer says the same about it. */
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aCampaign,
  anAccount,
  aMembership,
  anOpenCampaign,
  linkTo,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { aPayer, type Payer } from '../../../../test/payer.ts';
import { pay } from '../../../../test/paying.ts';
import { collection } from '../../../platform/database.ts';
import { updateRun } from '../campaign-runs/campaign-run.service.ts';
import { requireMember } from '../../people/members/member.service.ts';
import { findDues } from './donation.service.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const get = async (path: string, account: Account) => (await api.get(path, account)).body;
const campaignsOf = (account: Account) => get(`/v2/members/${account.memberId}/campaigns`, account);

/** What staff do when they deactivate a membership (spec section 4). */
async function deactivate(membershipId: string): Promise<void> {
  const now = api.deps.now();
  await collection<{ _id: mongoose.Types.ObjectId }>('campaign_memberships').updateOne(
    { _id: new mongoose.Types.ObjectId(membershipId) },
    {
      $set: { isActive: false, 'members.$[].isActive': false, 'members.$[].endDt': now },
    },
  );
}

/** Pauses or resumes the runs of the payer's dues that have not ended. */
async function setRunsActive(payer: Payer, isActive: boolean): Promise<void> {
  for (const { campaignRunId } of await findDues(payer.campaignMembershipId))
    await updateRun(campaignRunId, { isActive }, TEST_AUTHOR, api.deps.now());
}

describe('a membership that was deactivated with open dues', () => {
  it('owes them everywhere, and they can be paid', async () => {
    const payer = await aPayer();
    const owed = payer.dues.map(({ amount }) => amount / 100);
    const sum = 50;
    expect(owed).toEqual([20, 30]);
    await deactivate(payer.campaignMembershipId);
    const { account, memberId, campaignId } = payer;
    expect(await campaignsOf(account)).toMatchObject([
      { isActive: false, currentCampaignRunsBalance: sum, openDues: [{ balance: 20 }, { balance: 30 }] },
    ]);
    const admin = await anAccount({ role: 'administrator' });
    const inactive = () => get(`/v2/members/${memberId}/campaigns?active=false`, admin);
    expect(await inactive()).toEqual([]);
    const coverage = await get(`/v2/members/${memberId}/coverage`, account);
    expect(coverage).toMatchObject({ isCovered: false, amountDue: sum });
    expect(await get(`/api/v1/member/${memberId}/${campaignId}/balance`, account)).toMatchObject({
      balance: sum,
    });
    const dues = await get(`/api/v1/donation/${payer.campaignMembershipId}/dues`, account);
    expect(dues).toMatchObject([
      { payableBalance: 30, isMembershipActive: false },
      { payableBalance: 20, isMembershipActive: false },
    ]);
    const relative = await anAccount();
    await linkTo(relative.memberId ?? '', memberId);
    expect(await get(`/v2/members/${relative.memberId}/linked-members`, relative)).toMatchObject([
      { outstandingBalance: sum },
    ]);
    expect((await pay(api, account, payer.dues)).status).toBe(200);
    // Nothing is owed any more: now it is one of the inactive ones.
    expect(await campaignsOf(account)).toEqual([]);
    expect(await inactive()).toMatchObject([{ isActive: false, currentCampaignRunsBalance: 0 }]);
    expect((await get(`/v2/members/${memberId}/coverage`, account)).amountDue).toBe(0);
  });

  it('is shown beside a fund that covers them, while its dues are open', async () => {
    const payer = await aPayer();
    await deactivate(payer.campaignMembershipId);
    const { campaignName } = await aMembership({ primary: await requireMember(payer.memberId) });
    const coverage = () => get(`/v2/members/${payer.memberId}/coverage`, payer.account);
    expect(await coverage()).toMatchObject({
      isCovered: false,
      sentence: `You are covered by ${campaignName}. You are not covered by Funeral Fund right now.`,
      amountDue: 50,
    });
    await pay(api, payer.account, payer.dues);
    expect(await coverage()).toMatchObject({ isCovered: true, sentence: 'You are covered.', amountDue: 0 });
  });

  it('is not hidden by a fund that was only asked for', async () => {
    const payer = await aPayer();
    await deactivate(payer.campaignMembershipId);
    const { organizationNumber, account } = payer;
    const { _id, campaignName } = await aCampaign({ organizationNumber });
    await api.request.post(`/v2/members/${payer.memberId}/campaigns/${_id}/join`).set(api.as(account));
    const sentence = `You are not covered by Funeral Fund right now. We cannot say yet whether you are covered by ${campaignName}.`;
    const coverage = () => get(`/v2/members/${payer.memberId}/coverage`, account);
    expect(await coverage()).toMatchObject({ isCovered: false, sentence });
    await pay(api, account, payer.dues);
    expect(await coverage()).toMatchObject({ isCovered: false, sentence });
  });

  it('stays among the fundraisers while they are paused', async () => {
    const payer = await aPayer();
    await pay(api, payer.account, [payer.dues[0]]);
    await setRunsActive(payer, false);
    await deactivate(payer.campaignMembershipId);
    expect(await campaignsOf(payer.account)).toMatchObject([
      { isActive: false, currentCampaignRunsBalance: 0, hasPausedDues: true },
    ]);
    const admin = await anAccount({ role: 'administrator' });
    expect(await get(`/v2/members/${payer.memberId}/campaigns?active=false`, admin)).toEqual([]);
  });
});

describe('a membership with paused dues', () => {
  it('says so, and not that they are due or paid', async () => {
    const payer = await aPayer();
    await pay(api, payer.account, [payer.dues[0]]);
    expect(await campaignsOf(payer.account)).toMatchObject([{ hasPausedDues: false }]);
    await setRunsActive(payer, false);
    expect(await campaignsOf(payer.account)).toMatchObject([
      { currentCampaignRunsBalance: 0, openDues: [], hasPausedDues: true },
    ]);
    const relative = await anAccount();
    await linkTo(relative.memberId ?? '', payer.memberId);
    const linked = () => get(`/v2/members/${relative.memberId}/linked-members`, relative);
    expect(await linked()).toMatchObject([{ outstandingBalance: 0, hasPausedDues: true }]);
    await setRunsActive(payer, true);
    await pay(api, payer.account, [payer.dues[1]]);
    await setRunsActive(payer, false);
    expect(await campaignsOf(payer.account)).toMatchObject([{ hasPausedDues: false }]);
    expect(await linked()).toMatchObject([{ outstandingBalance: 0, hasPausedDues: false }]);
  });
});

describe('an open campaign', () => {
  it('says whether it takes gifts', async () => {
    const account = await anAccount();
    const { campaignId } = await anOpenCampaign({ joinedBy: account.memberId ?? '' });
    expect(await campaignsOf(account)).toMatchObject([{ campaignId, takesGifts: true }]);
    const [{ campaignMembershipId }] = await campaignsOf(account);
    await deactivate(campaignMembershipId);
    const admin = await anAccount({ role: 'administrator' });
    expect(await get(`/v2/members/${account.memberId}/campaigns?active=false`, admin)).toMatchObject([
      { campaignId, isActive: false, takesGifts: false },
    ]);
  });

  it('takes none after its collection has ended', async () => {
    const account = await anAccount();
    const { campaignId } = await anOpenCampaign({ joinedBy: account.memberId ?? '' });
    api.advance(31 * 86_400_000);
    expect(await campaignsOf(account)).toMatchObject([{ campaignId, takesGifts: false }]);
  });
});
