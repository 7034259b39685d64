import { Export, ExportPage } from '@kinfold/domain/export';
import { isJobOpen } from '@kinfold/domain/job';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { urlPath } from '../lib/url-path.ts';
import { change } from './change.ts';
import { growing } from './growing.ts';

/** The polling interval while an export is being made, in ms. */
const POLL_MS = 1_500;

/** The archives of an organization, newest first: `GET /v2/organizations/{n}/exports`. */
export const exportsQuery = (organizationNumber: string) =>
  infiniteQueryOptions({
    queryKey: ['exports', organizationNumber],
    ...growing(urlPath`/v2/organizations/${organizationNumber}/exports`, ExportPage),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ exports }) => exports.some(({ job }) => job && isJobOpen(job)))
        ? POLL_MS
        : false,
  });

/** Starts an archive of all data of an organization: `POST /v2/organizations/{n}/exports`. */
export function startExport(client: QueryClient, organizationNumber: string): Promise<Export> {
  return change(client, () =>
    http.post(urlPath`/v2/organizations/${organizationNumber}/exports`, {}, Export),
  );
}

/** The path of an archive. */
export const archivePath = ({ organizationNumber, _id }: Export) =>
  urlPath`/v2/organizations/${organizationNumber}/exports/${_id}/archive.zip`;
