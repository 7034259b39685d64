import { Outreach, NextCall, RunCall, RunCallPage, type CallForm } from '@kinfold/domain/call';
import { isJobOpen } from '@kinfold/domain/job';
import {
  LetterPeople,
  RunLetters,
  RunLettersPage,
  type LetterOutcome,
  type LettersPost,
} from '@kinfold/domain/letter';
import type { Page } from '@kinfold/domain/pagination';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { urlPath, withQuery } from '../lib/url-path.ts';
import type { RunIds } from './campaign-runs.ts';
import { change } from './change.ts';
import { growing } from './growing.ts';

/** The polling intervals for calls by others and for letters in progress, in ms. */
const CALLS_POLL_MS = 10_000;
const POLL_MS = 2_000;
const CALLS = 'run-calls';
const LETTERS = 'run-letters';

const runPath = ({ campaignId, campaignRunId }: RunIds, rest: string) =>
  `${urlPath`/v2/campaigns/${campaignId}/runs/${campaignRunId}`}${rest}`;

/**
 * The filters of a call list: an organization and everything below it, and `true` for only people who ask to be called.
 */
export type CallListFilters = { organizationNumber: string; asksForCall: string };

const searchOf = ({ organizationNumber, asksForCall }: CallListFilters) => ({
  organization_number: organizationNumber,
  asks_for_call: asksForCall,
});

/** A page of the call list of a run, polled for calls by others: `GET .../runs/{runId}/calls`. */
export const runCallsQuery = (ids: RunIds, filters: CallListFilters, { page_number, page_size }: Page) =>
  queryOptions({
    queryKey: [CALLS, ids.campaignRunId, filters, page_number, page_size],
    queryFn: ({ signal }) =>
      http.get(
        withQuery(runPath(ids, '/calls'), { ...searchOf(filters), page_number, page_size }),
        RunCallPage,
        { signal },
      ),
    refetchInterval: CALLS_POLL_MS,
  });

/** The path of the call list as a file. */
export const callsCsvPath = (ids: RunIds, filters: CallListFilters) =>
  withQuery(runPath(ids, '/calls.csv'), searchOf(filters));

const callPath = (ids: RunIds, donationId: string, what: string) =>
  runPath(ids, `${urlPath`/calls/${donationId}`}/${what}`);

/** Takes the next family after the given one; null if nobody is left to call: `POST .../calls/next`. */
export const takeNextCall = (
  client: QueryClient,
  ids: RunIds,
  body: { organization_number: string; asks_for_call?: true; after?: string | undefined },
) => change(client, () => http.post(runPath(ids, '/calls/next'), body, NextCall));

/** Takes a family: `POST .../calls/{donationId}/take`. Throws the Problem `being_called`. */
export const takeCall = (client: QueryClient, ids: RunIds, donationId: string) =>
  change(client, () => http.post(callPath(ids, donationId, 'take'), {}, RunCall));

/** Releases a family: `POST .../calls/{donationId}/release`. */
export const releaseCall = (client: QueryClient, ids: RunIds, donationId: string) =>
  change(client, () => http.postRaw(callPath(ids, donationId, 'release'), {}));

/** Records the outcome of a call: `POST .../calls/{donationId}/notes`. */
export const noteCall = (client: QueryClient, ids: RunIds, donationId: string, body: CallForm) =>
  change(client, () => http.post(callPath(ids, donationId, 'notes'), body, RunCall));

/** Undoes the user's own record of a call: `DELETE .../calls/{donationId}/notes/{callId}`. */
export const takeCallBack = (client: QueryClient, ids: RunIds, donationId: string, callId: string) =>
  change(client, () => http.delete(callPath(ids, donationId, urlPath`notes/${callId}`)));

/** The letters of a run, newest first, polled while some are being made: `GET .../runs/{runId}/letters`. */
export const runLettersQuery = (ids: RunIds) =>
  infiniteQueryOptions({
    queryKey: [LETTERS, ids.campaignRunId],
    ...growing(runPath(ids, '/letters'), RunLettersPage),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ letters }) => letters.some(({ job }) => job && isJobOpen(job)))
        ? POLL_MS
        : false,
  });

/** Starts making letters: `POST .../runs/{runId}/letters`. */
export async function makeLetters(client: QueryClient, ids: RunIds, body: LettersPost): Promise<void> {
  await change(client, () => http.post(runPath(ids, '/letters'), body, RunLetters));
}

const lettersPath = (ids: RunIds, lettersId: string, what: string) =>
  runPath(ids, `${urlPath`/letters/${lettersId}`}/${what}`);
/** Records that letters were mailed, or undoes that: `POST` or `DELETE .../letters/{lettersId}/mailed`. */
export async function markMailed(
  client: QueryClient,
  ids: RunIds,
  lettersId: string,
  isMailed: boolean,
): Promise<void> {
  const path = lettersPath(ids, lettersId, 'mailed');
  await change<unknown>(client, () => (isMailed ? http.post(path, {}, RunLetters) : http.delete(path)));
}

/** The path of the PDF of letters. */
export const lettersPdfPath = (ids: RunIds, lettersId: string) => lettersPath(ids, lettersId, 'letters.pdf');
/** The path of the file of people who got a letter. */
export const letterPeopleCsvPath = (ids: RunIds, lettersId: string) =>
  lettersPath(ids, lettersId, 'people.csv');

/** The people of letters with an outcome, by postal code: `GET .../letters/{lettersId}/people`. */
export const letterPeopleQuery = (ids: RunIds, lettersId: string, outcome: LetterOutcome) =>
  infiniteQueryOptions({
    queryKey: [LETTERS, ids.campaignRunId, lettersId, outcome],
    ...growing(lettersPath(ids, lettersId, 'people'), LetterPeople, { outcome }),
  });

/** The letters and calls to a member: `GET /v2/members/{id}/outreach`. */
export const outreachQuery = (memberId: string) =>
  queryOptions({
    queryKey: ['outreach', memberId],
    queryFn: ({ signal }) => http.get(urlPath`/v2/members/${memberId}/outreach`, Outreach, { signal }),
  });
