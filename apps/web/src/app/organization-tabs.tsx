import type { Organization } from '@kinfold/domain/organization';
import type { Permission } from '@kinfold/domain/permission';
import { wholeNumber } from '@kinfold/domain/text';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { Contacts } from '../features/organizations/contacts.tsx';
import { Groups } from '../features/organizations/groups.tsx';
import { OrganizationCampaigns } from '../features/organizations/organization-campaigns.tsx';
import { OrganizationMembers } from '../features/organizations/organization-members.tsx';
import { DonationsByOrganization } from './pages/staff/donations-by-organization.tsx';
import { NewRunDialog } from '../features/runs/new-run-dialog.tsx';
import { SubjectHistory } from '../parts/history/subject-history.tsx';
import { paths } from '../paths.ts';
import { TabLink, TabLinks } from '../ui/tab-links.tsx';

/** The tabs of an organization by their names in the address, with their counts (spec section 2), and its history. */
const TABS = {
  fundraisers: {
    name: 'Fundraisers',
    count: ({ campaignsCnt, participationsCnt = 0 }: Organization) => campaignsCnt + participationsCnt,
  },
  groups: { name: 'Groups', count: ({ groupsCnt }: Organization) => groupsCnt },
  contacts: { name: 'Contacts', count: ({ contacts }: Organization) => contacts.length },
  members: { name: 'Members', count: ({ membersCnt }: Organization) => membersCnt },
  donations: { name: 'Donations By Org', count: () => undefined },
  history: { name: 'History', count: () => undefined },
} as const;
type Tab = keyof typeof TABS;
const isTab = (name: string | null): name is Tab => name !== null && Object.hasOwn(TABS, name);

/** The parts of an organization as tabs. */
export function OrganizationTabs({
  organization,
  may,
}: {
  organization: Organization;
  /** Returns whether the user holds a permission at this organization. */
  may: (permission: Permission) => boolean;
}) {
  const [query] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const asked = query.get('activeTab');
  const isShown = (tab: Tab) =>
    (tab !== 'history' || may('audit.get')) && (tab !== 'donations' || may('organization.donations.get'));
  const tabs = (Object.keys(TABS) as Tab[]).filter(isShown);
  const current = isTab(asked) && tabs.includes(asked) ? asked : 'fundraisers';
  const { organizationNumber, contacts } = organization;
  return (
    <>
      <TabLinks label="Parts of this organization">
        {tabs.map((tab) => (
          <TabLink
            key={tab}
            to={paths.organization.href(organizationNumber, tab)}
            state={state as unknown}
            isCurrent={tab === current}
          >
            {TABS[tab].name}
            <TabCount count={TABS[tab].count(organization)} />
          </TabLink>
        ))}
      </TabLinks>
      {current === 'fundraisers' && (
        <OrganizationCampaigns
          organizationNumber={organizationNumber}
          mayAdd={may('campaigns.create')}
          mayChange={may('campaigns.update')}
          newRun={
            may('campaign-runs.update')
              ? (campaignId, onClose) => (
                  <NewRunDialog
                    campaignId={campaignId}
                    onClose={onClose}
                    onMade={(run) => void navigate(paths.campaignRun.href(campaignId, run._id))}
                  />
                )
              : undefined
          }
        />
      )}
      {current === 'groups' && (
        <Groups
          organizationNumber={organizationNumber}
          mayAdd={may('organization.groups.create')}
          mayDelete={may('organization.groups.delete')}
        />
      )}
      {current === 'contacts' && <Contacts organizationNumber={organizationNumber} contacts={contacts} />}
      {current === 'members' && (
        <OrganizationMembers organizationNumber={organizationNumber} mayAdd={may('members.create')} />
      )}
      {current === 'donations' && <DonationsByOrganization organizationNumber={organizationNumber} />}
      {current === 'history' && <SubjectHistory type="organization" id={organizationNumber} />}
    </>
  );
}

function TabCount({ count }: { count: number | undefined }) {
  if (count === undefined) return null;
  return (
    <>
      {' '}
      <span className="tabular">({wholeNumber(count)})</span>
    </>
  );
}
