import { sentBirthOf } from '@kinfold/domain/birth-date';
import {
  IntakeRequest,
  IntakeRequestPage,
  type DismissForm,
  type IntakeMemberForm,
} from '@kinfold/domain/intake';
import { Member } from '@kinfold/domain/member';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { http } from '../lib/http.ts';
import { urlPath } from '../lib/url-path.ts';
import { change } from './change.ts';
import { growing } from './growing.ts';

/** The schema of a 204. */
const Nothing = z.unknown();
const LISTS = 'intake-requests';
export type IntakeStatus = IntakeRequest['status'];

/** Requests to become a member of an organization and all below it, newest first: `GET /v2/organizations/{n}/intake-requests`. */
export const intakeRequestsQuery = (organizationNumber: string, status: IntakeStatus) =>
  infiniteQueryOptions({
    queryKey: [LISTS, organizationNumber, status],
    ...growing(urlPath`/v2/organizations/${organizationNumber}/intake-requests`, IntakeRequestPage, {
      status,
    }),
  });

/** A request with members who are likely to be the same person: `GET /v2/intake-requests/{id}`. */
export const intakeRequestQuery = (requestId: string) =>
  queryOptions({
    queryKey: ['intake-request', requestId],
    queryFn: ({ signal }) => http.get(urlPath`/v2/intake-requests/${requestId}`, IntakeRequest, { signal }),
  });

/** Creates a member from a request (`POST /v2/intake-requests/{id}/member`). Throws 409 `intake_answered`. */
export function makeMemberOf(
  client: QueryClient,
  requestId: string,
  form: IntakeMemberForm,
): Promise<Member> {
  const { phoneNbr, email, ...member } = form;
  const body = {
    ...member,
    ...sentBirthOf(form.birthDt),
    phones: phoneNbr ? [{ phoneNbr }] : [],
    emails: email ? [{ email, email_type: 'primary' }] : [],
  };
  return change(client, () => http.post(urlPath`/v2/intake-requests/${requestId}/member`, body, Member));
}

/** Dismisses a request (`POST /v2/intake-requests/{id}/dismiss`). Throws 409 `intake_answered`. */
export async function dismissRequest(
  client: QueryClient,
  requestId: string,
  form: DismissForm,
): Promise<void> {
  await change(client, () => http.post(urlPath`/v2/intake-requests/${requestId}/dismiss`, form, Nothing));
}

/** Undoes a dismissal: `POST /v2/intake-requests/{id}/restore`. */
export async function restoreRequest(client: QueryClient, requestId: string): Promise<void> {
  await change(client, () => http.post(urlPath`/v2/intake-requests/${requestId}/restore`, {}, Nothing));
}
