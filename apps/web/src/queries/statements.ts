import { isJobOpen, Job } from '@kinfold/domain/job';
import {
  StatementPeople,
  StatementsPage,
  type StatementOutcome,
  type StatementsPost,
} from '@kinfold/domain/statements';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { urlPath } from '../lib/url-path.ts';
import { change } from './change.ts';
import { growing } from './growing.ts';

/** The polling interval while statements are being made, in ms. */
const POLL_MS = 1_500;

const ofOrganization = (organizationNumber: string) =>
  urlPath`/v2/organizations/${organizationNumber}/statements`;

/** The statements that were made for an organization, newest first: `GET /v2/organizations/{n}/statements`. */
export const statementsOfQuery = (organizationNumber: string) =>
  infiniteQueryOptions({
    queryKey: ['statements', organizationNumber],
    ...growing(ofOrganization(organizationNumber), StatementsPage),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ statements }) => statements.some(({ job }) => isJobOpen(job)))
        ? POLL_MS
        : false,
  });

/** Who got a statement, and how: `GET /v2/organizations/{n}/statements/{id}/people`. */
export const statementPeopleQuery = (
  organizationNumber: string,
  statementsId: string,
  outcome: StatementOutcome | undefined,
) =>
  infiniteQueryOptions({
    queryKey: ['statements', organizationNumber, statementsId, outcome],
    ...growing(
      urlPath`/v2/organizations/${organizationNumber}/statements/${statementsId}/people`,
      StatementPeople,
      { outcome },
    ),
  });

/** Starts the statements of a year: `POST /v2/organizations/{n}/statements`. */
export function startStatements(
  client: QueryClient,
  organizationNumber: string,
  body: StatementsPost,
): Promise<Job> {
  return change(client, () => http.post(ofOrganization(organizationNumber), body, Job));
}

/** The path of the PDF of those to print. */
export const statementsPdfPath = (organizationNumber: string, statementsId: string) =>
  urlPath`/v2/organizations/${organizationNumber}/statements/${statementsId}.pdf`;
