import type { Import, ImportRow } from '@kinfold/domain/import';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useFocusWhenLost } from '../../lib/use-focus-when-lost.ts';
import { Changes } from '../../parts/history/changes.tsx';
import { paths } from '../../paths.ts';
import { importRowsQuery, type ImportKey, type ShownRows } from '../../queries/imports.ts';
import { GrowingList } from '../../ui/growing-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { OUTCOMES, ROW_STATES, TO_ENTER } from './import-texts.ts';
import { RowChoice } from './row-choice.tsx';

/** The rows of an import, page by page. */
export function ImportRowList({
  importKey,
  shown,
  kind,
  status,
  onChoose,
}: {
  importKey: ImportKey;
  kind: Import['kind'];
  shown: ShownRows;
  status: Import['status'];
  onChoose: (row: number, choice: string) => Promise<void>;
}) {
  const query = useInfiniteQuery(importRowsQuery(importKey, shown));
  return (
    <GrowingList
      query={query}
      rowsOf={({ rows }) => rows}
      many="rows"
      skeletonRows={4}
      empty={<EmptyState title="No such rows">Choose another kind of rows above.</EmptyState>}
      end="These are all of these rows."
    >
      {(rows) => <Rows rows={rows} kind={kind} mayChoose={status === 'checked'} onChoose={onChoose} />}
    </GrowingList>
  );
}

/** Shows e-mails without their kinds, which the row does not have. */
function withPlainEmails({ field, from, to }: ImportRow['changes'][number]) {
  const plain = (value: unknown): unknown =>
    field === 'emails' && Array.isArray(value)
      ? value.map((one: { email: string }) => one.email)
      : (value ?? null);
  return { field, from: plain(from), to: plain(to) };
}

type HowShown = {
  kind: Import['kind'];
  mayChoose: boolean;
  onChoose: (row: number, choice: string) => Promise<void>;
};

/** The list, which takes the focus when a decided row disappears. */
function Rows({ rows, ...how }: HowShown & { rows: readonly ImportRow[] }) {
  const list = useFocusWhenLost<HTMLUListElement>(rows.map(({ row }) => row).join(' '));
  return (
    <ul ref={list} tabIndex={-1} className="rows">
      {rows.map((row) => (
        <Row key={row.row} row={row} {...how} />
      ))}
    </ul>
  );
}

function Row({ row, kind, mayChoose, onChoose }: HowShown & { row: ImportRow }) {
  const isBalance = kind === 'balances';
  const { word, tone } = row.outcome
    ? OUTCOMES[row.outcome]
    : isBalance && row.state === 'create'
      ? TO_ENTER
      : ROW_STATES[row.state];
  const isMember = row.member_id !== null && row.outcome !== 'undone';
  const cells = Object.values(row.cells).filter(Boolean).join(' · ');
  return (
    <li className="row-item" data-row>
      <div className="row-text">
        {isMember ? (
          <Link className="row-link row-name" to={paths.member.href(row.member_id ?? '')}>
            {row.name || `Row ${Math.floor(row.row)}`}
          </Link>
        ) : (
          <p className="row-name">{row.name || `Row ${Math.floor(row.row)}`}</p>
        )}
        <p className="row-note break-anywhere">
          Row {Math.floor(row.row)} · {cells}
        </p>
      </div>
      <div className="row-status">
        <StatusDot tone={tone}>{word}</StatusDot>
      </div>
      <div className="row-more">
        {row.note && <p>{row.note}</p>}
        {row.faults.length > 0 && (
          <ul className="plain-list">
            {row.faults.map(({ column, message }) => (
              <li key={`${column} ${message}`}>
                <strong>{column}:</strong> {message}
              </li>
            ))}
          </ul>
        )}
        {row.left.length > 0 && (
          <>
            <p className="row-note">To be completed, not taken from the file:</p>
            <ul className="plain-list">
              {row.left.map(({ column, message }) => (
                <li key={`${column} ${message}`}>
                  <strong>{column}:</strong> {message}
                </li>
              ))}
            </ul>
          </>
        )}
        {row.changes.length > 0 && (
          <>
            <p className="row-note">{isBalance ? 'Enters' : 'Changes'}:</p>
            <Changes changes={row.changes.map(withPlainEmails)} />
          </>
        )}
        {mayChoose && (row.state === 'duplicate' || row.choice !== null) && (
          <RowChoice row={row} isBalance={isBalance} onChoose={(choice) => onChoose(row.row, choice)} />
        )}
      </div>
    </li>
  );
}
