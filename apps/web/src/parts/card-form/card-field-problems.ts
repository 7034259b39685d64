/** The fields of a new card, in the order of the form. */
export const CARD_FIELDS = ['name', 'cardNumber', 'cardExpiry', 'cardCvc', 'postalCode'] as const;
export type CardField = (typeof CARD_FIELDS)[number];
export type CardProblems = Partial<Record<CardField | 'form', string>>;

/** What is said of a field that is not finished: the provider's own sentences, and ours for the name. */
const unfinished: Readonly<Record<CardField, string>> = {
  name: 'Cardholder name is required',
  cardNumber: 'Your card number is incomplete.',
  cardExpiry: "Your card's expiration date is incomplete.",
  cardCvc: "Your card's security code is incomplete.",
  postalCode: 'Your postal code is incomplete.',
};

/** The problems of a form of which these fields are complete; what the provider has said already stays. */
export function incompleteFields(complete: ReadonlySet<CardField>, said: CardProblems): CardProblems {
  const missing = CARD_FIELDS.filter((field) => !complete.has(field));
  return Object.fromEntries(missing.map((field) => [field, said[field] ?? unfinished[field]]));
}

/** The field that an error code of the provider is about, such as `incomplete_number` or `invalid_expiry_year`. */
export function fieldOfErrorCode(code: string | undefined): CardField | 'form' {
  if (!code) return 'form';
  if (/zip|postal/.test(code)) return 'postalCode';
  if (/cvc/.test(code)) return 'cardCvc';
  if (/expir/.test(code)) return 'cardExpiry';
  return /number/.test(code) ? 'cardNumber' : 'form';
}
