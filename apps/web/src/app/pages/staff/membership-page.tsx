import { fullName } from '@kinfold/domain/person-name';
import type { CampaignMembership } from '@kinfold/domain/campaign-membership';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { MembershipDetails } from '../../../features/memberships/membership-details.tsx';
import { Breadcrumb } from '../../../parts/breadcrumb.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { paths } from '../../../paths.ts';
import { membershipQuery } from '../../../queries/memberships.ts';
import '../../../theme/memberships.scss';
import { Loaded } from '../../../ui/loaded.tsx';
import { EmptyState } from '../../../ui/states.tsx';

const NONE = (
  <EmptyState title="There is no such membership.">It was removed, or it is not yours to see.</EmptyState>
);

/** Returns whether a membership is a member's, who pays for it or is covered by it. */
const isOf = (memberId: string, { primaryMemberId, members }: CampaignMembership) =>
  primaryMemberId === memberId || members.some(({ member_id }) => member_id === memberId);

/** `/member/:member_id/campaign/:membership_id`: a campaign membership (spec section 2, "Membership detail"). */
export function MembershipPage() {
  const { member_id = '', membership_id = '' } = useParams();
  const query = useQuery(membershipQuery(membership_id));
  const data = query.data && isOf(member_id, query.data) ? query.data : undefined;
  const name = data && fullName(data.primaryMember);
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
              {
                name: 'Memberships',
                to: paths.campaignMemberships.href(data.campaignId),
                permission: 'campaign.memberships.get',
              },
              {
                name,
                to: paths.member.href(data.primaryMemberId),
                permission: 'organization.members.get',
                at: data.organizationNumber,
              },
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
          404: () => NONE,
        }}
      >
        {(membership) =>
          isOf(member_id, membership) ? (
            <MembershipDetails key={membership._id} membership={membership} />
          ) : (
            NONE
          )
        }
      </Loaded>
    </StaffPage>
  );
}
