import type { NewMembershipPreview } from '@kinfold/domain/membership-form';
import { Fragment } from 'react';
import type * as z from 'zod/mini';
import { Callout } from '../../ui/callout.tsx';
import { Money } from '../../ui/money.tsx';

/** The cost of a membership that does not exist yet, by person, when its cover begins, and notes about it. */
export function MembershipCost({
  people,
  totalPrice,
  sentences,
  warnings,
}: z.infer<typeof NewMembershipPreview>) {
  return (
    <>
      {warnings.map((warning) => (
        <Callout key={warning} tone="warn" title={warning} />
      ))}
      <dl className="figures">
        {people.map(({ member_id, name, price, priceReason }) => (
          <Fragment key={member_id}>
            <dt>
              {name} <span className="d-block muted small">{priceReason}</span>
            </dt>
            <dd>
              <Money amount={price} />
            </dd>
          </Fragment>
        ))}
        <dt className="figures-total">Together</dt>
        <dd className="figures-total">
          <Money amount={totalPrice} />
        </dd>
      </dl>
      <ul className="plain-list">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}
