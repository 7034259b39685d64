import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCampaign, aHousehold, aMembership, anAccount, anOrganization } from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';

let api: Api;
let organizationNumber: string;
let manager: Account;
let campaign: CampaignRecord;
beforeAll(async () => {
  api = await startApi();
  organizationNumber = (await anOrganization()).organizationNumber;
  manager = await anAccount({ role: 'manager', organizationNumber });
  campaign = await aCampaign({ organizationNumber });
});
afterAll(() => api.stop());

const post = (body: object, account = manager) =>
  api.request.post('/v2/membership').set(api.as(account)).send(body);
const join = (memberId: string, account = manager) =>
  api.request.post(`/v2/members/${memberId}/campaigns/${campaign._id}/join`).set(api.as(account));

describe('joining on behalf and confirming', () => {
  it('waits in a funeral fund until it is confirmed, which begins the cover', async () => {
    const { primary } = await aHousehold({ organizationNumber });
    const joined = await join(primary._id);
    expect([joined.status, joined.body.isActive]).toEqual([200, null]);
    expect((await join(primary._id)).body.campaignMembershipId).toBe(joined.body.campaignMembershipId);
    const _id = joined.body.campaignMembershipId;
    api.advance(86_400_000);
    const now = api.deps.now().toISOString();
    const { status, body } = await post({ _id, isActive: true, version: 1 });
    expect([status, body.isActive, body.totalPrice, body.version]).toEqual([200, true, 25, 2]);
    expect(body.members[0]).toMatchObject({ isActive: true, endDt: '9999-12-31T00:00:00.000Z' });
    expect(body.members[0].startDt >= now).toBe(true);
    const { body: history } = await api.get(`/v2/audit?subject_type=membership&subject_id=${_id}`, manager);
    expect(history.entries[0]).toMatchObject({ action: 'membership.confirmed' });
  });

  it.each(['viewer', 'treasurer'] as const)('is not for a %s', async (role) => {
    const { primary } = await aHousehold({ organizationNumber });
    const account = await anAccount({ role, organizationNumber });
    expect((await join(primary._id, account)).status).toBe(404);
    const { _id } = await aMembership({ campaign, primary });
    expect((await post({ _id, isActive: false }, account)).status).toBe(404);
  });

  it('does not begin for an inactive member', async () => {
    const { primary } = await aHousehold({ organizationNumber, primary: { isActive: false } });
    const { _id } = await aMembership({ campaign, primary, isActive: null });
    expect((await post({ _id, isActive: true })).body.code).toBe('primary_inactive');
  });
});

describe('deactivating and activating', () => {
  it('ends everybody’s part now, and begins it again for those who left with it', async () => {
    const { members, primary } = await aHousehold({ organizationNumber, size: 3 });
    const { _id } = await aMembership({ campaign, primary, covered: members.slice(1) });
    const off = await post({ _id, isActive: false });
    expect(off.body).toMatchObject({ isActive: false, totalPrice: 0 });
    for (const one of off.body.members) {
      expect(one.isActive).toBe(false);
      expect(Math.abs(Date.parse(one.endDt) - api.deps.now().getTime())).toBeLessThan(86_400_000);
    }
    expect((await post({ _id, isActive: false })).body.version).toBe(2);
    const on = await post({ _id, isActive: true });
    expect(on.body).toMatchObject({ isActive: true, totalPrice: 60, version: 3 });
    expect(on.body.members.map((member: { isActive: boolean }) => member.isActive)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('meets 409 for one that was changed meanwhile, and 422 for what is no state', async () => {
    const { primary } = await aHousehold({ organizationNumber });
    const { _id } = await aMembership({ campaign, primary });
    await post({ _id, isActive: false, version: 1 });
    const late = await post({ _id, isActive: true, version: 1 });
    expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile']);
    expect(late.body.current).toMatchObject({ _id, isActive: false, version: 2 });
    expect((await post({ _id, isActive: 'yes' })).status).toBe(422);
    expect((await post({ _id: '0'.repeat(24), isActive: true })).status).toBe(404);
  });
});
