import { INVITATION_DAYS, type AssignedRole } from '@kinfold/domain/assigned-role';
import { countOf } from '@kinfold/domain/text';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { hasDraft } from '../../lib/form-draft.ts';
import { dayOf } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { aRole } from '../../parts/access/a-role.ts';
import { DeletedRow } from '../../parts/deleted-row.tsx';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { listFiles } from '../../queries/list-files.ts';
import { giveRole, removeRole } from '../../queries/roles.ts';
import { Card } from '../../ui/card.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Icon } from '../../ui/icon.tsx';
import { List } from '../../ui/list.tsx';
import { Said } from '../../ui/said.tsx';
import { useCall } from '../../ui/use-call.ts';
import { GiveRoleDialog, LeaveRoleDialog } from './give-role-dialog.tsx';
import { InheritedRow, RoleRow } from './role-rows.tsx';
import { ROLE_TEXTS } from './role-texts.tsx';
import './roles.scss';

// A role that is removed and given again has another id.
const isSame = (one: AssignedRole, other: AssignedRole) =>
  one.email === other.email && one.role === other.role;
const byName = (one: AssignedRole, other: AssignedRole) =>
  (one.name + one.role).localeCompare(other.name + other.role);

/** The roles given at an organization, with Give, Remove and Undo, and those inherited from above. */
export function Roles({
  organizationNumber,
  organizationName,
  roles,
}: {
  organizationNumber: string;
  organizationName: string;
  roles: readonly AssignedRole[];
}) {
  const client = useQueryClient();
  const own = useSession()?.email;
  const draft = `role.${organizationNumber}`;
  const [isGiving, setGiving] = useState(() => hasDraft(draft));
  const [leaving, setLeaving] = useState<AssignedRole>();
  const { isBusy, failure, call, forget } = useCall();
  const [changing, setChanging] = useState<string>();
  const [newest, setNewest] = useState<AssignedRole>();
  const [message, setMessage] = useState('');
  // Roles removed on this page: shown with Undo once they are missing from the list.
  const [removed, setRemoved] = useState<AssignedRole[]>([]);

  const isBusyWith = ({ _id }: AssignedRole) => isBusy && changing === _id;
  const run = ({ _id }: AssignedRole, change: () => Promise<void>) =>
    call(async () => {
      setChanging(_id);
      setMessage('');
      await change();
    });
  const remove = (role: AssignedRole) =>
    run(role, async () => {
      await removeRole(client, organizationNumber, role._id);
      setRemoved((before) => [...before.filter((one) => !isSame(one, role)), role]);
    });
  const undo = (role: AssignedRole) =>
    run(role, async () => {
      const { email, endDt, pendingUntilDt } = role;
      const form = { email, role: role.role, endDt: endDt && dayOf(endDt), invite: pendingUntilDt !== null };
      setNewest(await giveRole(client, organizationNumber, form));
      setMessage(`${role.name} is ${pendingUntilDt ? 'invited' : aRole(role.role)} again.`);
    });

  const here = roles.filter(({ inherited }) => !inherited);
  const fromAbove = roles.filter(({ inherited }) => inherited).toSorted(byName);
  const gone = removed.filter((one) => !here.some((role) => isSame(role, one)));
  return (
    <>
      <Card
        title="Given here"
        aside={
          <div className="button-row">
            <Button variant="outline-primary" onClick={() => setGiving(true)}>
              <Icon name="plus" /> Give a role
            </Button>
            <ExportCsv path={listFiles.roles(organizationNumber)} />
          </div>
        }
      >
        {failure && (
          <FormProblem title={failure.problem.detail} attempt={failure.attempt}>
            <p>Nothing was changed.</p>
          </FormProblem>
        )}
        <Said>{message}</Said>
        <List
          rows={[...here, ...gone].toSorted(byName)}
          emptyTitle={`No roles were given at ${organizationName}`}
          emptyHint="Give one to the people who keep its books and its members."
        >
          {(role) =>
            gone.includes(role) ? (
              <DeletedRow
                key={role._id}
                className="line role-line"
                isBusy={isBusyWith(role)}
                onUndo={() => void undo(role)}
              >
                {role.name} {role.pendingUntilDt ? 'is no longer invited as' : 'is no longer'}{' '}
                {aRole(role.role)} here.
              </DeletedRow>
            ) : (
              <RoleRow
                key={role._id}
                role={role}
                isNew={!!newest && isSame(newest, role)}
                isBusy={isBusyWith(role)}
                onRemove={() => (role.email === own ? setLeaving(role) : void remove(role))}
              />
            )
          }
        </List>
      </Card>
      {fromAbove.length > 0 && (
        <Card title="From above">
          <p className="muted">They apply here too, and can be removed where they were given.</p>
          <ul className="rows">
            {fromAbove.map((role) => (
              <InheritedRow key={role._id} role={role} />
            ))}
          </ul>
        </Card>
      )}
      {isGiving && (
        <GiveRoleDialog
          organizationNumber={organizationNumber}
          draft={draft}
          onClose={() => setGiving(false)}
          onGiven={(role) => {
            setGiving(false);
            forget();
            setNewest(role);
            setMessage(
              role.pendingUntilDt
                ? `An invitation was mailed to ${role.email}. It is good for ${countOf(INVITATION_DAYS, 'day', 'days')}.`
                : `${role.name} is now ${aRole(role.role)} of ${organizationName}.`,
            );
          }}
        />
      )}
      {leaving && (
        <LeaveRoleDialog
          roleName={ROLE_TEXTS[leaving.role].name}
          onClose={() => setLeaving(undefined)}
          onLeave={() => {
            setLeaving(undefined);
            void remove(leaving);
          }}
        />
      )}
    </>
  );
}
