import type { DueTo } from './due-to.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';

/** Dues to recipients other than that of this payment. */
export function DueToOthers({ dues, hrefOf }: { dues: readonly DueTo[]; hrefOf: (due: DueTo) => string }) {
  if (dues.length === 0) return null;
  return (
    <Card title="Paid separately">
      <p>One payment goes to one account. You can pay these next.</p>
      <ul className="rows">
        {dues.map((due) => (
          <li
            key={due.recipient.key}
            className="d-flex flex-wrap align-items-center justify-content-between column-gap-4"
          >
            <span>
              <strong>
                <Money amount={due.balance} />
              </strong>{' '}
              is due to {due.recipient.name}
            </span>
            {due.recipient.takesCards ? (
              <ButtonLink variant="link" to={hrefOf(due)}>
                Pay this instead<span className="visually-hidden">: {due.recipient.name}</span>
              </ButtonLink>
            ) : (
              <span className="row-note">It takes no card payments at the moment.</span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
