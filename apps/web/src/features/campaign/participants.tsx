import type { Campaign } from '@kinfold/domain/campaign';
import type { OrganizationChoice } from '@kinfold/domain/organization';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Button from 'react-bootstrap/Button';
import { Link } from 'react-router-dom';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { Outcome, type useUndoable } from '../../parts/undoable.tsx';
import { paths } from '../../paths.ts';
import { listFiles } from '../../queries/list-files.ts';
import { campaignQuery, changeParticipants, participantsQuery } from '../../queries/staff-campaigns.ts';
import { List } from '../../ui/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';

/** The organizations that participate in a campaign; users with the permission can remove one, which can be undone. */
export function Participants({
  campaign,
  mayChange,
  undoable,
}: {
  campaign: Campaign;
  mayChange: boolean;
  undoable: ReturnType<typeof useUndoable>;
}) {
  const client = useQueryClient();
  const query = useQuery(participantsQuery(campaign._id));
  const { run, isBusy, outcome } = undoable;
  const change = (to: (numbers: readonly string[]) => string[]) =>
    changeParticipants(client, client.getQueryData(campaignQuery(campaign._id).queryKey) ?? campaign, to);
  const remove = ({ organizationNumber: number, organizationName }: OrganizationChoice) =>
    void run(() => change((numbers) => numbers.filter((one) => one !== number)), {
      text: `${organizationName} no longer participates.`,
      undo: () => change((numbers) => [...new Set([...numbers, number])]),
    });
  return (
    <section className="stack" aria-labelledby="participants">
      <h2 id="participants">Participating organizations</h2>
      <Outcome {...outcome} />
      <Loaded query={query} what="the participating organizations" rows={2}>
        {(organizations) => (
          <>
            <List
              rows={organizations}
              emptyTitle="No other organization participates"
              emptyHint={`Members of ${campaign.managedBy} and of what is below it may join.`}
            >
              {(one) => (
                <li key={one.organizationNumber} className="row-item" data-row>
                  <Link className="row-link" to={paths.organization.href(one.organizationNumber)}>
                    {one.organizationName}
                  </Link>
                  {mayChange && (
                    <Button
                      variant="outline-primary"
                      aria-busy={isBusy || undefined}
                      onClick={() => remove(one)}
                    >
                      Remove <span className="visually-hidden">{one.organizationName}</span>
                    </Button>
                  )}
                </li>
              )}
            </List>
            {organizations.length > 0 && <ExportCsv path={listFiles.participants(campaign._id)} />}
          </>
        )}
      </Loaded>
    </section>
  );
}
