import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '@kinfold/domain/role';
import { organizationRow, scope } from '../../../test/factories.ts';
import { openApp, signInAs } from '../../../test/render.tsx';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const LIST = '/v2/organizations/1001/payments';
const ID = '1a2b3c4d-5e6f-4000-8000-000000000000';
const [OLD, NEW] = ['a'.repeat(24), 'b'.repeat(24)];
const row = (more: object = {}) => ({
  _id: `charge:${ID}`,
  payment_id: ID,
  receipt_number: 'K-1A2B-3C4D-5E6F',
  paidDt: '2026-11-20T15:00:00.000Z',
  paidOn: '2026-11-20',
  method: 'card',
  status: 'refunded',
  member: { member_id: '4'.repeat(24), name: 'Hans Wolf' },
  amount: 50,
  refunded: 12,
  ...more,
});
const line = (donation_id: string, description: string, amount: number) => ({
  donation_id,
  description,
  paidFor: 'Hans Wolf',
  organizationName: 'Grace Church',
  amount,
});
const payment = (more: object = {}) => ({
  payment_id: ID,
  receipt_number: 'K-1A2B-3C4D-5E6F',
  paidDt: '2026-11-20T15:00:00.000Z',
  paidOn: '2026-11-20',
  organizationName: 'Grace Church',
  lines: [line(OLD, 'Fund: autumn', 20), line(NEW, 'Fund: winter', 30)],
  amount: 50,
  processingFee: 1.11,
  total: 51.11,
  cardType: 'Visa',
  last4: '4242',
  member: { member_id: '4'.repeat(24), name: 'Hans Wolf' },
  left: {
    lines: [
      { donation_id: OLD, amount: 20 },
      { donation_id: NEW, amount: 30 },
    ],
    processingFee: 1.11,
  },
  story: [
    { at: '2026-11-20T15:00:00.000Z', what: 'try', amount: 51.11 },
    { at: '2026-11-20T15:00:01.000Z', what: 'charge', amount: 51.11, by: 'hans@example.test' },
  ],
  ...more,
});

function as(role: Role = 'treasurer') {
  answerGet('/v2/my/scope', scope({ organizationNumber: '1001', role }));
  answerGet('/v2/organizations', [organizationRow()]);
  signInAs();
}

