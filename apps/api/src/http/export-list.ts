/** A list as a file: every list of the staff side is exported by this one function, and told in the history. */
import type { RunMoneyGrant } from '../modules/funds/donations/run-donations.service.ts';
import { permittedOrganizations } from '../modules/identity/users/user.service.ts';
import { recordExport } from '../modules/moving/exports/export-list.service.ts';
import { type CsvColumn, csvChunks, csvFileName } from '../platform/csv.ts';
import { authorOf } from './author.ts';
import { type Context, CsvReply, begun, actorOf } from './endpoint.ts';

/** What is exported. */
export type ListExport<Row> = {
  /** What the list is called: `campaign runs`. The file is named so too. */
  list: string;
  /** The organizations whose list it is: in their histories it is told. `*` for all of them. */
  at: readonly string[];
  /** What it is filtered by, in words that stand in the name of the file; undefined ones are passed over. */
  filter?: readonly (string | undefined)[];
  columns: readonly CsvColumn<Row>[];
  rows: AsyncIterable<Row> | Iterable<Row>;
};

/**
 * A list as a file, which is made while it is sent. Who exported it is told in the history before. Its first row is read
 * first: throws what reading it throws, such as 403 for an organization that is not one's own, and tells nothing then.
 */
export async function exportList<Row>(
  context: Pick<Context, 'actor' | 'request' | 'now' | 'today'>,
  { list, at, filter = [], columns, rows }: ListExport<Row>,
): Promise<CsvReply> {
  const words = filter.filter((word): word is string => Boolean(word));
  const all = await begun(rows);
  const fields = { list, ...(words.length && { filter: words.join(', ') }) };
  await recordExport(at, 'list.exported', fields, await authorOf(context), context.now);
  return new CsvReply(csvChunks(columns, all), csvFileName(list, ...words, context.today));
}

/** Where it is told that something of a run was exported: where it is managed if all of it was, else where the reader has their role. */
export async function organizationsTold(
  context: Context,
  { organizationNumbers, campaign }: Pick<RunMoneyGrant, 'organizationNumbers' | 'campaign'>,
): Promise<readonly string[]> {
  return organizationNumbers
    ? permittedOrganizations(actorOf(context), 'organization.donations.get')
    : [campaign.organizationNumber];
}
