import { act, screen, waitFor, within } from '@testing-library/react';
import { cents } from '@kinfold/domain/money';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dateInWords } from '../../../lib/format.ts';
import {
  clientConfig,
  coverage,
  coveredByJorge,
  donation,
  donationPage,
  inDays,
  linkedAccount,
  member,
  MEMBER_ID,
  memberCampaign,
  MEMBERSHIP_ID,
  openDue,
  payment,
  paymentPage,
  personCoverage,
  scope,
} from '../../../test/factories.ts';
import { markSent, readPayload, storePayload } from '../../../parts/payment/payment-payload.ts';
import { findShown, openApp, settled, signInAs } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const section = (name: string) => screen.findByRole('region', { name });

/** Stores a payment of the $45.00 due, as Review leaves it when it gets no answer. */
function sendUnconfirmed() {
  const payload = storePayload(MEMBER_ID, {
    payee_member_id: MEMBER_ID,
    campaign_id: null,
    membershipId: MEMBERSHIP_ID,
    campaignName: 'Grace Funeral Fund',
    totalAmount: cents(4_604),
    processingFee: cents(104),
    cardData: { id: 'card_1' },
    donation_id: -1,
    donations: [],
  });
  markSent(MEMBER_ID, payload);
  return payload;
}

beforeEach(() => {
  signInAs();
  answerGet(`/v2/members/${MEMBER_ID}`, member());
  answerGet(`/v2/members/${MEMBER_ID}/campaigns`, [memberCampaign()]);
  answerGet(`/v2/members/${MEMBER_ID}/linked-members`, []);
  answerGet('/v2/my/donations', donationPage());
  answerGet(`/v2/members/${MEMBER_ID}/coverage`, coverage());
  answerGet(`/v2/members/${MEMBER_ID}/statements`, { years: [2026, 2025] });
  answerGet(`/v2/members/${MEMBER_ID}/payments`, paymentPage([payment()]));
  allow(false);
});

const allow = (allowed: boolean) =>
  answerGet('/v2/my/scope', allowed ? scope({ organizationNumber: '1001', role: 'administrator' }) : scope());

