import { BILLING_POSTAL_CODE, cardExpirationDate, cardTypeOf } from '@kinfold/domain/card';
import { CARD_NUMBER, hasCardNumber } from '@kinfold/domain/card-number';
import { NAME_MAX } from '@kinfold/domain/constants';
import type { CardData } from '@kinfold/domain/payment';
import {
  CardCvcElement,
  CardExpiryElement,
  CardNumberElement,
  Elements,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js';
import type { Stripe, StripeElementChangeEvent } from '@stripe/stripe-js';
import { useImperativeHandle, useId, useRef, useState, type Ref } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Callout } from '../../ui/callout.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CardFieldFrame, Required } from './card-field-frame.tsx';
import {
  CARD_FIELDS,
  fieldOfErrorCode,
  incompleteFields,
  type CardField,
  type CardProblems,
} from './card-field-problems.ts';
import './card-form.scss';
import { useHostedFieldStyle } from './hosted-field-style.ts';

/**
 * Creates the payment method token of the card. Undefined when the card is invalid: the form then shows why and takes
 * the focus.
 */
export type CardFormHandle = { tokenizeCard: () => Promise<CardData | undefined> };

/** The values outside the hosted fields; they are no card data and may be stored. */
export type BillingDetails = { cardholderName: string; postalCode: string };
type Props = {
  ref: Ref<CardFormHandle>;
  typed: BillingDetails;
  onType: (typed: Partial<BillingDetails>) => void;
  testPayments: boolean;
  /** True in the form that saves a card: hides the hint on saving cards. */
  isToKeep?: boolean;
};

/**
 * The card form (spec section 2, Donate). Number, expiry date and CVC are hosted fields: iframes of the provider, so
 * card data never reaches this page. The postal code is an input of ours, because it is no card data.
 */
export function NewCardForm({ stripe, ...props }: Props & { stripe: Stripe }) {
  return (
    <Elements stripe={stripe}>
      <Fields {...props} />
    </Elements>
  );
}

function Fields({ ref, typed, onType, testPayments, isToKeep = false }: Props) {
  const id = useId();
  const stripe = useStripe();
  const elements = useElements();
  const style = useHostedFieldStyle();
  const [problems, setProblems] = useState<CardProblems>({});
  const finished = useRef(new Set<CardField>());
  const inputs = {
    name: useRef<HTMLInputElement>(null),
    postalCode: useRef<HTMLInputElement>(null),
  };

  const setProblem = (field: CardField | 'form', problem?: string) =>
    setProblems((before) => ({ ...before, form: undefined, [field]: problem }));

  const onChange =
    (field: CardField) => (event: StripeElementChangeEvent & { error?: { message: string } }) => {
      if (event.complete) finished.current.add(field);
      else finished.current.delete(field);
      setProblem(field, event.error?.message);
    };

  const focus = (field: CardField | 'form' | undefined) => {
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
      const message = error?.message ?? 'The card could not be checked. Please try again.';
      setProblems({ ...missing, [field]: message });
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
  useImperativeHandle(ref, () => ({ tokenizeCard }));

  const frame = (problem?: string) => `form-control hosted-field${problem ? ' is-invalid' : ''}`;
  const own = (field: 'name' | 'postalCode') => ({
    id: `${id}-${field}`,
    ref: inputs[field],
    className: problems[field] ? 'form-control is-invalid' : 'form-control',
    'aria-required': true,
    'aria-invalid': problems[field] ? true : undefined,
    'aria-describedby': problems[field] ? `${id}-${field}-error` : undefined,
  });

  return (
    <section className="card-fields" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Payment Card Information</h3>
      {testPayments && (
        <Callout title="Test payments">
          <p>Use the card number 4242 4242 4242 4242, any date ahead and any code.</p>
        </Callout>
      )}
      {problems.form && (
        <Callout tone="danger" role="alert" title={problems.form}>
          <p>Nothing was charged, and what you typed is still here.</p>
        </Callout>
      )}
      <p className="field-hint">
        Your card goes straight to the card company; we never see its number. Fields with <Required /> are
        required.
      </p>
      <CardFieldFrame id={`${id}-name`} label="Cardholder name" problem={problems.name}>
        <input
          {...own('name')}
          type="text"
          name="ccname"
          autoComplete="cc-name"
          autoCapitalize="words"
          maxLength={NAME_MAX}
          value={typed.cardholderName}
          onChange={(event) => {
            onType({ cardholderName: event.target.value });
            setProblem('name');
          }}
        />
      </CardFieldFrame>
      <CardFieldFrame id={`${id}-cardNumber`} label="Card number" problem={problems.cardNumber}>
        <CardNumberElement
          id={`${id}-cardNumber`}
          className={frame(problems.cardNumber)}
          options={{ style, showIcon: true }}
          onChange={onChange('cardNumber')}
        />
      </CardFieldFrame>
      <div className="card-fields-pair">
        <CardFieldFrame id={`${id}-cardExpiry`} label="Expiration" problem={problems.cardExpiry}>
          <CardExpiryElement
            id={`${id}-cardExpiry`}
            className={frame(problems.cardExpiry)}
            options={{ style }}
            onChange={onChange('cardExpiry')}
          />
        </CardFieldFrame>
        <CardFieldFrame id={`${id}-cardCvc`} label="CVV" problem={problems.cardCvc}>
          <CardCvcElement
            id={`${id}-cardCvc`}
            className={frame(problems.cardCvc)}
            options={{ style, placeholder: '123' }}
            onChange={onChange('cardCvc')}
          />
        </CardFieldFrame>
      </div>
      <CardFieldFrame id={`${id}-postalCode`} label="Billing postal code" problem={problems.postalCode}>
        <input
          {...own('postalCode')}
          type="text"
          name="postal"
          autoComplete="billing postal-code"
          autoCapitalize="characters"
          maxLength={BILLING_POSTAL_CODE.max}
          value={typed.postalCode}
          onChange={(event) => {
            onType({ postalCode: event.target.value });
            setProblem('postalCode');
          }}
        />
      </CardFieldFrame>
      {!isToKeep && (
        <div>
          <Checkbox
            label={<span className="muted">Save Card for Future Payments</span>}
            disabled
            aria-describedby={`${id}-save-hint`}
          />
          <p className="field-hint" id={`${id}-save-hint`}>
            Cards are kept under <Link to={paths.profile.href()}>Profile &gt; Payment Cards</Link>: add and
            remove them there.
          </p>
        </div>
      )}
    </section>
  );
}
