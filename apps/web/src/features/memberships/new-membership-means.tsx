import { useQuery } from '@tanstack/react-query';
import { MembershipCost } from '../../parts/cover/membership-cost.tsx';
import { newMembershipPreviewQuery, type NewMembership } from '../../queries/memberships.ts';
import { Loaded, REFUSED } from '../../ui/loaded.tsx';

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
        <div role="status" className="d-grid gap-2">
          <MembershipCost {...data} />
        </div>
      )}
    </Loaded>
  );
}
