import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  auditEntry,
  callNote,
  coverage,
  donation,
  donationPage,
  linkedAccount,
  member,
  MEMBER_ID,
  memberCampaign,
  MEMBERSHIP_ID,
  organizationRow,
  otherCampaign,
  personCoverage,
  scope,
  signIn,
} from '../../../test/factories.ts';
import { openApp, pass, signInAs, signInAsStaff, stopTime } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

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

/** Answers with the preview of their erasure. */
const answerErasure = (refusals: string[] = []) =>
  server.use(
    http.post(`/v2/members/${OTHER}/erasure/preview`, () =>
      HttpResponse.json({
        goes: ['Name, birth date and address'],
        stays: ['1 payment with its amounts and days'],
        refusals,
      }),
    ),
  );

const parts = async () => within(await screen.findByRole('navigation', { name: 'Parts of this member' }));

beforeEach(() => {
  signInAsStaff();
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'manager' }));
  answerGet(
    `/v2/members/${OTHER}`,
    member({ _id: OTHER, memberId: 'M-000002', firstNm: 'Ruth', lastNm: 'Okafor', household_id: HOUSEHOLD }),
  );
  answerGet(`/v2/members/${OTHER}/campaigns`, [memberCampaign()]);
  answerGet(`/v2/members/${OTHER}/campaigns/other`, [otherCampaign({ _id: 'roof' })]);
  answerGet(`/v2/members/${OTHER}/coverage`, coverage({ people: [] }));
  answerGet(`/v2/members/${OTHER}/donations`, donationPage([donation()]));
  answerGet('/v2/organizations/1001/payments', { results: 0, pages: 0, payments: [], next: null });
  answerGet(`/v2/members/${OTHER}/statements`, { years: [] });
  answerErasure();
  answerGet(`/v2/members/${OTHER}/sign-in`, signIn());
  answerGet(`/api/v1/member/${OTHER}/household`, household());
  answerGet(`/api/v1/member/${OTHER}/household/linked`, []);
  answerGet(`/v2/members/${OTHER}/household/notes`, []);
});

