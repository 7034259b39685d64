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

/** Errors of the incomplete fields; an error that a field has already stays. */
export function incompleteFields(complete: ReadonlySet<CardField>, said: CardProblems): CardProblems {
  const missing = CARD_FIELDS.filter((field) => !complete.has(field));
  return Object.fromEntries(missing.map((field) => [field, said[field] ?? unfinished[field]]));
}

/** The field of a Stripe error code, such as `incomplete_number` or `invalid_expiry_year`; none of any other. */
export function fieldOfErrorCode(code = ''): CardField | undefined {
  if (/zip|postal/.test(code)) return 'postalCode';
  if (/cvc/.test(code)) return 'cardCvc';
  if (/expir/.test(code)) return 'cardExpiry';
  return /number/.test(code) ? 'cardNumber' : undefined;
}
