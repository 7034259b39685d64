import { Import, ImportPage, ImportRows, type ImportPost, type ImportRowState } from '@kinfold/domain/import';
import type { ImportKind } from '@kinfold/domain/import-fields';
import { isJobOpen } from '@kinfold/domain/job';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { http } from '../lib/http.ts';
import { urlPath, withQuery } from '../lib/url-path.ts';
import { change } from './change.ts';
import { growing } from './growing.ts';

/** How often an import at which a job works is asked for, in ms. */
const POLL_MS = 1_500;
/** A large file over a slow line. */
const UPLOAD_MS = 10 * 60_000;
const ROWS = 'import-rows';

const pathOf = ({ organizationNumber, importId }: ImportKey) =>
  urlPath`/v2/organizations/${organizationNumber}/imports/${importId}`;

/** Which import. */
export type ImportKey = { organizationNumber: string; importId: string };

/** The imports of an organization, newest first: `GET /v2/organizations/{n}/imports`. */
export const importsQuery = (organizationNumber: string) =>
  infiniteQueryOptions({
    queryKey: ['imports', organizationNumber],
    ...growing(urlPath`/v2/organizations/${organizationNumber}/imports`, ImportPage),
  });

/** An import, asked for again while a job works on it: `GET .../imports/{id}`. */
export const importQuery = (key: ImportKey) =>
  queryOptions({
    queryKey: ['import', key.organizationNumber, key.importId],
    queryFn: ({ signal }) => http.get(pathOf(key), Import, { signal }),
    refetchInterval: ({ state }) => (state.data?.job && isJobOpen(state.data.job) ? POLL_MS : false),
  });

/** Which rows of an import; all of them without a state and an outcome. */
export type ShownRows = { state?: ImportRowState; outcome?: 'failed' | 'kept' };

/** The rows of an import in the order of the file, as the last job left them: `GET .../imports/{id}/rows`. */
export const importRowsQuery = (key: ImportKey, { state, outcome }: ShownRows) =>
  infiniteQueryOptions({
    queryKey: [ROWS, key.importId, state, outcome],
    ...growing(`${pathOf(key)}/rows`, ImportRows, { state, outcome }),
  });

/** Where the files of an import are fetched. */
export const importFiles = {
  template: (organizationNumber: string, kind: ImportKind) =>
    withQuery(urlPath`/v2/organizations/${organizationNumber}/imports/template.csv`, { kind }),
  errors: (key: ImportKey) => `${pathOf(key)}/errors.csv`,
};

const keyOf = ({ organizationNumber, _id }: Import): ImportKey => ({ organizationNumber, importId: _id });

/** Makes a change of which the answer is the import as it now is, and shows that at once. */
function changing(client: QueryClient, send: () => Promise<Import>): Promise<Import> {
  return change(client, send, {
    keep: (given) => client.setQueryData(importQuery(keyOf(given)).queryKey, given),
  });
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Sends a file of members or of balances: `POST /v2/organizations/{n}/imports`. Throws 422 with a sentence for what is no list. */
export async function sendFile(
  client: QueryClient,
  organizationNumber: string,
  kind: ImportKind,
  file: File,
): Promise<Import> {
  const path = withQuery(urlPath`/v2/organizations/${organizationNumber}/imports`, {
    file_name: file.name.slice(0, 200),
    kind,
  });
  const type = file.name.toLowerCase().endsWith('.xlsx') ? XLSX : 'text/csv';
  const headers = { 'Content-Type': type };
  const bytes = await file.arrayBuffer();
  return changing(client, () => http.post(path, bytes, Import, { headers, timeout: UPLOAD_MS }));
}

/** Says what columns hold, answers or chooses; what that means is checked again: `POST .../imports/{id}`. */
export function changeImport(
  client: QueryClient,
  key: ImportKey,
  body: z.input<typeof ImportPost>,
): Promise<Import> {
  return changing(client, () => http.post(pathOf(key), body, Import));
}

/** Imports what was checked (`POST .../run`), or takes it back (`POST .../undo`). */
export function startImport(client: QueryClient, key: ImportKey, what: 'run' | 'undo'): Promise<Import> {
  return changing(client, () => http.post(`${pathOf(key)}/${what}`, {}, Import));
}
