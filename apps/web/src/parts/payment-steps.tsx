import './payments.scss';

const steps = ['Amount', 'Card', 'Review'] as const;

/** The steps of a payment. */
export function PaymentSteps({ current }: { current: (typeof steps)[number] }) {
  return (
    <ol className="steps" aria-label="Steps of this payment">
      {steps.map((step) => (
        <li key={step} aria-current={step === current ? 'step' : undefined}>
          {step}
        </li>
      ))}
    </ol>
  );
}
