import { allocateOldestFirst } from '@kinfold/domain/donation';
import { cents, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import type { HouseholdDues } from '@kinfold/domain/office-payment';
import { money } from '../../lib/format.ts';
import { Money } from '../../ui/money.tsx';

/** What an amount pays, the oldest dues first, and what is left of it. */
export function splitOverDues({ dues }: HouseholdDues, amount: Cents) {
  const all = sumCents(dues.map(({ balance }) => balance));
  const lines = allocateOldestFirst(dues, amount < all ? amount : all) ?? [];
  return { lines, rest: cents(Math.max(0, amount - all)) };
}

/** What a payment will pay, before it is recorded. */
export function DuesPaid({ dues, amount }: { dues: HouseholdDues; amount: Cents }) {
  const { lines, rest } = splitOverDues(dues, amount);
  const paid = new Map(lines.map(({ due, amount: part }) => [due.donation_id, part]));
  return (
    <div role="status" className="d-grid gap-2">
      <p className="row-name">{dues.dues.length ? 'It pays, oldest first' : 'Nothing is due'}</p>
      {dues.dues.length > 0 && (
        <ul className="plain-list">
          {dues.dues.map(({ donation_id, description, paidFor, balance }) => (
            <li key={donation_id}>
              {description}, {paidFor}: <Money amount={paid.get(donation_id) ?? ZERO} /> of{' '}
              <Money amount={balance} />
            </li>
          ))}
        </ul>
      )}
      {rest > 0 && <p>{money(rest)} is paid ahead, and pays the next dues.</p>}
      {dues.credit > 0 && <p className="row-note">{money(dues.credit)} is paid ahead already.</p>}
    </div>
  );
}