describe('overview', () => {
  it('shows the claims after a death: where each is, what was decided and paid, and whom to call', async () => {
    answerGet(`/v2/members/${MEMBER_ID}/coverage`, {
      ...coverage({ until: inDays(41) }),
      ...{ mayHaveClaims: true, deaths: ['Hans died on November 20, 2026.'] },
    });
    const office = {
      name: 'Grace Church',
      phone: '(301) 555-0100',
      contact: 'Ada Lee, Deacon',
      contactPhone: '(301) 555-0142',
    };
    const claim = { name: 'Hans Wolf', campaignName: 'Grace Fund', reportedDt: '2026-11-20', office };
    const nothing = { decidedDt: null, amount: null, reason: null, paid: [] };
    answerGet(`/v2/members/${MEMBER_ID}/family-claims`, [
      { ...claim, ...nothing, claimNbr: 'C-000001', step: 'checking' },
      {
        ...{ ...claim, ...nothing, claimNbr: 'C-000002', step: 'paid', amount: 500_000 },
        decidedDt: '2026-11-22T12:00:00.000Z',
        paid: [{ amount: 500_000, paidDt: '2026-11-24', kind: 'funeral_home' }],
      },
      { ...claim, ...nothing, claimNbr: 'C-000003', step: 'refused', reason: 'He had left.\nWrite to us.' },
    ]);
    openApp('/my/overview');
    const support = await section('Support for your family');
    const [checking, paid] = await within(support).findAllByRole('listitem');
    expect(checking).toHaveTextContent('The office is checking it.');
    expect(checking).toHaveTextContent(
      'Questions? Grace Church, (301) 555-0100. Your contact: Ada Lee, Deacon, (301) 555-0142',
    );
    for (const phone of ['(301) 555-0100', '(301) 555-0142'])
      expect(screen.getAllByRole('link', { name: phone })[0]).toHaveAttribute(
        'href',
        expect.stringMatching(/^tel:\+1301555/),
      );
    expect(paid).toHaveTextContent(/Paid\s?\$5,000\.00, decided on November 22, 2026/);
    expect(paid).toHaveTextContent('$5,000.00 to the funeral home on November 24, 2026');
    expect(within(support).getByText('Write to us.')).toBeVisible();
    expect(within(support).getByText(/^Do you see it otherwise\?/)).toBeVisible();
    const answer = await section('Cover and dues');
    const sorry = screen.getByText('We are sorry for your loss.');
    for (const [first, then] of [
      [sorry, support],
      [support, answer],
    ] as const)
      expect(first.compareDocumentPosition(then)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const [by, until] = [dateInWords(new Date(inDays(25))), dateInWords(new Date(inDays(41)))];
    expect(answer).toHaveTextContent(
      `$45.00 is due by ${by}. It can wait: your cover goes on until ${until}.`,
    );
  });

  it('shows what is due by when, and links to paying it', async () => {
    openApp('/my/overview');
    const by = dateInWords(new Date(inDays(25)));
    const pay = await screen.findByRole('link', { name: 'Pay $45.00' });
    expect(await section('Cover and dues')).toHaveTextContent(`$45.00 is due by ${by} to stay covered.`);
    expect(pay).toHaveAttribute('href', `/member/${MEMBER_ID}/membership/${MEMBERSHIP_ID}/donate`);
  });

  it('says no second day to stay covered where the cover goes on after the dues are due', async () => {
    answerGet(`/v2/members/${MEMBER_ID}/coverage`, coverage({ until: inDays(41) }));
    openApp('/my/overview');
    await screen.findByRole('link', { name: 'Pay $45.00' });
    const by = dateInWords(new Date(inDays(25)));
    expect(await section('Cover and dues')).toHaveTextContent(`$45.00 is due by ${by}.`);
  });

  const late = (balance: number, more: object = {}) =>
    memberCampaign({
      currentCampaignRunsBalance: balance + 30,
      openDues: [
        openDue({ endDt: inDays(-9), balance, isLate: true }),
        openDue({ endDt: inDays(25), balance: 30 }),
      ],
      ...more,
    });
  const lost = (amount: number, more: object = {}) =>
    coverage({
      isCovered: false,
      sentence: 'You and 2 others are not covered right now.',
      action: 'Pay $20.00 to be covered again.',
      people: [
        personCoverage({
          isCovered: false,
          action: 'Pay $20.00 to be covered again.',
          reasons: [{ code: 'dues_late', text: 'Late.', amount, date: inDays(-9) }],
          ...more,
        }),
      ],
    });

  it('offers the amount that restores cover separately from all dues, and shows neither twice', async () => {
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, [late(20)]);
    answerGet(`/v2/members/${MEMBER_ID}/coverage`, lost(20));
    const { router, user } = openApp('/my/overview');
    const again = await screen.findByRole('link', { name: 'Pay $20.00 to be covered again' });
    const answer = await section('Cover and dues');
    expect(answer).toHaveTextContent('You and 2 others are not covered right now.');
    expect(answer).toHaveClass('answer-due');
    expect(within(answer).getAllByText(/to be covered again/)).toHaveLength(1);
    expect(within(answer).getByRole('link', { name: 'Pay all $50.00' })).toHaveAttribute(
      'href',
      `/member/${MEMBER_ID}/membership/${MEMBERSHIP_ID}/donate?amount=all`,
    );
    answerGet(`/api/v1/donation/${MEMBERSHIP_ID}/dues`, [
      donation({ _id: '1', payableBalance: 30, totalBalance: 30, createdDt: inDays(-200) }),
      donation({ _id: '2', payableBalance: 20, totalBalance: 20, runStatus: 'ended', runEndDt: inDays(-9) }),
    ]);
    answerGet(`/api/v1/member/${MEMBER_ID}/cards`, []);
    await user.click(again);
    // Late dues come first, whatever their date.
    expect(await screen.findByLabelText('Amount to pay')).toHaveValue('20.00');
    expect(screen.getByText(/\$30\.00 stays open/)).toBeVisible();
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it.each([
    ['all that is due brings the cover back', [late(20, { currentCampaignRunsBalance: 20 })], lost(20), true],
    [
      'the office must mend it',
      [late(20)],
      lost(20, { reasons: [{ code: 'membership_inactive', text: 'x', amount: null, date: null }] }),
      false,
    ],
    [
      'somebody else pays',
      [late(20)],
      lost(20, { primaryMemberId: '2'.repeat(24), isPrimary: false }),
      false,
    ],
  ])('has one button where %s', async (_why, campaigns, cover, isAgain) => {
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, campaigns);
    answerGet(`/v2/members/${MEMBER_ID}/coverage`, cover);
    openApp('/my/overview');
    const name = isAgain ? 'Pay $20.00 to be covered again' : 'Pay $50.00';
    expect(await screen.findByRole('link', { name })).toBeVisible();
    expect(screen.getAllByRole('link', { name: /^Pay / })).toHaveLength(1);
  });

  it('omits a date that the sentence above has', async () => {
    answerGet(`/v2/members/${MEMBER_ID}/coverage`, coverage({ until: inDays(25) }));
    openApp('/my/overview');
    await screen.findByRole('link', { name: 'Pay $45.00' });
    expect(await section('Cover and dues')).toHaveTextContent('$45.00 is due by then.');
  });

  it('lets paying wait for a payment that is not confirmed, until it is', async () => {
    sendUnconfirmed();
    server.use(http.get('/v2/payments/:id', () => problemAnswer(404, 'There is no such receipt.')));
    openApp('/my/overview');
    await findShown('Your payment of $46.04 is not confirmed yet');
    expect(screen.getByRole('link', { name: 'Check this payment' })).toHaveAttribute(
      'href',
      '/donate/review',
    );
    expect(screen.queryByRole('link', { name: /^Pay / })).toBeNull();
    // Another tab has found out that it was not charged.
    localStorage.removeItem(`kinfold.payment.${MEMBER_ID}`);
    act(() => void window.dispatchEvent(new StorageEvent('storage')));
    expect(await screen.findByRole('link', { name: 'Pay $45.00' })).toBeVisible();
  });

  it('finds out that such a payment was charged, and reloads what is due', async () => {
    const { payment_id } = sendUnconfirmed();
    answerGet('/v2/payments/:id', {
      ...payment({ payment_id }),
      organizationName: 'Grace Community Church',
      cardType: 'Visa',
      last4: '4242',
    });
    let asked = 0;
    server.use(
      http.get(`/v2/members/${MEMBER_ID}/campaigns`, () => {
        asked += 1;
        return HttpResponse.json([
          memberCampaign(asked > 1 ? { currentCampaignRunsBalance: 0, openDues: [] } : {}),
        ]);
      }),
    );
    openApp('/my/overview');
    await findShown('Nothing is due. Thank you for keeping up.');
    expect(readPayload(MEMBER_ID)).toBeUndefined();
  });

  it('says that the device is offline, and reloads when it is online', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    server.use(http.get(`/v2/members/${MEMBER_ID}/campaigns`, () => HttpResponse.error()));
    openApp('/my/overview');
    await findShown('We cannot see at the moment whether something is due.');
    // Parts that render later query it again.
    await section('Fundraisers');
    await settled();
    expect(screen.getAllByText('You are offline.').length).toBeGreaterThan(0);
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, [memberCampaign()]);
    onLine.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('link', { name: 'Pay $45.00' })).toBeVisible();
    expect(screen.queryByText('You are offline.')).toBeNull();
  });

  it('reloads when its tab becomes visible, because another may have paid', async () => {
    openApp('/my/overview');
    await screen.findByRole('link', { name: 'Pay $45.00' });
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, [
      memberCampaign({ currentCampaignRunsBalance: 0, openDues: [] }),
    ]);
    // Checked repeatedly: just after rendering the page does not listen yet.
    await waitFor(() => {
      act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      expect(screen.getByText('Nothing is due. Thank you for keeping up.')).toBeVisible();
    });
  });

  it('shows what is still open from an ended collection', async () => {
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, [
      memberCampaign({
        currentCampaignRunsBalance: 52.5,
        openDues: [openDue(), openDue({ endDt: inDays(-9), balance: 7.5, isLate: true })],
      }),
    ]);
    openApp('/my/overview');
    await screen.findByRole('link', { name: 'Pay $52.50' });
    expect(await section('Cover and dues')).toHaveTextContent(
      `$52.50 is due: $45.00 by ${dateInWords(new Date(inDays(25)))}, and $7.50 from an earlier collection.`,
    );
  });

  it('leads to paying everything when several fundraisers are owed', async () => {
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, [
      memberCampaign(),
      memberCampaign({
        campaignMembershipId: '7',
        campaignName: 'Brotherhood',
        currentCampaignRunsBalance: 15,
        openDues: [openDue({ endDt: inDays(40), balance: 15 })],
      }),
    ]);
    openApp('/my/overview');
    expect(await screen.findByRole('link', { name: 'Pay $60.00' })).toHaveAttribute('href', '/donate');
    expect(await section('Cover and dues')).toHaveTextContent(
      `$60.00 is due: $45.00 by ${dateInWords(new Date(inDays(25)))}, and $15.00 by ${dateInWords(new Date(inDays(40)))}.`,
    );
  });

  it('shows cover and dues together, and what failed beside what came', async () => {
    let isAsked = false;
    let answer: () => void = () => undefined;
    const late = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.get(`/v2/members/${MEMBER_ID}/coverage`, async () => {
        isAsked = true;
        await late;
        return problemAnswer(404, 'Not Found');
      }),
    );
    openApp('/my/overview');
    const loading = 'Loading what you are covered for, and what is due…';
    expect(await screen.findByText(loading)).toBeInTheDocument();
    await waitFor(() => expect(isAsked).toBe(true));
    expect(screen.queryByRole('link', { name: 'Pay $45.00' })).toBeNull();
    answer();
    expect(await screen.findByRole('link', { name: 'Pay $45.00' })).toBeVisible();
    await findShown('We cannot say at the moment whether you are covered.');
    expect(screen.queryByText(loading)).toBeNull();
  });

  it('says that nothing is due and shows PAID without a way to pay', async () => {
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, [
      memberCampaign({ currentCampaignRunsBalance: 0, openDues: [] }),
    ]);
    openApp('/my/overview');
    await findShown('Nothing is due. Thank you for keeping up.');
    expect(await section('Cover and dues')).toHaveClass('answer-ok');
    const fundraisers = await section('Fundraisers');
    expect(fundraisers).toHaveTextContent('Grace Funeral Fund');
    expect(fundraisers).toHaveTextContent('PAID');
    expect(within(fundraisers).queryByRole('link', { name: /donate/i })).toBeNull();
  });

  it.each([
    [
      'waits for the office',
      { isActive: null },
      'Not confirmed yet',
      'The office has not confirmed the membership in Grace Funeral Fund yet. It covers nobody before that.',
    ],
    [
      'has only paused dues',
      { hasPausedDues: true },
      'Paused, nothing to pay now',
      'Grace Funeral Fund has paused a collection. It need not be paid until it resumes.',
    ],
  ])('does not call a membership paid that %s', async (_why, more, status, note) => {
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, [
      memberCampaign({ currentCampaignRunsBalance: 0, openDues: [], ...more }),
    ]);
    openApp('/my/overview');
    await findShown('Nothing is due right now.');
    const due = await section('Cover and dues');
    expect(due).toHaveTextContent(note);
    const fundraisers = await section('Fundraisers');
    expect(fundraisers).toHaveTextContent(status);
    expect(fundraisers).not.toHaveTextContent('PAID');
  });

  it('offers to give to an open campaign while it takes gifts, and never calls it paid', async () => {
    const open = { requiresMembership: false, currentCampaignRunsBalance: 0, openDues: [] };
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, [
      memberCampaign({ ...open, campaignName: 'A Roof for Grace', takesGifts: true }),
      memberCampaign({ ...open, campaignName: 'Old Roof', campaignMembershipId: '7' }),
    ]);
    openApp('/my/overview');
    const fundraisers = await section('Fundraisers');
    expect(
      await within(fundraisers).findByRole('link', { name: 'Give any amount for A Roof for Grace' }),
    ).toBeVisible();
    expect(fundraisers).toHaveTextContent('Takes no gifts now');
    expect(within(fundraisers).queryByRole('link', { name: /Old Roof/ })).toBeNull();
    expect(fundraisers).not.toHaveTextContent('PAID');
    expect(screen.getByText('Nothing is due.')).toBeVisible();
  });

  it('shows the open dues of a membership that is not active like any others', async () => {
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, [memberCampaign({ isActive: false })]);
    openApp('/my/overview');
    expect(await screen.findByRole('link', { name: 'Pay $45.00' })).toBeVisible();
    const by = dateInWords(new Date(inDays(25)));
    expect(await section('Cover and dues')).toHaveTextContent(`$45.00 is due by ${by}.`);
    const fundraisers = await section('Fundraisers');
    expect(
      await within(fundraisers).findByRole('link', { name: 'Donate Now for Grace Funeral Fund' }),
    ).toBeVisible();
    expect(fundraisers).toHaveTextContent('This membership is no longer active.');
  });

  it('says of open dues that their membership still waits for the office', async () => {
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, [memberCampaign({ isActive: null })]);
    openApp('/my/overview');
    const fundraisers = await section('Fundraisers');
    expect(await within(fundraisers).findByText('$45.00')).toBeVisible();
    expect(fundraisers).toHaveTextContent('The office has not confirmed this membership yet.');
  });

  it('says of paused dues that their membership is not active', async () => {
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, [
      memberCampaign({ isActive: false, currentCampaignRunsBalance: 0, openDues: [], hasPausedDues: true }),
    ]);
    openApp('/my/overview');
    const fundraisers = await section('Fundraisers');
    expect(await within(fundraisers).findByText('Paused, nothing to pay now')).toBeVisible();
    expect(fundraisers).toHaveTextContent('This membership is no longer active.');
  });

  it('lists the member’s own fundraisers when the cover cannot be loaded, and says so', async () => {
    server.use(http.get(`/v2/members/${MEMBER_ID}/coverage`, () => problemAnswer(503, 'Not now.')));
    openApp('/my/overview');
    const fundraisers = await section('Fundraisers');
    expect(await within(fundraisers).findByText('Grace Funeral Fund')).toBeVisible();
    expect(fundraisers).toHaveTextContent('We cannot show at the moment which funds somebody else pays for.');
  });

  it('links to the account summary when dues cannot be loaded', async () => {
    server.use(http.get(`/v2/members/${MEMBER_ID}/campaigns`, () => problemAnswer(503, 'Not now.')));
    openApp('/my/overview');
    await findShown('We cannot see at the moment whether something is due.');
    expect(await screen.findByRole('link', { name: 'Account summary' })).toHaveAttribute(
      'href',
      '/account-summary',
    );
  });

  it('shows a person who is only covered their cover, and who pays', async () => {
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, []);
    answerGet(`/v2/members/${MEMBER_ID}/coverage`, coveredByJorge());
    openApp('/my/overview');
    await findShown('You and Jorge are covered until December 15, 2026.');
    const answer = await section('Cover and dues');
    expect(answer).toHaveTextContent('Nothing is due on this account.');
    expect(within(answer).getAllByText(/Jorge Rivera pays/)).toHaveLength(1);
    const fundraisers = await section('Fundraisers');
    expect(await within(fundraisers).findByText('You are covered until December 15, 2026.')).toBeVisible();
    expect(fundraisers).toHaveTextContent('Jorge Rivera pays for this membership.');
    expect(screen.queryByText('No active fundraisers found')).toBeNull();
    expect(within(fundraisers).queryByRole('link', { name: /account of Jorge/ })).toBeNull();
  });

  it('links them to the account of the payer if it is linked', async () => {
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, []);
    answerGet(`/v2/members/${MEMBER_ID}/coverage`, coveredByJorge());
    answerGet(`/v2/members/${MEMBER_ID}/linked-members`, [
      linkedAccount({ primary_member_id: '2'.repeat(24), primaryMemberName: 'Rivera, Jorge' }),
    ]);
    openApp('/my/overview');
    expect(await screen.findByRole('link', { name: 'See the account of Jorge Rivera' })).toHaveAttribute(
      'href',
      `/member/${'2'.repeat(24)}`,
    );
  });

  it.each([
    ['something', memberCampaign()],
    ['nothing', memberCampaign({ currentCampaignRunsBalance: 0, openDues: [] })],
  ])('leads to the account summary while %s is due', async (_what, campaign) => {
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, [campaign]);
    openApp('/my/overview');
    expect(await screen.findByRole('link', { name: 'Account summary' })).toHaveAttribute(
      'href',
      '/account-summary',
    );
  });

  it.each([
    ['America/New_York', '2026-12-16T04:59:59.999Z', '2026-11-02T03:30:00.000Z', '11.01.2026'],
    ['Pacific/Kiritimati', '2026-12-15T09:59:59.999Z', '2026-10-31T10:00:00.000Z', '11.01.2026'],
    ['UTC', '2026-12-15T23:59:59.999Z', '2026-11-01T00:00:00.000Z', '11.01.2026'],
  ])('shows days in the deployment’s time zone, in %s', async (timeZone, endDt, createdDt, made) => {
    answerGet('/client-config', clientConfig({ timeZone }));
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, [memberCampaign({ openDues: [openDue({ endDt })] })]);
    answerGet('/v2/my/donations', donationPage([donation({ createdDt })]));
    openApp('/my/overview');
    await screen.findByRole('link', { name: 'Pay $45.00' });
    expect(await section('Cover and dues')).toHaveTextContent(
      '$45.00 is due by December 15, 2026 to stay covered.',
    );
    expect(await within(await section('Recent Donations')).findByText(made)).toBeVisible();
  });

  it('shows Donate Now only where a balance is open', async () => {
    openApp('/my/overview');
    expect(await screen.findByRole('link', { name: 'Donate Now for Grace Funeral Fund' })).toBeVisible();
    expect(await section('Fundraisers')).not.toHaveTextContent('PAID');
  });

  it('lists recent donations and linked accounts', async () => {
    answerGet(
      '/v2/my/donations',
      donationPage([
        donation(),
        donation({
          ...{ _id: '2', campaignRunName: 'Winter', totalBalance: 0, paymentsTotal: 45 },
          told: [
            { label: 'Collected', amount: 500_000 },
            { label: 'Added by payers for card fees', amount: 0 },
            { label: 'Left in Grace Funeral Fund', amount: 20_000 },
          ],
        }),
      ]),
    );
    answerGet(`/v2/members/${MEMBER_ID}/linked-members`, [
      linkedAccount(),
      linkedAccount({ primary_member_id: '8', primaryMemberName: 'Teo Rivera', outstandingBalance: 0 }),
      linkedAccount({
        primary_member_id: '7',
        primaryMemberName: 'Lia Rivera',
        outstandingBalance: 0,
        hasPausedDues: true,
      }),
    ]);
    openApp('/my/overview');
    await findShown('In memory of Samuel Okafor');
    const recent = await section('Recent Donations');
    expect(recent).toHaveTextContent('Paid');
    // What those who gave were told.
    expect(recent).toHaveTextContent('Collected: $5,000.00 · Left in Grace Funeral Fund: $200.00');
    expect(within(recent).getByRole('link', { name: 'See what it came to' })).toHaveAttribute(
      'href',
      '/account-summary',
    );
    const linked = await section('Linked Accounts');
    expect(await within(linked).findByText('Rivera, Elena')).toBeVisible();
    expect(linked).toHaveTextContent('$30.00 outstanding');
    expect(linked).toHaveTextContent('Nothing outstanding');
    expect(within(linked).getByText('Lia Rivera').closest('li')).toHaveTextContent(
      'Lia RiveraPaused, nothing to pay now',
    );
  });

  it('says what empty lists will contain', async () => {
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, []);
    answerGet(`/v2/members/${MEMBER_ID}/coverage`, coverage({ people: [] }));
    answerGet(`/v2/members/${MEMBER_ID}/payments`, paymentPage());
    answerGet(`/v2/members/${MEMBER_ID}/statements`, { years: [] });
    openApp('/my/overview');
    await findShown('No active fundraisers found');
    await findShown('No donations to display');
    await findShown("You don't have any linked accounts");
    await findShown('No payments yet');
    expect(screen.queryByText('Yearly statements')).toBeNull();
  });

  it('lists the newest payments with whom each was for, and leads to the receipts and to all of them', async () => {
    answerGet(
      `/v2/members/${MEMBER_ID}/payments`,
      paymentPage([
        payment(),
        payment({ payment_id: null, receipt_number: null, method: 'Cash', processingFee: 0, total: 10 }),
      ]),
    );
    openApp('/my/overview');
    const receipts = await section('Receipts and statements');
    const [, card, cash] = await within(receipts).findAllByRole('row');
    expect(card).toHaveTextContent('Grace Funeral Fund: Okafor and 1 more');
    for (const part of ['for Maria Rivera, Elena Rivera', '09.01.2026', 'Visa ending 4242', '$1.42 fee'])
      expect(card).toHaveTextContent(part);
    expect(card).toHaveTextContent('$76.42');
    const row = within(card as HTMLElement);
    expect(row.getByRole('link', { name: 'Receipt K-1A2B-3C4D-5E6F' })).toHaveAttribute(
      'href',
      '/donate/thank-you?payment=p-1',
    );
    expect(row.getByRole('button', { name: 'PDF of receipt K-1A2B-3C4D-5E6F' })).toBeVisible();
    expect(cash).toHaveTextContent('Cash');
    expect(within(cash as HTMLElement).queryByRole('link')).toBeNull();
    expect(within(receipts).getByRole('link', { name: 'All payments' })).toHaveAttribute(
      'href',
      `/member/${MEMBER_ID}?activeTab=payments`,
    );
  });

  it('loads payments once the answers have loaded', async () => {
    const asked: string[] = [];
    let answer: (() => void) | undefined;
    server.events.on('request:start', ({ request }) => asked.push(new URL(request.url).pathname));
    server.use(
      http.get(`/v2/members/${MEMBER_ID}/coverage`, async () => {
        await new Promise<void>((resolve) => (answer = resolve));
        return HttpResponse.json(coverage());
      }),
    );
    openApp('/my/overview');
    await waitFor(() => expect(asked).toContain('/v2/my/donations'));
    await waitFor(() => expect(answer).toBeDefined());
    expect(asked).not.toContain(`/v2/members/${MEMBER_ID}/payments`);
    answer?.();
    expect(await screen.findByRole('link', { name: 'Receipt K-1A2B-3C4D-5E6F' })).toBeVisible();
    server.events.removeAllListeners();
  });

  it('shows a placeholder for payments while they load, and in its place the error', async () => {
    let answer: (() => void) | undefined;
    server.use(
      http.get(`/v2/members/${MEMBER_ID}/payments`, async () => {
        await new Promise<void>((resolve) => (answer = resolve));
        return problemAnswer(400, 'Not today.');
      }),
    );
    const { user } = openApp('/my/overview');
    expect(await screen.findByText('Loading your payments…')).toBeInTheDocument();
    await waitFor(() => expect(answer).toBeDefined());
    answer?.();
    const receipts = await section('Receipts and statements');
    expect(await within(receipts).findByText('We cannot show your payments at the moment.')).toBeVisible();
    // The statements are still shown.
    expect(await within(receipts).findByRole('button', { name: 'Statement 2026 (PDF)' })).toBeVisible();
    answerGet(`/v2/members/${MEMBER_ID}/payments`, paymentPage([payment()]));
    await user.click(within(receipts).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Receipt K-1A2B-3C4D-5E6F' })).toBeVisible();
  });

  it('shows a gift with what was given', async () => {
    answerGet(
      '/v2/my/donations',
      donationPage([donation({ minAmountDue: 0, paymentsTotal: 12.5, totalBalance: 0, payableBalance: 0 })]),
    );
    openApp('/my/overview');
    const gift = within(await section('Recent Donations'));
    expect(await gift.findByText('Given')).toBeVisible();
    expect(gift.getByText('$12.50')).toBeVisible();
    expect(gift.queryByText('$0.00')).toBeNull();
  });

  it('says in place what could not be loaded, and loads it on request', async () => {
    server.use(http.get('/v2/my/donations', () => problemAnswer(503, 'The database does not answer.')));
    const { user } = openApp('/my/overview');
    const text =
      'oops, something went wrong: we cannot load your recent donations at this time. Please check back later.';
    await findShown(text);
    answerGet('/v2/my/donations', donationPage([donation()]));
    await user.click(within(await section('Recent Donations')).getByRole('button', { name: 'Try again' }));
    await findShown('In memory of Samuel Okafor');
  });

  it('goes to the bad-request page when the member cannot be loaded', async () => {
    server.use(http.get(`/v2/members/${MEMBER_ID}`, () => problemAnswer(404, 'There is no such member.')));
    const { router } = openApp('/my/overview');
    expect(await screen.findByRole('heading', { name: 'Error 404' })).toBeVisible();
    expect(screen.getByText('There is no such member.')).toBeVisible();
    expect(router.state.location.pathname).toBe('/bad-request');
  });

  it('asks gently about an old address', async () => {
    answerGet(`/v2/members/${MEMBER_ID}`, member({ address: null }));
    openApp('/my/overview');
    await findShown('Where do you live?');
    expect(screen.queryByText('Is your address still right?')).toBeNull();
    expect(screen.getByRole('link', { name: 'Add your address' })).toHaveAttribute('href', '/address-update');
  });

  it('answers first whether the member is covered, then shows each person with the reasons', async () => {
    const { user } = openApp('/my/overview');
    await findShown('You and 2 others are covered.');
    const answer = await section('Cover and dues');
    expect(screen.getAllByRole('region')[0]).toBe(answer);
    await user.click(within(answer).getByRole('button', { name: /^Details of who is covered/ }));
    // Shown once, with its icon.
    expect(within(answer).getByText('Ana is covered until May 12, 2027.')).toHaveClass('status-ok');
    expect(within(answer).queryByText('Covered')).toBeNull();
    expect(within(answer).getByText(/Ana turns 26 on May 12, 2027/)).toBeVisible();
  });

  it('groups people of one fund in the details', async () => {
    const given = coverage();
    const second = given.people.map((person) => ({
      ...person,
      campaignMembershipId: '7',
      campaignName: 'Neighbors’ Burial Aid',
    }));
    const mixed = given.people.flatMap((person, index) => [person, second[index] ?? person]);
    answerGet(`/v2/members/${MEMBER_ID}/coverage`, { ...given, people: mixed });
    const { user } = openApp('/my/overview');
    await user.click(await screen.findByRole('button', { name: /^Details of who is covered/ }));
    const notes = (await section('Cover and dues')).querySelectorAll('.row-item .row-note');
    const funds = [...notes].map((note) => note.textContent);
    expect(funds).toEqual([
      ...given.people.map(({ campaignName }) => campaignName),
      ...second.map(({ campaignName }) => campaignName),
    ]);
  });

  it('says whom to ask when the cover is unknown, and that cover is not lost when it cannot be loaded', async () => {
    answerGet(
      `/v2/members/${MEMBER_ID}/coverage`,
      coverage({
        isCovered: null,
        sentence: 'We cannot say yet whether you are covered.',
        action: 'Please ask Grace Community Church about it.',
      }),
    );
    openApp('/my/overview');
    await findShown('Please ask Grace Community Church about it.');
  });

  it('says that it cannot show whether the member is covered', async () => {
    server.use(http.get(`/v2/members/${MEMBER_ID}/coverage`, () => problemAnswer(500, 'No.')));
    openApp('/my/overview');
    await findShown('We cannot say at the moment whether you are covered.');
  });

  it('downloads the letter and the statements with the tokens, and says when one cannot be loaded', async () => {
    const asked: string[] = [];
    const pdf = ({ request }: { request: Request }) => {
      asked.push(`${new URL(request.url).pathname} ${request.headers.get('authorization')?.slice(0, 7)}`);
      return new HttpResponse('%PDF-1.7', { headers: { 'Content-Type': 'application/pdf' } });
    };
    server.use(
      http.get(`/v2/members/${MEMBER_ID}/coverage/letter.pdf`, pdf),
      http.get(`/v2/members/${MEMBER_ID}/statements/2026.pdf`, pdf),
      http.get(`/v2/members/${MEMBER_ID}/statements/2025.pdf`, () =>
        problemAnswer(503, 'Please wait a minute.'),
      ),
    );
    URL.createObjectURL = vi.fn<() => string>(() => 'blob:x');
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { user } = openApp('/my/overview');
    await user.click(await screen.findByRole('button', { name: 'Letter to keep (PDF)' }));
    await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1));
    await user.click(await screen.findByRole('button', { name: 'Statement 2026 (PDF)' }));
    await waitFor(() => expect(clicked).toHaveBeenCalledTimes(2));
    expect(asked).toEqual([
      `/v2/members/${MEMBER_ID}/coverage/letter.pdf Bearer `,
      `/v2/members/${MEMBER_ID}/statements/2026.pdf Bearer `,
    ]);
    await user.click(screen.getByRole('button', { name: 'Statement 2025 (PDF)' }));
    await findShown(/The file could not be fetched: Please wait a minute\./);
  });

  it('offers inactive fundraisers only to users who may see them', async () => {
    openApp('/my/overview');
    await screen.findByRole('link', { name: 'Donate Now for Grace Funeral Fund' });
    expect(screen.queryByRole('checkbox', { name: 'Show inactive' })).toBeNull();
  });

  it('shows inactive fundraisers on request', async () => {
    allow(true);
    server.use(
      http.get(`/v2/members/${MEMBER_ID}/campaigns`, ({ request }) =>
        HttpResponse.json(
          new URL(request.url).searchParams.get('active') === 'false'
            ? [memberCampaign({ campaignName: 'Old Roof', isActive: false, currentCampaignRunsBalance: 0 })]
            : [memberCampaign()],
        ),
      ),
    );
    const { user } = openApp('/my/overview');
    await user.click(await screen.findByRole('checkbox', { name: 'Show inactive' }));
    const inactive = await screen.findByRole('list', { name: 'Inactive fundraisers' });
    expect(inactive).toHaveTextContent('Old Roof');
    expect(inactive).toHaveTextContent('Inactive');
  });

  it('links to the organization, the campaigns, the donations and a linked account', async () => {
    answerGet('/v2/my/donations', donationPage([donation()]));
    answerGet(`/v2/members/${MEMBER_ID}/linked-members`, [linkedAccount()]);
    openApp('/my/overview');
    const link = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
    expect(await link('Grace Community Church')).toBe('/my/organization');
    expect(await link('All fundraisers')).toBe(`/member/${MEMBER_ID}?activeTab=campaigns`);
    expect(await link('All dues and gifts')).toBe(`/member/${MEMBER_ID}?activeTab=donations`);
    expect(await link('Rivera, Elena')).toBe(`/member/${'9'.repeat(24)}`);
  });
});
