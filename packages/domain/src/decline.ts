/** The messages for a failed card payment (spec section 8, payments.md "What the reply tells the member"). */

/** An error of Stripe: `code`, `decline_code` and `message` as its API names them. */
export type CardFailure = {
  code?: string | null;
  decline_code?: string | null;
  message?: string | null;
};

/** The spec's text, and a second line: that nothing was charged, and what to do next. */
export type DeclineText = { text: string; hint: string };

const GENERIC = 'Card Declined. No additional reason provided by your bank.';
const checkDetails = 'Check the number, the date and the code, or try a different card.';
const askBank =
  'Your bank has not said why. Try a different card, or call the number on the back of this one.';

/** The messages of `card_declined` that the spec names, and its texts for them. */
const byMessage: readonly [string, DeclineText][] = [
  [
    'CVV does not match',
    { text: 'CVV does not match. Please try again.', hint: 'It is the short code on the card.' },
  ],
  [
    'EXPIRED CARD',
    {
      text: 'Card expired. Please try another.',
      hint: 'Choose or enter a different card.',
    },
  ],
  [
    'DECLINED: Over limit / Insufficient funds.',
    {
      text: 'Card declined: over limit / Insufficient funds.',
      hint: 'Try a different card, or pay a smaller amount.',
    },
  ],
  [
    'Postal code does not match',
    {
      text: 'Incorrect billing zip code. Please try again.',
      hint: 'It is the zip code where your card statements go.',
    },
  ],
  [
    'Above maximum transaction count per card',
    {
      text: 'Card Decline: Above maximum transaction count per card',
      hint: 'This card was used too often today. Try a different card, or try again tomorrow.',
    },
  ],
];

const messageText = (message: string): DeclineText =>
  byMessage.find(([known]) => known === message)?.[1] ?? { text: GENERIC, hint: askBank };

/**
 * Decline codes for which only the generic text is shown, whatever the message (payments.md). Stripe requires it for
 * the first three: a thief would learn from the message.
 */
const undisclosed: readonly string[] = ['lost_card', 'stolen_card', 'fraudulent', 'do_not_honor'];

/** Decline codes that stand for one of the spec's messages; all others get the generic text. */
const byDeclineCode: Readonly<Record<string, string>> = {
  insufficient_funds: 'DECLINED: Over limit / Insufficient funds.',
  card_velocity_exceeded: 'Above maximum transaction count per card',
  expired_card: 'EXPIRED CARD',
  incorrect_cvc: 'CVV does not match',
  invalid_cvc: 'CVV does not match',
  incorrect_zip: 'Postal code does not match',
};

const byCode: Readonly<Record<string, DeclineText>> = {
  incorrect_zip: messageText('Postal code does not match'),
  invalid_cvc: {
    text: 'Card Declined: incorrect or invalid CVV',
    hint: 'It is the short code on the card. Check it and try again.',
  },
  incorrect_cvc: {
    text: 'Card Declined: incorrect or invalid CVV',
    hint: 'It is the short code on the card. Check it and try again.',
  },
  payment_intent_authentication_failure: {
    text: 'Card Declined',
    hint: 'Your bank could not confirm that it is you. Try again and confirm when it asks, or use a different card.',
  },
  processing_error: { text: 'Processing Error', hint: 'Wait a minute and try again.' },
  expired_card: { text: 'Expired Card', hint: 'Choose or enter a different card.' },
};

/** Returns the text for a card failure, for any input. Its hint says first that nothing was charged. */
export function declineText(failure: CardFailure): DeclineText {
  const { text, hint } = meaningOf(failure);
  return { text, hint: `Nothing was charged. ${hint}` };
}

function meaningOf(failure: CardFailure): DeclineText {
  if (failure.code === 'card_declined') {
    const declineCode = failure.decline_code ?? '';
    if (undisclosed.includes(declineCode)) return { text: GENERIC, hint: askBank };
    const known = failure.message ? messageText(failure.message) : undefined;
    if (known && known.text !== GENERIC) return known;
    const meaning = Object.hasOwn(byDeclineCode, declineCode) ? byDeclineCode[declineCode] : undefined;
    return meaning ? messageText(meaning) : { text: GENERIC, hint: askBank };
  }
  const known = failure.code && Object.hasOwn(byCode, failure.code) ? byCode[failure.code] : undefined;
  return known ?? { text: 'Card Declined', hint: checkDetails };
}
