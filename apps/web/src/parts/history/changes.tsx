import type { AuditChange } from '@kinfold/domain/audit';
import { auditFieldName } from '@kinfold/domain/audit-sentence';
import '../../theme/staff.scss';
import { changeText } from './change-text.ts';

/** Fields before and after a change, with readable names. */
export function Changes({ changes }: { changes: readonly AuditChange[] }) {
  if (changes.length === 0) return <p className="muted">No fields were changed.</p>;
  return (
    <dl className="changes d-grid gap-2">
      {changes.map(({ field, from, to }) => (
        <div key={field}>
          <dt>{auditFieldName(field)}</dt>
          <dd>
            <span className="row-note">Before</span> {changeText(field, from)}
          </dd>
          <dd>
            <span className="row-note">After</span> {changeText(field, to)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
