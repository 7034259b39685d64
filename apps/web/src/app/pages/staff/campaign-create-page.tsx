import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { CampaignForm } from '../../../features/campaign-form/campaign-form.tsx';
import { Breadcrumb } from '../../../parts/breadcrumb.tsx';
import { InOne, InOrganization, type Chosen } from '../../../parts/access/in-organization.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { May } from '../../../parts/access/may.tsx';
import { paths } from '../../../paths.ts';
import { campaignQuery } from '../../../queries/staff-campaigns.ts';
import { Loaded } from '../../../ui/loaded.tsx';

const text = z.optional(z.nullable(z.string()));
/** Navigation state of the page (spec section 2). */
const State = z.object({ organizationNumber: text, campaign_id: text });

/**
 * `/campaign/create`: the form of a new campaign of an organization; with a campaign in the state, the form that
 * changes it.
 */
export function CampaignCreatePage() {
  const { state } = useLocation();
  const [query] = useSearchParams();
  const given = z.safeParse(State, state);
  if (given.success) {
    // Moved to the address, it survives a reload and a sign-in.
    const { organizationNumber, campaign_id } = given.data;
    const to = campaign_id
      ? paths.campaignCreate.href({ campaign_id })
      : paths.campaignCreate.href({ organization_number: organizationNumber ?? undefined });
    return <Navigate to={to} replace />;
  }
  const campaignId = query.get('campaign_id');
  return campaignId ? <EditCampaign key={campaignId} campaignId={campaignId} /> : <NewCampaign />;
}

const TOP = { name: 'Campaigns', to: paths.campaigns.href() };

function EditCampaign({ campaignId }: { campaignId: string }) {
  const navigate = useNavigate();
  const query = useQuery(campaignQuery(campaignId));
  const to = paths.campaign.href(campaignId);
  const name = query.data?.campaignName ?? 'Campaign';
  return (
    <StaffPage title={`Edit ${name}`} breadcrumb={<Breadcrumb steps={[TOP, { name, to }]} current="Edit" />}>
      <Loaded query={query} what="the campaign" title="We cannot show this campaign at the moment." rows={5}>
        {(campaign) => (
          <May at={campaign.organizationNumber} permission="campaigns.update" isPage>
            <CampaignForm
              organizationNumber={campaign.organizationNumber}
              campaign={campaign}
              onCancel={() => void navigate(to)}
              onSaved={() => void navigate(to, { state: { message: 'The changes are saved.' } })}
            />
          </May>
        )}
      </Loaded>
    </StaffPage>
  );
}

function NewCampaign() {
  return (
    <StaffPage title="New campaign" breadcrumb={<Breadcrumb steps={[TOP]} current="New campaign" />}>
      <InOrganization permissions={['campaigns.create']}>
        {(chosen) => <InChosen {...chosen} />}
      </InOrganization>
    </StaffPage>
  );
}

function InChosen({ choices, nameOf }: Pick<Chosen, 'choices' | 'nameOf'>) {
  const navigate = useNavigate();
  return (
    <InOne choices={choices} question="Which organization manages the new campaign?">
      {(organizationNumber) => (
        <>
          <p className="muted">
            Managed by <strong>{nameOf(organizationNumber)}</strong>. Its first collection is created with it:
            not active, from today, for 30 days.
          </p>
          <CampaignForm
            key={organizationNumber}
            organizationNumber={organizationNumber}
            campaign={undefined}
            onCancel={() => void navigate(paths.organization.href(organizationNumber))}
            onSaved={({ _id, campaignName }) =>
              void navigate(paths.campaign.href(_id), {
                state: { message: `${campaignName} was added.` },
                replace: true,
              })
            }
          />
        </>
      )}
    </InOne>
  );
}
