import { Import, ImportPage, ImportRows, type ImportPost, type ImportRowState } from '@kinfold/domain/import';
import type { ImportKind } from '@kinfold/domain/import-fields';
import { isJobOpen } from '@kinfold/domain/job';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { http } from '../lib/http.ts';
import { urlPath, withQuery } from '../lib/url-path.ts';
import { change } from './change.ts';
import { growing } from './growing.ts';

/** The polling interval while a job works on an import, in ms. */
const POLL_MS = 1_500;
/** Enough for a large file over a slow line. */
const UPLOAD_MS = 10 * 60_000;
const ROWS = 'import-rows';

const pathOf = ({ organizationNumber, importId }: ImportKey) =>
  urlPath`/v2/organizations/${organizationNumber}/imports/${importId}`;

/** The ids of an import and its organization. */
export type ImportKey = { organizationNumber: string; importId: string };

/** The imports of an organization, newest first: `GET /v2/organizations/{n}/imports`. */
export const importsQuery = (organizationNumber: string) =>
  infiniteQueryOptions({
    queryKey: ['imports', organizationNumber],
    ...growing(urlPath`/v2/organizations/${organizationNumber}/imports`, ImportPage),
  });

/** An import, polled while a job works on it: `GET .../imports/{id}`. */
export const importQuery = (key: ImportKey) =>
  queryOptions({
    queryKey: ['import', key.organizationNumber, key.importId],
    queryFn: ({ signal }) => http.get(pathOf(key), Import, { signal }),
    refetchInterval: ({ state }) => (state.data?.job && isJobOpen(state.data.job) ? POLL_MS : false),
  });

/** How many of the people of an import would stay if it were taken back now: `GET .../imports/{id}?staying=true`. */
export const stayingQuery = (key: ImportKey) =>
  queryOptions({
    queryKey: ['import', key.organizationNumber, key.importId, 'staying'],
    queryFn: ({ signal }) => http.get(withQuery(pathOf(key), { staying: 'true' }), Import, { signal }),
    gcTime: 0,
  });

/** A filter of the rows of an import; empty for all rows. */
export type ShownRows = {
  state?: ImportRowState;
  outcome?: 'failed' | 'kept';
  left?: 'true';
  twice?: 'true';
  /** The number of a row: it, and who lives with its people. */
  row?: string;
};

/** The rows of an import in the order of the file, with the result of the last job: `GET .../imports/{id}/rows`. */
export const importRowsQuery = (key: ImportKey, shown: ShownRows) =>
  infiniteQueryOptions({
    queryKey: [ROWS, key.importId, shown],
    ...growing(`${pathOf(key)}/rows`, ImportRows, shown),
  });

/** The paths of the files of an import. */
export const importFiles = {
  template: (organizationNumber: string, kind: ImportKind) =>
    withQuery(urlPath`/v2/organizations/${organizationNumber}/imports/template.csv`, { kind }),
  errors: (key: ImportKey) => `${pathOf(key)}/errors.csv`,
};

const keyOf = ({ organizationNumber, _id }: Import): ImportKey => ({ organizationNumber, importId: _id });

/** Makes a change that is answered by the changed import, and shows it at once. */
function changing(client: QueryClient, send: () => Promise<Import>): Promise<Import> {
  return change(client, send, {
    keep: (given) => client.setQueryData(importQuery(keyOf(given)).queryKey, given),
  });
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Sends a file of members or of balances: `POST /v2/organizations/{n}/imports`. Throws 422 with a sentence if the file
 * is not a list.
 */
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

/** Sets columns, answers or choices of an import, which is then checked again: `POST .../imports/{id}`. */
export function changeImport(
  client: QueryClient,
  key: ImportKey,
  body: z.input<typeof ImportPost>,
): Promise<Import> {
  return changing(client, () => http.post(pathOf(key), body, Import));
}

/** Runs a checked import (`POST .../run`), or undoes it (`POST .../undo`). */
export function startImport(client: QueryClient, key: ImportKey, what: 'run' | 'undo'): Promise<Import> {
  return changing(client, () => http.post(`${pathOf(key)}/${what}`, {}, Import));
}
