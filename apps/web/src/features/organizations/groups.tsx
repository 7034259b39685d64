import type { Group } from '@kinfold/domain/organization';
import { countOf } from '@kinfold/domain/text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { DeletedRow } from '../../parts/deleted-row.tsx';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { useRemovable } from '../../parts/use-removable.ts';
import { listFiles } from '../../queries/list-files.ts';
import { addGroup, addToGroup, deleteGroup, groupPeopleQuery } from '../../queries/organization-changes.ts';
import { groupsQuery } from '../../queries/organizations.ts';
import { Icon } from '../../ui/icon.tsx';
import { List } from '../../ui/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Said } from '../../ui/said.tsx';
import { GroupPeople } from './group-people.tsx';
import { GroupForm } from './group-form.tsx';

type Props = { organizationNumber: string; mayAdd: boolean; mayDelete: boolean };

const byName = (one: Group, other: Group) => one.groupName.localeCompare(other.groupName, 'en');

/** The groups of an organization, with Add and Delete for users with the permission. */
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
  const [open, setOpen] = useState<string>();
  // Whoever was in a group that was deleted is in it again when it is brought back.
  const people = useRef(new Map<string, string[]>());
  const { rows, isGone, isBusy, said, say, remove, undo } = useRemovable(groups, {
    isSame: (one, other) => one.groupName === other.groupName,
    remove: async ({ _id: groupId, membersCnt }) => {
      if (membersCnt) {
        const members = await client.fetchQuery(groupPeopleQuery({ organizationNumber, groupId }));
        const living = members.filter(({ deceasedDt }) => !deceasedDt);
        people.current.set(
          groupId,
          living.map(({ _id }) => _id),
        );
      }
      await deleteGroup(client, organizationNumber, groupId);
    },
    restore: async ({ _id: groupId, groupName }) => {
      const restored = await addGroup(client, organizationNumber, groupName);
      const ids = people.current.get(groupId) ?? [];
      for (let at = 0; at < ids.length; at += 100)
        await addToGroup(client, { organizationNumber, groupId: restored._id }, ids.slice(at, at + 100));
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
        emptyHint="Choirs, boards and other groups of this organization are listed here."
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
              {group.membersCnt !== undefined && (
                <Button
                  variant="link"
                  aria-expanded={open === group._id}
                  onClick={() => setOpen(open === group._id ? undefined : group._id)}
                >
                  {countOf(group.membersCnt, 'person', 'people')}{' '}
                  <span className="visually-hidden">in {group.groupName}</span>{' '}
                  <Icon name="chevron-down" size={18} />
                </Button>
              )}
              {mayDelete && (
                <Button
                  variant="outline-primary"
                  aria-busy={isBusy(group) || undefined}
                  onClick={() => remove(group)}
                >
                  Delete <span className="visually-hidden">{group.groupName}</span>
                </Button>
              )}
              {open === group._id && (
                <div className="line-wide w-100">
                  <GroupPeople
                    organizationNumber={organizationNumber}
                    group={group}
                    mayAdd={mayAdd}
                    mayRemove={mayDelete}
                  />
                </div>
              )}
            </li>
          )
        }
      </List>
    </>
  );
}
