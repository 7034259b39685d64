import { describe, expect, it } from 'vitest';
import { cents } from './money.ts';
import { reviewDetail, reviewLine, type ReviewFacts } from './review-item.ts';

describe('what a notice says', () => {
  const rows: [type: ReviewFacts['type'], status: string, says: RegExp][] = [
    [
      'refund',
      'succeeded',
      /^The card provider paid this back to the card\. Here it still counts as paid\.$/,
    ],
    ['refund', 'pending', /on its way/],
    ['refund', 'requires_action', /on its way/],
    ['failed', 'failed', /^A refund did not go through/],
    ['failed', 'payout_failed', /^A payout to the bank account did not go through/],
    ['dispute', 'needs_response', /Answer it on the card provider’s website by 12\.03\.2026\.$/],
    ['dispute', 'warning_needs_response', /Answer it/],
    ['dispute', 'under_review', /is looking at the answer/],
    ['dispute', 'won', /^The dispute was won/],
    ['dispute', 'lost', /went back to the cardholder/],
    ['dispute', 'warning_closed', /No money was taken/],
    ['dispute', 'a_state_of_later', /Answer it/],
    ['unknown_payment', 'unknown', /no payment here requested/],
    ['unknown_payment', 'mismatch', /differs from the payment/],
  ];
  it.each(rows)('%s, %s', (type, providerStatus, says) => {
    expect(reviewDetail({ type, providerStatus, answerBy: '2026-12-03' })).toMatch(says);
  });

  it('names no day where the provider names none', () => {
    const facts = { type: 'dispute', providerStatus: 'needs_response', answerBy: null } as const;
    expect(reviewDetail(facts)).toMatch(/on the card provider’s website\.$/);
  });
});

it('is a line of the verifier, with payment, amount and day', () => {
  const item = { type: 'refund', currency: 'usd', at: '2026-11-25', providerId: 're_1' } as const;
  expect(reviewLine({ ...item, amount: cents(1_500), paymentId: 'p1' })).toBe(
    'To look at: refund of $15.00 on 11.25.2026, payment p1 (re_1).',
  );
  expect(reviewLine({ ...item, amount: null, paymentId: null })).toBe(
    'To look at: refund on 11.25.2026, no known payment (re_1).',
  );
});
