import { isJobOpen } from '@kinfold/domain/job';
import { controlFault, type Import, type ImportPost, type ImportRowState } from '@kinfold/domain/import';
import { pluralOf, wholeNumber } from '@kinfold/domain/text';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { useLocation } from 'react-router-dom';
import { money } from '../../lib/format.ts';
import { freeText, useFilters } from '../../lib/use-filters.ts';
import { useFocusWhenLost } from '../../lib/use-focus-when-lost.ts';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { refreshAll } from '../../queries/change.ts';
import {
  changeImport,
  importFiles,
  startImport,
  type ImportKey,
  type ShownRows,
} from '../../queries/imports.ts';
import { Callout } from '../../ui/callout.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { useCall } from '../../ui/use-call.ts';
import * as z from 'zod/mini';
import { AllAlike } from './all-alike.tsx';
import { BalancesPanel } from './balances-panel.tsx';
import { ColumnMatching } from './column-matching.tsx';
import { ImportFamiliesSummary } from './import-families.tsx';
import { ImportQuestions } from './import-questions.tsx';
import { ImportRowList } from './import-rows.tsx';
import { UndoImport } from './undo-import.tsx';
import { leftSentence, outcomeSentence, ROW_STATES, runLabel, stateTexts } from './import-texts.ts';

type Post = z.input<typeof ImportPost>;

