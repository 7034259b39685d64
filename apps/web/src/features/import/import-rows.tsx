import { rowInFile, type Import, type ImportPost, type ImportRow } from '@kinfold/domain/import';
import { A_REMARK } from '@kinfold/domain/import-details';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { Link } from 'react-router-dom';
import type * as z from 'zod/mini';
import { useFocusWhenLost } from '../../lib/use-focus-when-lost.ts';
import { Changes } from '../../parts/history/changes.tsx';
import { paths } from '../../paths.ts';
import { importRowsQuery, type ImportKey, type ShownRows } from '../../queries/imports.ts';
import { ErrorLine } from '../../ui/error-line.tsx';
import { GrowingList } from '../../ui/growing-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { useCall } from '../../ui/use-call.ts';
import { OUTCOMES, ROW_STATES, stateTexts, TO_ENTER } from './import-texts.ts';
import { MendRow } from './mend-row.tsx';
import { RowChoice } from './row-choice.tsx';
import { ColumnFaults } from '../../parts/member/column-faults.tsx';

/** The rows of an import, page by page. */
export function ImportRowList({
  importKey,
  shown,
  ...how
}: HowShown & { importKey: ImportKey; shown: ShownRows }) {
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
      {(rows) => <Rows rows={rows} first={shown.row} {...how} />}
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
  given: Import;
  /** Sends a choice for a row, or its mended cells. */
  onSend: (post: z.input<typeof ImportPost>) => Promise<unknown>;
};

const isToMend = ({ state, outcome }: ImportRow) => state === 'faulty' && outcome === null;

/**
 * The list, which takes the focus when a decided row disappears. The row that is being mended is open; once it is mended,
 * the next one with a fault is.
 */
function Rows({
  rows,
  first,
  ...how
}: HowShown & {
  rows: readonly ImportRow[];
  /** The number of the row that is open at first. */
  first: string | undefined;
}) {
  const [begun, setBegun] = useState(how.given.status === 'checked' && first ? Number(first) : undefined);
  const chosen = rows.find(({ row }) => row === begun);
  const open =
    begun === undefined
      ? undefined
      : (chosen ?? rows.find((row) => row.row > begun && isToMend(row)) ?? rows.find(isToMend));
  const list = useFocusWhenLost<HTMLUListElement>(rows.map(({ row }) => row).join(' '));
  return (
    <ul ref={list} tabIndex={-1} className="rows">
      {rows.map((row) => (
        <Row
          key={row.row}
          row={row}
          {...how}
          mending={
            row === open && {
              hasNext: rows.some((one) => one !== row && isToMend(one)),
              // One without a fault stays in its list.
              onMended: () => !isToMend(row) && setBegun(undefined),
              onClose: () => setBegun(undefined),
            }
          }
          onOpen={() => setBegun(row.row)}
        />
      ))}
    </ul>
  );
}

/** Says of a row that was taken for a remark that it is a person. */
function IsPerson({ onChoose }: { onChoose: () => Promise<unknown> }) {
  const { isBusy, failure, call } = useCall();
  return (
    <>
      <Button size="sm" variant="outline-primary" disabled={isBusy} onClick={() => void call(onChoose)}>
        This is a person
      </Button>
      {failure && <ErrorLine>This was not saved: {failure.problem.detail}</ErrorLine>}
    </>
  );
}

type Mending = { hasNext: boolean; onMended: () => void; onClose: () => void };

function Row({
  row,
  given,
  onSend,
  mending,
  onOpen,
}: HowShown & { row: ImportRow; mending: Mending | false; onOpen: () => void }) {
  const { kind } = given;
  const mayChoose = given.status === 'checked';
  const isBalance = kind === 'balances';
  const { word, tone } = row.outcome
    ? OUTCOMES[row.outcome]
    : isBalance && mayChoose && row.state === 'create'
      ? TO_ENTER
      : { ...ROW_STATES[row.state], ...stateTexts(row.state, given.status) };
  const isMember = row.member_id !== null && row.outcome !== 'undone';
  const cells = Object.values(row.cells).filter(Boolean).join(' · ');
  return (
    <li className="row-item" data-row>
      <div className="row-text">
        {isMember ? (
          <Link className="row-link row-name" to={paths.member.href(row.member_id ?? '')}>
            {row.name || `Row ${rowInFile(row.row)}`}
          </Link>
        ) : (
          <p className="row-name">{row.name || `Row ${rowInFile(row.row)}`}</p>
        )}
        <p className="row-note break-anywhere">
          Row {rowInFile(row.row)} · {cells}
        </p>
      </div>
      <div className="row-status">
        <StatusDot tone={tone}>{word}</StatusDot>
      </div>
      <div className="row-more">
        {row.note && <p>{row.note}</p>}
        {row.faults.length > 0 && !mending && <ColumnFaults faults={row.faults} />}
        {row.left.length > 0 && !mending && (
          <>
            <p className="muted small">To be completed, not taken from the file:</p>
            <ColumnFaults faults={row.left} />
          </>
        )}
        {row.changes.length > 0 && (
          <>
            <p className="muted small">{isBalance ? 'Enters' : 'Changes'}:</p>
            <Changes changes={row.changes.map(withPlainEmails)} />
          </>
        )}
        {mayChoose && (row.state === 'duplicate' || row.choice !== null) && (
          <RowChoice
            row={row}
            isBalance={isBalance}
            onChoose={async (choice) => {
              await onSend({ duplicates: [{ row: row.row, choice }] });
            }}
          />
        )}
        {mayChoose && row.note === A_REMARK && (
          <IsPerson onChoose={() => onSend({ duplicates: [{ row: row.row, choice: 'create' }] })} />
        )}
        {mending ? (
          <MendRow
            given={given}
            row={row}
            {...mending}
            onMend={(number, cells) => onSend({ rows: [{ row: rowInFile(number), cells }] })}
          />
        ) : (
          mayChoose &&
          row.outcome === null && (
            <div className="button-row">
              <Button size="sm" variant="outline-primary" className="break-anywhere" onClick={onOpen}>
                Correct {row.name ? `${row.name}, row` : 'row'} {rowInFile(row.row)}
              </Button>
            </div>
          )
        )}
      </div>
    </li>
  );
}
