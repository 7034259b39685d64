import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { newMembershipPreviewQuery, type NewMembership } from '../../queries/memberships.ts';
import { Callout } from '../../ui/callout.tsx';
import { Loaded, REFUSED } from '../../ui/loaded.tsx';
import { Money } from '../../ui/money.tsx';

/** What a new membership would cost, person by person, when its cover begins, and what should be known before. */
export function NewMembershipMeans({ form }: { form: NewMembership }) {
  const query = useQuery({
    ...newMembershipPreviewQuery(form),
    placeholderData: (previous, before) =>
      before?.queryKey[1] === form.primaryMemberId ? previous : undefined,
  });
  return (
    <Loaded
      query={query}
      what="what it costs"
      title="We cannot say at the moment what it costs."
      on={REFUSED}
    >
      {(data) => (
        <div role="status" className="consequences">
          {data.warnings.map((warning) => (
            <Callout key={warning} tone="warn" title={warning} />
          ))}
          <dl className="figures">
            {data.people.map(({ member_id, name, price, priceReason }) => (
              <Fragment key={member_id}>
                <dt>
                  {name} <span className="figures-note">{priceReason}</span>
                </dt>
                <dd>
                  <Money amount={price} />
                </dd>
              </Fragment>
            ))}
            <dt className="figures-total">Together</dt>
            <dd className="figures-total">
              <Money amount={data.totalPrice} />
            </dd>
          </dl>
          <ul>
            {data.sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
    </Loaded>
  );
}
