import type { AuditEntry, AuditFilters } from '@kinfold/domain/audit';
import { auditSentence } from '@kinfold/domain/audit-sentence';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import '../../theme/staff.scss';
import { Icon } from '../../ui/icon.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { Changes } from './changes.tsx';

/**
 * An entry of the history: a sentence that unfolds to the fields before and after. A list by days shows its time and
 * organization; the history of one subject shows its day and time.
 */
export function HistoryEntry({
  entry,
  organizationName,
  filters,
}: {
  entry: AuditEntry;
  organizationName?: string;
  /** The filters that the link to all changes by the same user keeps; without them there is no link. */
  filters?: AuditFilters;
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <li data-row>
      <button
        type="button"
        className={organizationName === undefined ? 'entry-toggle is-dated' : 'entry-toggle'}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="entry-sentence">{auditSentence(entry)}</span>{' '}
        <span className="row-note">
          {organizationName === undefined ? (
            <>
              <DateText value={entry.at} /> <TimeText value={entry.at} />
            </>
          ) : (
            <>
              <TimeText value={entry.at} /> <span>{organizationName}</span>
            </>
          )}
        </span>
        <Icon name="chevron-down" />
      </button>
      {isOpen && (
        <div className="entry-details vstack gap-3 py-3 unfold" id={id}>
          <Changes changes={entry.changes} />
          {entry.reason && <p>Why: {entry.reason}</p>}
          <p className="row-note break-anywhere">
            By {entry.actor.name}
            {entry.actor.email !== entry.actor.name && `, ${entry.actor.email}`}
            {entry.seq !== null &&
              ` · Entry ${entry.seq} of ${organizationName ?? `organization ${entry.organizationNumber}`}`}
          </p>
          {filters && (
            <Link
              className="row-link"
              to={paths.history.href({ ...filters, actor: entry.actor.email })}
              preventScrollReset
            >
              Only what {entry.actor.name} did
            </Link>
          )}
        </div>
      )}
    </li>
  );
}
