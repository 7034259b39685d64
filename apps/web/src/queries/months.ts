/** The months of an organization: what it received, and closing them. */
import type * as z from 'zod/mini';
import { JournalAccounts, type JournalAccountsForm, type JournalShape } from '@kinfold/domain/journal';
import { MonthList, MonthReport } from '@kinfold/domain/month-report';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { withStepUp } from '../lib/step-up.ts';
import { urlPath, withQuery } from '../lib/url-path.ts';
import { change } from './change.ts';

/** The months of an organization, newest first: `GET /v2/organizations/{n}/months`. */
export const monthsQuery = (organizationNumber: string) =>
  queryOptions({
    queryKey: ['months', organizationNumber],
    queryFn: ({ signal }) =>
      http.get(urlPath`/v2/organizations/${organizationNumber}/months`, MonthList, { signal }),
  });

const pathOf = (organizationNumber: string, month: string) =>
  urlPath`/v2/organizations/${organizationNumber}/months/${month}`;

/** A month to the cent: `GET /v2/organizations/{n}/months/{YYYY-MM}`. */
export const monthQuery = (organizationNumber: string, month: string) =>
  queryOptions({
    queryKey: ['month', organizationNumber, month],
    queryFn: ({ signal }) => http.get(pathOf(organizationNumber, month), MonthReport, { signal }),
  });

/** The files of a month: the paper for the meeting, and the journal for the accountant. */
export const monthFiles = {
  report: (organizationNumber: string, month: string) => `${pathOf(organizationNumber, month)}/report.pdf`,
  journal: (organizationNumber: string, month: string, shape: JournalShape) =>
    withQuery(`${pathOf(organizationNumber, month)}/journal.csv`, { shape }),
};

/** Closes a month: `POST /v2/organizations/{n}/months/{YYYY-MM}/close`. Throws 409 while anything is open. */
export function closeMonth(
  client: QueryClient,
  organizationNumber: string,
  month: string,
): Promise<MonthReport> {
  return change(client, () =>
    withStepUp(() => http.post(`${pathOf(organizationNumber, month)}/close`, {}, MonthReport)),
  );
}

/** The accounts of the journal: `GET /v2/organizations/{n}/accounts`. */
export const journalAccountsQuery = (organizationNumber: string) =>
  queryOptions({
    queryKey: ['journal-accounts', organizationNumber],
    queryFn: ({ signal }) =>
      http.get(urlPath`/v2/organizations/${organizationNumber}/accounts`, JournalAccounts, { signal }),
  });

/** Names accounts of the journal: `POST /v2/organizations/{n}/accounts`. */
export function nameAccounts(
  client: QueryClient,
  organizationNumber: string,
  form: z.input<typeof JournalAccountsForm>,
): Promise<JournalAccounts> {
  return change(client, () =>
    http.post(urlPath`/v2/organizations/${organizationNumber}/accounts`, form, JournalAccounts),
  );
}
