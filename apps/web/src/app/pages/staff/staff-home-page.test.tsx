import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Role } from '@kinfold/domain/role';
import { attention as anAttention, inDays, MEMBER_ID, scope } from '../../../test/factories.ts';
import { openApp, signInAs, signInAsStaff } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const GRACE = {
  organizationNumber: '1001',
  organizationName: 'Grace Community Church',
  members: 1412,
  openDues: 1240,
  collected: 3660.5,
};

function open({
  needs = {},
  organizations = [GRACE] as object[],
  more = 0,
  months = [] as object[],
  role = 'administrator' as Role,
  isMember = true,
} = {}) {
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role }));
  answerGet('/v2/staff/attention', anAttention(needs));
  answerGet('/v2/staff/organizations', { organizations, more, months });
  if (isMember) signInAs();
  else signInAsStaff();
  return openApp('/staff');
}
const lines = () =>
  waitFor(() =>
    within(document.querySelector('.needs') as HTMLElement)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  );

describe('the staff home', () => {
  it('lists what needs attention, a line each, with a link', async () => {
    open({
      needs: {
        intakeRequests: 3,
        unconfirmedMemberships: 3,
        waitingCampaigns: [
          { campaignId: 'c', campaignName: 'Grace Funeral Fund', count: 2 },
          { campaignId: 'd', campaignName: 'Harvest Fund', count: 1 },
        ],
        endingRuns: [
          {
            campaignId: 'c',
            campaignRunId: 'r',
            name: 'In memory of Amos Tull',
            endDt: inDays(10),
            openBalance: 1240,
          },
        ],
        jobs: { running: 1, failed: 2 },
        losingCover: 4,
        vacantOffices: 1,
      },
    });
    expect(await screen.findByText('people asked to become members')).toBeVisible();
    const [intake, waiting, run, cover, failed, running, office] = await lines();
    expect(intake).toBe('3people asked to become membersAnswer all of them');
    expect(waiting).toBe('3memberships wait to be confirmed2 in Grace Funeral Fund1 in Harvest Fund');
    expect(run).toMatch(/^(9|10)days until In memory of Amos Tull ends.* · \$1,240\.00 is open$/);
    expect(cover).toBe('4people lose coverwithin 30 days, unless their dues are paidSee who');
    expect([failed, running]).toEqual(['2jobs failedSee the jobs', '1job runsSee progress']);
    expect(office).toBe('1organization has no treasurerGo to the organizations');
    expect(screen.getByRole('link', { name: 'Answer all of them' })).toHaveAttribute('href', '/intake');
    expect(screen.getByRole('link', { name: 'See who' })).toHaveAttribute('href', '/cover-changes');
    expect(screen.getByRole('link', { name: 'In memory of Amos Tull' })).toHaveAttribute(
      'href',
      '/campaigns/c/runs/r',
    );
    expect(screen.getByRole('link', { name: '2 in Grace Funeral Fund' })).toHaveAttribute(
      'href',
      '/campaigns/c/memberships?status=unknown',
    );
  });

  it('names children who turn 18, with links to their households', async () => {
    open({ needs: { comingOfAge: { count: 2, first: [{ member_id: MEMBER_ID, name: 'Samuel Okafor' }] } } });
    expect(await lines()).toEqual([
      '2children turn 18within 30 days, or turned 18 in the last 30Samuel Okafor',
    ]);
    expect(screen.getByRole('link', { name: 'Samuel Okafor' })).toHaveAttribute(
      'href',
      `/member/${MEMBER_ID}?activeTab=household`,
    );
  });

  it.each([
    ['administrator', '/claims'],
    ['treasurer', '/claims?state=proposed'],
    ['manager', '/claims?state=open'],
  ] as const)('counts the claims that wait for the %s', async (role, to) => {
    open({ needs: { claims: 2 }, role });
    expect(await lines()).toEqual([expect.stringMatching(/^2claims wait.*See which$/)]);
    expect(screen.getByRole('link', { name: 'See which' })).toHaveAttribute('href', to);
  });

  it('says that nothing needs attention', async () => {
    open();
    expect(await screen.findByText('Nothing needs you today.')).toBeVisible();
  });

  it('shows the first steps if there are no members or no fund yet', async () => {
    open({ organizations: [{ ...GRACE, members: 0, campaigns: 1 }] });
    const steps = within(await screen.findByRole('region', { name: 'What to do first' }));
    expect(steps.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Say how Grace Community Church can be reached'),
      expect.stringContaining('Make your fund (done)'),
      expect.stringMatching(/^3\.Bring in your members[^(]/),
      expect.stringContaining('Let others help'),
    ]);
    for (const [name, to] of [
      ['Open the organization', '/organizations/1001'],
      ['Make a fund', '/campaign/create?organization_number=1001'],
      ['Import members', '/organizations/1001/imports'],
      ['Give a role', '/organizations/1001/roles'],
    ] as const)
      expect(steps.getByRole('link', { name })).toHaveAttribute('href', to);
  });

  it('says to add an organization if there is none', async () => {
    open({ organizations: [] });
    expect(await screen.findByRole('link', { name: 'Add an organization' })).toBeVisible();
  });

  it.each([
    ['whose organization has members and a fund', { organizations: [{ ...GRACE, campaigns: 1 }] }],
    [
      'who may only look',
      { role: 'viewer' as const, organizations: [{ ...GRACE, members: 0, campaigns: 0 }] },
    ],
  ])('shows no first steps to a user %s', async (_who, given) => {
    open(given);
    expect(await screen.findByRole('row', { name: /Grace Community Church/ })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'What to do first' })).toBeNull();
  });

  it('shows the figures of the user’s organizations, and how many more there are', async () => {
    open({ more: 5 });
    const row = within(await screen.findByRole('row', { name: /Grace Community Church/ }));
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      '1,412',
      '$1,240.00',
      '$3,660.50',
    ]);
    expect(screen.getByRole('link', { name: 'Grace Community Church' })).toHaveAttribute(
      'href',
      '/organizations/1001',
    );
    expect(screen.getByRole('link', { name: '5 more organizations' })).toBeVisible();
  });

  it('shows amounts received by month, as a table beside the bars', async () => {
    open({
      months: [
        { month: '2026-10', collected: 1000 },
        { month: '2026-11', collected: 3660.5 },
      ],
    });
    const table = within(await screen.findByRole('table', { name: 'Received by month' }));
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'MonthReceived',
      'Oct 2026$1,000.00',
      'Nov 2026$3,660.50',
    ]);
  });

  it('has no columns of money for users who may not see any', async () => {
    open({ role: 'viewer', organizations: [{ ...GRACE, openDues: null, collected: null }] });
    expect(await screen.findByRole('columnheader', { name: 'Members' })).toBeVisible();
    expect(screen.queryByRole('columnheader', { name: 'Open dues' })).toBeNull();
    expect(screen.queryByRole('table', { name: 'Received by month' })).toBeNull();
  });

  it('offers to link an account to users who are not members', async () => {
    open({ isMember: false });
    expect(await screen.findByRole('link', { name: 'Link your account' })).toHaveAttribute(
      'href',
      '/link-account?returnTo=%2Fstaff',
    );
    expect(await screen.findByRole('link', { name: 'My account' })).toHaveAttribute(
      'href',
      '/my/organization',
    );
  });

  it('says what it cannot show, and retries', async () => {
    const { user } = open();
    server.use(http.get('/v2/staff/attention', () => problemAnswer(503, 'The database does not answer.')));
    expect(await screen.findByText('We cannot show what needs you at the moment.')).toBeVisible();
    answerGet('/v2/staff/attention', anAttention());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nothing needs you today.')).toBeVisible();
  });

  it('is not for users without a role', async () => {
    signInAs();
    openApp('/staff');
    expect(await screen.findByText('You are not authorized to view this page')).toBeVisible();
  });
});
