/** Files of lists: reads all rows of a list, and records the export in the history. */
import type { AuditAction } from '@kinfold/domain/audit';
import type { Author } from '../../../platform/author.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { findOrganizationNames } from '../../organizations/organizations/organization.service.ts';

/** Records in the history of some organizations that data of theirs was exported. */
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

/** All rows of a list with cursors: `read` returns a page and the cursor of the next one, null at the end. */
export async function* eachOfCursors<Row>(
  read: (cursor: string) => Promise<{ rows: readonly Row[]; next: string | null }>,
): AsyncGenerator<Row> {
  for (let cursor: string | null = ''; cursor !== null;) {
    const { rows, next }: { rows: readonly Row[]; next: string | null } = await read(cursor);
    yield* rows;
    cursor = next;
  }
}

/** Rows per page when a file is made. */
export const FILE_PAGE = 500;

/** All rows of a list with pages, at most dozens of them. */
export async function* eachOfPages<Row>(
  read: (page: { page_number: number; page_size: number }) => Promise<{ rows: readonly Row[] }>,
): AsyncGenerator<Row> {
  for (let page_number = 1; ; page_number += 1) {
    const { rows } = await read({ page_number, page_size: FILE_PAGE });
    yield* rows;
    if (rows.length < FILE_PAGE) return;
  }
}
