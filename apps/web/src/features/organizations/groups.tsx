import type { Group } from '@kinfold/domain/organization';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { toast } from '../../lib/toast.ts';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { listFiles } from '../../queries/list-files.ts';
import { addGroup, deleteGroup } from '../../queries/organization-changes.ts';
import { groupsQuery } from '../../queries/organizations.ts';
import { List } from '../../ui/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Said } from '../../ui/said.tsx';
import { useCall } from '../../ui/use-call.ts';
import { DeletedRow } from './deleted-row.tsx';
import { GroupForm } from './group-form.tsx';

const byName = (one: Group, other: Group) => one.groupName.localeCompare(other.groupName, 'en');

/** The groups of an organization, with Add and Delete for those with the permission. */
export function Groups({
  organizationNumber,
  mayAdd,
  mayDelete,
}: {
  organizationNumber: string;
  mayAdd: boolean;
  mayDelete: boolean;
}) {
  const client = useQueryClient();
  const query = useQuery(groupsQuery(organizationNumber));
  const { isBusy, of, call } = useCall(toast.problem);
  const [message, setMessage] = useState('');
  // Deleted on this page: shown with Undo while no group has their name.
  const [deleted, setDeleted] = useState<Group[]>([]);
  const remove = (group: Group) =>
    void call(async () => {
      setMessage('');
      setDeleted((before) => [...before.filter(({ groupName }) => groupName !== group.groupName), group]);
      await deleteGroup(client, organizationNumber, group._id);
    }, group._id);
  const undo = (group: Group) =>
    void call(async () => {
      setMessage('');
      await addGroup(client, organizationNumber, group.groupName);
      setMessage(`${group.groupName} is a group again.`);
    }, group._id);
  return (
    <Loaded query={query} what="the groups">
      {(data) => {
        const gone = deleted.filter((one) => !data.some(({ groupName }) => groupName === one.groupName));
        return (
          <>
            {mayAdd && (
              <GroupForm
                organizationNumber={organizationNumber}
                groups={data}
                onAdded={({ groupName }) => setMessage(`${groupName} is a group now.`)}
              />
            )}
            <Said>{message}</Said>
            {data.length > 0 && <ExportCsv path={listFiles.groups(organizationNumber)} />}
            <List
              rows={[...data, ...gone].toSorted(byName)}
              emptyTitle="No groups yet"
              emptyHint="Choirs, boards and other groups of this organization stand here."
            >
              {(group) =>
                gone.includes(group) ? (
                  <DeletedRow
                    key={group._id}
                    isBusy={isBusy && of === group._id}
                    onUndo={mayAdd ? () => undo(group) : undefined}
                  >
                    {group.groupName} was deleted.
                  </DeletedRow>
                ) : (
                  <li key={group._id} className="row-item">
                    <p className="row-name">{group.groupName}</p>
                    {mayDelete && (
                      <Button
                        variant="outline-primary"
                        aria-busy={(isBusy && of === group._id) || undefined}
                        onClick={() => remove(group)}
                      >
                        Delete <span className="visually-hidden">{group.groupName}</span>
                      </Button>
                    )}
                  </li>
                )
              }
            </List>
          </>
        );
      }}
    </Loaded>
  );
}
