import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { date } from '../../lib/format.ts';
import {
  donation,
  inDays,
  memberCampaign,
  MEMBER_ID,
  membership,
  MEMBERSHIP_ID,
} from '../../test/factories.ts';
import { openApp, signInAs } from '../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../test/server.ts';

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
});
const paused = donation({ _id: '3', runStatus: 'paused', payableBalance: 0 });

/** The figure that stands beside a label. */
function figure(label: string): string | null | undefined {
  const term = screen.getByText(label, { selector: 'dt' });
  return term.nextElementSibling?.textContent;
}

beforeEach(() => {
  signInAs();
  answerGet(`/v2/members/${MEMBER_ID}/campaigns`, [
    memberCampaign(),
    memberCampaign({ campaignMembershipId: '7', campaignName: 'Roof', requiresMembership: false }),
  ]);
  answerGet(`/api/v1/donation/${MEMBERSHIP_ID}/dues`, [donation(), late, paused]);
  answerGet(`/v2/membership/${MEMBERSHIP_ID}`, membership());
});

describe('account summary', () => {
  it('adds up what is due, late and received, and leaves out what is paused', async () => {
    openApp('/account-summary');
    expect(await screen.findByRole('heading', { name: 'Hello, Maria' })).toBeVisible();
    await screen.findByText('Total Payment Due');
    expect(screen.getByRole('heading', { name: 'Funeral Fund Coverage' })).toBeVisible();
    expect(figure('Next Payment Due')).toBe(date(new Date(inDays(25))));
    expect(figure('Previous Late Charges')).toBe('$15.00');
    expect(figure('Total Payment Due')).toBe('$60.00');
    const received = screen.getByText(/^Last Payment Received/, { selector: 'dt' });
    expect(received).toHaveTextContent(date(new Date(inDays(-40))));
    expect(received.nextElementSibling).toHaveTextContent('$30.00');
    expect(screen.getByRole('link', { name: 'Make a Payment' })).toHaveAttribute(
      'href',
      `/member/${MEMBER_ID}/membership/${MEMBERSHIP_ID}/donate`,
    );
  });

  it('shows the details on request and hides them again', async () => {
    const { user } = openApp('/account-summary');
    await user.click(await screen.findByRole('button', { name: /^Details/ }));
    expect(screen.getByText('In memory of Ruth Abebe')).toBeVisible();
    expect(screen.getByText(/GF-0088/)).toBeVisible();
    expect(screen.getByText('In memory of Ruth Abebe').closest('li')).toHaveTextContent('$15.00 late');
    const table = await screen.findByRole('table');
    expect(within(table).getByRole('row', { name: /Jorge Rivera Spouse \$15.00/ })).toBeVisible();
    expect(within(table).getByRole('row', { name: /Each collection \$45.00/ })).toBeVisible();
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

  it('says so when there is no funeral fund', async () => {
    answerGet(`/v2/members/${MEMBER_ID}/campaigns`, []);
    openApp('/account-summary');
    expect(await screen.findByText('You are not in a funeral fund.')).toBeVisible();
  });

  it('says whom to ask when it may not be seen', async () => {
    server.use(http.get(`/api/v1/donation/${MEMBERSHIP_ID}/dues`, () => problemAnswer(403, 'Not yours.')));
    openApp('/account-summary');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('You are not authorized to view this page');
    expect(alert).toHaveTextContent('ask the office');
  });
});
