import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { date } from '../../../lib/format.ts';
import { resetQueryClient } from '../../../queries/query-client.ts';
import {
  coverage,
  coveredByJorge,
  donation,
  inDays,
  linkedAccount,
  MEMBER_ID,
  memberCampaign,
  MEMBERSHIP_ID,
  personCoverage,
} from '../../../test/factories.ts';
import { openApp, signInAs } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const late = donation({
  _id: '2',
  campaignRunName: 'In memory of Ruth Abebe',
  createdDt: inDays(-60),
  runStatus: 'ended',
  runEndDt: inDays(-30),
  paymentsTotal: 30,
  totalBalance: 15,
  payableBalance: 15,
  lastPaymentDt: inDays(-40),
  externalRef: 'GF-0088',
  members: null,
});
const paused = donation({ _id: '3', runStatus: 'paused', payableBalance: 0 });

/** Returns the figure beside a label. */
function figure(label: string): string | null | undefined {
  const term = screen.getByText((text) => text.startsWith(label), { selector: 'dt' });
  return term.nextElementSibling?.textContent;
}

beforeEach(() => {
  signInAs();
  answerGet(`/v2/members/${MEMBER_ID}/campaigns`, [
    memberCampaign(),
    memberCampaign({ campaignMembershipId: '7', campaignName: 'Roof', requiresMembership: false }),
  ]);
  answerGet(`/api/v1/donation/${MEMBERSHIP_ID}/dues`, [donation(), late, paused]);
  answerGet(`/v2/membership/${MEMBERSHIP_ID}/latest-payment`, {
    latestPayment: { amount: 12.5, paidOn: '2026-10-03' },
  });
  answerGet(`/v2/members/${MEMBER_ID}/coverage`, coverage());
  answerGet(`/v2/members/${MEMBER_ID}/linked-members`, []);
});

