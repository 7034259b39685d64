import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { coverage, member, MEMBER_ID, savedCard } from '../../../test/factories.ts';
import { openApp, signInAs } from '../../../test/render.tsx';
import { installFakeStripe, removeFakeStripe } from '../../../test/fake-stripe.ts';
import { answerGet, problemAnswer, server } from '../../../test/server.ts';

const receipt = {
  payment_id: 'p-1',
  receipt_number: 'K-1A2B-3C4D-5E6F',
  paidDt: '2026-09-01T12:00:00.000Z',
  paidOn: '2026-09-01',
  organizationName: 'Grace Community Church and Harvest Chapel',
  lines: [
    {
      donation_id: 'e',
      description: 'Grace Funeral Fund: Okafor',
      paidFor: 'Maria Rivera',
      organizationName: 'Grace Community Church',
      amount: 45,
    },
    {
      donation_id: 'f',
      description: 'Harvest Fund: Autumn',
      paidFor: 'Elena Rivera',
      organizationName: 'Harvest Chapel',
      amount: 30,
    },
  ],
  amount: 75,
  processingFee: 1.42,
  total: 76.42,
  cardType: 'Visa',
  last4: '4242',
};

beforeEach(() => {
  signInAs();
  answerGet(`/api/v1/member/${MEMBER_ID}/cards`, [savedCard()]);
});

describe('Thank you', () => {
  it('is the receipt, also after a reload', async () => {
    answerGet('/v2/payments/p-1', receipt);
    openApp('/donate/thank-you?payment=p-1');
    expect(await screen.findByRole('heading', { name: 'Thank you for your donation!' })).toBeVisible();
    expect(screen.getByText('A receipt was sent to you by email.')).toBeVisible();
    expect(screen.getByText('Total Donation Amount').nextSibling).toHaveTextContent('$76.42');
    expect(screen.getByText('K-1A2B-3C4D-5E6F')).toBeVisible();
    expect(screen.getByText('September 1, 2026')).toBeVisible();
    expect(screen.getByText('Elena Rivera')).toBeVisible();
    expect(screen.getByText('Grace Community Church and Harvest Chapel')).toBeVisible();
    expect(screen.getByText('Harvest Fund: Autumn · Harvest Chapel')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/my/overview');
  });

  it('shows first who is covered now', async () => {
    answerGet('/v2/payments/p-1', receipt);
    const asked = { sentence: 'You and Jorge are covered until 12.15.2026.', action: 'Pay $30.00 by then.' };
    answerGet(`/v2/members/${MEMBER_ID}/coverage`, coverage(asked));
    openApp(`/donate/thank-you?payment=p-1&of=${MEMBER_ID}`);
    const cover = await screen.findByText(asked.sentence);
    expect(cover.closest('.alert')).toHaveClass('alert-ok');
    expect(screen.getByText(asked.action)).toBeVisible();
    const number = await screen.findByText('K-1A2B-3C4D-5E6F');
    expect(cover.compareDocumentPosition(number)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('shows the receipt even if the cover cannot be loaded', async () => {
    answerGet('/v2/payments/p-1', receipt);
    server.use(http.get(`/v2/members/${MEMBER_ID}/coverage`, () => problemAnswer(422, 'Not now.')));
    openApp(`/donate/thank-you?payment=p-1&of=${MEMBER_ID}`);
    expect(await screen.findByText('K-1A2B-3C4D-5E6F')).toBeVisible();
  });

  it('links members without a saved card to the form that saves one', async () => {
    installFakeStripe();
    answerGet('/v2/payments/p-1', receipt);
    answerGet(`/v2/members/${MEMBER_ID}`, member());
    answerGet(`/api/v1/member/${MEMBER_ID}/cards`, [savedCard({ isExpired: true })]);
    const { user } = openApp('/donate/thank-you?payment=p-1');
    await user.click(await screen.findByRole('link', { name: 'Keep a card for next time' }));
    expect(await screen.findByRole('form', { name: 'Add a card' })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Payment Cards' })).toHaveFocus());
    removeFakeStripe();
  });

  it('does not offer that to members with a saved card', async () => {
    answerGet('/v2/payments/p-1', receipt);
    openApp('/donate/thank-you?payment=p-1');
    expect(await screen.findByText('K-1A2B-3C4D-5E6F')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Keep a card for next time' })).toBeNull();
  });

  it('saves the receipt as a file', async () => {
    answerGet('/v2/payments/p-1', receipt);
    server.use(http.get('/v2/payments/p-1/receipt.pdf', () => new HttpResponse('%PDF-1.7')));
    URL.createObjectURL = vi.fn<() => string>(() => 'blob:x');
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { user } = openApp('/donate/thank-you?payment=p-1');
    await user.click(await screen.findByRole('button', { name: 'Receipt as PDF' }));
    await waitFor(() => expect(clicked).toHaveBeenCalledOnce());
  });

  it('prints', async () => {
    answerGet('/v2/payments/p-1', receipt);
    window.print = vi.fn<() => void>();
    const { user } = openApp('/donate/thank-you?payment=p-1');
    await user.click(await screen.findByRole('button', { name: 'Print receipt' }));
    expect(window.print).toHaveBeenCalledOnce();
  });

  it('thanks right after paying even if the receipt cannot be loaded', async () => {
    server.use(http.get('/v2/payments/p-1', () => HttpResponse.error()));
    openApp('/donate/thank-you?payment=p-1', { amountPaid: 7642, receiptNumber: 'K-1A2B-3C4D-5E6F' });
    expect(await screen.findByText('$76.42')).toBeVisible();
    expect(screen.getByText('Receipt number K-1A2B-3C4D-5E6F')).toBeVisible();
    expect(await screen.findByText(/Your payment went through, but its details/)).toBeVisible();
  });

  it('says that there is no such receipt', async () => {
    server.use(
      http.get('/v2/payments/p-1', () => problemAnswer(404, 'There is no receipt at this address.')),
    );
    openApp('/donate/thank-you?payment=p-1');
    expect(await screen.findByText('There is no receipt at this address.')).toBeVisible();
    expect(screen.queryByText('Thank you for your donation!')).toBeNull();
  });
});
