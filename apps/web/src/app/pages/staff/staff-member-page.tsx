import { MINIMUM_AGE } from '@kinfold/domain/constants';
import type { Household } from '@kinfold/domain/household';
import { fullName } from '@kinfold/domain/person-name';
import type { Member } from '@kinfold/domain/member';
import type { Permission } from '@kinfold/domain/permission';
import { useLocation, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { DonationList } from '../../../features/donations/donation-list.tsx';
import { CompleteMember } from '../../../features/member/complete-member.tsx';
import { CampaignsTab } from '../../../features/member/campaigns-tab.tsx';
import { DangerZone } from '../../../features/member/danger-zone.tsx';
import { HouseholdNotes } from '../../../features/households/household-notes.tsx';
import { HouseholdTab } from '../../../features/households/household-tab.tsx';
import { LinkedAccountsTab } from '../../../features/households/linked-accounts-tab.tsx';
import { JoinOnBehalf } from '../../../features/memberships/join-on-behalf.tsx';
import { MemberBreadcrumb } from '../../../features/member/member-breadcrumb.tsx';
import { MemberFacts } from '../../../features/member/member-facts.tsx';
import { CreditCard } from '../../../features/office-payments/credit-card.tsx';
import { WaiveDues } from '../../../features/office-payments/waive-dues.tsx';
import { MemberPapers } from '../../../features/payments/member-papers.tsx';
import { RecordPayment } from '../../../features/office-payments/record-payment.tsx';
import { MemberMessages } from '../../../features/messages/member-messages.tsx';
import { MemberOutreach, WrongPhones } from '../../../features/member/member-outreach.tsx';
import { SignInCard } from '../../../features/member/sign-in-card.tsx';
import { SubjectHistory } from '../../../parts/history/subject-history.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { usePermissions } from '../../../parts/access/use-permissions.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { NoPermission } from '../../../ui/states.tsx';
import { TabLink, TabLinks } from '../../../ui/tab-links.tsx';
import { ColumnFaults } from '../../../parts/member/column-faults.tsx';

/** The tabs of a member by their names in the address, each with its permission (spec section 2), and the history. */
const TABS = {
  campaigns: { name: 'Campaigns', permission: 'campaign.memberships.get' },
  donations: { name: 'Donations', permission: 'organization.donations.get' },
  household: { name: 'Household', permission: 'organization.members.get' },
  linkedAccounts: { name: 'Linked accounts', permission: 'organization.members.get' },
  messages: { name: 'Messages', permission: 'organization.donations.get' },
  history: { name: 'History', permission: 'members.update' },
  'danger-zone': { name: 'Danger zone', permission: 'members.update' },
} as const satisfies Record<string, { name: string; permission: Permission }>;
type Tab = keyof typeof TABS;

/** After a family was made: who, and what covers them. */
const Made = z.object({ made: z.string() });

/** The link to joining a fund, by this member or the first other one who can pay: somebody living and of age. */
function JoinFund({ member, members }: { member: Member } & Pick<Household, 'members'>) {
  const payers = members.filter(
    ({ age, isActive, deceasedDt }) =>
      !deceasedDt && isActive !== false && (age ?? MINIMUM_AGE) >= MINIMUM_AGE,
  );
  const payer = payers.find(({ member_id }) => member_id === member._id) ?? payers[0];
  if (!payer) return null;
  return (
    <div className="button-row">
      <ButtonLink variant="link" to={paths.member.href(payer.member_id, 'campaigns')}>
        Join a fund for the household
      </ButtonLink>
    </div>
  );
}

/** A member as staff of their organization see them; parts that a role may not see are absent. */
export function StaffMemberPage({ member }: { member: Member }) {
  const made = z.safeParse(Made, useLocation().state);
  const [query] = useSearchParams();
  const may = usePermissions(member.organizationNumber);
  const name = fullName(member);
  const tabs = (Object.keys(TABS) as Tab[]).filter((tab) => may?.(TABS[tab].permission));
  const current = tabs.find((tab) => tab === query.get('activeTab')) ?? tabs[0];
  return (
    <StaffPage
      title={name}
      breadcrumb={<MemberBreadcrumb member={member} />}
      lead={<MemberFacts member={member} />}
    >
      {made.success && <Callout tone="ok" title={made.data.made} role="status" />}
      {!may && <SkeletonRows rows={3} label="Loading" />}
      {may && !current && <NoPermission />}
      {may?.('campaign.memberships.get') && <WrongPhones memberId={member._id} />}
      {may?.('claims.report') && (
        <div className="button-row">
          {may('members.update') && (
            <ButtonLink variant="outline-primary" to={paths.memberEdit.href(member._id)}>
              Edit <span className="visually-hidden">{name}</span>
            </ButtonLink>
          )}
          {may('payments.record') && <RecordPayment memberId={member._id} name={name} />}
          <ButtonLink variant="outline-primary" to={paths.death.href(member._id)}>
            {member.deceasedDt ? 'A death in the family' : 'Somebody has died'}
          </ButtonLink>
        </div>
      )}
      {member.bouncedEmail && (
        <Callout tone="warn" title="Their email bounces">
          <p className="break-anywhere">
            The mail server does not know {member.bouncedEmail}. Ask for the right address; a new one removes
            this note.
          </p>
        </Callout>
      )}
      {member.toComplete && (
        <Callout tone="warn" title="To be completed">
          <ColumnFaults faults={member.toComplete} />
          <p>This could not be read when a list was imported.</p>
          {may?.('members.update') && <CompleteMember member={member} />}
        </Callout>
      )}
      {may && current && (
        <>
          <TabLinks label="Parts of this member">
            {tabs.map((tab) => (
              <TabLink key={tab} to={paths.member.href(member._id, tab)} isCurrent={tab === current}>
                {TABS[tab].name}
              </TabLink>
            ))}
          </TabLinks>
          {current === 'campaigns' && (
            <CampaignsTab
              member={member}
              mayChange={may('memberships.update')}
              mayPrint={may('organization.donations.get')}
            >
              {may('memberships.update') && !member.deceasedDt && <JoinOnBehalf member={member} />}
            </CampaignsTab>
          )}
          {current === 'donations' && may('payments.record') && <CreditCard memberId={member._id} />}
          {current === 'donations' && (
            <>
              <DonationList
                memberId={member._id}
                action={(donation) => may('payments.record') && <WaiveDues donation={donation} />}
              />
              <MemberPapers member={member} />
            </>
          )}
          {(current === 'donations' || current === 'history') && may('campaign.memberships.get') && (
            <MemberOutreach memberId={member._id} />
          )}
          {current === 'household' && (
            <HouseholdTab member={member}>
              {({ members }) => may('memberships.update') && <JoinFund member={member} members={members} />}
            </HouseholdTab>
          )}
          {current === 'household' && may('organization.members.get') && (
            <HouseholdNotes member={member} mayChange={may('households.update')} />
          )}
          {current === 'linkedAccounts' && <LinkedAccountsTab member={member} />}
          {current === 'linkedAccounts' && may('members.update') && <SignInCard member={member} />}
          {current === 'messages' && <MemberMessages member={member} />}
          {current === 'history' && <SubjectHistory type="member" id={member._id} />}
          {current === 'danger-zone' && <DangerZone member={member} mayDelete={may('members.delete')} />}
        </>
      )}
    </StaffPage>
  );
}
