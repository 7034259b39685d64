import { ROLES, type Role } from '@kinfold/domain/role';
import { useId } from 'react';

/** A role as it is called on screen, and what it may do, in plain words (the table of `permission.ts`). */
export const ROLE_TEXTS: Readonly<Record<Role, { name: string; may: string }>> = {
  viewer: {
    name: 'Viewer',
    may: 'Sees the organization with its members, contacts, groups and campaigns. Changes nothing.',
  },
  treasurer: {
    name: 'Treasurer',
    may: 'Also sees memberships and donations; records payments, gives refunds and reads the reports.',
  },
  manager: {
    name: 'Manager',
    may: 'Also sees memberships and donations; changes the organization, members, households, memberships and campaigns.',
  },
  administrator: {
    name: 'Administrator',
    may: 'May do everything: also organizations, roles, the payment account and the history.',
  },
};

/** `a manager`, `an administrator`. */
export const aRole = (role: Role) => `${role === 'administrator' ? 'an' : 'a'} ${role}`;

/** What each role may do. */
export function RoleTexts() {
  const id = useId();
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>What the roles may do</h2>
      <dl className="role-texts">
        {ROLES.map((role) => (
          <div key={role}>
            <dt>{ROLE_TEXTS[role].name}</dt>
            <dd>{ROLE_TEXTS[role].may}</dd>
          </div>
        ))}
      </dl>
      <p className="muted">A role holds for its organization and for everything below it.</p>
    </section>
  );
}
