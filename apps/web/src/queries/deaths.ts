import { LifeEventPreview } from '@kinfold/domain/death';
import {
  DeathReport,
  DeathReports,
  DeathTask,
  DeathTasks,
  OpenDeathReports,
  type DeathReportForm,
} from '@kinfold/domain/death-report';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { asProblem } from '../lib/problem.ts';
import { urlPath, withQuery } from '../lib/url-path.ts';
import { change, PREVIEW } from './change.ts';
import { MEMBER_DATA } from './member-data.ts';

type Death = { payerMemberId?: string } & Record<string, unknown>;

/**
 * The effects of a death: `POST /v2/members/{id}/life-events/preview`. If a payer is needed and none is given, it is
 * computed for `proposed`; `payerMemberId` is the payer of the preview.
 */
export const deathPreviewQuery = (memberId: string, death: Death, proposed: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'death-preview', memberId, death, proposed],
    queryFn: async ({ signal }) => {
      const told = async (payerMemberId: string) => {
        const body = { event: 'death', ...death, ...(payerMemberId && { payerMemberId }) };
        const path = urlPath`/v2/members/${memberId}/life-events/preview`;
        return { ...(await http.post(path, body, LifeEventPreview, { signal })), payerMemberId };
      };
      const named = death.payerMemberId ?? '';
      try {
        return await told(named);
      } catch (error) {
        const isAsked = asProblem(error).errors.some(({ path }) => path === 'payerMemberId');
        if (named || !proposed || !isAsked) throw error;
        return told(proposed);
      }
    },
    retry: false,
    meta: PREVIEW,
  });

/** The effects of undoing a death, in sentences. Throws 409 `money_moved`. */
export const undoPreviewQuery = (memberId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'death-undo-preview', memberId],
    queryFn: ({ signal }) =>
      http.post(
        urlPath`/v2/members/${memberId}/life-events/preview`,
        { event: 'death', undo: true },
        LifeEventPreview,
        { signal },
      ),
    retry: false,
    meta: PREVIEW,
  });

/** The open reports of deaths at an organization and all below it, or of one member: `GET /v2/organizations/{n}/death-reports`. */
export const deathReportsQuery = (organizationNumber: string, memberId?: string) =>
  queryOptions({
    queryKey: ['death-reports', organizationNumber, memberId],
    queryFn: ({ signal }) =>
      http.get(
        withQuery(urlPath`/v2/organizations/${organizationNumber}/death-reports`, { member_id: memberId }),
        DeathReports,
        { signal },
      ),
  });

/** Who reported the death of a member, while the office has not decided: `GET /v2/members/{id}/death-reports`. */
export const openReportsQuery = (memberId: string) =>
  queryOptions({
    queryKey: ['death-reports', 'of', memberId],
    queryFn: ({ signal }) =>
      http.get(urlPath`/v2/members/${memberId}/death-reports`, OpenDeathReports, { signal }),
  });

/** The tasks that deaths leave there, open or done (`status`): `GET /v2/organizations/{n}/death-tasks`. */
export const deathTasksQuery = (
  organizationNumber: string,
  memberId?: string,
  status: DeathTask['status'] = 'open',
) =>
  queryOptions({
    queryKey: ['death-tasks', organizationNumber, memberId, status],
    queryFn: ({ signal }) =>
      http.get(
        withQuery(urlPath`/v2/organizations/${organizationNumber}/death-tasks`, {
          member_id: memberId,
          status,
        }),
        DeathTasks,
        { signal },
      ),
  });

/** Reports a death to the office: `POST /v2/members/{id}/death-reports`. Throws 409 `deceased`. */
export function reportDeath(
  client: QueryClient,
  memberId: string,
  report: DeathReportForm,
): Promise<DeathReport> {
  return change(client, () => http.post(urlPath`/v2/members/${memberId}/death-reports`, report, DeathReport));
}

/** Dismisses a report: `POST /v2/death-reports/{id}/dismiss`. Throws 409 `report_decided`. */
export function dismissReport(
  client: QueryClient,
  reportId: string,
  form: { reason: string },
): Promise<DeathReport> {
  return change(client, () => http.post(urlPath`/v2/death-reports/${reportId}/dismiss`, form, DeathReport));
}

/** Takes back that a task of a death is done: `DELETE /v2/death-tasks/{id}/done`. Throws 409 `task_open`. */
export function reopenDeathTask(client: QueryClient, taskId: string): Promise<void> {
  return change(client, () => http.delete(urlPath`/v2/death-tasks/${taskId}/done`));
}

/** Marks a task of a death as done: `POST /v2/death-tasks/{id}/done`. Throws 409 `task_done`. */
export function finishDeathTask(client: QueryClient, taskId: string): Promise<DeathTask> {
  return change(client, () => http.post(urlPath`/v2/death-tasks/${taskId}/done`, {}, DeathTask));
}
