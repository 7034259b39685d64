import { BILLING_POSTAL_CODE, cardExpirationDate, cardTypeOf } from '@kinfold/domain/card';
import { CARD_NUMBER, hasCardNumber } from '@kinfold/domain/card-number';
import type { CardData } from '@kinfold/domain/payment';
import {
  CardCvcElement,
  CardExpiryElement,
  CardNumberElement,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js';
import type { StripeElementChangeEvent } from '@stripe/stripe-js';
import { useRef, useState } from 'react';
import { Problem } from '../../lib/problem.ts';
import {
  CARD_FIELDS,
  fieldOfErrorCode,
  incompleteFields,
  type CardField,
  type CardProblems,
} from './card-field-problems.ts';

/** The values outside the hosted fields. They are not card data and may be stored. */
export type BillingDetails = { cardholderName: string; postalCode: string };

/** The billing details that were typed; the others are filled from the member. */
export type TypedDetails = { [Name in keyof BillingDetails]?: string | undefined };

/**
 * The state of the card form: what the hosted fields report, and the function that creates the token of the card.
 * `inputs` are the refs of our own inputs, which take the focus on an error.
 */
export function useCardFields(typed: BillingDetails) {
  const stripe = useStripe();
  const elements = useElements();
  const [problems, setProblems] = useState<CardProblems>({});
  const finished = useRef(new Set<CardField>());
  const inputs = {
    name: useRef<HTMLInputElement>(null),
    postalCode: useRef<HTMLInputElement>(null),
  };

  const setProblem = (field: CardField, problem?: string) =>
    setProblems((before) => ({ ...before, [field]: problem }));

  const onChange =
    (field: CardField) => (event: StripeElementChangeEvent & { error?: { message: string } }) => {
      if (event.complete) finished.current.add(field);
      else finished.current.delete(field);
      setProblem(field, event.error?.message);
    };

  const focus = (field: CardField | undefined) => {
    if (field === 'name' || field === 'postalCode') inputs[field].current?.focus();
    if (field === 'cardNumber') elements?.getElement(CardNumberElement)?.focus();
    if (field === 'cardExpiry') elements?.getElement(CardExpiryElement)?.focus();
    if (field === 'cardCvc') elements?.getElement(CardCvcElement)?.focus();
  };

  const tokenizeCard = async (): Promise<CardData | undefined> => {
    const name = typed.cardholderName.trim();
    const postalCode = typed.postalCode.trim();
    const complete = new Set(finished.current);
    if (name) complete.add('name');
    if (postalCode.length >= BILLING_POSTAL_CODE.min) complete.add('postalCode');
    const missing = incompleteFields(complete, problems);
    // The name is sent as plain text, so a card number typed into it must be refused. The postal code is too short
    // for one.
    if (hasCardNumber(name)) missing.name = CARD_NUMBER;
    const first = CARD_FIELDS.find((field) => missing[field]);
    const card = elements?.getElement(CardNumberElement);
    if (missing.name || missing.postalCode || !stripe || !card) {
      setProblems(missing);
      focus(first);
      return undefined;
    }
    if (!navigator.onLine) throw notChecked();
    // `complete` events may arrive late on a slow phone, so the provider decides whether its fields are complete.
    const { paymentMethod, error } = await stripe
      .createPaymentMethod({
        type: 'card',
        card,
        billing_details: { name, address: { postal_code: postalCode } },
      })
      .catch(() => ({ paymentMethod: undefined, error: undefined }));
    if (!paymentMethod) {
      const field = fieldOfErrorCode(error?.code);
      if (!field) throw notChecked(error);
      setProblems({ ...missing, [field]: error?.message });
      focus(field);
      return undefined;
    }
    setProblems({});
    return {
      token: paymentMethod.id,
      cardType: cardTypeOf(paymentMethod.card?.brand ?? ''),
      last4: paymentMethod.card?.last4 ?? null,
      expirationDate: paymentMethod.card
        ? cardExpirationDate(paymentMethod.card.exp_month, paymentMethod.card.exp_year)
        : null,
    };
  };

  return { inputs, problems, setProblem, onChange, tokenizeCard };
}

/** Returns why the provider could not check a card. */
function notChecked(error?: { type?: string; message?: string | undefined }): Problem {
  if (!navigator.onLine) return new Problem({ code: 'offline', detail: 'You are offline.' });
  const said = error?.type === 'api_connection_error' ? undefined : error?.message;
  return new Problem({
    code: 'provider_unavailable',
    detail: said ?? 'The card company cannot be reached at the moment.',
  });
}
