import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  clientConfig,
  coverage,
  coveredByJorge,
  donation,
  donationPage,
  linkedAccount,
  member,
  MEMBER_ID,
  memberCampaign,
  otherCampaign,
  payment,
  paymentPage,
} from '../../../test/factories.ts';
import { findShown, openApp, signInAs } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const LINKED = '9'.repeat(24);
const base = `/v2/members/${MEMBER_ID}`;

beforeEach(() => {
  signInAs();
  answerGet(base, member());
  answerGet(`${base}/campaigns`, [memberCampaign()]);
  answerGet(`${base}/campaigns/other`, [otherCampaign()]);
  answerGet(`${base}/donations`, donationPage([donation()]));
  answerGet(`${base}/coverage`, coverage());
});

describe('the household and the linked accounts of a member', () => {
  it('shows who lives in the household, whose pages are not for other members', async () => {
    const people = [
      { member_id: MEMBER_ID, memberId: 'M-000002', firstNm: 'Elena', lastNm: 'Rivera', age: 41 },
      { member_id: LINKED, memberId: 'M-000003', firstNm: 'Jorge', lastNm: 'Rivera', age: 43 },
    ];
    const members = people.map((one) => ({
      ...one,
      relationship: 'Spouse',
      isActive: true,
      deceasedDt: null,
    }));
    answerGet(`/api/v1/member/${MEMBER_ID}/household`, {
      _id: 'home',
      primaryMemberId: MEMBER_ID,
      version: 1,
      members,
    });
    const { user } = openApp(`/member/${MEMBER_ID}`);
    await user.click(await screen.findByRole('link', { name: 'Household' }));
    expect(await screen.findByText('Rivera, Jorge')).toBeVisible();
    expect(screen.getByText('Spouse, 41 · Primary')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Rivera, Jorge' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull();
  });

  it('shows the linked accounts', async () => {
    answerGet(`${base}/linked-members`, [linkedAccount({ primary_member_id: LINKED })]);
    openApp(`/member/${MEMBER_ID}?activeTab=linkedAccounts`);
    expect(await screen.findByRole('heading', { name: 'Linked accounts', level: 1 })).toBeVisible();
    expect(await screen.findByRole('link', { name: linkedAccount().primaryMemberName })).toHaveAttribute(
      'href',
      `/member/${LINKED}`,
    );
  });
});

describe('campaigns of a member', () => {
  it('shows own memberships and joins another campaign', async () => {
    const asked: string[] = [];
    server.use(
      http.post(`${base}/campaigns/roof/join`, ({ request }) => {
        asked.push(request.method);
        answerGet(`${base}/campaigns/other`, []);
        return HttpResponse.json(
          memberCampaign({
            campaignName: 'A Roof for Grace',
            campaignMembershipId: 'm2',
            requiresMembership: false,
            currentCampaignRunsBalance: 0,
            takesGifts: true,
          }),
        );
      }),
    );
    const { user } = openApp(`/member/${MEMBER_ID}`);
    expect(await screen.findByRole('link', { name: 'Donate Now for Grace Funeral Fund' })).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Join A Roof for Grace' }));
    expect(await screen.findByText('You have joined A Roof for Grace')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Give to A Roof for Grace' })).toHaveAttribute(
      'href',
      `/member/${MEMBER_ID}/membership/m2/donate`,
    );
    expect(await screen.findByText('No other fundraisers')).toBeVisible();
    expect(asked).toEqual(['POST']);
  });

  it('asks to join a funeral fund, which does not cover anybody immediately', async () => {
    answerGet(`${base}/campaigns/other`, [
      otherCampaign({ _id: 'fund', campaignName: 'Mercy Fund', requiresMembership: true }),
    ]);
    server.use(
      http.post(`${base}/campaigns/fund/join`, () =>
        HttpResponse.json(memberCampaign({ campaignName: 'Mercy Fund', isActive: null, openDues: [] })),
      ),
    );
    const { user } = openApp(`/member/${MEMBER_ID}`);
    expect(
      await screen.findByText(
        /^A new roof before the winter\. A funeral fund: the office confirms who joins it\./,
      ),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Join Mercy Fund' }));
    expect(await screen.findByText('You have asked to join Mercy Fund')).toBeVisible();
    expect(screen.getByText(/You are covered by it only after that\./)).toBeVisible();
  });

  it('offers to give any amount to an open campaign when nothing is due', async () => {
    answerGet(`${base}/campaigns`, [
      memberCampaign({ requiresMembership: false, currentCampaignRunsBalance: 0, takesGifts: true }),
    ]);
    openApp(`/member/${MEMBER_ID}`);
    expect(await screen.findByRole('link', { name: 'Give any amount for Grace Funeral Fund' })).toBeVisible();
  });

  it('says that there are no memberships', async () => {
    answerGet(`${base}/campaigns`, []);
    openApp(`/member/${MEMBER_ID}`);
    expect(await screen.findByText('No Campaign Memberships Found')).toBeVisible();
  });

  it('shows funds that cover the member and for which another person pays', async () => {
    answerGet(`${base}/campaigns`, []);
    answerGet(`${base}/coverage`, coveredByJorge());
    answerGet(`${base}/linked-members`, []);
    openApp(`/member/${MEMBER_ID}`);
    expect(await screen.findByText('Jorge Rivera pays for this membership.')).toBeVisible();
    expect(screen.getByText('You are covered until December 15, 2026.')).toBeVisible();
    expect(screen.queryByText('No Campaign Memberships Found')).toBeNull();
  });

  it('does not say that there are none when the cover cannot be loaded', async () => {
    answerGet(`${base}/campaigns`, []);
    server.use(http.get(`${base}/coverage`, () => problemAnswer(503, 'Not now.')));
    const { user } = openApp(`/member/${MEMBER_ID}`);
    expect(
      await screen.findByText('We cannot show at the moment which funds somebody else pays for.'),
    ).toBeVisible();
    expect(screen.queryByText('No Campaign Memberships Found')).toBeNull();
    answerGet(`${base}/coverage`, coverage({ people: [] }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No Campaign Memberships Found')).toBeVisible();
  });

  it('says that joining failed', async () => {
    server.use(
      http.post(`${base}/campaigns/roof/join`, () => problemAnswer(404, 'This campaign is closed.')),
    );
    const { user } = openApp(`/member/${MEMBER_ID}`);
    await user.click(await screen.findByRole('button', { name: 'Join A Roof for Grace' }));
    expect(await screen.findByText('You have not joined A Roof for Grace')).toBeVisible();
    expect(screen.getByText(/This campaign is closed\./)).toBeVisible();
  });

  it('says in place what could not be loaded', async () => {
    server.use(
      http.get(`${base}/campaigns`, () => problemAnswer(503, 'No.')),
      http.get(`${base}/campaigns/other`, () => problemAnswer(403, 'Not yours.')),
    );
    openApp(`/member/${MEMBER_ID}`);
    expect(await screen.findByText('We cannot show the memberships at the moment.')).toBeVisible();
    expect(await screen.findByText('You are not authorized to view this page')).toBeVisible();
  });
});

describe('donations of a member', () => {
  const open = () => openApp(`/member/${MEMBER_ID}?activeTab=donations`);
  const figures = () =>
    screen
      .getAllByRole('cell')
      .slice(1, 3)
      .map(({ textContent }) => textContent);

  it('shows fundraiser, date, price and paid, and links the invoice if an address is configured', async () => {
    answerGet('/client-config', clientConfig({ externalRefUrl: 'https://invoices.example/{ref}' }));
    answerGet(`${base}/donations`, donationPage([donation({ externalRef: 'INV-1', paymentsTotal: 15 })]));
    open();
    expect(await screen.findByText('Grace Funeral Fund')).toBeVisible();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Fundraiser',
      'Date',
      'Price',
      'Paid',
      'Status',
    ]);
    expect(figures()).toEqual(['$45.00', 'Paid $15.00']);
    expect(await screen.findByRole('link', { name: /INV-1/ })).toHaveAttribute(
      'href',
      'https://invoices.example/INV-1',
    );
  });

  it('refreshes one donation, and says when that fails', async () => {
    server.use(
      http.get(`/v2/donations/${'e'.repeat(24)}`, () =>
        HttpResponse.json(donation({ paymentsTotal: 45, totalBalance: 0, payableBalance: 0 })),
      ),
    );
    const { user } = open();
    const refresh = await screen.findByRole('button', { name: /^Refresh/ });
    await user.click(refresh);
    expect(await screen.findByText('In memory of Samuel Okafor is up to date.')).toBeInTheDocument();
    expect(figures()).toEqual(['$45.00', 'Paid $45.00']);
    server.use(http.get(`/v2/donations/${'e'.repeat(24)}`, () => HttpResponse.error()));
    await user.click(screen.getByRole('button', { name: /^Refresh/ }));
    expect(
      await screen.findByText('These dues could not be refreshed: No response was received from the server.'),
    ).toBeVisible();
  });

  it('pages five at a time, or ten', async () => {
    const asked: string[] = [];
    server.use(
      http.get(`${base}/donations`, ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json({ results: 12, pages: 3, donations: [donation()] });
      }),
    );
    const { user, router } = open();
    await user.click(await screen.findByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(router.state.location.search).toBe('?activeTab=donations&page_number=2&page_size=5');
    await user.selectOptions(screen.getByLabelText('Per page'), '10');
    await waitFor(() => expect(asked).toHaveLength(3));
    expect(asked).toEqual([
      '?page_size=5&page_number=1',
      '?page_size=5&page_number=2',
      '?page_size=10&page_number=1',
    ]);
  });

  it('says that there are none, and what could not be loaded', async () => {
    answerGet(`${base}/donations`, donationPage());
    open();
    expect(await screen.findByText('No donations to display')).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'Pages of donations' })).toBeNull();
  });

  it('says that they cannot be shown', async () => {
    server.use(http.get(`${base}/donations`, () => problemAnswer(500, 'No.')));
    open();
    expect(await screen.findByText('We cannot show the dues at the moment.')).toBeVisible();
  });
});

