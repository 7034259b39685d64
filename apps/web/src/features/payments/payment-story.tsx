import type { PaymentDetails } from '@kinfold/domain/organization-payment';
import { STORY_TEXTS } from '@kinfold/domain/story-texts';
import { DateText } from '../../ui/date-text.tsx';
import { Money } from '../../ui/money.tsx';
import { TimeText } from '../../ui/time-text.tsx';

/** What happened to a payment, oldest first. */
export function PaymentStory({ story }: Pick<PaymentDetails, 'story'>) {
  return (
    <section className="stack" aria-labelledby="story">
      <h2 id="story">What happened</h2>
      <ul className="entries">
        {story.map((step, index) => (
          <li className="line" key={`${step.what} ${index}`}>
            <p className="line-wide">
              {STORY_TEXTS[step.what]}
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
