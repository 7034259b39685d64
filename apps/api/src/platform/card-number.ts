/** Card numbers are refused in requests and never stored (rules.md "Payments"): the provider's fields take them. */
import type { Request } from 'express';
import { CARD_NUMBER, hasCardNumber } from '@kinfold/domain/card-number';
import { invalid } from './problem.ts';

const CARD_FIELDS = /^(card_?)?number$|^(pan|cvv|cvc|ccv)$/i;
const MAX_DEPTH = 8;

/** The path of the first non-empty field that is named like a card number or security code. */
function cardNumberField(value: unknown, path: readonly string[] = []): readonly string[] | undefined {
  if (typeof value !== 'object' || value === null || path.length > MAX_DEPTH) return undefined;
  for (const [field, inner] of Object.entries(value)) {
    const here = [...path, field];
    const found =
      CARD_FIELDS.test(field) && inner !== null && inner !== '' ? here : cardNumberField(inner, here);
    if (found) return found;
  }
  return undefined;
}

/** Refuses a request body with a field that is named like a card number or security code. Throws 422. */
export function refuseCardNumber(body: unknown): void {
  const field = cardNumberField(body);
  if (field)
    throw invalid([
      {
        path: field.join('.'),
        message: 'Card numbers are not taken here. Please use the card fields of the card provider.',
      },
    ]);
}

/** A random number as programs write it, of which clients make keys: one in five would pass for a card number. */
const RANDOM = /0\.\d{14,}/g;

/** Refuses an `Idempotency-Key` that contains a card number, because its hash is stored. Throws 422. */
export function refuseCardNumberAsKey(request: Request): void {
  if (hasCardNumber((request.get('Idempotency-Key') ?? '').replace(RANDOM, '')))
    throw invalid([{ path: 'Idempotency-Key', message: CARD_NUMBER }]);
}
