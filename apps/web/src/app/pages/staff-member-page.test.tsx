import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  coverage,
  donation,
  donationPage,
  member,
  MEMBER_ID,
  memberCampaign,
  scope,
} from '../../test/factories.ts';
import { openApp, signInAs, signInAsStaff } from '../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../test/server.ts';

const OTHER = '7'.repeat(24);
const HOUSEHOLD = '8'.repeat(24);

function household() {
  const one = { member_id: OTHER, memberId: 'M-000002', firstNm: 'Ruth', lastNm: 'Okafor', age: 41 };
  return {
    _id: HOUSEHOLD,
    primaryMemberId: OTHER,
    members: [
      { ...one, relationship: 'Head of Household', isActive: true },
      { ...one, member_id: '6'.repeat(24), firstNm: 'Sam', relationship: 'Son', age: 12, isActive: false },
    ],
  };
}

const parts = async () => within(await screen.findByRole('navigation', { name: 'Parts of this member' }));

beforeEach(() => {
  signInAsStaff();
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'manager' }));
  answerGet(
    `/v2/members/${OTHER}`,
    member({ _id: OTHER, memberId: 'M-000002', firstNm: 'Ruth', lastNm: 'Okafor', household_id: HOUSEHOLD }),
  );
  answerGet(`/v2/members/${OTHER}/campaigns`, [memberCampaign()]);
  answerGet(`/v2/members/${OTHER}/coverage`, coverage({ people: [] }));
  answerGet(`/v2/members/${OTHER}/donations`, donationPage([donation()]));
  answerGet(`/api/v1/member/${OTHER}/household`, household());
  answerGet(`/api/v1/member/${OTHER}/household/linked`, []);
});

describe('the staff’s page of a member', () => {
  it('says who it is and where, and shows the campaigns first', async () => {
    openApp(`/member/${OTHER}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Ruth Okafor' })).toBeVisible();
    const way = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
    expect(way.getByRole('link', { name: 'Organizations' })).toHaveAttribute('href', '/organizations');
    expect(way.getByRole('link', { name: 'Grace Community Church' })).toHaveAttribute(
      'href',
      '/organizations/1001',
    );
    expect(screen.getByText('M-000002')).toBeVisible();
    expect(screen.getByText('Active')).toBeVisible();
    expect(screen.getByText('05.12.1960')).toBeVisible();
    expect(screen.getByRole('link', { name: '(301) 555-0142' })).toHaveAttribute('href', 'tel:+13015550142');
    expect((await parts()).getByRole('link', { name: 'Campaigns' })).toHaveAttribute('aria-current', 'page');
    expect(await screen.findByText('Grace Funeral Fund')).toBeVisible();
    expect(screen.queryByRole('link', { name: /^(Pay|Donate|Give|Go Back)/ })).toBeNull();
  });

  it.each([
    [true, 'Active'],
    [false, 'Inactive'],
    [null, 'Unknown'],
  ])('has a word for isActive %s', async (isActive, word) => {
    answerGet(`/v2/members/${OTHER}`, member({ _id: OTHER, isActive }));
    openApp(`/member/${OTHER}`);
    expect(await screen.findByText(word)).toBeVisible();
  });

  it('shows the tab of the address, and goes to another', async () => {
    const { user, router } = openApp(`/member/${OTHER}?activeTab=donations`);
    expect(await screen.findByRole('button', { name: /^Refresh/ })).toBeVisible();
    await user.click((await parts()).getByRole('link', { name: 'Household' }));
    expect(await screen.findByRole('link', { name: 'Okafor, Sam' })).toHaveAttribute(
      'href',
      `/member/${'6'.repeat(24)}?activeTab=household`,
    );
    expect(screen.getByText('Head of Household, 41 · Primary')).toBeVisible();
    expect(screen.getByText('Inactive')).toBeVisible();
    await user.click((await parts()).getByRole('link', { name: 'Linked accounts' }));
    expect(await screen.findByText('No linked accounts')).toBeVisible();
    expect(router.state.location.search).toBe('?activeTab=linkedAccounts');
  });

  it('leaves out what a viewer may not see, and shows the first that they may', async () => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'viewer' }));
    openApp(`/member/${OTHER}?activeTab=donations`);
    expect(await screen.findByRole('link', { name: 'Okafor, Sam' })).toBeVisible();
    const shown = (await parts()).getAllByRole('link').map((link) => link.textContent);
    expect(shown).toEqual(['Household', 'Linked accounts']);
  });

  it('asks what somebody may at this organization where their roles differ', async () => {
    answerGet(
      '/v2/my/scope',
      scope(
        { organizationNumber: '1001', role: 'viewer' },
        { organizationNumber: '1002', role: 'treasurer' },
      ),
    );
    const asked: unknown[] = [];
    server.use(
      http.post('/v2/identity/permission/check', async ({ request }) => {
        asked.push(await request.json());
        return HttpResponse.json({ allowed: false });
      }),
    );
    openApp(`/member/${OTHER}`);
    expect(await screen.findByRole('link', { name: 'Okafor, Sam' })).toBeVisible();
    expect((await parts()).queryByRole('link', { name: 'Donations' })).toBeNull();
    expect(asked).toContainEqual({
      resourceUri: 'organizations/1001',
      permission: 'organization.donations.get',
    });
  });

  it('is not shown of oneself or of a linked account', async () => {
    signInAs();
    answerGet(`/v2/members/${MEMBER_ID}`, member({ linkedHouseholds: [HOUSEHOLD] }));
    answerGet(`/v2/members/${MEMBER_ID}/linked-members`, []);
    openApp(`/member/${OTHER}`);
    expect(await screen.findByRole('link', { name: /^Go Back/ })).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'Parts of this member' })).toBeNull();
  });

  it('goes to the bad-request page when the member cannot be loaded', async () => {
    server.use(http.get(`/v2/members/${OTHER}`, () => problemAnswer(404, 'There is no such member.')));
    const { router } = openApp(`/member/${OTHER}`);
    expect(await screen.findByRole('heading', { name: 'Error 404' })).toBeVisible();
    expect(screen.getByText('There is no such member.')).toBeVisible();
    expect(router.state.location.pathname).toBe('/bad-request');
  });

  it.each([
    ['household', `/api/v1/member/${OTHER}/household`, 'We cannot show the household at the moment.'],
    [
      'linkedAccounts',
      `/api/v1/member/${OTHER}/household/linked`,
      'We cannot show the linked accounts at the moment.',
    ],
    ['campaigns', `/v2/members/${OTHER}/campaigns`, 'We cannot show the memberships at the moment.'],
  ])('says that %s cannot be loaded, and asks again', async (tab, path, text) => {
    server.use(http.get(path, () => problemAnswer(503, 'Not now.'), { once: false }));
    const { user } = openApp(`/member/${OTHER}?activeTab=${tab}`);
    expect(await screen.findByText(text)).toBeVisible();
    answerGet(path, tab === 'household' ? household() : []);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(
      await screen.findByText(/No linked accounts|No Campaign Memberships Found|Okafor, Sam/),
    ).toBeVisible();
  });
});
