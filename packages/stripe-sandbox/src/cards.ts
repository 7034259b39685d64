import { cardError, type ErrorBody } from './errors.ts';

export type Decline = Pick<ErrorBody, 'code' | 'decline_code' | 'message'>;

/** One of Stripe's published test cards. Only `token` and the last four digits are stored. */
export type TestCard = {
  token: string;
  number: string;
  brand: 'amex' | 'diners' | 'discover' | 'jcb' | 'mastercard' | 'unionpay' | 'visa';
  funding: 'credit' | 'debit' | 'prepaid';
  country: string;
  /** Why charges are declined. */
  decline?: Decline;
  /** Whether the card can be saved; cards that are declined at a charge can. */
  savable: boolean;
  /** 3-D Secure: at every payment, or until a setup intent has authenticated the card. */
  authentication?: 'always' | 'until-set-up';
  /** What happens after a charge: a dispute, an inquiry without withdrawal, or how its refunds go. */
  afterwards?: 'dispute' | 'inquiry' | 'refund-fails' | 'refund-pending';
};

const DECLINED = 'Your card was declined.';
const declined = (decline_code: string, message = DECLINED): Decline => ({
  code: 'card_declined',
  decline_code,
  message,
});
const INSUFFICIENT = declined('insufficient_funds', 'Your card has insufficient funds.');

export const EXPIRED: Decline = { code: 'expired_card', message: 'Your card has expired.' };
export const AUTHENTICATION_REQUIRED: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

type Extra = Partial<Omit<TestCard, 'token' | 'number'>>;
const card = (token: string, number: string, extra: Extra = {}): TestCard => ({
  token,
  number,
  brand: 'visa',
  funding: 'credit',
  country: 'US',
  savable: extra.decline === undefined,
  ...extra,
});

