import type { LinkedAccount } from '@kinfold/domain/member';
import { Money } from '../../ui/money.tsx';
import { Choice } from './choice.tsx';

/** The linked accounts of spec section 2, Donate: ticking one adds what it owes to the payment. */
export function LinkedAccounts({
  accounts,
  ticked,
  onTick,
}: {
  accounts: readonly LinkedAccount[];
  ticked: readonly string[];
  onTick: (ticked: string[]) => void;
}) {
  return (
    <fieldset className="choices">
      <legend>Also pay for a linked account</legend>
      {accounts.map(({ primary_member_id: id, primaryMemberName, outstandingBalance }) => (
        <Choice
          key={id}
          type="checkbox"
          name={primaryMemberName}
          note={outstandingBalance > 0 ? 'Outstanding' : 'Nothing is due'}
          side={<Money amount={outstandingBalance} />}
          disabled={outstandingBalance <= 0}
          checked={ticked.includes(id)}
          onChange={(event) =>
            onTick(event.target.checked ? [...ticked, id] : ticked.filter((other) => other !== id))
          }
        />
      ))}
    </fieldset>
  );
}