describe('the staff’s page of a member', () => {
  it('shows who it is and where, and the campaigns first', async () => {
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
    expect(screen.queryByRole('link', { name: /^(Pay\b|Donate|Give|Go Back)/ })).toBeNull();
  });

  it('shows who changed which of their data', async () => {
    answerGet('/v2/audit', { entries: [auditEntry()], next: null });
    const { user } = openApp(`/member/${OTHER}`);
    await user.click((await parts()).getByRole('link', { name: 'History' }));
    expect(await screen.findByText(/Ruth Adeyemi changed the phone numbers of Samuel Okafor/)).toBeVisible();
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

  it('omits tabs that a viewer may not see, and shows the first permitted one', async () => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'viewer' }));
    openApp(`/member/${OTHER}?activeTab=donations`);
    expect(await screen.findByRole('link', { name: 'Okafor, Sam' })).toBeVisible();
    const shown = (await parts()).getAllByRole('link').map((link) => link.textContent);
    expect(shown).toEqual(['Household', 'Linked accounts']);
  });

  it('checks permissions at this organization if the user’s roles differ', async () => {
    answerGet(
      '/v2/my/scope',
      scope(
        { organizationNumber: '1001', role: 'viewer' },
        { organizationNumber: '1002', role: 'treasurer' },
      ),
    );
    let asked = 0;
    server.use(
      http.get('/v2/organizations/1001/above', () => {
        asked += 1;
        return HttpResponse.json([]);
      }),
    );
    openApp(`/member/${OTHER}`);
    expect(await screen.findByRole('link', { name: 'Okafor, Sam' })).toBeVisible();
    expect((await parts()).queryByRole('link', { name: 'Donations' })).toBeNull();
    expect(asked).toBe(1);
  });

  it('never shows the page of a linked account first, however late the member loads', async () => {
    let answer: () => void = () => undefined;
    const late = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(http.get(`/v2/members/${OTHER}`, () => late));
    openApp(`/member/${OTHER}`);
    // Their role is known.
    expect(await screen.findByRole('button', { name: 'Search' })).toBeVisible();
    expect(await screen.findByText('Loading the member…')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /^Go Back/ })).toBeNull();
    answer();
    expect(await parts()).toBeDefined();
  });

  it('is not shown for the user themself or a linked account', async () => {
    signInAs();
    answerGet(`/v2/members/${MEMBER_ID}/linked-members`, [linkedAccount({ primary_member_id: OTHER })]);
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
  ])('says that %s cannot be loaded, and retries', async (tab, path, text) => {
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

describe('joining on behalf, and confirming', () => {
  it('joins a campaign for the member', async () => {
    server.use(
      http.post(`/v2/members/${OTHER}/campaigns/roof/join`, () => HttpResponse.json(memberCampaign())),
    );
    const { user } = openApp(`/member/${OTHER}`);
    await user.click(await screen.findByRole('button', { name: 'Join A Roof for Grace for Ruth' }));
    expect(await screen.findByText('Ruth has joined A Roof for Grace.')).toBeVisible();
    server.use(
      http.post(`/v2/members/${OTHER}/campaigns/roof/join`, () => problemAnswer(404, 'It is closed.')),
    );
    await user.click(screen.getByRole('button', { name: 'Join A Roof for Grace for Ruth' }));
    expect(await screen.findByText('Ruth has not joined A Roof for Grace')).toBeVisible();
    expect(screen.getByText('It is closed.')).toBeVisible();
  });

  it('joins a fund for the household, at once, with the people whom it can cover', async () => {
    const [ada, otto] = ['5'.repeat(24), '4'.repeat(24)];
    const one = { memberId: 'M-000009', lastNm: 'Okafor', isActive: true };
    answerGet(`/v2/members/${OTHER}/campaigns/other`, [
      otherCampaign({ _id: 'fund', campaignName: 'Funeral Fund', requiresMembership: true }),
    ]);
    const { members, ...home } = household();
    answerGet(`/api/v1/member/${OTHER}/household`, {
      ...home,
      members: [
        ...members,
        { ...one, member_id: ada, firstNm: 'Ada', relationship: 'Daughter', age: 12 },
        { ...one, member_id: otto, firstNm: 'Otto', relationship: 'Parent', age: 88 },
      ],
    });
    const posted: unknown[] = [];
    server.use(
      http.post('/v2/membership/preview', () =>
        HttpResponse.json({
          people: [
            { member_id: otto, name: 'Otto Okafor', price: 0, priceReason: 'Too old', isOutsideAges: true },
          ],
          totalPrice: 25,
          sentences: ['They are covered from now on.'],
          warnings: [],
        }),
      ),
      http.post('/v2/membership', async ({ request }) => {
        posted.push(await request.json());
        return HttpResponse.json(membership(), { status: 201 });
      }),
    );
    const { user } = openApp(`/member/${OTHER}`);
    await user.click(await screen.findByRole('button', { name: 'Join Funeral Fund for Ruth' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByRole('checkbox', { name: /^Ada/ })).toBeChecked();
    expect(dialog.getByRole('checkbox', { name: /^Otto/ })).not.toBeChecked();
    // Inactive.
    expect(dialog.queryByRole('checkbox', { name: /^Sam/ })).toBeNull();
    expect(await dialog.findByText('They are covered from now on.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Join' }));
    expect(await screen.findByText('The membership in Funeral Fund is active.')).toBeVisible();
    expect(posted).toEqual([{ campaignId: 'fund', primaryMemberId: OTHER, members: [ada] }]);
    expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
  });

  it('confirms a request to join, and says when that failed', async () => {
    answerGet(`/v2/members/${OTHER}/campaigns`, [memberCampaign({ isActive: null })]);
    answerGet(`/v2/membership/${MEMBERSHIP_ID}`, membership());
    const posted: unknown[] = [];
    const answer = (reply: () => Response) =>
      server.use(
        http.post('/v2/membership', async ({ request }) => {
          posted.push(await request.json());
          return reply();
        }),
      );
    answer(() => problemAnswer(409, 'Ruth Okafor is inactive. Make them active first.'));
    const { user } = openApp(`/member/${OTHER}`);
    expect(await screen.findByText('Would cover Ruth, for $25.00 in each run')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Confirm Grace Funeral Fund' }));
    expect(await screen.findByText('Ruth Okafor is inactive. Make them active first.')).toBeVisible();
    answer(() => {
      answerGet(`/v2/members/${OTHER}/campaigns`, [memberCampaign()]);
      return HttpResponse.json(membership({ isActive: true, version: 2 }));
    });
    await user.click(screen.getByRole('button', { name: 'Confirm Grace Funeral Fund' }));
    expect(await screen.findByText('The membership in Grace Funeral Fund is confirmed.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Confirm Grace Funeral Fund' })).toBeNull();
    expect(posted.at(-1)).toEqual({ _id: MEMBERSHIP_ID, version: 1, isActive: true });
  });

  it.each([
    ['another person who is alive and of age', 41, '7'],
    ['nobody, where only a child is left', 12, undefined],
  ])('is not offered to a member who has died, but to %s', async (_who, age, id) => {
    const dead = { deceasedDt: '2026-11-23' };
    answerGet(`/v2/members/${OTHER}`, member({ _id: OTHER, firstNm: 'Ruth', ...dead }));
    answerGet(`/v2/members/${OTHER}/coverage`, coverage({ sentence: 'Ruth is not covered right now.' }));
    const one = { memberId: 'M-000009', lastNm: 'Okafor', isActive: true, relationship: 'Child' };
    answerGet(`/api/v1/member/${OTHER}/household`, {
      ...household(),
      members: [
        { ...one, member_id: OTHER, firstNm: 'Ruth', age: 60, ...dead },
        { ...one, member_id: '7', firstNm: 'Ada', age },
      ],
    });
    const { user } = openApp(`/member/${OTHER}`);
    expect(await screen.findByText(/^Ruth died on November 23, 2026\.$/)).toBeVisible();
    expect(screen.queryByText('Other Campaigns')).toBeNull();
    await user.click((await parts()).getByRole('link', { name: 'Household' }));
    expect(await screen.findByText('Ada Okafor')).toBeVisible();
    const link = screen.queryByRole('link', { name: 'Join a fund for the household' });
    if (id === undefined) expect(link).toBeNull();
    else expect(link).toHaveAttribute('href', `/member/${id}?activeTab=campaigns`);
  });

  it('is not offered to a treasurer', async () => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'treasurer' }));
    openApp(`/member/${OTHER}`);
    expect(await screen.findByText('Grace Funeral Fund')).toBeVisible();
    expect(screen.queryByText('Other Campaigns')).toBeNull();
    expect(screen.queryByRole('link', { name: /^Edit/ })).toBeNull();
    expect((await parts()).queryByRole('link', { name: 'Danger zone' })).toBeNull();
  });
});