const CARDS: readonly TestCard[] = [
  card('visa', '4242424242424242'),
  card('visa_debit', '4000056655665556', { funding: 'debit' }),
  card('mastercard', '5555555555554444', { brand: 'mastercard' }),
  card('mastercard', '2223003122003222', { brand: 'mastercard' }),
  card('mastercard_debit', '5200828282828210', { brand: 'mastercard', funding: 'debit' }),
  card('mastercard_prepaid', '5105105105105100', { brand: 'mastercard', funding: 'prepaid' }),
  card('amex', '378282246310005', { brand: 'amex' }),
  card('amex', '371449635398431', { brand: 'amex' }),
  card('discover', '6011111111111117', { brand: 'discover' }),
  card('discover', '6011000990139424', { brand: 'discover' }),
  card('diners', '3056930009020004', { brand: 'diners' }),
  card('diners', '36227206271667', { brand: 'diners' }),
  card('jcb', '3566002020360505', { brand: 'jcb' }),
  card('unionpay', '6200000000000005', { brand: 'unionpay' }),
  card('ca', '4000001240000000', { country: 'CA' }),
  card('gb', '4000008260000000', { country: 'GB' }),
  card('bypassPending', '4000000000000077'),

  card('chargeDeclined', '4000000000000002', { decline: declined('generic_decline') }),
  card('chargeDeclinedInsufficientFunds', '4000000000009995', { decline: INSUFFICIENT }),
  card('chargeDeclinedLostCard', '4000000000009987', { decline: declined('lost_card') }),
  card('chargeDeclinedStolenCard', '4000000000009979', { decline: declined('stolen_card') }),
  card('chargeDeclinedExpiredCard', '4000000000000069', { decline: EXPIRED }),
  card('chargeDeclinedIncorrectCvc', '4000000000000127', {
    decline: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  }),
  card('chargeDeclinedProcessingError', '4000000000000119', {
    decline: {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  }),
  card('chargeDeclinedVelocityLimitExceeded', '4000000000006975', {
    decline: declined(
      'card_velocity_exceeded',
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    ),
  }),
  card('chargeDeclinedFraudulent', '4100000000000019', { decline: declined('fraudulent') }),
  card('radarBlock', '4100000000000019', { decline: declined('fraudulent') }),
  // As for an account with a Radar rule that blocks payments with a failed postal code check.
  card('avsZipFail', '4000000000000036', {
    decline: { code: 'incorrect_zip', message: 'The zip code you supplied failed validation.' },
    savable: true,
  }),
  card('chargeCustomerFail', '4000000000000341', { decline: declined('generic_decline'), savable: true }),

  card('authenticationRequiredOnSetup', '4000002500003155', { authentication: 'until-set-up' }),
  card('authenticationRequired', '4000002760003184', { authentication: 'always' }),
  card('authenticationRequiredChargeDeclinedInsufficientFunds', '4000008260003178', {
    authentication: 'always',
    decline: INSUFFICIENT,
    savable: true,
  }),
  card('threeDSecure2Required', '4000000000003220', { authentication: 'always' }),
  card('threeDSecureRequired', '4000000000003063', { authentication: 'always' }),
  card('threeDSecureRequiredChargeDeclined', '4000008400001629', {
    authentication: 'always',
    decline: declined('generic_decline'),
    savable: true,
  }),
  card('threeDSecureOptional', '4000000000003055'),

  card('createDispute', '4000000000000259', { afterwards: 'dispute' }),
  card('createDisputeInquiry', '4000000000001976', { afterwards: 'inquiry' }),
  card('pendingRefund', '4000000000007726', { afterwards: 'refund-pending' }),
  card('refundFail', '4000000000005126', { afterwards: 'refund-fails' }),
];

const byToken = new Map([...CARDS].reverse().map((each) => [each.token, each]));
const byNumber = new Map([...CARDS].reverse().map((each) => [each.number, each]));

/** The card of `pm_card_visa`, `tok_visa` or a stored `visa`; undefined for other tokens. */
export function cardByToken(token: string): TestCard | undefined {
  return byToken.get(token.replace(/^(pm_card_|tok_)/, ''));
}

/**
 * The published test card with this number.
 * Throws `incorrect_number` when the check digit is wrong, else Stripe's test-mode decline. Neither error contains
 * the number or is kept for replay, so nothing of a real card is stored.
 */
export function cardByNumber(number: string): TestCard {
  const digits = number.replace(/[\s-]/g, '');
  const known = byNumber.get(digits);
  if (known) return known;
  if (!/^\d{12,19}$/.test(digits) || !passesLuhn(digits)) {
    throw cardError(
      { code: 'incorrect_number', message: 'Your card number is incorrect.', param: 'number' },
      false,
    );
  }
  throw cardError(
    {
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message:
        'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    },
    false,
  );
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Throws Stripe's errors for invalid and past expiry dates and malformed security codes. */
export function checkCardFields(
  month: number,
  year: number,
  cvc: string | undefined,
  nowSeconds: number,
): void {
  const now = new Date(nowSeconds * 1000);
  const fullYear = year < 100 ? 2000 + year : year;
  const refuse = (code: string, what: string, param: string) =>
    cardError({ code, message: `Your card's ${what} is invalid.`, param });
  if (!(month >= 1 && month <= 12)) throw refuse('invalid_expiry_month', 'expiration month', 'exp_month');
  if (fullYear < now.getUTCFullYear() || fullYear > now.getUTCFullYear() + 50) {
    throw refuse('invalid_expiry_year', 'expiration year', 'exp_year');
  }
  if (isExpired(month, fullYear, nowSeconds)) {
    throw refuse('invalid_expiry_month', 'expiration month', 'exp_month');
  }
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) throw refuse('invalid_cvc', 'security code', 'cvc');
}

/** Whether a card has expired: after its month has ended in the last time zone, UTC-12. */
export function isExpired(month: number, year: number, nowSeconds: number): boolean {
  return nowSeconds >= Date.UTC(year, month, 1, 12) / 1000;
}
