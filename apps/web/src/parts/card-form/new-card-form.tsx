import { BILLING_POSTAL_CODE } from '@kinfold/domain/card';
import { NAME_MAX } from '@kinfold/domain/constants';
import type { CardData } from '@kinfold/domain/payment';
import { CardCvcElement, CardExpiryElement, CardNumberElement, Elements } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { useId, useImperativeHandle, type Ref } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CardFieldFrame, Required } from './card-field-frame.tsx';
import './card-form.scss';
import { useHostedFieldStyle } from './hosted-field-style.ts';
import { useCardFields, type BillingDetails, type TypedDetails } from './use-card-fields.ts';

/**
 * Creates the payment method token of the card. Returns undefined for an invalid card: the form then shows why and
 * takes the focus. Throws a Problem when the provider cannot be reached; nothing was charged.
 */
export type CardFormHandle = { tokenizeCard: () => Promise<CardData | undefined> };

type Props = {
  ref: Ref<CardFormHandle>;
  typed: BillingDetails;
  onType: (typed: TypedDetails) => void;
  /** Called when a hosted field takes the focus, which the page cannot observe otherwise. */
  onFocus?: (() => void) | undefined;
  testPayments: boolean;
  /** True in the form that saves a card, to hide the hint about saving cards. */
  isToKeep?: boolean;
};

/**
 * The card form (spec section 2, Donate). Number, expiry date and CVC are hosted fields: iframes of the provider, so
 * card data never reaches this page. The postal code is an input of ours, because it is not card data.
 */
export function NewCardForm({ stripe, ...props }: Props & { stripe: Stripe }) {
  return (
    <Elements stripe={stripe}>
      <Fields {...props} />
    </Elements>
  );
}

function Fields({ ref, typed, onType, onFocus, testPayments, isToKeep = false }: Props) {
  const id = useId();
  const style = useHostedFieldStyle();
  const { inputs, problems, setProblem, onChange, tokenizeCard } = useCardFields(typed);
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
      <div className="card-head">
        <h3 id={`${id}-title`}>Payment Card Information</h3>
        <p className="form-text" aria-hidden="true">
          <Required /> required
        </p>
      </div>
      {testPayments && (
        <p className="form-text">
          Test payments: use the card number 4242 4242 4242 4242, any future date and any code.
        </p>
      )}
      <CardFieldFrame id={`${id}-cardNumber`} label="Card number" problem={problems.cardNumber}>
        <CardNumberElement
          id={`${id}-cardNumber`}
          className={frame(problems.cardNumber)}
          options={{ style, showIcon: true }}
          onChange={onChange('cardNumber')}
          onFocus={onFocus}
        />
      </CardFieldFrame>
      <div className="field-pair">
        <CardFieldFrame id={`${id}-cardExpiry`} label="Expiration" problem={problems.cardExpiry}>
          <CardExpiryElement
            id={`${id}-cardExpiry`}
            className={frame(problems.cardExpiry)}
            options={{ style }}
            onChange={onChange('cardExpiry')}
            onFocus={onFocus}
          />
        </CardFieldFrame>
        <CardFieldFrame id={`${id}-cardCvc`} label="CVV" problem={problems.cardCvc}>
          <CardCvcElement
            id={`${id}-cardCvc`}
            className={frame(problems.cardCvc)}
            options={{ style, placeholder: '123' }}
            onChange={onChange('cardCvc')}
            onFocus={onFocus}
          />
        </CardFieldFrame>
      </div>
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
      <CardFieldFrame id={`${id}-postalCode`} label="Billing postal code" problem={problems.postalCode}>
        <input
          {...own('postalCode')}
          type="text"
          name="postal"
          // Once emptied, it accepts the letters of other countries.
          inputMode={/^\d+$/.test(typed.postalCode) ? 'numeric' : 'text'}
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
      <p className="form-text">Your card goes straight to the card company; we never see its number.</p>
      {!isToKeep && (
        <div>
          <Checkbox
            label={<span className="muted">Save Card for Future Payments</span>}
            disabled
            aria-describedby={`${id}-save-hint`}
          />
          <p className="form-text" id={`${id}-save-hint`}>
            Cards are kept under <Link to={paths.profile.href()}>Profile &gt; Payment Cards</Link>: add and
            remove them there.
          </p>
        </div>
      )}
    </section>
  );
}
