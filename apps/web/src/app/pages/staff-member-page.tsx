import type { Member } from '@kinfold/domain/member';
import type { Permission } from '@kinfold/domain/permission';
import { Link, useSearchParams } from 'react-router-dom';
import { DonationList } from '../../features/donations/donation-list.tsx';
import { CampaignsTab } from '../../features/member/campaigns-tab.tsx';
import { HouseholdTab } from '../../features/households/household-tab.tsx';
import { LinkedAccountsTab } from '../../features/households/linked-accounts-tab.tsx';
import { MemberFacts } from '../../features/member/member-facts.tsx';
import { Breadcrumb } from '../../parts/breadcrumb.tsx';
import { StaffPage } from '../../parts/staff-page.tsx';
import { usePermissionsAt } from '../../parts/use-permissions-at.ts';
import { paths } from '../../paths.ts';
import '../../theme/staff-member.scss';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { NoPermission } from '../../ui/states.tsx';

/** The tabs of a member by their names in the address, each for who holds its permission (spec section 2). */
const TABS = {
  campaigns: { name: 'Campaigns', permission: 'campaign.memberships.get' },
  donations: { name: 'Donations', permission: 'organization.donations.get' },
  household: { name: 'Household', permission: 'organization.members.get' },
  linkedAccounts: { name: 'Linked accounts', permission: 'organization.members.get' },
} as const satisfies Record<string, { name: string; permission: Permission }>;
type Tab = keyof typeof TABS;

const PERMISSIONS = [...new Set(Object.values(TABS).map(({ permission }) => permission))];

/** A member as staff of their organization see them; a part that a role may not see is absent. */
export function StaffMemberPage({ member }: { member: Member }) {
  const [query] = useSearchParams();
  const held = usePermissionsAt(member.organizationNumber, PERMISSIONS);
  const name = `${member.firstNm} ${member.lastNm}`;
  const tabs = (Object.keys(TABS) as Tab[]).filter((tab) => held?.has(TABS[tab].permission));
  const current = tabs.find((tab) => tab === query.get('activeTab')) ?? tabs[0];
  return (
    <StaffPage
      title={name}
      breadcrumb={
        <Breadcrumb
          steps={[
            { name: 'Organizations', to: paths.organizations.href() },
            { name: member.organizationName, to: paths.organization.href(member.organizationNumber) },
          ]}
          current={name}
        />
      }
      lead={<MemberFacts member={member} />}
    >
      {held === undefined && <SkeletonRows rows={3} label="Loading" />}
      {held && !current && <NoPermission />}
      {current && (
        <>
          <nav className="tabs" aria-label="Parts of this member">
            {tabs.map((tab) => (
              <Link
                key={tab}
                className="tab"
                to={paths.member.href(member._id, tab)}
                aria-current={tab === current ? 'page' : undefined}
                preventScrollReset
              >
                {TABS[tab].name}
              </Link>
            ))}
          </nav>
          {current === 'campaigns' && <CampaignsTab member={member} />}
          {current === 'donations' && <DonationList memberId={member._id} />}
          {current === 'household' && <HouseholdTab member={member} />}
          {current === 'linkedAccounts' && <LinkedAccountsTab member={member} />}
        </>
      )}
    </StaffPage>
  );
}
