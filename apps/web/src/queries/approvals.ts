/** What waits for a second person. */
import { ApprovalAnswer, Approvals, type DeclineForm } from '@kinfold/domain/second-person';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { withStepUp } from '../lib/step-up.ts';
import { urlPath } from '../lib/url-path.ts';
import { change } from './change.ts';

/** What waits at an organization and all below it: `GET /v2/organizations/{n}/approvals`. */
export const approvalsQuery = (organizationNumber: string) =>
  queryOptions({
    queryKey: ['approvals', organizationNumber],
    queryFn: ({ signal }) =>
      http.get(urlPath`/v2/organizations/${organizationNumber}/approvals`, Approvals, { signal }),
  });

/** Approves and does it: `POST /v2/approvals/{id}/approve`. Throws 403 `second_person`, 422. */
export function approve(
  client: QueryClient,
  approvalId: string,
  idempotencyKey: string,
): Promise<ApprovalAnswer> {
  const path = urlPath`/v2/approvals/${approvalId}/approve`;
  return change(client, () => withStepUp(() => http.post(path, {}, ApprovalAnswer, { idempotencyKey })));
}

/** Declines it: `POST /v2/approvals/{id}/decline`. */
export async function decline(client: QueryClient, approvalId: string, form: DeclineForm): Promise<void> {
  await change(client, () => http.postRaw(urlPath`/v2/approvals/${approvalId}/decline`, form));
}
