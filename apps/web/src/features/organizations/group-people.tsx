import type { FoundMember } from '@kinfold/domain/member';
import type { MemberRow } from '@kinfold/domain/member-list';
import type { Group } from '@kinfold/domain/organization';
import { fullName, listName } from '@kinfold/domain/person-name';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { Link } from 'react-router-dom';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { MemberField } from '../../parts/member/member-field.tsx';
import { Phone } from '../../parts/member/phone.tsx';
import { PrintRows } from '../../parts/print-rows.tsx';
import { Outcome, useUndoable } from '../../parts/undoable.tsx';
import { paths } from '../../paths.ts';
import {
  addToGroup,
  groupFilePath,
  groupPeopleQuery,
  removeFromGroup,
} from '../../queries/organization-changes.ts';
import { List } from '../../ui/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';

/** Who is in a group: added by name, taken out, which can be undone, printed, and their mail addresses as a file. */
export function GroupPeople({
  organizationNumber,
  group: { _id, groupName },
  mayAdd,
  mayRemove,
}: {
  organizationNumber: string;
  group: Group;
  mayAdd: boolean;
  mayRemove: boolean;
}) {
  const client = useQueryClient();
  const key = { organizationNumber, groupId: _id };
  const query = useQuery(groupPeopleQuery(key));
  const { run, isBusy, outcome } = useUndoable();
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const isIn = ({ id }: FoundMember) => query.data?.some((one) => one._id === id) === true;
  const add = (found: FoundMember) => {
    setText('');
    void run(() => addToGroup(client, key, [found.id]), {
      text: `${fullName(found)} is in ${groupName} now.`,
      undo: () => removeFromGroup(client, key, found.id),
    });
  };
  const remove = (member: MemberRow) =>
    void run(() => removeFromGroup(client, key, member._id), {
      text: `${fullName(member)} is no longer in ${groupName}.`,
      undo: () => addToGroup(client, key, [member._id]),
    });
  return (
    <div className="stack">
      <Outcome {...outcome} />
      {mayAdd && (
        <MemberField
          label={`Add somebody to ${groupName}`}
          organizationNumber={organizationNumber}
          offers={(found) => !found.deceasedDt && !isIn(found)}
          text={text}
          onText={setText}
          chosen=""
          onChoose={add}
          error={undefined}
          inputRef={field}
        />
      )}
      <Loaded query={query} what="the people of the group" rows={2}>
        {(members) => (
          <>
            {members.length > 0 && (
              <div className="button-row">
                <ExportCsv path={groupFilePath(key)} fileName={`group-${groupName}.csv`}>
                  Mail addresses
                </ExportCsv>
                <PrintRows
                  title={groupName}
                  notes="Email"
                  pageOf={async () => ({
                    results: members.length,
                    pages: 1,
                    rows: members.map((one) => ({
                      id: one._id,
                      name: listName(one),
                      note: one.email ?? '',
                      phone: one.phoneNbr,
                    })),
                  })}
                />
              </div>
            )}
            <List
              rows={members}
              emptyTitle="Nobody is in it yet"
              emptyHint="Members of the organization are added by name."
            >
              {(member) => (
                <li key={member._id} className="row-item" data-row>
                  <Link className="row-link" to={paths.member.href(member._id)}>
                    {listName(member)}
                  </Link>
                  {member.deceasedDt ? (
                    <span className="muted">Deceased</span>
                  ) : (
                    member.phoneNbr && <Phone value={member.phoneNbr} />
                  )}
                  {mayRemove && (
                    <Button
                      variant="outline-primary"
                      aria-busy={isBusy || undefined}
                      onClick={() => remove(member)}
                    >
                      Take out <span className="visually-hidden">{fullName(member)}</span>
                    </Button>
                  )}
                </li>
              )}
            </List>
          </>
        )}
      </Loaded>
    </div>
  );
}
