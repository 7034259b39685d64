import {
  MessageLink,
  MessagePage,
  ReminderPreview,
  ReminderTest,
  RunReminder,
  RunReminders,
  type MessageState,
  type ReportForm,
} from '@kinfold/domain/message';
import { isJobOpen, Job } from '@kinfold/domain/job';
import type { ReminderForm } from '@kinfold/domain/reminder';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { urlPath, withQuery } from '../lib/url-path.ts';
import { change } from './change.ts';
import type { RunIds } from './campaign-runs.ts';
import { growing } from './growing.ts';

/** The polling interval while messages are being sent, in ms. */
const POLL_MS = 2_000;
const REMINDERS = 'reminders';
const MESSAGES = 'messages';

const runPath = ({ campaignId, campaignRunId }: RunIds) =>
  urlPath`/v2/campaigns/${campaignId}/runs/${campaignRunId}`;

/** The reminders of a run, polled while one is being sent: `GET /v2/campaigns/{id}/runs/{runId}/reminders`. */
export const remindersQuery = (ids: RunIds) =>
  queryOptions({
    queryKey: [REMINDERS, ids.campaignRunId],
    queryFn: ({ signal }) => http.get(`${runPath(ids)}/reminders`, RunReminders, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.reminders.some(({ job }) => job && isJobOpen(job)) ? POLL_MS : false,
  });

/** What is sent to the people of a run: a reminder to those who owe, or the report to those who gave. */
export type Sent = 'reminder' | 'report';
const sentPath = (ids: RunIds, kind: Sent) =>
  kind === 'report' ? urlPath`/v2/runs/${ids.campaignRunId}/report` : `${runPath(ids)}/reminders`;

/** The effect of it now: `GET /v2/campaigns/{id}/runs/{runId}/reminders/preview`, `GET /v2/runs/{runId}/report/preview`. */
export const reminderPreviewQuery = (ids: RunIds, kind: Sent) =>
  queryOptions({
    queryKey: [REMINDERS, ids.campaignRunId, 'preview', kind],
    queryFn: ({ signal }) => http.get(`${sentPath(ids, kind)}/preview`, ReminderPreview, { signal }),
    // A preview is only valid now: an older one would be wrong.
    gcTime: 0,
  });

/** Starts a job that counts who would get it, once each time the page is opened: `POST .../preview`. */
export const reminderCountQuery = (ids: RunIds, kind: Sent) =>
  queryOptions({
    queryKey: [REMINDERS, ids.campaignRunId, 'count', kind],
    queryFn: ({ signal }) => http.post(`${sentPath(ids, kind)}/preview`, {}, Job, { signal }),
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  });

/** Mails a test reminder to the user: `POST .../reminders/test`. */
export const testReminder = (ids: RunIds, form: ReminderForm) =>
  http.post(`${runPath(ids)}/reminders/test`, form, ReminderTest);

/** Starts reminding people who owe: `POST .../reminders`. Throws 409 `run_paused` and `reminder_running`. */
export const beginReminder = (client: QueryClient, ids: RunIds, form: ReminderForm) =>
  change(client, () => http.post(`${runPath(ids)}/reminders`, form, RunReminder));

/** Tells those who gave, once: `POST /v2/runs/{runId}/report`. Throws 409 `report_sent`, `report_changed`, `run_not_ended` and `reminder_running`. */
export const beginReport = (client: QueryClient, ids: RunIds, form: ReportForm) =>
  change(client, () => http.post(sentPath(ids, 'report'), form, RunReminder));

/** The messages of a list: those of a run, or of a member. */
export type MessagesOf = { run: RunIds; state: MessageState | 'opened' | '' } | { memberId: string };

/** The path of the file of people reminded in a run: `GET /v2/campaigns/{id}/runs/{runId}/messages.csv`. */
export const runMessagesCsvPath = (ids: RunIds, state: MessageState | 'opened' | '') =>
  withQuery(`${runPath(ids)}/messages.csv`, { state });

/** Messages, newest first: `GET /v2/campaigns/{id}/runs/{runId}/messages`, `GET /v2/members/{id}/messages`. */
export const messagesQuery = (of: MessagesOf) =>
  infiniteQueryOptions({
    queryKey: [MESSAGES, of],
    ...('run' in of
      ? growing(`${runPath(of.run)}/messages`, MessagePage, { state: of.state })
      : growing(urlPath`/v2/members/${of.memberId}/messages`, MessagePage)),
  });

/** The target of the link in a message: `GET /v2/messages/{token}`. */
export const messageLinkQuery = (token: string) =>
  queryOptions({
    queryKey: [MESSAGES, 'link', token],
    queryFn: ({ signal }) => http.get(urlPath`/v2/messages/${token}`, MessageLink, { signal }),
  });

/** Records that the link of a message was opened: `POST /v2/messages/{token}/opened`. */
export const noteOpened = (token: string) =>
  http.postRaw(urlPath`/v2/messages/${token}/opened`, {}, { isPublic: true });

/** Stops reminders without a sign-in: `POST /v2/messages/{token}/stop`. */
export const stopReminders = (token: string) =>
  http.postRaw(urlPath`/v2/messages/${token}/stop`, {}, { isPublic: true });