describe('the payments of an organization', () => {
  beforeEach(() => as());

  it('are listed with what went back, and filtered by the address', async () => {
    const asked: string[] = [];
    server.use(
      http.get(LIST, ({ request }) => {
        asked.push(new URL(request.url).search);
        const payments = [
          row(),
          row({
            _id: 'cash:1',
            payment_id: null,
            receipt_number: null,
            method: 'cash',
            status: 'paid',
            refunded: 0,
          }),
        ];
        return HttpResponse.json({ results: 2, pages: 1, payments, next: null });
      }),
    );
    const { user } = openApp('/payments');
    expect(await screen.findByRole('link', { name: 'K-1A2B-3C4D-5E6F' })).toHaveAttribute(
      'href',
      `/payments/${ID}`,
    );
    expect(screen.getByText(/Refunded/, { selector: '.row-note' })).toHaveTextContent(
      'Refunded, $12.00 went back',
    );
    // The answer has no totals.
    expect(screen.getByText(/^These are too many payments to add up at once/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Filters/ }));
    await user.selectOptions(screen.getByLabelText('State'), 'Disputed');
    await waitFor(() => expect(asked.at(-1)).toContain('status=disputed'));
    await user.type(screen.getByLabelText('From'), '11/01/2026');
    await waitFor(() => expect(asked.at(-1)).toContain('from=2026-11-01'));
  });

  it('name their organization above, of an administrator of everything one that is below no other', async () => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '*', role: 'administrator' }));
    const chapel = { organizationNumber: '1002', organizationName: 'Chapel', parentOrganization: '1001' };
    answerGet('/v2/organizations', [organizationRow(chapel), organizationRow()]);
    answerGet(LIST, { results: 1, pages: 1, payments: [row()], next: null });
    answerGet('/v2/organizations/1002/payments', { results: 0, pages: 0, payments: [], next: null });
    const { user } = openApp('/payments');
    const organization = await screen.findByLabelText('Organization');
    expect(organization).toHaveDisplayValue('Grace Community Church');
    expect(organization).toBeVisible();
    await user.selectOptions(organization, 'Chapel');
    expect(await screen.findByText('No payments')).toBeVisible();
    expect(screen.getByLabelText('Organization')).toHaveDisplayValue('Chapel');
  });

  it('go on below, with the totals of the filter above, also where the next ones fail', async () => {
    const totals = { count: 200_001, received: 900, refunded: 12, fees: 1.11 };
    let fails = true;
    server.use(
      http.get(LIST, ({ request }) => {
        if (new URL(request.url).searchParams.get('cursor') !== 'bmV4dA')
          return HttpResponse.json({
            ...{ results: 200_001, pages: 8_001, payments: [row()], next: 'bmV4dA', totals },
          });
        const older = row({ _id: 'charge:2', receipt_number: 'K-2222', status: 'paid' });
        return fails
          ? problemAnswer(500, 'Something went wrong')
          : HttpResponse.json({ payments: [older], next: null });
      }),
    );
    const { user } = openApp('/payments');
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('The next ones cannot be shown at the moment.')).toBeVisible();
    fails = false;
    await user.click(screen.getByRole('button', { name: /Try again/i }));
    expect(await screen.findByText('K-2222')).toBeVisible();
    expect(screen.getByRole('link', { name: 'K-1A2B-3C4D-5E6F' })).toBeVisible();
    expect(screen.getByText('200,001 payments')).toBeVisible();
    expect(
      screen.getByText('$900.00 came in, $12.00 of it went back, $1.11 processing fees on top.'),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });

  it('of everything are those of the first organization', async () => {
    answerGet('/v2/my/scope', scope({ organizationNumber: '*', role: 'administrator' }));
    answerGet('/v2/organizations', [organizationRow(), organizationRow({ organizationNumber: '1002' })]);
    signInAs();
    answerGet(LIST, { results: 1, pages: 1, payments: [row()], next: null });
    openApp('/payments');
    expect(await screen.findByRole('link', { name: 'Hans Wolf' })).toBeVisible();
  });

  it('say that there are none, and what failed', async () => {
    answerGet(LIST, { results: 0, pages: 0, payments: [], next: null });
    openApp('/payments');
    expect(await screen.findByText('No payments')).toBeVisible();
  });

  it('can be asked for again after an error', async () => {
    server.use(http.get(LIST, () => problemAnswer(500, 'Something went wrong')));
    openApp('/payments');
    expect(await screen.findByText('We cannot show the payments at the moment.')).toBeVisible();
    expect(screen.getByRole('button', { name: /Try again/i })).toBeVisible();
  });
});

