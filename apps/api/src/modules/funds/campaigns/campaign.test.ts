import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aCampaign,
  aMember,
  anAccount,
  anOrganization,
  aRun,
  TEST_AUTHOR,
} from '../../../../test/factories.ts';
import { startApi, type Api } from '../../../../test/harness.ts';
import { addContact } from '../../people/contacts/contact.service.ts';
import { createCampaign } from './campaign.service.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

describe('a campaign and its runs', () => {
  it('are read by staff of its organization or of one above it, by nobody else', async () => {
    const parent = await anOrganization();
    const { organizationNumber } = await anOrganization({ parentOrganization: parent.organizationNumber });
    const campaign = await aCampaign({ organizationNumber });
    const run = await aRun({ campaign });
    const inside = await anAccount({ role: 'viewer', organizationNumber });
    const above = await anAccount({ role: 'viewer', organizationNumber: parent.organizationNumber });
    const outside = await anAccount({
      role: 'manager',
      organizationNumber: (await anOrganization()).organizationNumber,
    });
    for (const path of [
      `/api/v1/campaign/${campaign._id}`,
      `/v2/campaigns/${campaign._id}/runs`,
      `/api/v1/campaign-run/${run._id}`,
    ]) {
      for (const account of [inside, above]) expect((await api.get(path, account)).status, path).toBe(200);
      for (const account of [outside, await anAccount()])
        expect((await api.get(path, account)).status, path).toBe(403);
      expect((await api.get(path)).status, path).toBe(401);
    }
  });

  it('come with a first run that is not active and ends 30 days later', async () => {
    const { organizationNumber } = await anOrganization();
    const now = new Date('2026-05-01T12:00:00.000Z');
    const { run } = await createCampaign(
      { campaignName: 'Fund', shortDescription: 'A fund', requiresMembership: true, organizationNumber },
      TEST_AUTHOR,
      now,
    );
    expect(run).toMatchObject({ isActive: false, startDt: now, endDt: new Date('2026-05-31T12:00:00.000Z') });
  });

  it('are listed newest first, by page, with their status', async () => {
    const campaign = await aCampaign();
    await aRun({ campaign, endsInDays: -5 });
    await aRun({ campaign, isActive: false, endsInDays: 90 });
    const admin = await anAccount({ role: 'administrator' });
    const path = `/v2/campaigns/${campaign._id}/runs`;
    const { body } = await api.get(path, admin);
    expect(body).toMatchObject({ results: 3, pages: 1 });
    const states = body.campaignRuns.map((run: { status: string }) => run.status);
    expect(states).toEqual(['paused', 'paused', 'ended']);
    const second = await api.get(`${path}?page_number=2&page_size=2`, admin);
    expect(second.body).toMatchObject({ results: 3, pages: 2, campaignRuns: [{ status: 'ended' }] });
    expect((await api.get(`${path}?page_size=1000`, admin)).status).toBe(422);
  });

  it.each(['x', '000000000000000000000000'])('are not found by %s', async (id) => {
    const admin = await anAccount({ role: 'administrator' });
    for (const path of [`/api/v1/campaign/${id}`, `/v2/campaigns/${id}/runs`, `/api/v1/campaign-run/${id}`])
      expect((await api.get(path, admin)).status, path).toBe(404);
  });
});

describe('an organization', () => {
  it('shows counts, its parent and its contacts to staff', async () => {
    const parent = await anOrganization();
    const organization = await anOrganization({ parentOrganization: parent.organizationNumber });
    const { organizationNumber } = organization;
    const member = await aMember({ organizationNumber, firstNm: 'Ada', lastNm: 'Eze' });
    await aCampaign({ organizationNumber });
    const contact = { member_id: member._id, title: 'Deacon' } as const;
    await addContact(organization, contact, TEST_AUTHOR, new Date());
    const staff = await anAccount({ role: 'viewer', organizationNumber: parent.organizationNumber });
    for (const path of [
      `/v2/organizations/${organizationNumber}`,
      `/api/v1/organization/${organizationNumber}/`,
    ]) {
      const { body } = await api.get(path, staff);
      expect(body).toMatchObject({
        organizationNumber,
        parentOrganization: parent.organizationNumber,
        membersCnt: 1,
        campaignsCnt: 1,
        groupsCnt: 0,
        hasChildren: false,
        hasCampaigns: true,
        contacts: [{ member_id: member._id, name: 'Ada Eze', title: 'Deacon' }],
      });
      expect((await api.get(path, await anAccount())).status).toBe(403);
      expect((await api.get(path)).status).toBe(401);
    }
    expect((await api.get(`/v2/organizations/${parent.organizationNumber}`, staff)).body.hasChildren).toBe(
      true,
    );
  });

  it('is my own: of the account, else of the member', async () => {
    const member = await aMember();
    const account = await anAccount({ memberId: member._id });
    const own = await api.get('/v2/my/organization', account);
    expect(own.body.organizationNumber).toBe(member.organizationNumber);
    const other = await anOrganization();
    const asStaff = await api.request
      .get('/v2/my/organization')
      .set(api.as(account, other.organizationNumber));
    expect(asStaff.body.organizationNumber).toBe(other.organizationNumber);
    const nobody = await anAccount({ memberId: null });
    expect((await api.get('/v2/my/organization', nobody)).status).toBe(404);
    expect((await api.get('/v2/my/organization')).status).toBe(401);
  });

  it('that does not exist is 404 for an administrator and hidden from others', async () => {
    expect(
      (await api.get('/v2/organizations/nowhere', await anAccount({ role: 'administrator' }))).status,
    ).toBe(404);
    expect((await api.get('/v2/organizations/nowhere', await anAccount())).status).toBe(403);
  });
});
