import type { Group } from '@kinfold/domain/organization';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Button from 'react-bootstrap/Button';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { listFiles } from '../../queries/list-files.ts';
import { addGroup, deleteGroup } from '../../queries/organization-changes.ts';
import { groupsQuery } from '../../queries/organizations.ts';
import { List } from '../../ui/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Said } from '../../ui/said.tsx';
import { DeletedRow } from './deleted-row.tsx';
import { GroupForm } from './group-form.tsx';
import { useRemovable } from './use-removable.ts';

type Props = { organizationNumber: string; mayAdd: boolean; mayDelete: boolean };

const byName = (one: Group, other: Group) => one.groupName.localeCompare(other.groupName, 'en');

/** The groups of an organization, with Add and Delete for those with the permission. */
export function Groups({ organizationNumber, ...may }: Props) {
  const query = useQuery(groupsQuery(organizationNumber));
  return (
    <Loaded query={query} what="the groups">
      {(groups) => <GroupList organizationNumber={organizationNumber} groups={groups} {...may} />}
    </Loaded>
  );
}

function GroupList({ organizationNumber, groups, mayAdd, mayDelete }: Props & { groups: readonly Group[] }) {
  const client = useQueryClient();
  const { rows, isGone, isBusy, said, say, remove, undo } = useRemovable(groups, {
    isSame: (one, other) => one.groupName === other.groupName,
    remove: ({ _id }) => deleteGroup(client, organizationNumber, _id),
    restore: async ({ groupName }) => {
      await addGroup(client, organizationNumber, groupName);
      return `${groupName} is a group again.`;
    },
  });
  return (
    <>
      {mayAdd && (
        <GroupForm
          organizationNumber={organizationNumber}
          groups={groups}
          onAdded={({ groupName }) => say(`${groupName} is a group now.`)}
        />
      )}
      <Said>{said}</Said>
      {groups.length > 0 && <ExportCsv path={listFiles.groups(organizationNumber)} />}
      <List
        rows={rows.toSorted(byName)}
        emptyTitle="No groups yet"
        emptyHint="Choirs, boards and other groups of this organization stand here."
      >
        {(group) =>
          isGone(group) ? (
            <DeletedRow
              key={group._id}
              isBusy={isBusy(group)}
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
                  aria-busy={isBusy(group) || undefined}
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
}
