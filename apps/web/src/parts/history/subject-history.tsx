import type { AuditSubjectType } from '@kinfold/domain/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { asProblem } from '../../lib/problem.ts';
import { subjectHistoryQuery } from '../../queries/audit-entries.ts';
import { ShowMore } from '../../ui/show-more.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ErrorPanel } from '../../ui/states.tsx';
import { HistoryEntry } from './history-entry.tsx';

/**
 * What was changed of one member, organization, campaign, run or membership, newest first; for the end of its page, inside a
 * `StaffPage`. Nothing for who may not read it.
 */
export function SubjectHistory({ type, id }: { type: AuditSubjectType; id: string }) {
  const query = useInfiniteQuery(subjectHistoryQuery(type, id));
  const list = useRef<HTMLUListElement>(null);
  const heading = useId();
  const { data, error, refetch } = query;
  const problem = error && !data ? asProblem(error) : undefined;
  if (problem?.status === 403) return null;
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <section className="stack" aria-labelledby={heading}>
      <h2 id={heading}>What happened</h2>
      {problem && (
        <ErrorPanel
          problem={problem}
          title="We cannot show the history at the moment."
          onRetry={() => void refetch()}
        />
      )}
      {!data && !problem && <SkeletonRows rows={3} label="Loading the history" />}
      {data && entries.length === 0 && (
        <p className="muted">
          Nothing was changed yet. Every change will stand here, with who made it and when.
        </p>
      )}
      {entries.length > 0 && (
        <>
          <ul className="entries" ref={list}>
            {entries.map((entry) => (
              <HistoryEntry key={entry._id} entry={entry} />
            ))}
          </ul>
          <ShowMore query={query} list={list} count={entries.length} end="The history begins here." />
        </>
      )}
    </section>
  );
}
