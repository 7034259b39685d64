import type { PaymentDetails } from '@kinfold/domain/organization-payment';
import { DateText } from '../../ui/date-text.tsx';
import { Money } from '../../ui/money.tsx';
import { TimeText } from '../../ui/time-text.tsx';

type Step = PaymentDetails['story'][number];

const STEPS: Record<Step['what'], string> = {
  try: 'The card was tried',
  charge: 'Paid',
  receipt: 'The receipt was mailed',
  refund_requested: 'A refund was asked for',
  refund_refused: 'The card provider refused the refund: nothing went back',
  refund: 'Went back to the card',
  refund_failed: 'The refund did not reach the card: the money came again',
  dispute: 'Taken back by the cardholder’s bank: a dispute',
  dispute_won: 'The dispute was won: the money came again',
  dues_waived: 'Waived with it: not owed again',
  credited: 'The dues were settled otherwise: credit of who paid',
};

/** What happened to a payment, oldest first. */
export function PaymentStory({ story }: Pick<PaymentDetails, 'story'>) {
  return (
    <section className="stack" aria-labelledby="story">
      <h2 id="story">What happened</h2>
      <ul className="entries">
        {story.map((step, index) => (
          <li className="line" key={`${step.what} ${index}`}>
            <p className="line-wide">
              {STEPS[step.what]}
              {step.amount !== undefined && (
                <>
                  : <Money amount={step.amount} />
                </>
              )}
            </p>
            <p className="row-note break-anywhere line-wide">
              <DateText value={step.at} /> <TimeText value={step.at} />
              {step.by && ` · ${step.by}`}
              {step.reason && ` · ${step.reason}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
