/** The fields of the card form, in its order. */
export const CARD_FIELDS = ['cardNumber', 'cardExpiry', 'cardCvc', 'name', 'postalCode'] as const;
export type CardField = (typeof CARD_FIELDS)[number];
export type CardProblems = Partial<Record<CardField, string>>;

/** Messages of incomplete fields: Stripe's own, and ours for the name. */
const unfinished: Readonly<Record<CardField, string>> = {
  name: 'Cardholder name is required',
  cardNumber: 'Your card number is incomplete.',
  cardExpiry: "Your card's expiration date is incomplete.",
  cardCvc: "Your card's security code is incomplete.",
  postalCode: 'Your postal code is incomplete.',
};

/** Returns the errors of incomplete fields; a field that already has an error keeps it. */
export function incompleteFields(complete: ReadonlySet<CardField>, said: CardProblems): CardProblems {
  const missing = CARD_FIELDS.filter((field) => !complete.has(field));
  return Object.fromEntries(missing.map((field) => [field, said[field] ?? unfinished[field]]));
}

/**
 * Returns the field of a Stripe error code such as `incomplete_number` or `invalid_expiry_year`; undefined for other
 * codes.
 */
export function fieldOfErrorCode(code = ''): CardField | undefined {
  if (/zip|postal/.test(code)) return 'postalCode';
  if (/cvc/.test(code)) return 'cardCvc';
  if (/expir/.test(code)) return 'cardExpiry';
  return /number/.test(code) ? 'cardNumber' : undefined;
}
