import type { CardData } from '@kinfold/domain/payment';
import { CardName } from '../../parts/payment/card-name.tsx';
import { feeNote, PaymentFigures, PaymentLines } from '../../parts/payment/payment-figures.tsx';
import { donationAmountOf, type PaymentPayload } from '../../parts/payment/payment-payload.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { StickyAction } from '../../ui/sticky-action.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { ReviewOutcome } from './review-outcome.tsx';
import type { PaymentState } from './payment-flow.ts';
import { donateHref, tryAgainHref } from './use-payment.ts';
import { WalletPart } from './wallet-part.tsx';

/** The payment and Donate Now (spec section 2, Review). */
export function Review({
  payload,
  state,
  onPay,
  onPayWith,
}: {
  payload: PaymentPayload;
  state: PaymentState;
  onPay: () => void;
  /** Pays with a wallet's card instead of the chosen one. */
  onPayWith: (card: CardData) => void;
}) {
  const amount = donationAmountOf(payload);
  // A gift has no donations: its only line is the campaign.
  const lines = payload.donations.length
    ? payload.donations
    : [{ donation_id: 'gift', paidFor: 'Your gift', description: payload.campaignName, amount }];
  return (
    <>
      {state.kind === 'done' && <ReviewOutcome outcome={state.outcome} />}
      {state.kind === 'resumable' && (
        <Callout tone="info" title="This payment was started before and is not finished">
          <p>Donate Now continues the same payment. You cannot be charged twice.</p>
        </Callout>
      )}
      <div className="pay-columns">
        <div className="pay-what">
          <Card title={payload.campaignName}>
            <PaymentLines lines={lines} />
            <PaymentFigures
              amount={amount}
              processingFee={payload.processingFee}
              total={payload.totalAmount}
            />
            {payload.recipient?.name && (
              <p className="d-flex flex-wrap justify-content-between gap-1 column-gap-4">
                <span className="muted">Paid to</span>
                <strong>{payload.recipient.name}</strong>
              </p>
            )}
          </Card>
        </div>
        <div className="pay-with">
          <Card title="Card">
            {state.kind === 'ready' && <WalletPart total={payload.totalAmount} onPayWith={onPayWith} />}
            <p className="d-flex flex-wrap justify-content-between gap-1 column-gap-4">
              <strong>
                <CardName {...payload.cardData} />
              </strong>
            </p>
            {(state.kind === 'ready' || state.kind === 'resumable') && (
              <ButtonLink variant="link" className="target me-auto" to={donateHref(payload)}>
                Change amount or card
              </ButtonLink>
            )}
          </Card>
          <StickyAction>
            <output className={stageText(state) ? 'fw-semibold' : 'visually-hidden'}>
              {stageText(state)}
            </output>
            {state.kind === 'offline' && (
              <Callout tone="danger" role="alert" title="You are offline. Nothing was charged.">
                <p>
                  Your payment is sent as soon as you are online. Leave this page if you no longer want to
                  pay.
                </p>
              </Callout>
            )}
            <Actions state={state} payload={payload} onPay={onPay} />
          </StickyAction>
        </div>
      </div>
    </>
  );
}

function stageText(state: PaymentState): string {
  if (state.kind === 'looking') return 'We are checking what happened to this payment.';
  if (state.kind !== 'busy' || state.stage === 'paying') return '';
  return state.stage === 'confirming'
    ? 'Your bank asks you to confirm this payment.'
    : 'We are checking whether your payment went through. Please wait: you will not be charged twice.';
}

function Actions({
  state,
  payload,
  onPay,
}: {
  state: PaymentState;
  payload: PaymentPayload;
  onPay: () => void;
}) {
  if (state.kind === 'done') {
    const { kind } = state.outcome;
    if (kind !== 'unknown' && kind !== 'unconfirmed')
      return <ButtonLink to={tryAgainHref(payload, state.outcome)}>Try Again</ButtonLink>;
    return (
      <>
        <SubmitButton type="button" busy={false} onClick={onPay}>
          Check again
        </SubmitButton>
        <ButtonLink variant="link" to={paths.overview.href()}>
          Back to overview
        </ButtonLink>
      </>
    );
  }
  const isBusy = state.kind === 'busy' || state.kind === 'looking';
  return (
    <div className="foot">
      <div className="foot-total">
        <p>
          Total{' '}
          <strong>
            <Money amount={payload.totalAmount} />
          </strong>
        </p>
        <p className="row-note">{feeNote(payload.processingFee)}</p>
      </div>
      <SubmitButton
        type="button"
        busy={isBusy}
        busyText={state.kind === 'looking' ? 'Checking' : 'Processing'}
        onClick={onPay}
      >
        Donate Now
      </SubmitButton>
    </div>
  );
}