describe('a payment', () => {
  it('is refunded in part, of the newest dues first, with a sentence before', async () => {
    as();
    answerGet(`/v2/payments/${ID}`, payment());
    const sent: unknown[] = [];
    server.use(
      http.post(`/v2/payments/${ID}/refunds`, async ({ request }) => {
        sent.push([request.headers.get('Idempotency-Key')?.length, await request.json()]);
        return HttpResponse.json({ refund_id: 'r1', status: 'succeeded', amount: 3_500 }, { status: 201 });
      }),
    );
    const { user } = openApp(`/payments/${ID}`);
    await user.click(await screen.findByRole('button', { name: 'Refund…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund to the card' }));
    expect(dialog.getByText('$51.11 of this payment is left.')).toBeVisible();
    await user.selectOptions(dialog.getByLabelText('What goes back'), 'part');
    await user.click(dialog.getByLabelText(/Also the processing fee/));
    await user.type(dialog.getByLabelText('Amount in dollars'), '99');
    await user.type(dialog.getByLabelText(/^Why/), 'Paid twice');
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    expect(await dialog.findByText('An amount up to 50.00, as in 12.50')).toBeVisible();
    await user.clear(dialog.getByLabelText(/^Amount in dollars/));
    await user.type(dialog.getByLabelText(/^Amount in dollars/), '35');
    expect(
      dialog.getByText(
        '$35.00 goes back to Visa ending 4242. Owed again: $30.00 of Fund: winter, for Hans Wolf; $5.00 of Fund: autumn, for Hans Wolf.',
      ),
    ).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    expect(await screen.findByText(/\$35\.00 went back to the card/)).toBeVisible();
    expect(sent).toEqual([
      [
        36,
        {
          lines: [
            { donation_id: NEW, amount: 3_000 },
            { donation_id: OLD, amount: 500 },
          ],
          includeFee: false,
          reason: 'Paid twice',
        },
      ],
    ]);
  });

  it('says before a refund what is not owed again: the part of people who have died', async () => {
    as();
    const facts = { balance: 0, partOfDead: 12, alreadyWaived: 2 };
    const lines = [
      { donation_id: OLD, amount: 20, dues: facts },
      { donation_id: NEW, amount: 30 },
    ];
    answerGet(`/v2/payments/${ID}`, payment({ left: { lines, processingFee: 0 } }));
    const { user } = openApp(`/payments/${ID}`);
    await user.click(await screen.findByRole('button', { name: 'Refund…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund to the card' }));
    expect(
      dialog.getByText(
        '$50.00 goes back to Visa ending 4242. Owed again: $10.00 of Fund: autumn, for Hans Wolf; $30.00 of Fund: winter, for Hans Wolf. Not owed again, for people who have died: $10.00 of Fund: autumn, for Hans Wolf.',
      ),
    ).toBeVisible();
    await user.selectOptions(dialog.getByLabelText('What becomes of the dues'), 'waived');
    expect(
      dialog.getByText(
        '$50.00 goes back to Visa ending 4242. Waived: $20.00 of Fund: autumn, for Hans Wolf; $30.00 of Fund: winter, for Hans Wolf.',
      ),
    ).toBeVisible();
  });

  it('shows its story, and no refund to a manager', async () => {
    as('manager');
    answerGet(`/v2/payments/${ID}`, payment());
    openApp(`/payments/${ID}`);
    expect(await screen.findByRole('heading', { name: 'What happened' })).toBeVisible();
    expect(screen.getByText('Paid', { exact: false, selector: 'p' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Refund…' })).not.toBeInTheDocument();
  });

  it('that is not there says so', async () => {
    as();
    server.use(
      http.get(`/v2/payments/${ID}`, () => problemAnswer(404, 'There is no receipt at this address.')),
    );
    openApp(`/payments/${ID}`);
    expect(await screen.findByText('There is no such payment.')).toBeVisible();
  });
});

it('disputes are listed with the last day to answer', async () => {
  as();
  answerGet('/v2/organizations/1001/disputes', [
    {
      _id: 'dp_1:1001',
      status: 'needs_response',
      isOpen: true,
      reason: 'fraudulent',
      amount: 51.11,
      at: '2026-11-21T15:00:00.000Z',
      answerBy: '2026-11-30',
      paymentId: ID,
      receiptNumber: 'K-1A2B-3C4D-5E6F',
      member: null,
      detail: 'The cardholder disputes this payment with their bank. Answer it by 11.30.2026.',
    },
  ]);
  openApp('/disputes');
  const entry = (await screen.findByText(/Answer it by 11\.30\.2026/)).closest('li') as HTMLElement;
  expect(entry).toHaveTextContent('$51.11, 11.21.2026, open');
  expect(within(entry).getByRole('link', { name: /K-1A2B/ })).toBeVisible();
});
