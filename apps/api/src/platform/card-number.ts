/** Card numbers are no business of ours (decisions.md "Payments"): refused where they come, never written down. */
import type { Request } from 'express';
import { CARD_NUMBER, hasCardNumber } from '@kinfold/domain/card-number';
import { invalid } from './problem.ts';

const CARD_FIELDS = /^(card_?)?number$|^(pan|cvv|cvc|ccv)$/i;
const MAX_DEPTH = 8;

function carriesCardNumber(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return false;
  return Object.entries(value).some(
    ([field, inner]) =>
      (CARD_FIELDS.test(field) && inner !== null && inner !== '') || carriesCardNumber(inner, depth + 1),
  );
}

/** Refuses a request body with a field for a card number or its code. Throws 422. */
export function refuseCardNumber(body: unknown): void {
  if (carriesCardNumber(body))
    throw invalid([
      {
        path: 'card.cardNumber',
        message: 'Card numbers are not taken here. Please use the card fields of the card provider.',
      },
    ]);
}

/** Refuses an `Idempotency-Key` with a card number in it: keys are kept. Throws 422. */
export function refuseCardNumberAsKey(request: Request): void {
  if (hasCardNumber(request.get('Idempotency-Key') ?? ''))
    throw invalid([{ path: 'Idempotency-Key', message: CARD_NUMBER }]);
}
