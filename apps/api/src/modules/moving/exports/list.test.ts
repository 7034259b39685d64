/** Every list as a file: its rows, its filter in the name, and the export in the history. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calendarDateOf } from '@kinfold/domain/dates';
import {
  aCampaign,
  aHousehold,
  aMember,
  anAccount,
  anIntakeRequest,
  anOrganization,
  aMembership,
  aRun,
} from '../../../../test/factories.ts';
import { anApprovedClaim } from '../../../../test/claiming.ts';
import { startApi, type Account, type Api } from '../../../../test/harness.ts';
import { importer } from '../../../../test/importing.ts';
import { collection } from '../../../platform/database.ts';

let api: Api;
let tree: string;
let branch: string;
let campaignId: string;
let administrator: Account;
let manager: Account;
let viewer: Account;
let stranger: Account;
beforeAll(async () => {
  api = await startApi();
  tree = (await anOrganization({ organizationName: 'Grace Church' })).organizationNumber;
  branch = (await anOrganization({ parentOrganization: tree, organizationName: 'Chapel' }))
    .organizationNumber;
  const other = (await anOrganization({ organizationName: 'Zzyzx' })).organizationNumber;
  administrator = await anAccount({ role: 'administrator', organizationNumber: tree });
  manager = await anAccount({ role: 'manager', organizationNumber: tree });
  viewer = await anAccount({ role: 'viewer', organizationNumber: tree });
  stranger = await anAccount({ role: 'administrator', organizationNumber: other });
  const campaign = await aCampaign({ organizationNumber: tree });
  campaignId = campaign._id;
  await aRun({ campaign });
  const { members, primary } = await aHousehold({
    organizationNumber: branch,
    size: 2,
    primary: { lastNm: 'Okafor' },
  });
  await aMembership({ campaign, primary, covered: members });
  const dead = { organizationNumber: branch, size: 1, primary: { lastNm: 'Tabor' } };
  const { members: gone, primary: died } = await aHousehold(dead);
  await aMembership({ campaign, primary: died, covered: gone });
  const deceasedDt = calendarDateOf(api.deps.now(), api.deps.config.TIME_ZONE);
  const approved = { memberId: died._id, campaignId, approved: 1_250_050, deceasedDt };
  const claimId = await anApprovedClaim(api, approved);
  await collection<{ _id: string }>('claims').updateOne({ _id: claimId }, { $set: { cause: 'suicide' } });
  await anIntakeRequest({ organizationNumber: branch, lastNm: '=Lima' });
  const post = (path: string, body: object) =>
    api.request.post(path).set(api.as(manager)).send(body).expect(201);
  await post(`/api/v1/organization/${tree}/groups`, { groupName: '@Choir' });
  const deacon = await aMember({ organizationNumber: tree, lastNm: 'Deacon' });
  await post(`/v2/organizations/${tree}/contacts`, { member_id: deacon._id, title: 'Deacon' });
  await importer(api, manager, tree).check('First Name,Last Name,Birth Date\nAnn,Lee,1/2/1950\n');
});
afterAll(() => api.stop());

const read = async (path: string, account: Account) => {
  const { status, text, headers } = await api.get(path, account);
  expect(status, path).toBe(200);
  expect(headers['content-type']).toMatch(/^text\/csv/);
  expect(text.startsWith('\u{feff}')).toBe(true);
  const [, fileName = ''] = /filename="(.*)"/.exec(String(headers['content-disposition'])) ?? [];
  return { text, fileName, lines: text.trim().split('\r\n').slice(1) };
};

/** Each list: its file, a line of it, and how the file is named without the day. */
const LISTS = (): [path: string, line: RegExp, name: string][] => [
  ['/v2/organizations.csv', /^T\w+,Chapel,T\w+,3,0,0$/, 'organizations'],
  [`/v2/organizations.csv?parent=${tree}`, /Chapel/, `organizations-${tree}`],
  ['/v2/organizations.csv?search_term=chap', /Chapel/, 'organizations-chap'],
  [`/v2/organizations/${tree}/contacts.csv`, /^First\d+a Deacon,Deacon,/, `contacts-${tree}`],
  [`/v2/organizations/${tree}/groups.csv`, /^'@Choir,user\d+@demo\.test$/, `groups-${tree}`],
  [`/v2/organizations/${branch}/roles.csv`, /,administrator,Grace Church,/, `roles-${branch}`],
  [`/v2/organizations/${tree}/imports.csv`, /^members\.csv,checked,1,0,/, `imports-${tree}`],
  [
    `/v2/organizations/${tree}/intake-requests.csv`,
    /^'=Lima,Ana,,03\.14\.1985/,
    `intake-requests-${tree}-new`,
  ],
  [
    `/v2/organizations/${tree}/claims.csv?state=approved`,
    /^C-\d+,M-\d+,First\d+a Tabor,[\d.]+,Campaign \d+,T\w+,Approved,12500\.50,0\.00,/,
    `claims-${tree}-approved`,
  ],
  ['/v2/campaigns.csv?searchTerm=camp', /child: \$10\.00.*Everybody else: \$25\.00/, 'campaigns-camp'],
  [`/v2/campaigns/${campaignId}/runs.csv`, /^Campaign \d+,Run \d+,/, 'runs-Campaign'],
  [`/v2/campaigns/${campaignId}/organizations.csv`, /^$|./, 'participants-Campaign'],
  [
    `/v2/audit.csv?organization_number=${tree}&action=group.created`,
    /added the group @Choir/,
    `history-${tree}-group-created`,
  ],
  [`/v2/jobs.csv?organization_number=${tree}`, /^import-check,done,1,1,0,/, `jobs-${tree}`],
  [
    '/v2/members.csv?searchTerm=okafor',
    /,Okafor,First.*,Head of Household,Chapel,Yes.*,M-\d+,Campaign \d+,/,
    'members-okafor',
  ],
];

describe('the file of a list', () => {
  it('has its rows, and its filter in its name', async () => {
    for (const [path, line, name] of LISTS()) {
      const { lines, fileName } = await read(path, administrator);
      if (!path.includes(`${campaignId}/organizations`))
        expect(
          lines.some((one) => line.test(one)),
          `${path}\n${lines.join('\n')}`,
        ).toBe(true);
      expect(fileName, path).toMatch(new RegExp(`^${name}.*-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
    }
  });

  it('is recorded in the history of the organization: who, which list, and its filter', async () => {
    await read('/v2/members.csv?active=true&searchTerm=okafor', viewer);
    const { body } = await api.get(
      `/v2/audit?organization_number=${tree}&action=list.exported`,
      administrator,
    );
    expect(body.entries[0]).toMatchObject({
      actor: { email: viewer.email },
      subject: { type: 'organization', id: tree, label: 'Grace Church' },
      changes: [
        { field: 'list', to: 'members' },
        { field: 'filter', to: 'active, okafor' },
      ],
    });
  });

  it('reveals nothing about another tree, and leaves no entry in its history', async () => {
    for (const [path] of LISTS().filter(
      ([address]) => /T\d{4}/.test(address) && !address.includes('parent='),
    ))
      expect((await api.get(path, stranger)).status, path).toBe(403);
    for (const path of [
      `/v2/campaigns.csv?organization_number=${tree}`,
      `/v2/members.csv?organization_number=${tree}`,
    ])
      expect((await api.get(path, stranger)).status, path).toBe(403);
    expect((await read('/v2/organizations.csv', stranger)).text).not.toMatch(/Grace|Chapel/);
    const entries = await collection('audit_entries').find({ 'actor.email': stranger.email }).toArray();
    expect(entries.filter(({ scope }) => scope.includes(tree))).toEqual([]);
  });

  it('shows the funds of members to those only who may see memberships', async () => {
    expect((await read('/v2/members.csv?searchTerm=okafor', manager)).text).toMatch(/,Campaign \d+,/);
    expect((await read('/v2/members.csv?searchTerm=okafor', viewer)).text).not.toMatch(/,Campaign \d+,/);
  });

  it('of claims has no cause of a death, and amounts only for users who may decide', async () => {
    const path = `/v2/organizations/${tree}/claims.csv`;
    const whole = await read(path, administrator);
    expect(whole.text).toMatch(/Tabor.*,12500\.50,/);
    expect(whole.text).not.toMatch(/suicide|cause/i);
    const reporter = await read(path, viewer);
    expect(reporter.text).toMatch(/Tabor.*,Approved,,,/);
    expect((await read(`${path}?state=refused`, administrator)).lines).toEqual([]);
    expect((await api.get(`${path}?state=x`, administrator)).status).toBe(422);
  });

  it('has all pages', async () => {
    const scope = ['*', tree];
    const request = await collection('intake_requests').findOne({ organizationNumber: branch });
    const many = Array.from({ length: 1_100 }, (_, index) => ({
      ...request,
      _id: `many-${index}` as never,
      status: 'dismissed',
      scope: [...scope, branch],
      createdDt: new Date(Date.now() - (index % 3)),
      decision: { by: 'x', at: new Date(), reason: 'Twice', member_id: null },
    }));
    await collection('intake_requests').insertMany(
      many.map((one, index) => ({ ...one, _id: index.toString(16).padStart(24, '0') as never })),
    );
    const { lines } = await read(`/v2/organizations/${tree}/intake-requests.csv?status=dismissed`, manager);
    expect(lines).toHaveLength(1_100);
  });

  it.each(['/v2/audit.csv', '/v2/jobs.csv', '/v2/campaigns.csv?searchTerm=x'])(
    '%s is refused as its list',
    async (path) => {
      expect((await api.get(path, administrator)).status).toBe(422);
    },
  );
});
