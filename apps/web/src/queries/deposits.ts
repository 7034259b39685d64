/** Deposits: what reached the bank account, and what it consists of. */
import type * as z from 'zod/mini';
import { Deposit, Depositable, DepositPage, type DepositForm } from '@kinfold/domain/deposit';
import type { Page } from '@kinfold/domain/pagination';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { urlPath, withQuery } from '../lib/url-path.ts';
import { change } from './change.ts';

/** A page of the deposits of an organization and all below it: `GET /v2/organizations/{n}/deposits`. */
export const depositPageQuery = (organizationNumber: string, page: Page) =>
  queryOptions({
    queryKey: ['deposits', organizationNumber, page],
    queryFn: ({ signal }) =>
      http.get(withQuery(urlPath`/v2/organizations/${organizationNumber}/deposits`, page), DepositPage, {
        signal,
      }),
  });

/** A deposit with what it consists of: `GET /v2/deposits/{id}`. */
export const depositQuery = (depositId: string) =>
  queryOptions({
    queryKey: ['deposit', depositId],
    queryFn: ({ signal }) => http.get(urlPath`/v2/deposits/${depositId}`, Deposit, { signal }),
  });

/** The file of a deposit slip. */
export const depositSlipPath = (depositId: string) => urlPath`/v2/deposits/${depositId}/slip.pdf`;

/** What can be taken to the bank: `GET /v2/organizations/{n}/depositable`. */
export const depositableQuery = (organizationNumber: string) =>
  queryOptions({
    queryKey: ['depositable', organizationNumber],
    queryFn: ({ signal }) =>
      http.get(urlPath`/v2/organizations/${organizationNumber}/depositable`, Depositable, { signal }),
  });

/** Records a deposit of cash and checks: `POST /v2/organizations/{n}/deposits`. A `depositId` is recorded once. */
export function makeDeposit(
  client: QueryClient,
  organizationNumber: string,
  form: z.input<typeof DepositForm>,
): Promise<Deposit> {
  return change(client, () =>
    http.post(urlPath`/v2/organizations/${organizationNumber}/deposits`, form, Deposit),
  );
}
