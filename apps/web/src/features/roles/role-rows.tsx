import type { AssignedRole } from '@kinfold/domain/assigned-role';
import { useEffect, useRef } from 'react';
import Button from 'react-bootstrap/Button';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { DateText } from '../../ui/date-text.tsx';
import { filled } from '../../ui/filled.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { ROLE_TEXTS } from './role-texts.tsx';

/** The user: the name, and the e-mail if it differs. */
function Who({ name, email }: AssignedRole) {
  return (
    <div className="line-wide">
      <p className="row-name break-anywhere">{name}</p>
      {email !== name && <p className="row-note break-anywhere">{email}</p>}
    </div>
  );
}

/** The role, since when, by whom and until when. */
function What({ role, createdBy, createdDt, endDt, pendingUntilDt }: AssignedRole) {
  return (
    <div className="d-md-contents">
      <div>
        <p>{ROLE_TEXTS[role].name}</p>
        {pendingUntilDt && (
          <StatusDot tone="warn">
            <span>
              Invited, until <DateText value={pendingUntilDt} />
            </span>
          </StatusDot>
        )}
        {endDt && (
          <StatusDot tone="info">
            <span>
              Ends after <DateText value={endDt} />
            </span>
          </StatusDot>
        )}
      </div>
      <p className="row-note break-anywhere">
        {filled(pendingUntilDt ? 'On {day}' : 'Since {day}', { day: <DateText value={createdDt} /> })}
        {createdBy && ` by ${createdBy}`}
      </p>
    </div>
  );
}

/** A role given at this organization. A new row takes the focus. */
export function RoleRow({
  role,
  isNew,
  isBusy,
  onRemove,
}: {
  role: AssignedRole;
  isNew: boolean;
  isBusy: boolean;
  onRemove: () => void;
}) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isNew) row.current?.focus();
  }, [isNew]);
  return (
    <li className="line role-line" ref={row} tabIndex={-1}>
      <Who {...role} />
      <What {...role} />
      <Button variant="outline-primary" aria-busy={isBusy || undefined} onClick={onRemove}>
        {role.pendingUntilDt ? 'Take back' : 'Remove'}{' '}
        <span className="visually-hidden">
          {role.name}, {ROLE_TEXTS[role.role].name}
        </span>
      </Button>
    </li>
  );
}

/** A role inherited from an organization above. */
export function InheritedRow({ role }: { role: AssignedRole }) {
  return (
    <li className="line role-line">
      <Who {...role} />
      <What {...role} />
      <Link className="row-link" to={paths.roles.href(role.organizationNumber)}>
        <span className="visually-hidden">From </span>
        {role.organizationName}
      </Link>
    </li>
  );
}
