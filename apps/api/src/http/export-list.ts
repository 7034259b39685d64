/** A list as a file: the one function that exports every list of the staff side and records the export in the history. */
import type { RunMoneyGrant } from '../modules/funds/donations/run-donations.service.ts';
import { permittedOrganizations } from '../modules/identity/users/user.service.ts';
import { recordExport } from '../modules/moving/exports/export-list.service.ts';
import { type CsvColumn, csvChunks, plainFileName } from '../platform/csv.ts';
import { xlsxChunks } from '../platform/xlsx.ts';
import { authorOf } from './author.ts';
import { type Context, CsvReply, XlsxReply, begun, actorOf } from './endpoint.ts';

/** What is exported. */
export type ListExport<Row> = {
  /** The name of the list, as in `campaign runs`, and of the file. */
  list: string;
  /** The organizations whose list it is, and whose histories record the export; `*` for all. */
  at: readonly string[];
  /** What it is filtered by, in words for the name of the file; undefined ones are skipped. */
  filter?: readonly (string | undefined)[];
  columns: readonly CsvColumn<Row>[];
  rows: AsyncIterable<Row> | Iterable<Row>;
};

/**
 * Returns a list as a file, made while it is sent: as CSV, or with `format=xlsx` as a workbook. The export is recorded in
 * the history first, after the first row is read: throws what reading it throws, such as 403 for another organization, and
 * then records nothing.
 */
export async function exportList<Row>(
  context: Pick<Context, 'actor' | 'request' | 'now' | 'today'>,
  { list, at, filter = [], columns, rows }: ListExport<Row>,
): Promise<CsvReply | XlsxReply> {
  const words = filter.filter((word): word is string => Boolean(word));
  const all = await begun(rows);
  const fields = { list, ...(words.length && { filter: words.join(', ') }) };
  await recordExport(at, 'list.exported', fields, await authorOf(context), context.now);
  return listReply(context, plainFileName(list, ...words, context.today), columns, all);
}

/** A file of rows that is recorded nowhere: as CSV, or with `format=xlsx` as a workbook. `name` is without extension. */
export const listReply = <Row>(
  { request }: Pick<Context, 'request'>,
  name: string,
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): CsvReply | XlsxReply =>
  request.query['format'] === 'xlsx'
    ? new XlsxReply(xlsxChunks(columns, rows), `${name}.xlsx`)
    : new CsvReply(csvChunks(columns, rows), `${name}.csv`);

/** Returns the organizations whose histories record an export of a run: the managing one, or for a part of it those of the reader. */
export async function organizationsRecorded(
  context: Context,
  { organizationNumbers, campaign }: Pick<RunMoneyGrant, 'organizationNumbers' | 'campaign'>,
): Promise<readonly string[]> {
  return organizationNumbers
    ? permittedOrganizations(actorOf(context), 'organization.donations.get')
    : [campaign.organizationNumber];
}