describe('payments of a member', () => {
  const open = () => openApp(`/member/${MEMBER_ID}?activeTab=payments`);

  it('are listed with their receipts, page by page, with a note on what is not listed', async () => {
    const asked: string[] = [];
    server.use(
      http.get(`${base}/payments`, ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json({ results: 12, pages: 2, payments: [payment()] });
      }),
    );
    const { user, router } = open();
    expect(await screen.findByRole('link', { name: 'Receipt K-1A2B-3C4D-5E6F' })).toBeVisible();
    // Cash and checks have receipts.
    expect(screen.getByText(/refused charged nothing/)).not.toHaveTextContent(/cash|check/);
    const parts = within(screen.getByRole('navigation', { name: 'Parts of this account' }));
    expect(parts.getByRole('link', { name: 'Payments' })).toHaveAttribute('aria-current', 'page');
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(router.state.location.search).toBe('?activeTab=payments&page_number=2');
    expect(asked).toEqual(['?page_size=10&page_number=1', '?page_size=10&page_number=2']);
  });

  it('say that there are none, and that a page is past the last', async () => {
    answerGet(`${base}/payments`, paymentPage());
    const { router } = open();
    expect(await screen.findByText('No payments to display')).toBeVisible();
    await router.navigate(`/member/${MEMBER_ID}?activeTab=payments&page_number=9`);
    expect(await screen.findByText('This page is past the last payment.')).toBeVisible();
  });

  it('say that they cannot be shown, and are reloaded', async () => {
    server.use(http.get(`${base}/payments`, () => problemAnswer(400, 'No.')));
    const { user } = open();
    expect(await screen.findByText('We cannot show your payments at the moment.')).toBeVisible();
    answerGet(`${base}/payments`, paymentPage([payment()]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Receipt K-1A2B-3C4D-5E6F' })).toBeVisible();
  });
});

describe('a linked account', () => {
  beforeEach(() => {
    answerGet(`/v2/members/${LINKED}`, member({ _id: LINKED, firstNm: 'Elena' }));
    answerGet(`${base}/linked-members`, [linkedAccount({ primary_member_id: LINKED })]);
    answerGet(`/v2/members/${LINKED}/campaigns`, [memberCampaign({ campaignMembershipId: 'x' })]);
    answerGet(`/v2/members/${LINKED}/donations`, donationPage([donation()]));
    answerGet(`/v2/members/${LINKED}/coverage`, coverage({ sentence: 'Elena is covered.' }));
    answerGet('/api/v1/donation/x/dues', [donation()]);
  });

  it('shows its dashboard, with the way back and to paying for it', async () => {
    openApp(`/member/${LINKED}`);
    expect(await screen.findByRole('heading', { name: 'Elena Rivera' })).toBeVisible();
    await findShown('Elena is covered.');
    expect(await screen.findByRole('link', { name: 'Pay $45.00' })).toHaveAttribute(
      'href',
      `/member/${LINKED}/membership/x/donate`,
    );
    expect(screen.getByRole('link', { name: /^Go Back/ })).toHaveAttribute('href', '/my/overview');
    expect(screen.queryByText('Receipts and statements')).toBeNull();
  });

  it('does not show what was paid', async () => {
    openApp(`/member/${LINKED}?activeTab=payments`);
    await findShown('Elena is covered.');
    expect(screen.queryByRole('heading', { name: 'Payments' })).toBeNull();
    expect(screen.queryByText('Receipts and statements')).toBeNull();
  });

  it('links to paying everything this account owes, not the member’s own dues', async () => {
    answerGet(`/v2/members/${LINKED}/campaigns`, [
      memberCampaign({ campaignMembershipId: 'x' }),
      memberCampaign({ campaignMembershipId: 'y', campaignName: 'Brotherhood' }),
    ]);
    openApp(`/member/${LINKED}`);
    expect(await screen.findByRole('link', { name: 'Pay $90.00' })).toHaveAttribute(
      'href',
      `/donate?payee=${LINKED}`,
    );
  });

  it.each([
    ['without a member of their own', null],
    ['whose own account is not linked with it', MEMBER_ID],
  ])('offers staff %s nothing to pay', async (_who, memberId) => {
    signInAs(memberId);
    answerGet(`${base}/linked-members`, []);
    const { router } = openApp(`/member/${LINKED}`);
    await findShown('Elena is covered.');
    expect(screen.getByText(/is due by/)).toBeVisible();
    expect(await screen.findByRole('link', { name: 'See what it is for' })).toBeVisible();
    const paying = { name: /^(Pay|Donate|Give)/ };
    expect(screen.queryByRole('link', paying)).toBeNull();
    await router.navigate(`/member/${LINKED}?activeTab=campaigns`);
    expect(await screen.findByText('Campaign memberships')).toBeVisible();
    expect(await screen.findByText('Grace Funeral Fund')).toBeVisible();
    expect(screen.queryByRole('link', paying)).toBeNull();
  });

  it('shows its campaigns without Join', async () => {
    openApp(`/member/${LINKED}?activeTab=campaigns`);
    const parts = within(await screen.findByRole('navigation', { name: 'Parts of this account' }));
    expect(parts.getByRole('link', { name: 'Overview' })).toHaveAttribute('href', `/member/${LINKED}`);
    expect(await screen.findByText('Campaign memberships')).toBeVisible();
    expect(screen.queryByText('Other Campaigns')).toBeNull();
  });

  it('goes to the bad-request page without the permission', async () => {
    server.use(http.get(`/v2/members/${LINKED}`, () => problemAnswer(404, 'There is no such member.')));
    const { router } = openApp(`/member/${LINKED}`);
    expect(await screen.findByText('There is no such member.')).toBeVisible();
    expect(router.state.location.pathname).toBe('/bad-request');
  });
});
