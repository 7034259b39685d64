import type { Role } from '@kinfold/domain/role';
import { useId } from 'react';
import Button from 'react-bootstrap/Button';
import { aRole } from '../../parts/access/a-role.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { useCall } from '../../ui/use-call.ts';

/** The name of each role on screen, and what it may do, in plain words (the table of `permission.ts`). */
export const ROLE_TEXTS: Readonly<Record<Role, { name: string; may: string }>> = {
  viewer: {
    name: 'Viewer',
    may: 'Sees the organization with its members, contacts, groups and campaigns. Changes nothing.',
  },
  treasurer: {
    name: 'Treasurer',
    may: 'Also sees memberships and donations; records cash and checks, waives and refunds, sees disputes and other notices of the card provider, and reminds who owes.',
  },
  manager: {
    name: 'Manager',
    may: 'Also sees memberships and donations, and reminds who owes; changes the organization, members, households, memberships and campaigns.',
  },
  administrator: {
    name: 'Administrator',
    may: 'May do everything: also organizations, roles, the payment account and the history.',
  },
};

/** What each role may do; `onView` shows the staff side as that role. */
export function RoleTexts({
  offered,
  onView,
}: {
  /** The roles that can be given here. */
  offered: readonly Role[];
  onView: (role: Role) => Promise<void>;
}) {
  const id = useId();
  const { failure, call } = useCall();
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>What the roles may do</h2>
      {failure && <FormProblem title={failure.problem.detail} attempt={failure.attempt} />}
      <dl className="role-texts d-grid gap-3">
        {offered.map((role) => (
          <div key={role}>
            <dt>{ROLE_TEXTS[role].name}</dt>
            <dd>{ROLE_TEXTS[role].may}</dd>
            <dd>
              <Button variant="outline-primary" onClick={() => void call(() => onView(role))}>
                View as {aRole(role)}
              </Button>
            </dd>
          </div>
        ))}
      </dl>
      <p className="muted">
        A role applies to its organization and everything below it. ‘View as’ shows you what somebody in that
        role sees; nothing can be changed meanwhile.
      </p>
    </section>
  );
}
