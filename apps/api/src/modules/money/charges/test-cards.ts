/**
 * Stripe's published test card numbers and their tokens: the only numbers that the older payment screen accepts, and
 * only where payments are test payments (rules.md "Payments").
 */

const card = (token: string) => `pm_card_${token}`;

/** Number to token. */
export const TEST_CARDS: ReadonlyMap<string, string> = new Map([
  ['4242424242424242', card('visa')],
  ['4000056655665556', card('visa_debit')],
  ['5555555555554444', card('mastercard')],
  ['2223003122003222', card('mastercard')],
  ['5200828282828210', card('mastercard_debit')],
  ['5105105105105100', card('mastercard_prepaid')],
  ['378282246310005', card('amex')],
  ['371449635398431', card('amex')],
  ['6011111111111117', card('discover')],
  ['6011000990139424', card('discover')],
  ['3056930009020004', card('diners')],
  ['36227206271667', card('diners')],
  ['3566002020360505', card('jcb')],
  ['6200000000000005', card('unionpay')],
  ['4000000000000002', card('chargeDeclined')],
  ['4000000000009995', card('chargeDeclinedInsufficientFunds')],
  ['4000000000009987', card('chargeDeclinedLostCard')],
  ['4000000000009979', card('chargeDeclinedStolenCard')],
  ['4000000000000069', card('chargeDeclinedExpiredCard')],
  ['4000000000000127', card('chargeDeclinedIncorrectCvc')],
  ['4000000000000119', card('chargeDeclinedProcessingError')],
  ['4000000000006975', card('chargeDeclinedVelocityLimitExceeded')],
  ['4100000000000019', card('chargeDeclinedFraudulent')],
  ['4000000000000036', card('avsZipFail')],
  ['4000000000000341', card('chargeCustomerFail')],
  ['4000002760003184', card('authenticationRequired')],
]);