describe('account summary', () => {
  it('adds up what is due, late and received, and leaves out what is paused', async () => {
    openApp('/account-summary');
    expect(await screen.findByRole('heading', { name: 'Hello, Maria' })).toBeVisible();
    await screen.findByText('Total Payment Due');
    expect(screen.getByRole('heading', { name: 'Funeral Fund Coverage' })).toBeVisible();
    expect(figure('Next Payment Due')).toBe(date(new Date(inDays(25))));
    expect(figure('Previous Late Charges')).toBe('$15.00');
    expect(screen.getByText('earlier dues, still open').closest('dt')).toHaveTextContent(
      'Previous Late Charges',
    );
    expect(figure('Total Payment Due')).toBe('$60.00');
    const received = screen.getByText(/^Last Payment Received/, { selector: 'dt' });
    expect(received).toHaveTextContent('paid in all');
    expect(received.nextElementSibling).toHaveTextContent('$30.00');
    const latest = screen.getByText(/^Latest Payment/, { selector: 'dt' });
    expect(latest).toHaveTextContent('10.03.2026');
    expect(latest.nextElementSibling).toHaveTextContent('$12.50');
    expect(screen.getByRole('link', { name: 'Make a Payment' })).toHaveAttribute(
      'href',
      `/account-process-payment?membership=${MEMBERSHIP_ID}`,
    );
  });

  it('shows no latest payment before the first, and the other figures when it cannot be loaded', async () => {
    answerGet(`/v2/membership/${MEMBERSHIP_ID}/latest-payment`, { latestPayment: null });
    openApp('/account-summary');
    await screen.findByText('Total Payment Due');
    expect(screen.queryByText(/^Latest Payment/)).toBeNull();
    cleanup();
    resetQueryClient();
    server.use(
      http.get(`/v2/membership/${MEMBERSHIP_ID}/latest-payment`, () => problemAnswer(404, 'Not there.')),
    );
    openApp('/account-summary');
    expect(await screen.findByText('Total Payment Due')).toBeVisible();
    expect(figure('Total Payment Due')).toBe('$60.00');
  });

  it('shows the details on request and hides them again', async () => {
    const { user } = openApp('/account-summary');
    await user.click(await screen.findByRole('button', { name: /^Details/ }));
    expect(screen.getByText('In memory of Ruth Abebe')).toBeVisible();
    expect(screen.getByText(/GF-0088/)).toBeVisible();
    expect(screen.getByText('In memory of Ruth Abebe').closest('tbody')).toHaveTextContent('$15.00 late');
    const table = screen.getAllByRole('table', { name: 'Who In memory of Samuel Okafor was for' })[0];
    expect(
      within(table as HTMLElement)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['NamePrice', 'Maria Rivera$15.00', 'Jorge Rivera$30.00']);
    expect(
      screen.getByText('Who this was for was not recorded at that time.').closest('tbody'),
    ).toHaveTextContent('In memory of Ruth Abebe');
    await user.click(screen.getByRole('button', { name: /^Hide/ }));
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('cannot pay when nothing is due', async () => {
    answerGet(`/api/v1/donation/${MEMBERSHIP_ID}/dues`, [paused]);
    openApp('/account-summary');
    expect(await screen.findByRole('button', { name: 'Make a Payment' })).toBeDisabled();
    expect(figure('Next Payment Due')).toBe('None');
    expect(figure('Total Payment Due')).toBe('$0.00');
  });

  it.each([
    [{ hasPausedDues: true, currentCampaignRunsBalance: 0 }, /^Grace Funeral Fund has paused a collection\./],
    [{ isActive: null, currentCampaignRunsBalance: 0 }, /^The office has not confirmed the membership/],
    [{ isActive: false }, /^The membership in Grace Funeral Fund is not active\. What is open of it can/],
  ])('adds a note about a membership: %j', async (more, note) => {
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, [memberCampaign(more)]);
    openApp('/account-summary');
    expect(await screen.findByText(note)).toBeVisible();
  });

  it('pays each fund separately, or everything', async () => {
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, [
      memberCampaign(),
      memberCampaign({ campaignMembershipId: '7', campaignName: 'Brotherhood' }),
    ]);
    answerGet('/api/v1/donation/7/dues', [donation()]);
    answerGet('/v2/membership/7/latest-payment', { latestPayment: null });
    openApp('/account-summary');
    expect(await screen.findByRole('link', { name: 'Pay everything that is due' })).toHaveAttribute(
      'href',
      '/account-process-payment',
    );
    const pay = () => screen.getAllByRole('link', { name: 'Make a Payment' });
    await waitFor(() => expect(pay()).toHaveLength(2));
    expect(pay().map((link) => link.getAttribute('href'))).toEqual([
      `/account-process-payment?membership=${MEMBERSHIP_ID}`,
      '/account-process-payment?membership=7',
    ]);
  });

  it('shows a person who is only covered their cover, its dates and who pays', async () => {
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, []);
    answerGet(`/v2/members/${MEMBER_ID}/coverage`, coveredByJorge());
    openApp('/account-summary');
    expect(await screen.findByText('You are covered until December 15, 2026.')).toBeVisible();
    const card = screen.getByRole('region', { name: 'Funeral Fund Coverage' });
    expect(card).toHaveTextContent('The dues for Winter are open, due by December 15, 2026.');
    expect(card).toHaveTextContent('Jorge Rivera pays for this membership.');
    expect(card).not.toHaveTextContent('$');
    expect(screen.queryByText('You are not in a funeral fund.')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Make a Payment' })).toBeNull();
  });

  it('shows them the amounts, and how to pay, if that account is linked', async () => {
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, []);
    answerGet(`/v2/members/${MEMBER_ID}/coverage`, coveredByJorge());
    answerGet(`/v2/members/${MEMBER_ID}/linked-members`, [
      linkedAccount({ primary_member_id: '2'.repeat(24), primaryMemberName: 'Rivera, Jorge' }),
    ]);
    openApp('/account-summary');
    expect(await screen.findByText('You are covered until December 15, 2026.')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Make a Payment' })).toHaveAttribute(
      'href',
      `/member/${'2'.repeat(24)}/membership/${MEMBERSHIP_ID}/donate`,
    );
    expect(figure('Total Payment Due')).toBe('$60.00');
  });

  it('does not say that an account is not linked before it is known', async () => {
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, []);
    answerGet(`/v2/members/${MEMBER_ID}/coverage`, coveredByJorge());
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => (release = done));
    server.use(
      http.get(`/v2/members/${MEMBER_ID}/linked-members`, async () => {
        await held;
        return HttpResponse.json([]);
      }),
    );
    openApp('/account-summary');
    expect(await screen.findByText('Jorge Rivera pays for this membership.')).toBeVisible();
    expect(screen.getByText('Loading the amounts…')).toBeInTheDocument();
    expect(screen.queryByText(/to link that account to yours/)).toBeNull();
    release();
    expect(await screen.findByText(/to link that account to yours/)).toBeVisible();
  });

  it.each([
    ['was deactivated', { isPrimary: true }, 'membership_inactive', 'This membership is not active.'],
    ['one was taken out of', { isPrimary: false }, 'person_inactive', 'The cover ended on May 1, 2026.'],
  ])('says that a membership that %s no longer covers anybody', async (_what, more, code, text) => {
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, []);
    const past = personCoverage({
      ...more,
      isCovered: false,
      sentence: 'You are not covered right now.',
      action: 'Please ask Grace Community Church about it.',
      reasons: [{ code, text, amount: null, date: null }],
    });
    answerGet(`/v2/members/${MEMBER_ID}/coverage`, coverage({ isCovered: false, people: [past] }));
    openApp('/account-summary');
    expect(await screen.findByText('You are not covered right now.')).toBeVisible();
    const card = screen.getByRole('region', { name: 'Funeral Fund Coverage' });
    expect(card).toHaveTextContent('Grace Funeral Fund');
    expect(card).toHaveTextContent(text);
    expect(card).toHaveTextContent('Please ask Grace Community Church about it.');
    expect(card).not.toHaveTextContent(/pays for this membership|to link that account/);
    expect(screen.queryByText('You are not in a funeral fund.')).toBeNull();
  });

  it('shows an inactive membership with open dues once', async () => {
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, [memberCampaign({ isActive: false })]);
    const inactive = [{ code: 'membership_inactive', text: 'Not active.', amount: null, date: null }];
    answerGet(
      `/v2/members/${MEMBER_ID}/coverage`,
      coverage({ people: [personCoverage({ isCovered: false, reasons: inactive })] }),
    );
    openApp('/account-summary');
    await screen.findByText('Total Payment Due');
    expect(screen.getAllByRole('region', { name: 'Funeral Fund Coverage' })).toHaveLength(1);
  });

  it('says that there is no funeral fund', async () => {
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, []);
    answerGet(`/v2/members/${MEMBER_ID}/coverage`, coverage({ people: [] }));
    openApp('/account-summary');
    expect(await screen.findByText('You are not in a funeral fund.')).toBeVisible();
  });

  it('does not say so when the cover cannot be loaded', async () => {
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, []);
    server.use(http.get(`/v2/members/${MEMBER_ID}/coverage`, () => problemAnswer(400, 'Not today.')));
    const { user } = openApp('/account-summary');
    expect(await screen.findByText('We cannot show your account at the moment.')).toBeVisible();
    expect(screen.queryByText('You are not in a funeral fund.')).toBeNull();
    answerGet(`/v2/members/${MEMBER_ID}/coverage`, coveredByJorge());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Jorge Rivera pays for this membership.')).toBeVisible();
  });

  it('says beside the member’s own fund that the cover cannot be loaded', async () => {
    server.use(http.get(`/v2/members/${MEMBER_ID}/coverage`, () => problemAnswer(503, 'Not now.')));
    const { user } = openApp('/account-summary');
    expect(
      await screen.findByText('We cannot show at the moment which funds somebody else pays for.'),
    ).toBeVisible();
    expect(await screen.findByText('Total Payment Due')).toBeVisible();
    answerGet(`/v2/members/${MEMBER_ID}/coverage`, coverage());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(/^We cannot show at the moment/)).toBeNull());
  });

  it('says whom to ask without the permission', async () => {
    const refused = () => problemAnswer(403, 'Not yours.', { code: 'not_yours' });
    server.use(http.get(`/api/v1/donation/${MEMBERSHIP_ID}/dues`, refused));
    openApp('/account-summary');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(
      /^You are not authorized to view this pageNot yours\.If you should see it/,
    );
  });

  it('says once that the permission is missing', async () => {
    const detail = 'You are not authorized to view this page';
    server.use(http.get(`/api/v1/donation/${MEMBERSHIP_ID}/dues`, () => problemAnswer(403, detail)));
    openApp('/account-summary');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^You are not authorized to view this pageIf you should see it, ask the office/,
    );
  });
});
