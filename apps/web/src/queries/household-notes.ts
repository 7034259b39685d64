import { HouseholdNote, HouseholdNotes, type HouseholdNoteForm } from '@kinfold/domain/household-note';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { urlPath } from '../lib/url-path.ts';
import { change } from './change.ts';
import { MEMBER_DATA } from './member-data.ts';

/** What the office noted on the household of a member, newest first: `GET /v2/members/{id}/household/notes`. */
export const householdNotesQuery = (memberId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'household-notes', memberId],
    queryFn: ({ signal }) =>
      http.get(urlPath`/v2/members/${memberId}/household/notes`, HouseholdNotes, { signal }),
  });

/** Writes a note on the household of a member. */
export function addHouseholdNote(
  client: QueryClient,
  memberId: string,
  note: HouseholdNoteForm,
): Promise<HouseholdNote> {
  return change(client, () =>
    http.post(urlPath`/v2/members/${memberId}/household/notes`, note, HouseholdNote),
  );
}

/** Removes a note on the household of a member. */
export function deleteHouseholdNote(client: QueryClient, memberId: string, noteId: string): Promise<void> {
  return change(client, () => http.delete(urlPath`/v2/members/${memberId}/household/notes/${noteId}`));
}

/** Brings a note back that was just removed, as it was signed and dated. */
export function restoreHouseholdNote(
  client: QueryClient,
  memberId: string,
  noteId: string,
): Promise<HouseholdNote> {
  const path = urlPath`/v2/members/${memberId}/household/notes/${noteId}/restore`;
  return change(client, () => http.post(path, {}, HouseholdNote));
}
