import { addDays } from '@kinfold/domain/dates';
import { cents } from '@kinfold/domain/money';
import { dayOf } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { PaymentFigures, PaymentLines } from '../../parts/payment/payment-figures.tsx';
import { AnswerCard } from '../../ui/answer-card.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-text.tsx';
import '../../theme/shapes.scss';
import './landing.scss';

const DUES = cents(4_500);
const FEE = cents(104);
const LINE = {
  donation_id: 'example',
  paidFor: 'Maria Rivera',
  description: 'Grace Funeral Fund: Autumn',
  amount: DUES,
};

/** A picture of what a member sees, made of the same components: the answer, and a receipt. */
export function Example() {
  const today = dayOf(useNow());
  return (
    <figure className="d-grid gap-3">
      <div className="example-picture" inert aria-hidden="true">
        <AnswerCard label="Example" tone="ok">
          <p className="answer-sentence">
            You and 3 others are covered until <DateText value={addDays(today, 90)} inWords />.
          </p>
          <p>Nothing is due. Thank you for keeping up.</p>
        </AnswerCard>
        <Card title="Receipt" aside={<DateText value={today} />}>
          <PaymentLines lines={[LINE]} />
          <PaymentFigures amount={DUES} processingFee={FEE} total={cents(DUES + FEE)} />
        </Card>
      </div>
      <figcaption className="row-note">
        An example of what a member sees
        <span className="visually-hidden">
          : ‘You and 3 others are covered’, and a receipt for $45.00 of dues
        </span>
        .
      </figcaption>
    </figure>
  );
}
