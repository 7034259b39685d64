/** A list as a file: every list of the staff side is exported by this one function, and told in the history. */
import type { AuditAction } from '@kinfold/domain/audit';
import type { Author } from '../../../platform/author.ts';
import { csvChunks, csvFileName, type CsvColumn } from '../../../platform/csv.ts';
import { actorOf, begun, CsvReply, type Context } from '../../../http/endpoint.ts';
import { authorOf } from '../../identity/access/member-access.service.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import type { RunMoneyGrant } from '../../funds/donations/run-donations.service.ts';
import { findOrganizationNames } from '../../organizations/organizations/organization.service.ts';
import { permittedOrganizations } from '../../identity/users/user.service.ts';

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

/** Writes into the history of some organizations that something of them was exported. */
export async function recordExport(
  organizationNumbers: readonly string[],
  action: AuditAction,
  fields: Readonly<Record<string, unknown>>,
  author: Author,
  now: Date,
): Promise<void> {
  const names = await findOrganizationNames(organizationNumbers);
  const changes = Object.entries(fields).map(([field, to]) => ({ field, from: null, to }));
  const entries = [...new Set(organizationNumbers)].map((number) => ({
    organizationNumber: number,
    action,
    subject: { type: 'organization', id: number, label: names.get(number) ?? number } as const,
    changes,
  }));
  await recordChanges(entries, author, now, undefined);
}

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

/** All rows of a list that is read by cursors: `read` gives a page and the cursor of the next one, null at the end. */
export async function* eachOfCursors<Row>(
  read: (cursor: string) => Promise<{ rows: readonly Row[]; next: string | null }>,
): AsyncGenerator<Row> {
  for (let cursor: string | null = ''; cursor !== null;) {
    const { rows, next }: { rows: readonly Row[]; next: string | null } = await read(cursor);
    yield* rows;
    cursor = next;
  }
}

/** The rows of a page for a file. */
export const FILE_PAGE = 500;

/** All rows of a list that is read by pages, at most dozens of them. */
export async function* eachOfPages<Row>(
  read: (page: { page_number: number; page_size: number }) => Promise<{ rows: readonly Row[] }>,
): AsyncGenerator<Row> {
  for (let page_number = 1; ; page_number += 1) {
    const { rows } = await read({ page_number, page_size: FILE_PAGE });
    yield* rows;
    if (rows.length < FILE_PAGE) return;
  }
}
