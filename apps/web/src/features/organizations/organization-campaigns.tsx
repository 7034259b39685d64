import { useQuery } from '@tanstack/react-query';
import { asProblem } from '../../lib/problem.ts';
import { organizationCampaignsQuery } from '../../queries/organizations.ts';
import { List } from '../../ui/list.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ErrorPanel } from '../../ui/states.tsx';

/** The fundraisers of an organization and those in which it participates, each with who manages it. */
export function OrganizationCampaigns({ organizationNumber }: { organizationNumber: string }) {
  const { data, error, refetch } = useQuery(organizationCampaignsQuery(organizationNumber));
  if (error && !data)
    return (
      <ErrorPanel
        problem={asProblem(error)}
        title="We cannot show the fundraisers at the moment."
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <SkeletonRows rows={3} label="Loading the fundraisers" />;
  return (
    <List
      rows={data}
      emptyTitle="No fundraisers yet"
      emptyHint="Funeral funds and other fundraisers of this organization, and those in which it participates, stand here."
    >
      {({ _id, campaignName, shortDescription, managedBy, requiresMembership }) => (
        <li key={_id} className="row-item">
          <div className="row-text">
            <p className="row-name">{campaignName}</p>
            <p className="row-note">{shortDescription}</p>
          </div>
          <p className="row-note">
            {requiresMembership ? 'Funeral fund' : 'Open to any gift'} · Managed by {managedBy}
          </p>
        </li>
      )}
    </List>
  );
}