describe('the danger zone', () => {
  const open = () => openApp(`/member/${OTHER}?activeTab=danger-zone`);
  const ruth = (more: object) =>
    member({ _id: OTHER, firstNm: 'Ruth', lastNm: 'Okafor', household_id: HOUSEHOLD, ...more });

  it('says which cover ends before it deactivates, and activates again', async () => {
    answerGet(
      `/v2/members/${OTHER}/coverage`,
      coverage({ people: [personCoverage({ member_id: OTHER, isPrimary: false })] }),
    );
    const posted: unknown[] = [];
    server.use(
      http.post('/v2/members', async ({ request }) => {
        const body = (await request.json()) as { isActive: boolean };
        posted.push(body);
        const after = ruth({ isActive: body.isActive, version: 4 });
        answerGet(`/v2/members/${OTHER}`, after);
        return HttpResponse.json(after);
      }),
    );
    const { user } = open();
    expect(await screen.findByText('Grace Funeral Fund goes on covering Ruth.')).toBeVisible();
    expect(screen.getByText(/Maria Rivera goes on paying for this membership/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Deactivate Ruth' }));
    expect(await screen.findByText('Ruth is inactive now.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Activate Ruth' }));
    expect(await screen.findByText('Ruth is active now.')).toBeVisible();
    expect(posted).toEqual([
      { _id: OTHER, version: 3, isActive: false },
      { _id: OTHER, version: 4, isActive: true },
    ]);
  });

  it('says why the primary member of others is not deactivated', async () => {
    answerGet(`/v2/members/${OTHER}/coverage`, coverage({ people: [] }));
    const message = 'The primary member cannot be deactivated. Make another member primary first.';
    server.use(
      http.post('/v2/members', () =>
        problemAnswer(422, message, { errors: [{ path: 'isActive', message }] }),
      ),
    );
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Deactivate Ruth' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByText(/Nothing is changed/)).toBeVisible();
  });

  it('says that nothing covers them, or that it cannot be shown', async () => {
    server.use(http.get(`/v2/members/${OTHER}/coverage`, () => problemAnswer(503, 'Not now.')));
    const { user } = open();
    expect(await screen.findByText('We cannot show at the moment what covers them.')).toBeVisible();
    answerGet(`/v2/members/${OTHER}/coverage`, coverage({ people: [] }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/No fund covers Ruth at the moment/)).toBeVisible();
  });

  it('shows for 5 s why a member cannot be deleted', async () => {
    server.use(
      http.delete(`/api/v1/member/${OTHER}`, () =>
        problemAnswer(409, 'Ruth Okafor cannot be deleted: $45.00 is still owed.'),
      ),
    );
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Delete Ruth Okafor' }));
    expect(screen.getByText('Type Ruth Okafor')).toBeVisible();
    await user.type(screen.getByLabelText('To delete them, type Ruth Okafor'), 'ruth okafor');
    stopTime();
    await user.click(screen.getByRole('button', { name: 'Delete Ruth Okafor' }));
    expect(await screen.findByText('Ruth Okafor cannot be deleted: $45.00 is still owed.')).toBeVisible();
    await pass(6);
    expect(screen.queryByText('Ruth Okafor cannot be deleted: $45.00 is still owed.')).toBeNull();
  });

  it('deletes, and says so in the list', async () => {
    server.use(
      http.delete(`/api/v1/member/${OTHER}`, () => new HttpResponse(null, { status: 204 })),
      http.get('/v2/members', () => HttpResponse.json({ results: 0, pages: 0, members: [] })),
    );
    answerGet('/v2/organizations', [organizationRow()]);
    const { user, router } = open();
    await user.type(await screen.findByLabelText('To delete them, type Ruth Okafor'), 'Ruth Okafor');
    await user.click(screen.getByRole('button', { name: 'Delete Ruth Okafor' }));
    expect(await screen.findByText('Ruth Okafor is deleted.')).toBeVisible();
    expect(router.state.location.pathname).toBe('/members');
  });
});

describe('erasing a person', () => {
  const open = () => openApp(`/member/${OTHER}?activeTab=danger-zone`);

  it('does not expect the dead to ask for what is kept of them', async () => {
    answerGet(
      `/v2/members/${OTHER}`,
      member({ _id: OTHER, firstNm: 'Ruth', lastNm: 'Okafor', deceasedDt: '2026-11-04' }),
    );
    open();
    expect(await screen.findByText(/kept of Ruth, for when the family asks for it/)).toBeVisible();
    expect(await screen.findByText('Name, birth date and address')).toBeVisible();
    expect(screen.queryByText(/people who ask/)).toBeNull();
  });

  it('shows what is removed and what stays, and erases once the name was typed', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(`/v2/members/${OTHER}/erasure`, async ({ request }) => {
        sent.push(await request.json());
        return new HttpResponse(null, { status: 204 });
      }),
      http.get('/v2/members', () => HttpResponse.json({ results: 0, pages: 0, members: [] })),
    );
    answerGet('/v2/organizations', [organizationRow()]);
    const { user, router } = open();
    expect(await screen.findByText('Name, birth date and address')).toBeVisible();
    expect(screen.getByText('1 payment with its amounts and days')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Erase Ruth Okafor' }));
    expect(sent).toEqual([]);
    await user.type(screen.getByLabelText('To erase them, type Ruth Okafor'), 'Ruth Okafor');
    await user.click(screen.getByRole('button', { name: 'Erase Ruth Okafor' }));
    expect(await screen.findByText('The person is erased.')).toBeVisible();
    expect(router.state.location.pathname).toBe('/members');
    expect(sent).toEqual([{ name: 'Ruth Okafor' }]);
  });

  it('says why it is not possible, and then does not ask for the name', async () => {
    answerErasure(['$45.00 is still owed']);
    open();
    expect(await screen.findByText('$45.00 is still owed')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Erase Ruth Okafor' })).toBeNull();
  });

  it('says that it could not check, and retries', async () => {
    server.use(http.post(`/v2/members/${OTHER}/erasure/preview`, () => problemAnswer(503, 'Not now.')));
    const { user } = open();
    const title = 'We cannot show what erasing removes at the moment.';
    expect(await screen.findByText(title)).toBeVisible();
    answerErasure();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Name, birth date and address')).toBeVisible();
  });
});

/** A membership that is waiting for confirmation. */
function membership(more: object = {}) {
  const who = { member_id: OTHER, firstNm: 'Ruth', lastNm: 'Okafor' };
  const term = { startDt: '2026-01-01T00:00:00.000Z', endDt: '9999-12-31T00:00:00.000Z' };
  return {
    _id: MEMBERSHIP_ID,
    campaignId: 'c'.repeat(24),
    campaignName: 'Grace Funeral Fund',
    organizationName: 'Grace Community Church',
    organizationNumber: '1001',
    externalRef: 'P-000001',
    isActive: null,
    version: 1,
    primaryMemberId: OTHER,
    primaryMember: { _id: OTHER, firstNm: 'Ruth', lastNm: 'Okafor', isActive: true },
    totalPrice: 0,
    lastPayment: null,
    members: [
      {
        ...who,
        ...term,
        _id: '5'.repeat(24),
        memberId: 'M-000002',
        birthDt: '1951-03-07',
        age: 75,
        price: 25,
        isActive: null,
        isPrimary: true,
        inPrimaryHousehold: true,
        relationship: 'Head of Household',
      },
    ],
    ...more,
  };
}

describe('the cover on a day', () => {
  const asked = vi.fn<(on: string | null) => void>();
  beforeEach(() => {
    asked.mockClear();
    server.use(
      http.get(`/v2/members/${OTHER}/coverage`, ({ request }) => {
        const on = new URL(request.url).searchParams.get('on');
        asked(on);
        const sentence = on ? 'Ruth was not covered on May 1, 2026.' : 'Ruth is covered.';
        return HttpResponse.json(
          coverage({ sentence, people: [personCoverage({ name: 'Ruth Okafor', sentence })] }),
        );
      }),
    );
  });

  it('is requested for a past day, which is kept in the address', async () => {
    const { user, router } = openApp(`/member/${OTHER}`);
    await user.click(
      within(await screen.findByRole('region', { name: 'Covered on a day?' })).getByRole('button'),
    );
    expect(await screen.findByText('Incorrect date')).toBeVisible();
    await user.type(screen.getByLabelText('Day'), '01012999');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Incorrect date')).toBeVisible();
    await user.clear(screen.getByLabelText('Day'));
    await user.type(screen.getByLabelText('Day'), '12312099{Enter}');
    expect(await screen.findByText('This day is still to come')).toBeVisible();
    await user.clear(screen.getByLabelText('Day'));
    await user.type(screen.getByLabelText('Day'), '05012026{Enter}');
    expect((await screen.findAllByText('Ruth was not covered on May 1, 2026.'))[0]).toBeVisible();
    expect(router.state.location.search).toBe('?on=2026-05-01');
    expect(asked).toHaveBeenLastCalledWith('2026-05-01');
  });

  it('says that it cannot be shown, and retries', async () => {
    server.use(
      http.get(`/v2/members/${OTHER}/coverage`, ({ request }) =>
        request.url.includes('on=')
          ? problemAnswer(500, 'Something went wrong.')
          : HttpResponse.json(coverage({ people: [] })),
      ),
    );
    openApp(`/member/${OTHER}?on=2026-05-01`);
    expect(await screen.findByText('We cannot show at the moment who was covered.')).toBeVisible();
    expect(screen.getByLabelText('Day')).toHaveValue('05/01/2026');
  });
});

describe('letters and calls', () => {
  it('are listed with the donations, and a wrong number is marked', async () => {
    const about = { runName: 'In memory of Amos', campaignName: 'Grace Fund' };
    answerGet(`/v2/members/${OTHER}/outreach`, {
      letters: [{ ...about, at: '2026-11-20T12:00:00.000Z', by: 'ruth@grace.test', mailedDt: null }],
      calls: [{ ...callNote({ outcome: 'wrong_number' }), ...about }],
      wrongPhones: [{ phoneNbr: '3015550142', by: 'Ruth Adeyemi', at: '2026-11-22T18:22:00.000Z' }],
    });
    openApp(`/member/${OTHER}?activeTab=donations`);
    expect(await screen.findByText('Ask for a new phone number')).toBeVisible();
    expect(screen.getByText(/^\(301\) 555-0142 was wrong when Ruth Adeyemi called/)).toBeVisible();
    expect(await screen.findByText('Call about In memory of Amos, Grace Fund')).toBeVisible();
    expect(screen.getByText('Letter about In memory of Amos, Grace Fund')).toBeVisible();
  });
});

describe('the sign-in of a member', () => {
  const card = async () => within(await screen.findByRole('region', { name: 'Sign-in' }));
  const open = () => openApp(`/member/${OTHER}?activeTab=linkedAccounts`);
  const waiting = (more: object = {}) => ({
    type: 'address',
    email: 'new@demo.test',
    reason: 'Lost the mailbox',
    requestedBy: 'Samuel Osei',
    requestedDt: '2026-11-20T12:00:00.000Z',
    isOwn: false,
    ...more,
  });

  it('gets another address when one person asks', async () => {
    let asked: unknown;
    server.use(
      http.post(`/v2/members/${OTHER}/sign-in/change`, async ({ request }) => {
        asked = await request.json();
        answerGet(`/v2/members/${OTHER}/sign-in`, signIn({ change: waiting({ isOwn: true }) }));
        return HttpResponse.json(signIn({ change: waiting({ isOwn: true }) }), { status: 201 });
      }),
    );
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Change the sign-in address' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Ask for it' }));
    expect(await dialog.findByText('Invalid email address')).toBeVisible();
    expect(dialog.getByText('Say why, in 3 to 300 characters')).toBeVisible();
    await user.type(dialog.getByLabelText('New address'), 'New@demo.test');
    await user.type(dialog.getByLabelText('Why'), 'Lost the mailbox');
    await user.click(dialog.getByRole('button', { name: 'Ask for it' }));
    expect(
      await screen.findByText('Asked. It is done once somebody else of the office confirms it.'),
    ).toBeVisible();
    expect(asked).toEqual({ type: 'address', email: 'new@demo.test', reason: 'Lost the mailbox' });
    const shown = await card();
    expect(await shown.findByText('Somebody else of the office confirms it on this page.')).toBeVisible();
    expect(shown.queryByRole('button', { name: 'Confirm' })).toBeNull();
    expect(shown.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  });

  it('is confirmed by a second person, who types the address again', async () => {
    answerGet(`/v2/members/${OTHER}/sign-in`, signIn({ change: waiting() }));
    let confirmed: unknown;
    server.use(
      http.post(`/v2/members/${OTHER}/sign-in/change/confirm`, async ({ request }) => {
        confirmed = await request.json();
        if ((confirmed as { email: string }).email !== 'new@demo.test')
          return problemAnswer(422, 'This is not the address that was asked for', {
            errors: [{ path: 'email', message: 'This is not the address that was asked for' }],
          });
        answerGet(`/v2/members/${OTHER}/sign-in`, signIn({ email: 'new@demo.test' }));
        return HttpResponse.json(signIn({ email: 'new@demo.test' }));
      }),
    );
    const { user } = open();
    const shown = await card();
    expect(
      await shown.findByText(/Samuel Osei asked on 11\.20\.2026 to change the address to/),
    ).toBeVisible();
    await user.click(shown.getByRole('button', { name: 'Confirm' }));
    const dialog = within(screen.getByRole('dialog'));
    const typed = dialog.getByLabelText('The new address, typed again');
    await user.type(typed, 'mew@demo.test');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await dialog.findByText('This is not the address that was asked for')).toBeVisible();
    expect(dialog.queryByText(/^Write it like/)).toBeNull();
    await user.clear(typed);
    await user.type(typed, 'new@demo.test');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Ruth signs in with the new address from now on.')).toBeVisible();
    expect(confirmed).toEqual({ requestedDt: '2026-11-20T12:00:00.000Z', email: 'new@demo.test' });
  });

  it.each([
    [{ hasRoles: true }, /^It has roles\./],
    [{ isEnded: true }, /^Nobody can sign in with it since Ruth died\./],
  ])('keeps its address, and can be unlinked, if it is %j', async (state, text) => {
    answerGet(`/v2/members/${OTHER}/sign-in`, signIn(state));
    open();
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Change the sign-in address' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Unlink the sign-in' })).toBeVisible();
  });

  it('says whose sign-in uses the mailbox of a member without one', async () => {
    const other = { member_id: '5'.repeat(24), name: 'Hans Wolf', email: 'wolf@demo.test' };
    answerGet(`/v2/members/${OTHER}/sign-in`, signIn({ email: null, sharedWith: [other] }));
    open();
    expect(await screen.findByText('Nobody signs in as Ruth.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'link Ruth’s household to Hans Wolf' })).toHaveAttribute(
      'href',
      `/member/${other.member_id}?activeTab=linkedAccounts`,
    );
  });
});

