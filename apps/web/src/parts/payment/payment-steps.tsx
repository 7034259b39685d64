import { Icon } from '../../ui/icon.tsx';
import './payments.scss';

const steps = ['Amount', 'Card', 'Review'] as const;
export type PaymentStep = (typeof steps)[number];

/** The fragment of an address that opens Donate at the card. */
export const CARD_PART = 'card';

/** The steps of a payment, with the current one marked. */
export function PaymentSteps({ current }: { current: PaymentStep }) {
  const at = steps.indexOf(current);
  return (
    <ol className="steps" aria-label="Steps of this payment">
      {steps.map((step, index) => (
        <li
          key={step}
          className="d-inline-flex align-items-center gap-2"
          aria-current={step === current ? 'step' : undefined}
        >
          <span className="step-mark" aria-hidden="true">
            {index < at ? <Icon name="check" size={18} /> : index + 1}
          </span>
          {step}
          {index < at && <span className="visually-hidden">, done</span>}
        </li>
      ))}
    </ol>
  );
}
