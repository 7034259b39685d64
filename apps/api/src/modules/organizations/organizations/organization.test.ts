import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAccount, anOrganization } from '../../../../test/factories.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';

let api: Api;
let root: string;
let child: string;
let other: string;
beforeAll(async () => {
  api = await startApi();
  root = (await anOrganization({ organizationName: 'Hope' })).organizationNumber;
  child = (await anOrganization({ organizationName: 'Grace', parentOrganization: root })).organizationNumber;
  other = (await anOrganization({ organizationName: 'Zion' })).organizationNumber;
});
afterAll(() => api.stop());

const namesFor = async (account: Account) => {
  const { status, body } = await api.get('/v2/organizations/list', account);
  expect(status).toBe(200);
  return body.map(({ organizationName }: { organizationName: string }) => organizationName);
};

describe('the list of organizations', () => {
  it('is that of one’s scope, by name, with number and name alone', async () => {
    const viewer = await anAccount({ role: 'viewer', organizationNumber: root });
    const { body } = await api.get('/v2/organizations/list/', viewer);
    expect(body).toEqual([
      { organizationNumber: child, organizationName: 'Grace' },
      { organizationNumber: root, organizationName: 'Hope' },
    ]);
    expect(await namesFor(await anAccount({ role: 'viewer', organizationNumber: child }))).toEqual(['Grace']);
    expect(await namesFor(await anAccount({ role: 'treasurer', organizationNumber: other }))).toEqual([
      'Zion',
    ]);
    expect(await namesFor(await anAccount({ role: 'administrator' }))).toEqual(['Grace', 'Hope', 'Zion']);
  });

  it('has rows with parents and counts for the tree', async () => {
    const { body } = await api.get(
      '/v2/organizations',
      await anAccount({ role: 'manager', organizationNumber: root }),
    );
    expect(body).toEqual([
      expect.objectContaining({ organizationNumber: child, parentOrganization: root, hasChildren: false }),
      expect.objectContaining({ organizationNumber: root, parentOrganization: null, hasChildren: true }),
    ]);
    expect(body[0]).toMatchObject({ campaignsCnt: 0, groupsCnt: 0, membersCnt: 0, hasCampaigns: false });
    expect(body[0]).not.toHaveProperty('path');
  });

  it.each(['/v2/organizations', '/v2/organizations/list'])('%s is for staff', async (path) => {
    expect((await api.get(path, await anAccount())).status).toBe(403);
    expect((await api.get(path)).status).toBe(401);
  });
});
