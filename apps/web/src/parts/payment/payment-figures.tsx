import type { Cents } from '@kinfold/domain/money';
import type { ReactNode } from 'react';
import { money } from '../../lib/format.ts';
import { Money } from '../../ui/money.tsx';
import type { PaymentLine } from './payment-lines.ts';
import './payments.scss';

/** Amount, fee and total of a payment, in cents (domain `paymentFigures`). */
export type Figures = { amount: Cents; processingFee: Cents; total: Cents };

/** The lines of a payment or receipt. */
export function PaymentLines({
  lines,
}: {
  lines: readonly (Pick<PaymentLine, 'donation_id' | 'description' | 'paidFor' | 'amount'> & {
    /** The organization, when the lines belong to several. */
    organization?: string | undefined;
  })[];
}) {
  return (
    <ul className="rows">
      {lines.map(({ donation_id, description, paidFor, organization, amount }) => (
        <AmountRow
          key={donation_id}
          name={paidFor}
          note={organization ? `${description} · ${organization}` : description}
          amount={amount}
        />
      ))}
    </ul>
  );
}

/** A row with an amount. */
export function AmountRow({ name, note, amount }: { name: string; note: ReactNode; amount: Cents }) {
  return (
    <li className="row-item">
      <div>
        <p className="row-name">{name}</p>
        <p className="row-note">{note}</p>
      </div>
      <Money amount={amount} />
    </li>
  );
}

/** Amount, fee and total. */
export function PaymentFigures({ amount, processingFee, total }: Figures) {
  return (
    <dl className="figures">
      <dt>Amount</dt>
      <dd>
        <Money amount={amount} />
      </dd>
      <dt>Processing fee</dt>
      <dd>
        <Money amount={processingFee} />
      </dd>
      <dt className="figures-total">Total</dt>
      <dd className="figures-total">
        <Money amount={total} />
      </dd>
    </dl>
  );
}

/** The note on the fee below a total (spec section 9); empty without a fee. */
export function feeNote(processingFee: Cents): string {
  return processingFee > 0 ? `Includes ${money(processingFee)} processing fee` : '';
}
