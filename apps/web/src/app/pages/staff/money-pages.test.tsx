import { screen, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { organizationRow, scope } from '../../../test/factories.ts';
import { openApp, signInAs } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const AT = '/v2/organizations/1001';
const report = (more: object = {}) => ({
  ...{ organizationNumber: '1001', organizationName: 'Grace Church', month: '2026-10', state: 'open' },
  ...{ closed: null, received: [{ method: 'cash', amount: 25 }], receivedTotal: 25, byRun: [], fees: 0 },
  ...{
    processingFees: 0,
    refunds: 0,
    disputes: 0,
    waived: 0,
    paidOut: 0,
    deposits: [],
    late: [],
    later: null,
  },
  ...{ credit: { given: 0, used: 0, paidBack: 0 }, onItsWay: { card: 0, cash: 25, total: 25 } },
  differences: [],
  ...more,
});
const approval = (more: object = {}) => ({
  ...{ _id: 'a'.repeat(24), type: 'waiver', organizationNumber: '1001', what: 'Waiver of $15.00' },
  ...{ reason: 'Hardship', by: 'treasurer@demo.test', at: '2026-11-20T15:00:00.000Z', isOwn: false },
  ...{ amount: 15, member: null },
  ...more,
});

beforeEach(() => {
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role: 'treasurer' }));
  answerGet('/v2/organizations', [organizationRow()]);
  answerGet(`${AT}/accounts`, { accounts: [] });
  signInAs();
});

/** Pages about money: what each asks, an empty answer with what it says, and what it calls its data. */
const PAGES = [
  ['/deposits', `${AT}/deposits`, { results: 0, pages: 0, deposits: [] }, 'No deposits yet', 'the deposits'],
  ['/months/2026-10', `${AT}/months/2026-10`, report(), 'Close the month…', 'the month'],
  ['/approvals', `${AT}/approvals`, [], 'Nothing waits', 'what waits'],
  ['/disputes', `${AT}/disputes`, [], 'No disputes', 'the disputes'],
] as const;

describe.each(PAGES)('%s', (address, path, empty, emptyText, what) => {
  it('waits, says what failed, and what it is when there is nothing', async () => {
    let fails = true;
    server.use(
      http.get(path, async () => {
        await delay(50);
        return fails ? problemAnswer(500, 'Something went wrong') : HttpResponse.json(empty);
      }),
    );
    const { user } = openApp(address);
    expect(await screen.findByText(`Loading ${what}…`)).toBeInTheDocument();
    expect(await screen.findByText(`We cannot show ${what} at the moment.`)).toBeVisible();
    fails = false;
    await user.click(screen.getByRole('button', { name: /Try again/i }));
    expect(await screen.findByText(emptyText)).toBeVisible();
  });

  it('says that a permission is missing', async () => {
    server.use(http.get(path, () => problemAnswer(403, 'You are not authorized to view this page')));
    openApp(address);
    expect(await screen.findByText(/You are not authorized to view this page/)).toBeVisible();
  });
});

describe('deposits', () => {
  const organizations = (...names: string[]) =>
    names.map((organizationName, index) => ({ organizationNumber: `${1001 + index}`, organizationName }));
  const deposit = (_id: string, ...names: string[]) => ({
    ...{ _id, type: 'payout', arrivalDt: '2026-10-02', amount: 12, organizations: organizations(...names) },
    ...{ items: [{ type: 'fee', amount: 12, fee: 0 }], recordedBy: null },
    createdDt: '2026-10-02T12:00:00.000Z',
  });

  it('name the organizations whose money they hold, where it is not that of the list alone', async () => {
    const deposits = [
      deposit('po_1', 'Grace Church'),
      deposit('po_2', 'Grace Church', 'Grace Chapel'),
      deposit('po_3', 'Grace Church', 'Grace Chapel', 'Hope Church'),
    ];
    answerGet(`${AT}/deposits`, { results: 3, pages: 1, deposits });
    openApp('/deposits');
    const rows = await screen.findAllByText(/^From the card provider/);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'From the card provider · 1 item',
      'From the card provider · Grace Church and Grace Chapel · 1 item',
      'From the card provider · 3 organizations · 1 item',
    ]);
  });

  it('say on their page whose money they hold', async () => {
    answerGet('/v2/deposits/po_2', deposit('po_2', 'Grace Church', 'Grace Chapel'));
    openApp('/deposits/po_2');
    expect(await screen.findByText(/It holds money of Grace Church and Grace Chapel\./)).toBeVisible();
  });
});

describe('closing a month', () => {
  it('that somebody closed meanwhile says so in the dialog', async () => {
    answerGet(`${AT}/months/2026-10`, report());
    server.use(
      http.post(`${AT}/months/2026-10/close`, () => problemAnswer(409, 'October 2026 is closed already.')),
    );
    const { user } = openApp('/months/2026-10');
    await user.click(await screen.findByRole('button', { name: 'Close the month…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Close October 2026?' }));
    await user.click(dialog.getByRole('button', { name: 'Close it' }));
    expect(await dialog.findByText('October 2026 is closed already.')).toBeVisible();
  });

  it('is not offered while something is open', async () => {
    const text = '2 batches are open';
    answerGet(
      `${AT}/months/2026-10`,
      report({ differences: [{ code: 'open_batches', text, href: '/batches' }] }),
    );
    openApp('/months/2026-10');
    expect(await screen.findByRole('link', { name: text })).toHaveAttribute('href', '/batches');
    expect(screen.queryByRole('button', { name: 'Close the month…' })).not.toBeInTheDocument();
  });
});

describe('what waits for a second person', () => {
  it('is approved once; what changed meanwhile is said', async () => {
    answerGet(`${AT}/approvals`, [approval()]);
    server.use(
      http.post(`/v2/approvals/${'a'.repeat(24)}/approve`, () =>
        problemAnswer(422, 'Only $5.00 is owed. Nothing was waived.'),
      ),
    );
    const { user } = openApp('/approvals');
    await user.click(await screen.findByRole('button', { name: 'Approve: Waiver of $15.00' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: /Approve/ }));
    expect(await dialog.findByText(/Only \$5\.00 is owed\. Nothing was waived\./)).toBeVisible();
  });

  it('of one’s own is taken back, and never approved', async () => {
    answerGet(`${AT}/approvals`, [approval({ isOwn: true })]);
    openApp('/approvals');
    expect(await screen.findByRole('button', { name: 'Take back: Waiver of $15.00' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Approve/ })).not.toBeInTheDocument();
  });
});
