/** The file of what was not imported: the columns of the file that was sent, and the reason in one more. */
import { REASON_COLUMN } from '@kinfold/domain/import-fields';
import type { CsvColumn } from '../../platform/csv.ts';
import { importRows, type ImportRecord, type ImportRowRecord } from './import.model.ts';

/** Rows with a fault, those where a choice is to be made, and those that failed; in the order of the file. */
async function* unimported(importId: string): AsyncGenerator<ImportRowRecord> {
  for await (const row of importRows().find({ importId }).sort({ row: 1 }))
    if (row.outcome === 'failed' || (row.outcome === null && isLeft(row))) yield row;
}

const isLeft = ({ state }: ImportRowRecord) => state === 'faulty' || state === 'duplicate';

function reasonOf({ state, faults, duplicates, sameAsRow, outcome }: ImportRowRecord): string {
  if (faults.length) return faults.map(({ column, message }) => `${column}: ${message}`).join('; ');
  if (outcome === 'failed' || state !== 'duplicate') return 'Not imported';
  const [first] = duplicates;
  if (!first) return `Likely the same person as in row ${sameAsRow ?? ''}`;
  return `Likely the same person as ${first.firstNm} ${first.lastNm}, ${first.memberId}`;
}

/** Its columns and rows. */
export function errorsOf({ _id, columns }: ImportRecord): {
  columns: CsvColumn<ImportRowRecord>[];
  rows: AsyncGenerator<ImportRowRecord>;
} {
  const names = columns.map(({ name }) => name).filter((name) => name !== REASON_COLUMN);
  const places = names.map((name) => columns.findIndex((column) => column.name === name));
  const cells = names.map((name, index): CsvColumn<ImportRowRecord> => [
    name,
    '',
    ({ cells }) => cells[places[index] ?? -1] ?? '',
  ]);
  return { columns: [...cells, [REASON_COLUMN, '', reasonOf]], rows: unimported(_id) };
}
