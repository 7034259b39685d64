import type { LinkedAccount } from '@kinfold/domain/member';
import { PAUSED } from '@kinfold/domain/nothing-due';
import { listOf } from '@kinfold/domain/text';
import { startTransition, useOptimistic } from 'react';
import { Money } from '../../ui/money.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { owedTo } from '../../parts/payment/due-to.ts';
import { Choice } from './choice.tsx';

/** The linked accounts (spec section 2, Donate): a ticked one adds its dues to the payment. */
export function LinkedAccountChoice({
  accounts,
  recipientKey,
  ticked,
  onTick,
}: {
  accounts: readonly LinkedAccount[];
  /** The recipient of this payment: dues to others are paid separately. */
  recipientKey: string | undefined;
  ticked: readonly string[];
  onTick: (ticked: string[]) => void;
}) {
  // Optimistic, because computing the payment is slow on some phones.
  const [shown, show] = useOptimistic(ticked);
  const tick = (next: string[]) =>
    startTransition(() => {
      show(next);
      onTick(next);
    });
  return (
    <fieldset className="pay-choices">
      <legend>Also pay for a linked account</legend>
      {accounts.map((account) => {
        const { primary_member_id: id, primaryMemberName, hasPausedDues, outstandingBalance } = account;
        const { balance, others } = owedTo(account, recipientKey);
        const elsewhere = listOf(others);
        return (
          <Choice
            key={id}
            type="checkbox"
            name={primaryMemberName}
            note={
              balance > 0 ? (
                others.length > 0 ? (
                  `Outstanding; more is due to ${elsewhere}: paid separately`
                ) : (
                  'Outstanding'
                )
              ) : others.length > 0 ? (
                `Due to ${elsewhere}: paid separately`
              ) : hasPausedDues ? (
                <StatusDot tone="warn">{PAUSED}</StatusDot>
              ) : (
                'Nothing is due'
              )
            }
            side={<Money amount={balance > 0 ? balance : outstandingBalance} />}
            disabled={balance <= 0}
            checked={shown.includes(id)}
            onChange={(event) =>
              tick(event.target.checked ? [...shown, id] : shown.filter((other) => other !== id))
            }
          />
        );
      })}
    </fieldset>
  );
}
