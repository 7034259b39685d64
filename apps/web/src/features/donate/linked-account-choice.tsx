import type { LinkedAccount } from '@kinfold/domain/member';
import { startTransition, useOptimistic } from 'react';
import { Money } from '../../ui/money.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { Choice } from './choice.tsx';

/** The linked accounts (spec section 2, Donate): a ticked one adds its dues to the payment. */
export function LinkedAccountChoice({
  accounts,
  ticked,
  onTick,
}: {
  accounts: readonly LinkedAccount[];
  ticked: readonly string[];
  onTick: (ticked: string[]) => void;
}) {
  // Optimistic: computing the payment takes a while on a slow phone.
  const [shown, show] = useOptimistic(ticked);
  const tick = (next: string[]) =>
    startTransition(() => {
      show(next);
      onTick(next);
    });
  return (
    <fieldset className="choices">
      <legend>Also pay for a linked account</legend>
      {accounts.map(({ primary_member_id: id, primaryMemberName, outstandingBalance, hasPausedDues }) => (
        <Choice
          key={id}
          type="checkbox"
          name={primaryMemberName}
          note={
            outstandingBalance > 0 ? (
              'Outstanding'
            ) : hasPausedDues ? (
              <StatusDot tone="warn">Paused</StatusDot>
            ) : (
              'Nothing is due'
            )
          }
          side={<Money amount={outstandingBalance} />}
          disabled={outstandingBalance <= 0}
          checked={shown.includes(id)}
          onChange={(event) =>
            tick(event.target.checked ? [...shown, id] : shown.filter((other) => other !== id))
          }
        />
      ))}
    </fieldset>
  );
}
