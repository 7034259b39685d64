import type { Campaign } from '@kinfold/domain/campaign';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import Button from 'react-bootstrap/Button';
import { Link } from 'react-router-dom';
import { AddParticipantDialog } from '../../parts/organization/add-participant-dialog.tsx';
import { paths } from '../../paths.ts';
import { organizationCampaignsQuery } from '../../queries/organizations.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { List } from '../../ui/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Said } from '../../ui/said.tsx';

/** The fundraisers of an organization and those in which it participates, each with its managing organization. */
export function OrganizationCampaigns({
  organizationNumber,
  mayAdd,
  mayChange,
  newRun,
}: {
  organizationNumber: string;
  mayAdd: boolean;
  /** Applies to fundraisers managed by this organization. */
  mayChange: boolean;
  /** The dialog for a new run of a campaign, for users who may create one. */
  newRun?: ((campaignId: string, onClose: () => void) => ReactNode) | undefined;
}) {
  const [runOf, setRunOf] = useState<string>();
  const [addingTo, setAddingTo] = useState<Campaign>();
  const [message, setMessage] = useState('');
  const query = useQuery(organizationCampaignsQuery(organizationNumber));
  return (
    <Loaded query={query} what="the fundraisers">
      {(data) => (
        <>
          {mayAdd && (
            <div className="field-and-button is-apart">
              <ButtonLink to={paths.campaignCreate.href()} state={{ organizationNumber }}>
                <Icon name="plus" /> Add New
              </ButtonLink>
            </div>
          )}
          <Said>{message}</Said>
          <List
            rows={data}
            emptyTitle="No fundraisers yet"
            emptyHint="Funeral funds and other fundraisers of this organization, and those in which it participates, are listed here."
          >
            {(campaign) => (
              <li key={campaign._id} className="row-item">
                <div className="row-text">
                  <Link className="row-link row-name" to={paths.campaign.href(campaign._id)}>
                    {campaign.campaignName}
                  </Link>
                  <p className="row-note">{campaign.shortDescription}</p>
                </div>
                <p className="row-note">
                  {campaign.requiresMembership ? 'Funeral fund' : 'Open to any gift'} · Managed by{' '}
                  {campaign.managedBy}
                </p>
                {campaign.organizationNumber === organizationNumber && (
                  <div className="button-row">
                    {mayChange && (
                      <Button variant="outline-primary" onClick={() => setAddingTo(campaign)}>
                        Add Organization <span className="visually-hidden">to {campaign.campaignName}</span>
                      </Button>
                    )}
                    {newRun && (
                      <Button variant="outline-primary" onClick={() => setRunOf(campaign._id)}>
                        New Campaign Run <span className="visually-hidden">of {campaign.campaignName}</span>
                      </Button>
                    )}
                  </div>
                )}
              </li>
            )}
          </List>
          {runOf !== undefined && newRun?.(runOf, () => setRunOf(undefined))}
          {addingTo && (
            <AddParticipantDialog
              campaign={addingTo}
              onClose={() => setAddingTo(undefined)}
              onDone={(text) => {
                setAddingTo(undefined);
                setMessage(text);
              }}
            />
          )}
        </>
      )}
    </Loaded>
  );
}