describe('money at the office', () => {
  const DUES = {
    credit: 5,
    dues: [
      ['a', 'Fund: In memory of Amos', 20],
      ['b', 'Fund: In memory of Ruth', 30],
    ].map(([digit, description, balance]) => ({
      donation_id: String(digit).repeat(24),
      description,
      paidFor: 'Ruth Okafor',
      dueDt: '2026-10-01T00:00:00.000Z',
      balance,
    })),
  };

  beforeEach(() => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'administrator' }));
    answerGet(`/v2/members/${OTHER}/payments/dues`, DUES);
    answerGet(`/v2/members/${OTHER}/credit`, { balance: 0, entries: [] });
  });

  it('waives dues beside their line, and has a receipt of each payment and the yearly statements', async () => {
    const due = donation({ campaignRunName: 'Autumn', minAmountDue: 30, totalBalance: 30 });
    answerGet(`/v2/members/${OTHER}/donations`, donationPage([due]));
    answerGet(`/v2/members/${OTHER}/statements`, { years: [2026] });
    answerGet('/v2/organizations/1001/payments', {
      results: 1,
      pages: 1,
      next: null,
      payments: [
        {
          _id: 'cash:1a2b3c4d-5e6f-4a0b-8c0d-111111111111',
          payment_id: null,
          receipt_number: 'K-1A2B-3C4D-5E6F',
          receipt_id: '1a2b3c4d-5e6f-4a0b-8c0d-111111111111',
          paidDt: '2026-11-01T12:00:00.000Z',
          paidOn: '2026-11-01',
          method: 'check',
          status: 'paid',
          member: { member_id: OTHER, name: 'Ruth Okafor' },
          amount: 20,
          refunded: 0,
        },
      ],
    });
    let sent: unknown;
    server.use(
      http.post(`/v2/donations/${due._id}/waive`, async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json(due, { status: 201 });
      }),
    );
    const { user } = openApp(`/member/${OTHER}?activeTab=donations`);
    expect(await screen.findByRole('button', { name: 'PDF of receipt K-1A2B-3C4D-5E6F' })).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Statement 2026 (PDF)' })).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Waive dues of Autumn' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Reason'), 'Hardship');
    await user.click(dialog.getByRole('button', { name: 'Waive dues' }));
    await waitFor(() => expect(sent).toEqual({ amount: 3000, reason: 'Hardship' }));
  });

  it('is recorded with what it pays, oldest first, and once for all tries', async () => {
    const sent: Record<string, unknown>[] = [];
    server.use(
      http.post(`/v2/members/${OTHER}/payments`, async ({ request }) => {
        sent.push((await request.json()) as Record<string, unknown>);
        if (sent.length === 1) return problemAnswer(503, 'Please try again.');
        return HttpResponse.json(
          {
            receipt_number: 'K-1A2B-3C4D-5E6F',
            lines: [
              { donation_id: 'a'.repeat(24), description: 'Fund: Amos', paidFor: 'Ruth', amount: 2000 },
            ],
            credit: 0,
          },
          { status: 201 },
        );
      }),
    );
    const { user } = openApp(`/member/${OTHER}`);
    await user.click(await screen.findByRole('button', { name: 'Record a payment' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Payment from Ruth Okafor' }));
    await user.type(await dialog.findByLabelText('Amount'), '60');
    expect(dialog.getByText(/\$10\.00 is paid ahead, and pays the next dues/)).toBeVisible();
    await user.clear(dialog.getByLabelText('Amount'));
    await user.type(dialog.getByLabelText('Amount'), '20');
    expect(dialog.getByText(/In memory of Amos, Ruth Okafor/)).toHaveTextContent('$20.00 of $20.00');
    expect(dialog.getByText(/In memory of Ruth, Ruth Okafor/)).toHaveTextContent('$0.00 of $30.00');
    await user.selectOptions(dialog.getByLabelText('Method'), 'Check');
    await user.type(dialog.getByLabelText(/^Check number/), '1041');
    await user.click(dialog.getByRole('button', { name: 'Record' }));
    expect(await dialog.findByText('Please try again.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Record' }));
    expect(await dialog.findByText('Recorded: receipt K-1A2B-3C4D-5E6F')).toBeVisible();
    expect(sent).toHaveLength(2);
    expect(sent[0]).toEqual(sent[1]);
    expect(sent[1]).toMatchObject({
      amount: 2000,
      method: 'check',
      checkNumber: '1041',
      lines: [{ donation_id: 'a'.repeat(24), amount: 2000 }],
    });
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('that is paid ahead is used for dues and paid back, never more than there is', async () => {
    const entry = { _id: 'cash:1', at: '2026-11-01T00:00:00.000Z', what: 'Paid ahead', amount: 5 };
    answerGet(`/v2/members/${OTHER}/credit`, { balance: 5, entries: [entry] });
    const sent: [string, unknown][] = [];
    const keys: unknown[] = [];
    const answer = async ({ request }: { request: Request }) => {
      // Each answer is lost once: the same key comes again.
      const key = request.headers.get('Idempotency-Key');
      const isFirst = !keys.includes(key);
      keys.push(key);
      if (isFirst) return HttpResponse.error();
      sent.push([new URL(request.url).pathname, await request.json()]);
      return HttpResponse.json({ balance: 5, entries: [entry] }, { status: 201 });
    };
    server.use(
      http.post(`/v2/members/${OTHER}/credit`, answer),
      http.post(`/v2/members/${OTHER}/credit/pay-back`, answer),
    );
    const { user } = openApp(`/member/${OTHER}?activeTab=donations`);
    expect(await screen.findByText(/ahead\. The next dues of the household are paid from it/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Use for dues' }));
    let dialog = within(await screen.findByRole('dialog', { name: 'Use what is paid ahead' }));
    await user.click(dialog.getByRole('button', { name: 'Use for dues' }));
    await dialog.findByText('No response was received from the server.');
    await user.click(dialog.getByRole('button', { name: 'Use for dues' }));
    await user.click(await screen.findByRole('button', { name: 'Pay back' }));
    dialog = within(await screen.findByRole('dialog', { name: 'Pay back what is paid ahead' }));
    await user.clear(dialog.getByLabelText('Amount'));
    await user.type(dialog.getByLabelText('Amount'), '6');
    await user.click(dialog.getByRole('button', { name: 'Pay back' }));
    expect(await dialog.findByText(/at most \$5\.00/)).toBeVisible();
    await user.clear(dialog.getByLabelText('Amount'));
    await user.type(dialog.getByLabelText('Amount'), '2.50');
    await user.type(dialog.getByLabelText('Reason'), 'They moved away');
    await user.click(dialog.getByRole('button', { name: 'Pay back' }));
    await dialog.findByText('No response was received from the server.');
    await user.click(dialog.getByRole('button', { name: 'Pay back' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([
      [`/v2/members/${OTHER}/credit`, { donation_id: 'a'.repeat(24), amount: 500 }],
      [
        `/v2/members/${OTHER}/credit/pay-back`,
        { amount: 250, method: 'check', reference: '', reason: 'They moved away' },
      ],
    ]);
  });

  it('is not offered to a manager', async () => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'manager' }));
    openApp(`/member/${OTHER}?activeTab=donations`);
    expect(await screen.findByRole('link', { name: 'Edit Ruth Okafor' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Record a payment' })).toBeNull();
  });
});

describe('a member who has died', () => {
  beforeEach(() => {
    const died = { firstNm: 'Ruth', lastNm: 'Okafor', isActive: false, deceasedDt: '2026-11-03' };
    answerGet(`/v2/members/${OTHER}`, member({ _id: OTHER, ...died, household_id: HOUSEHOLD }));
    answerGet(`/v2/members/${OTHER}/campaigns`, []);
    answerGet(`/v2/members/${OTHER}/messages`, { messages: [], next: null });
  });

  it.each([
    ['campaigns', 'What Ruth belonged to ended with the death.', /belongs to/],
    ['linkedAccounts', /linked to living members only/, /may see and pay for/],
    ['messages', 'Nothing is sent to Ruth any more.', /they are mailed/],
  ])('is not named as living: %s', async (tab, shown, gone) => {
    openApp(`/member/${OTHER}?activeTab=${tab}`);
    expect(await screen.findByText(shown)).toBeVisible();
    expect(screen.queryByText(gone)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Link household' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Letter of cover (PDF)' })).toBeNull();
  });

  it('is neither deactivated nor has life events', async () => {
    const { router } = openApp(`/member/${OTHER}?activeTab=danger-zone`);
    expect(await screen.findByRole('heading', { name: 'Delete' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Deactivate' })).toBeNull();
    await router.navigate(`/member/${OTHER}?activeTab=household`);
    expect(await screen.findByRole('button', { name: 'Add existing' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Life events' })).toBeNull();
  });

  it('has no heading of statements without one', async () => {
    openApp(`/member/${OTHER}?activeTab=donations`);
    expect(await screen.findByText('No payments yet')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Yearly statements' })).toBeNull());
  });
});
