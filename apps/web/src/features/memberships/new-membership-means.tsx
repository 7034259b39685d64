import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { asProblem } from '../../lib/problem.ts';
import { newMembershipPreviewQuery, type NewMembership } from '../../queries/memberships.ts';
import { Callout } from '../../ui/callout.tsx';
import { Money } from '../../ui/money.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

/** What a new membership would cost, person by person, when its cover begins, and what should be known before. */
export function NewMembershipMeans({ form }: { form: NewMembership }) {
  const { data, error } = useQuery({
    ...newMembershipPreviewQuery(form),
    placeholderData: (previous, query) =>
      query?.queryKey[1] === form.primaryMemberId ? previous : undefined,
  });
  if (error)
    return (
      <p className="field-error" role="alert">
        {asProblem(error).detail}
      </p>
    );
  if (!data) return <SkeletonRows rows={3} label="Loading what it costs" />;
  return (
    <div role="status" className="d-grid gap-2">
      {data.warnings.map((warning) => (
        <Callout key={warning} tone="warn" title={warning} />
      ))}
      <dl className="figures">
        {data.people.map(({ member_id, name, price, priceReason }) => (
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
          <Money amount={data.totalPrice} />
        </dd>
      </dl>
      <ul className="plain-list">
        {data.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
