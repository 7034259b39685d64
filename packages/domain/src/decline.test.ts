import { describe, expect, it } from 'vitest';
import { declineText, type CardFailure } from './decline.ts';

const GENERIC = 'Card Declined. No additional reason provided by your bank.';
const CVV = 'CVV does not match. Please try again.';
const EXPIRED = 'Card expired. Please try another.';
const OVER_LIMIT = 'Card declined: over limit / Insufficient funds.';
const ZIP = 'Incorrect billing zip code. Please try again.';
const TOO_OFTEN = 'Card Decline: Above maximum transaction count per card';
const BAD_CVV = 'Card Declined: incorrect or invalid CVV';

const table: [CardFailure, string][] = [
  // Spec section 8: card_declined by its message.
  [{ code: 'card_declined', message: 'CVV does not match' }, CVV],
  [{ code: 'card_declined', message: 'EXPIRED CARD' }, EXPIRED],
  [{ code: 'card_declined', message: 'DECLINED: Over limit / Insufficient funds.' }, OVER_LIMIT],
  [{ code: 'card_declined', message: 'Postal code does not match' }, ZIP],
  [{ code: 'card_declined', message: 'Above maximum transaction count per card' }, TOO_OFTEN],
  [{ code: 'card_declined', message: 'Your card was declined.' }, GENERIC],
  [{ code: 'card_declined' }, GENERIC],
  // Spec section 8: the other codes.
  [{ code: 'incorrect_zip' }, ZIP],
  [{ code: 'invalid_cvc' }, BAD_CVV],
  [{ code: 'incorrect_cvc' }, BAD_CVV],
  [{ code: 'processing_error' }, 'Processing Error'],
  [{ code: 'expired_card' }, 'Expired Card'],
  [{ code: 'incorrect_number' }, 'Card Declined'],
  [{ code: 'something_new' }, 'Card Declined'],
  [{}, 'Card Declined'],
  [{ code: null, decline_code: null, message: null }, 'Card Declined'],
  [{ code: '' }, 'Card Declined'],
  // The provider's decline codes (payments.md).
  [
    {
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    },
    OVER_LIMIT,
  ],
  [{ code: 'card_declined', decline_code: 'card_velocity_exceeded' }, TOO_OFTEN],
  [{ code: 'card_declined', decline_code: 'expired_card' }, EXPIRED],
  [{ code: 'card_declined', decline_code: 'incorrect_cvc' }, CVV],
  [{ code: 'card_declined', decline_code: 'invalid_cvc' }, CVV],
  [{ code: 'card_declined', decline_code: 'incorrect_zip' }, ZIP],
  [{ code: 'card_declined', decline_code: 'generic_decline' }, GENERIC],
  [{ code: 'card_declined', decline_code: 'something_new' }, GENERIC],
  [{ code: 'incorrect_cvc', decline_code: 'insufficient_funds' }, BAD_CVV],
  // Property names of every object are not codes.
  [{ code: 'constructor' }, 'Card Declined'],
  [{ code: '__proto__' }, 'Card Declined'],
  [{ code: 'toString' }, 'Card Declined'],
  [{ code: 'card_declined', decline_code: 'constructor' }, GENERIC],
  [{ code: 'card_declined', decline_code: '__proto__' }, GENERIC],
  [{ code: 'card_declined', message: 'constructor' }, GENERIC],
];

it.each(table)('%j gives the member %j', (failure, text) => {
  expect(declineText(failure).text).toBe(text);
});

describe.each(['lost_card', 'stolen_card', 'fraudulent', 'do_not_honor'])('%s', (decline_code) => {
  it.each([undefined, 'Your card was declined.', 'CVV does not match', 'EXPIRED CARD'])(
    'gives only the generic text when the message is %j',
    (message) => {
      const shown = declineText({ code: 'card_declined', decline_code, message });
      expect(shown).toEqual(declineText({ code: 'card_declined', decline_code: 'generic_decline' }));
      expect(shown.text).toBe(GENERIC);
      expect(JSON.stringify(shown)).not.toMatch(/lost|stolen|fraud|honor/i);
    },
  );
});

it.each(table)('%j says that nothing was charged and what to do next, in a line of its own', (failure) => {
  const { text, hint } = declineText(failure);
  expect(hint).toMatch(/^Nothing was charged\. [A-Z].{10,}\.$/);
  expect(hint.match(/charged/g)).toHaveLength(1);
  expect(hint).not.toContain(text);
});
