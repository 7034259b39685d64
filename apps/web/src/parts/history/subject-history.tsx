import type { AuditSubjectType } from '@kinfold/domain/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { asProblem } from '../../lib/problem.ts';
import { subjectHistoryQuery } from '../../queries/audit-entries.ts';
import '../../theme/staff.scss';
import { GrowingList } from '../../ui/growing-list.tsx';
import { HistoryEntry } from './history-entry.tsx';

/**
 * The history of one member, organization, campaign, run or membership, newest first, at the end of its page inside a
 * `StaffPage`. Empty without the permission to read it.
 */
export function SubjectHistory({ type, id }: { type: AuditSubjectType; id: string }) {
  const query = useInfiniteQuery(subjectHistoryQuery(type, id));
  const heading = useId();
  if (query.error && asProblem(query.error).status === 403) return null;
  return (
    <section className="stack" aria-labelledby={heading}>
      <h2 id={heading}>What happened</h2>
      <GrowingList
        query={query}
        rowsOf={({ entries }) => entries}
        many="history"
        skeletonRows={3}
        empty={
          <p className="muted">
            Nothing was changed yet. Every change will be listed here, with who made it and when.
          </p>
        }
        end="The history begins here."
      >
        {(entries) => (
          <ul className="entries">
            {entries.map((entry) => (
              <HistoryEntry key={entry._id} entry={entry} />
            ))}
          </ul>
        )}
      </GrowingList>
    </section>
  );
}
