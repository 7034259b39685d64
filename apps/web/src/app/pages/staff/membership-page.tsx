import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { MembershipDetails } from '../../../features/memberships/membership-details.tsx';
import { Breadcrumb } from '../../../parts/breadcrumb.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { paths } from '../../../paths.ts';
import { membershipQuery } from '../../../queries/memberships.ts';
import '../../../theme/households.scss';
import '../../../theme/staff-member.scss';
import '../../../theme/memberships.scss';
import { Loaded } from '../../../ui/loaded.tsx';
import { EmptyState } from '../../../ui/states.tsx';

/** `/member/:member_id/campaign/:membership_id`: a campaign membership (spec section 2, "Membership detail"). */
export function MembershipPage() {
  const { membership_id = '' } = useParams();
  const query = useQuery(membershipQuery(membership_id));
  const { data } = query;
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
      <Loaded
        query={query}
        what="the membership"
        title="We cannot show this membership at the moment."
        rows={5}
        on={{
          404: () => (
            <EmptyState title="There is no such membership.">
              It was removed, or it is not yours to see.
            </EmptyState>
          ),
        }}
      >
        {(membership) => <MembershipDetails key={membership._id} membership={membership} />}
      </Loaded>
    </StaffPage>
  );
}
