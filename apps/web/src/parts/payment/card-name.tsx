import { showExpirationDate, type SavedCard } from '@kinfold/domain/card';
import type { ReactNode } from 'react';
import { StatusDot } from '../../ui/status-dot.tsx';

/** `expires 04/31`, or a note that the card has expired. */
export function CardExpiry({
  isExpired,
  expirationDate,
}: Pick<SavedCard, 'isExpired' | 'expirationDate'>): ReactNode {
  const date = showExpirationDate(expirationDate);
  return isExpired ? <StatusDot tone="warn">Expired {date}</StatusDot> : `expires ${date}`;
}

/** `Visa ending 4242`; screen readers get the words of the spec, `Visa ... 4242`. */
export function CardName({
  cardType,
  last4,
}: {
  cardType?: string | null;
  last4?: string | null;
}): ReactNode {
  return (
    <>
      {cardType ?? 'Card'} <span aria-hidden="true">ending</span>
      <span className="visually-hidden">...</span> {last4 ?? ''}
    </>
  );
}
