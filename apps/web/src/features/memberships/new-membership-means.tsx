import { useQuery } from '@tanstack/react-query';
import { MembershipCost } from '../../parts/cover/membership-cost.tsx';
import { newMembershipPreviewQuery, type NewMembership } from '../../queries/memberships.ts';
import { Loaded, REFUSED } from '../../ui/loaded.tsx';

/** The cost of a new membership by person, when its cover begins, and notes about it. */
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
      title="We cannot show at the moment what it costs."
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
