import type { Campaign } from '@kinfold/domain/campaign';
import type { Permission } from '@kinfold/domain/permission';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { Link, useLocation, useParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { CampaignRules } from '../../../features/campaign/campaign-rules.tsx';
import { FundCard } from '../../../features/campaign/fund-card.tsx';
import { DoubleCoversLink } from '../../../features/campaign/double-cover-list.tsx';
import { Participants } from '../../../features/campaign/participants.tsx';
import { CampaignRuns } from '../../../features/runs/run-list.tsx';
import '../../../features/campaign/campaign.scss';
import { AddParticipantDialog } from '../../../parts/organization/add-participant-dialog.tsx';
import { Breadcrumb } from '../../../parts/breadcrumb.tsx';
import { SubjectHistory } from '../../../parts/history/subject-history.tsx';
import { StaffPage } from '../../../parts/access/staff-page.tsx';
import { useUndoable } from '../../../parts/undoable.tsx';
import { useMayAnywhere } from '../../../parts/access/use-may-anywhere.ts';
import { usePermissions } from '../../../parts/access/use-permissions.ts';
import { paths } from '../../../paths.ts';
import { campaignQuery } from '../../../queries/staff-campaigns.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Said } from '../../../ui/said.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { ErrorPanel } from '../../../ui/states.tsx';

/** Navigation state: the message about the last change. */
const State = z.object({ message: z.string() });

/** `/campaign/:campaignId`: a campaign with its prices, rules and participating organizations. */
export function CampaignPage() {
  const { campaignId = '' } = useParams();
  return <CampaignOf key={campaignId} campaignId={campaignId} />;
}

function CampaignOf({ campaignId }: { campaignId: string }) {
  const query = useQuery(campaignQuery(campaignId));
  const { data } = query;
  const may = usePermissions(data?.organizationNumber);
  const name = data?.campaignName ?? 'Campaign';
  return (
    <StaffPage
      isList
      title={name}
      breadcrumb={
        <Breadcrumb
          steps={[
            { name: 'Organizations', to: paths.organizations.href() },
            // Only with the permission: other users cannot open that organization's page.
            ...(data && may?.('organization.details.get')
              ? [{ name: data.managedBy, to: paths.organization.href(data.organizationNumber) }]
              : []),
          ]}
          current={name}
        />
      }
      lead={data?.shortDescription}
    >
      <Loaded
        query={query}
        what="the campaign"
        title="We cannot show this campaign at the moment."
        rows={5}
        on={{ 404: (problem) => <ErrorPanel problem={problem} /> }}
      >
        {(campaign) =>
          may ? (
            <CampaignParts campaign={campaign} may={may} />
          ) : (
            <SkeletonRows rows={5} label="Loading the campaign" />
          )
        }
      </Loaded>
    </StaffPage>
  );
}

function CampaignParts({
  campaign,
  may,
}: {
  campaign: Campaign;
  /** Returns whether the user holds a permission at the managing organization. */
  may: (permission: Permission) => boolean;
}) {
  const mayChange = may('campaigns.update');
  // Also staff of a participating organization, or of one below, for its own members.
  const seesMemberships = useMayAnywhere('campaign.memberships.get');
  const seesReports = useMayAnywhere('reports.get');
  const [isAdding, setAdding] = useState(false);
  const undoable = useUndoable();
  const state = z.safeParse(State, useLocation().state);
  const { _id, requiresMembership, managedBy } = campaign;
  return (
    <>
      {state.success && <Said>{state.data.message}</Said>}
      <p className="facts targets">
        <span>{requiresMembership ? 'Funeral fund' : 'Open to any gift'}</span>
        <span>Managed by {managedBy}</span>
        {campaign.taxNote && <span>Statements say about tax: {campaign.taxNote}</span>}
        {campaign.fundRules.oneCoverPerPerson && seesMemberships && <DoubleCoversLink campaignId={_id} />}
        {requiresMembership && may('organization.donations.get') && (
          <Link to={paths.coverChanges.href({ campaign_id: _id })}>People who lose or reach cover soon</Link>
        )}
      </p>
      <div className="button-row">
        {seesMemberships && (
          <ButtonLink variant="outline-primary" to={paths.campaignMemberships.href(_id)}>
            <Icon name="people" /> Memberships
          </ButtonLink>
        )}
        {mayChange && (
          <>
            <ButtonLink variant="outline-primary" to={paths.campaignCreate.href({ campaign_id: _id })}>
              <Icon name="edit" /> Edit
            </ButtonLink>
            <Button variant="outline-primary" onClick={() => setAdding(true)}>
              <Icon name="plus" /> Add Organization
            </Button>
          </>
        )}
      </div>
      {seesReports && (
        <div className="py-3">
          <FundCard campaign={campaign} mayRecord={may('payments.record')} />
        </div>
      )}
      <CampaignRuns campaignId={_id} mayChange={may('campaign-runs.update')} />
      {requiresMembership && <CampaignRules campaign={campaign} mayChange={mayChange} />}
      {/* Others see only their own organizations in this list, which says nothing if none of them participates
          itself. */}
      {(may('organization.details.get') || campaign.participatingOrganizations.length > 0) && (
        <Participants campaign={campaign} mayChange={mayChange} undoable={undoable} />
      )}
      {mayChange && <SubjectHistory type="campaign" id={_id} />}
      {isAdding && (
        <AddParticipantDialog
          campaign={campaign}
          onClose={() => setAdding(false)}
          onDone={(text) => {
            setAdding(false);
            undoable.say({ text });
          }}
        />
      )}
    </>
  );
}