/** An import from the file to its report: columns, questions, preview, rows, run and undo. */
export function ImportDetails({ given, importKey }: { given: Import; importKey: ImportKey }) {
  const client = useQueryClient();
  const { isBusy, failure, call } = useCall();
  const isWorking = given.job !== null && isJobOpen(given.job);
  const jobState = `${given.job?._id} ${given.job?.status}`;
  const shownState = useRef(jobState);
  useEffect(() => {
    if (shownState.current !== jobState && !isWorking) void refreshAll(client);
    shownState.current = jobState;
  }, [client, jobState, isWorking]);
  const change = (post: Post) => call(() => changeImport(client, importKey, post));
  const isOpen = given.status === 'mapping' || given.status === 'checked';
  const open = given.questions.filter(({ isRequired, answer }) => isRequired && answer === null).length;
  const { create, change: changes, faulty, duplicates } = given.counts;
  const hasErrors = faulty + duplicates + given.outcome.failed > 0;
  const { balances } = given;
  const isEnded = given.status === 'done' || given.status === 'undone';
  const left = leftSentence(given);
  const notes = given.notes.length > 0 && (
    <Callout>
      <ul className="plain-list">
        {given.notes.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Callout>
  );
  const errors = !isWorking && hasErrors && (
    <ExportCsv path={importFiles.errors(importKey)} fileName={`errors-${given.fileName}.csv`}>
      errors.csv
    </ExportCsv>
  );
  const isHeld = !balances || (balances.asOf !== null && !controlFault(balances, money));
  const isReady = given.status === 'checked' && open === 0 && isHeld && create + changes > 0;
  return (
    <div className="stack">
      {given.problems.map((sentence) => (
        <Callout key={sentence} tone="danger" title={sentence} role="alert" />
      ))}
      {!isEnded && notes}
      {isEnded && (
        <>
          <Callout tone="ok" title={outcomeSentence(given)} role="status" />
          {left && (
            <Callout tone="warn" title={left}>
              {errors}
            </Callout>
          )}
          {notes}
        </>
      )}
      {isOpen && (
        <>
          <ColumnMatching
            given={given}
            isBusy={isBusy || isWorking}
            onChange={(mapping) => change({ mapping })}
            onAnswer={(answers) => void change({ answers })}
          />
          <ImportQuestions
            questions={given.questions}
            isBusy={isBusy || isWorking}
            onAnswer={(answers) => void change({ answers })}
          />
        </>
      )}
      {balances && given.problems.length === 0 && (
        <BalancesPanel
          key={given.status}
          given={given}
          balances={balances}
          isBusy={isBusy || isWorking}
          onChange={(answers) => changeImport(client, importKey, { answers })}
        />
      )}
      {isOpen && open === 0 && given.families && given.families.people > 0 && (
        <ImportFamiliesSummary families={given.families} />
      )}
      {failure && <ErrorLine>{failure.problem.detail}</ErrorLine>}
      <div className="button-row">
        {isOpen && (
          <Button
            disabled={!isReady || isBusy}
            aria-busy={isBusy || undefined}
            onClick={() => void call(() => startImport(client, importKey, 'run'))}
          >
            {runLabel(given)}
          </Button>
        )}
        {!(isEnded && left) && errors}
        {given.status === 'done' && given.outcome.created + given.outcome.changed > 0 && (
          <UndoImport given={given} onUndo={() => startImport(client, importKey, 'undo')} />
        )}
      </div>
      {isOpen && !isWorking && <Hint open={open} isHeld={isHeld} given={given} />}
      {!isWorking && given.status !== 'mapping' && (
        <Rows given={given} importKey={importKey} onSend={(post) => changeImport(client, importKey, post)} />
      )}
    </div>
  );
}

/** Explains why nothing can be imported yet, or which rows are left out. */
function Hint({ open, isHeld, given }: { open: number; isHeld: boolean; given: Import }) {
  const { create, change, faulty, duplicates } = given.counts;
  if (given.status !== 'checked') return null;
  if (open > 0)
    return (
      <p className="muted">
        {pluralOf(open, 'Answer the question above first.', 'Answer the # questions above first.')}
      </p>
    );
  if (!isHeld)
    return (
      <p className="muted">Nothing is entered until the file agrees with your books: compare them above.</p>
    );
  if (create + change === 0) return <p className="muted">There is nothing in this file to import.</p>;
  const left = faulty + duplicates;
  if (left === 0) return null;
  return (
    <p className="muted">
      {pluralOf(
        left,
        '# row is not imported as it is: correct it or decide below. errors.csv has it too, with the reason.',
        '# rows are not imported as they are: correct them or decide below. errors.csv has them too, with the reasons.',
      )}
    </p>
  );
}

const RowFilter = z.object({ row: freeText });
const STATES = Object.keys(ROW_STATES) as ImportRowState[];
const BALANCE_TITLES: Partial<Record<ImportRowState, string>> = {
  create: 'Will be entered',
  duplicate: 'Whose is it?',
};

/** The counts, each of which opens its rows. */
function Rows({
  given,
  importKey,
  onSend,
}: {
  given: Import;
  importKey: ImportKey;
  onSend: (post: Post) => Promise<unknown>;
}) {
  const first = given.counts.duplicates > 0 ? 'duplicate' : given.counts.faulty > 0 ? 'faulty' : 'create';
  const [chosen, setChosen] = useState<ShownRows>(
    given.outcome.kept > 0 ? { outcome: 'kept' } : { state: first },
  );
  // A link of this page opens a row, each time it is followed.
  const by = useFilters(RowFilter);
  const { key } = useLocation();
  const { row } = by.filters;
  const shown: ShownRows = row ? { row } : chosen;
  const show = (rows: ShownRows) => {
    setChosen(rows);
    if (row) by.show({ row: undefined }, { replace: true });
  };
  // The buttons that decide all rows alike are gone with the rows.
  const section = useFocusWhenLost<HTMLElement>(String(given.counts.duplicates));
  const isBalanceOpen = given.kind === 'balances' && given.status === 'checked';
  const unused = given.kind === 'balances' ? ['change', 'duplicate'] : [];
  const choices: { key: string; rows: ShownRows; title: string; count: number }[] = [
    ...STATES.map((state) => ({
      key: state,
      rows: { state },
      title: (isBalanceOpen && BALANCE_TITLES[state]) || stateTexts(state, given.status).title,
      count: given.counts[ROW_STATES[state].count],
    })),
    ...(given.families?.toComplete
      ? [
          {
            key: 'left',
            rows: { left: 'true' as const },
            title: 'To be completed',
            count: given.families.toComplete,
          },
        ]
      : []),
    { key: 'twice', rows: { twice: 'true' }, title: 'Twice in the file', count: given.counts.twice },
    { key: 'failed', rows: { outcome: 'failed' }, title: 'Failed', count: given.outcome.failed },
    { key: 'kept', rows: { outcome: 'kept' }, title: 'Stays', count: given.outcome.kept },
  ];
  return (
    <section ref={section} tabIndex={-1} className="stack" aria-label="Rows of the file">
      <div className="tiles" role="group" aria-label="Which rows are shown">
        {choices
          .filter(({ key, count }) => count > 0 || !['twice', 'failed', 'kept', ...unused].includes(key))
          .map(({ key, rows, title, count }) => (
            <button
              key={key}
              type="button"
              className="tile"
              aria-pressed={JSON.stringify(rows) === JSON.stringify(shown)}
              onClick={() => show(rows)}
            >
              <span className="d-block fs-5 fw-semibold tabular">{wholeNumber(count)}</span> {title}
            </button>
          ))}
      </div>
      {row && <h2 className="h5">Row {row}, and who lives with them</h2>}
      {shown.state === 'duplicate' && given.status === 'checked' && (
        <AllAlike given={given} onChoose={(alike) => onSend({ alike })} />
      )}
      <ImportRowList
        key={row ? key : JSON.stringify(shown)}
        given={given}
        importKey={importKey}
        shown={shown}
        onSend={onSend}
      />
    </section>
  );
}
