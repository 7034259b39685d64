import { cardExpirationDate, cardTypeOf } from '@kinfold/domain/card';
import type { Cents } from '@kinfold/domain/money';
import type { CardData } from '@kinfold/domain/payment';
import { Elements, ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js';
import { useState } from 'react';
import { FormProblem } from '../../ui/form-problem.tsx';
import './wallet.scss';

type Props = {
  /** Called when it is known whether any wallet can be used. */
  onOffer: (isOffered: boolean) => void;
  onPayWith: (card: CardData) => void;
};

/**
 * Apple Pay, Google Pay and Link in the provider's own element (decision 033). A wallet returns the token of a card;
 * our server creates and confirms its intent, as for every card. It has an Elements group of its own, because a group
 * for an amount cannot contain the fields of the card form.
 */
export function WalletButtons({
  stripe,
  currency,
  total,
  ...props
}: Props & { stripe: Stripe; currency: string; total: Cents }) {
  return (
    <Elements
      stripe={stripe}
      options={{
        mode: 'payment',
        amount: total,
        currency,
        paymentMethodCreation: 'manual',
        // Like the intent of our server: a wallet returns one of its cards.
        allowedPaymentMethodTypes: ['card'],
      }}
    >
      <Buttons {...props} />
    </Elements>
  );
}

function Buttons({ onOffer, onPayWith }: Props) {
  const stripe = useStripe();
  const elements = useElements();
  const [problem, setProblem] = useState<string>();

  const confirm = async ({ paymentFailed }: StripeExpressCheckoutElementConfirmEvent) => {
    setProblem(undefined);
    const card =
      stripe &&
      elements &&
      (await cardOfWallet(
        () => elements.submit(),
        () => stripe.createPaymentMethod({ elements }),
      ));
    if (card) {
      onPayWith(card);
      return;
    }
    paymentFailed({ reason: 'fail' });
    setProblem('The wallet returned no card. Nothing was charged.');
  };

  return (
    <>
      {problem && (
        <FormProblem title={problem}>
          <p>Try the wallet again, or pay with the card below.</p>
        </FormProblem>
      )}
      <ExpressCheckoutElement
        className="wallet-frame"
        options={{
          buttonHeight: 48,
          paymentMethods: { amazonPay: 'never', klarna: 'never', paypal: 'never' },
        }}
        onReady={({ availablePaymentMethods: offered }) =>
          onOffer(Object.values(offered ?? {}).some(Boolean))
        }
        onLoadError={() => onOffer(false)}
        onConfirm={(event) => void confirm(event)}
        onCancel={() => setProblem(undefined)}
      />
    </>
  );
}

/** Returns the card that the payer accepted in the wallet; undefined if there is none. */
async function cardOfWallet(
  submit: () => Promise<{ error?: unknown }>,
  create: () => ReturnType<Stripe['createPaymentMethod']>,
): Promise<CardData | undefined> {
  try {
    if ((await submit()).error) return undefined;
    const { paymentMethod } = await create();
    if (!paymentMethod) return undefined;
    const { id, card } = paymentMethod;
    return {
      token: id,
      cardType: cardTypeOf(card?.brand ?? ''),
      last4: card?.last4 ?? null,
      expirationDate: card ? cardExpirationDate(card.exp_month, card.exp_year) : null,
    };
  } catch {
    return undefined;
  }
}
