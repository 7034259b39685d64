import { MAX_PAGE_SIZE } from '@kinfold/domain/constants';
import type { Page } from '@kinfold/domain/pagination';
import { showPhone } from '@kinfold/domain/phone';
import { countOf, wholeNumber } from '@kinfold/domain/text';
import { useEffect, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { createPortal } from 'react-dom';
import { PRINT_MAX } from '../queries/campaign-runs.ts';
import '../theme/print-rows.scss';
import { DateText } from '../ui/date-text.tsx';
import { ErrorLine } from '../ui/error-line.tsx';
import { Icon } from '../ui/icon.tsx';
import { Table } from '../ui/table.tsx';
import { useCall } from '../ui/use-call.ts';

/** A row on paper. */
export type PrintedRow = { id: string; name: string; note: string; phone?: string | null | undefined };

type Printed = { rows: PrintedRow[]; at: Date };

/** Prints all rows of a list, whatever page is shown: with the day, phones and room for a tick. */
export function PrintRows({
  title,
  filter,
  notes,
  pageOf,
}: {
  title: string;
  /** What the list is filtered by, in words; empty if by nothing. */
  filter?: string;
  /** The heading of the notes. */
  notes: string;
  /** A page of the rows. */
  pageOf: (page: Page) => Promise<{ results: number; pages: number; rows: PrintedRow[] }>;
}) {
  const { isBusy, failure, call } = useCall();
  const [printed, setPrinted] = useState<Printed>();
  const [tooMany, setTooMany] = useState<number>();
  const print = () =>
    call(async () => {
      setTooMany(undefined);
      const rows: PrintedRow[] = [];
      for (let page_number = 1; ; page_number += 1) {
        const page = await pageOf({ page_number, page_size: MAX_PAGE_SIZE });
        if (page.results > PRINT_MAX) return setTooMany(page.results);
        rows.push(...page.rows);
        if (page_number >= page.pages) return setPrinted({ rows, at: new Date() });
      }
    });
  useEffect(() => {
    if (printed) window.print();
  }, [printed]);
  return (
    <div className="download">
      <Button variant="outline-primary" aria-busy={isBusy || undefined} onClick={() => void print()}>
        <Icon name="print" /> Print
      </Button>
      {failure && <ErrorLine>The list could not be fetched: {failure.problem.detail}</ErrorLine>}
      {tooMany !== undefined && (
        <ErrorLine>
          {wholeNumber(tooMany)} are too many to print at once: choose fewer with filters.
        </ErrorLine>
      )}
      {printed &&
        createPortal(<Paper title={title} filter={filter} notes={notes} {...printed} />, document.body)}
    </div>
  );
}

function Paper({
  title,
  filter,
  notes,
  rows,
  at,
}: Printed & { title: string; filter: string | undefined; notes: string }) {
  const hasPhones = rows.some(({ phone }) => phone);
  return (
    <section className="printed-rows d-none d-print-block" aria-hidden="true">
      <h1 className="fs-5">{title}</h1>
      <p>
        <DateText inWords value={at} /> · {countOf(rows.length, 'row', 'rows')}
      </p>
      {filter && <p>{filter}</p>}
      <Table>
        <thead>
          <tr>
            <th scope="col">✓</th>
            <th scope="col">Name</th>
            <th scope="col">{notes}</th>
            {hasPhones && <th scope="col">Phone</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, note, phone }) => (
            <tr key={id}>
              <td>☐</td>
              <th scope="row">{name}</th>
              <td>{note}</td>
              {hasPhones && <td className="tabular">{phone ? showPhone(phone) : ''}</td>}
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
