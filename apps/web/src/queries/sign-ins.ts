import {
  MemberSignIn,
  type ConfirmSignInChangeForm,
  type SignInChangeForm,
} from '@kinfold/domain/sign-in-change';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { urlPath } from '../lib/url-path.ts';
import { change } from './change.ts';
import { MEMBER_DATA } from './member-data.ts';

/** The sign-in of a member, for the office: `GET /v2/members/{id}/sign-in`. */
export const signInQuery = (memberId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'sign-in', memberId],
    queryFn: ({ signal }) => http.get(urlPath`/v2/members/${memberId}/sign-in`, MemberSignIn, { signal }),
  });

/** Requests a change of a sign-in, which a second person confirms. Throws 409 `sign_in_change_waits` and others. */
export function requestSignInChange(
  client: QueryClient,
  memberId: string,
  form: SignInChangeForm,
): Promise<MemberSignIn> {
  return change(client, () => http.post(urlPath`/v2/members/${memberId}/sign-in/change`, form, MemberSignIn));
}

/** Confirms and makes the waiting change. Throws 403 `second_person`, 409 `changed_meanwhile`. */
export function confirmSignInChange(
  client: QueryClient,
  memberId: string,
  form: ConfirmSignInChangeForm,
): Promise<MemberSignIn> {
  return change(client, () =>
    http.post(urlPath`/v2/members/${memberId}/sign-in/change/confirm`, form, MemberSignIn),
  );
}

/** Withdraws the waiting change. */
export function withdrawSignInChange(client: QueryClient, memberId: string): Promise<void> {
  return change(client, () => http.delete(urlPath`/v2/members/${memberId}/sign-in/change`));
}
