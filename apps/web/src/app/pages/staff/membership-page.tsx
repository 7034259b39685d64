import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { MembershipDetails } from '../../../features/memberships/membership-details.tsx';
import { asProblem } from '../../../lib/problem.ts';
import { Breadcrumb } from '../../../parts/breadcrumb.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { paths } from '../../../paths.ts';
import { membershipQuery } from '../../../queries/memberships.ts';
import '../../../theme/memberships.scss';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorPanel } from '../../../ui/states.tsx';

/** `/member/:member_id/campaign/:membership_id`: a campaign membership (spec section 2, "Membership detail"). */
export function MembershipPage() {
  const { membership_id = '' } = useParams();
  const { data, error, refetch } = useQuery(membershipQuery(membership_id));
  const problem = error && !data ? asProblem(error) : undefined;
  const name = data && `${data.primaryMember.firstNm} ${data.primaryMember.lastNm}`;
  return (
    <StaffPage
      title="Membership"
      heading={data ? data.campaignName : 'Membership'}
      lead={name && `Membership of ${name}`}
      breadcrumb={
        data &&
        name && (
          <Breadcrumb
            steps={[
              { name: 'Memberships', to: paths.campaignMemberships.href(data.campaignId) },
              { name, to: paths.member.href(data.primaryMemberId) },
            ]}
            current={data.campaignName}
          />
        )
      }
    >
      {data && <MembershipDetails key={data._id} membership={data} />}
      {!data && !problem && <SkeletonRows rows={5} label="Loading the membership" />}
      {problem &&
        (problem.status === 404 ? (
          <EmptyState title="There is no such membership.">
            It was removed, or it is not yours to see.
          </EmptyState>
        ) : (
          <ErrorPanel
            problem={problem}
            title="We cannot show this membership at the moment."
            onRetry={() => void refetch()}
          />
        ))}
    </StaffPage>
  );
}
