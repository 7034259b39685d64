/** Claims: what a fund pays at a death. */
import { Claim, Claims, type ClaimPatch, type ClaimState, type NewClaimForm } from '@kinfold/domain/claim';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { changedMeanwhileOf } from '../lib/changed-meanwhile.ts';
import { http } from '../lib/http.ts';
import { withStepUp } from '../lib/step-up.ts';
import { urlPath, withQuery } from '../lib/url-path.ts';
import { newUuid } from '../lib/uuid.ts';
import { change } from './change.ts';

const CLAIMS = 'claims';

const pathOf = (claimId: string, rest = '') => `${urlPath`/v2/claims/${claimId}`}${rest}`;

/** The claims of an organization and all below it, newest first: `GET /v2/organizations/{n}/claims`. */
export const claimsQuery = (
  organizationNumber: string,
  filters: { state?: ClaimState | undefined; member_id?: string } = {},
) =>
  queryOptions({
    queryKey: [CLAIMS, 'of', organizationNumber, filters],
    queryFn: ({ signal }) =>
      http.get(withQuery(urlPath`/v2/organizations/${organizationNumber}/claims`, filters), Claims, {
        signal,
      }),
  });

/** A claim: `GET /v2/claims/{id}`. */
export const claimQuery = (claimId: string) =>
  queryOptions({
    queryKey: [CLAIMS, claimId],
    queryFn: ({ signal }) => http.get(pathOf(claimId), Claim, { signal }),
  });

/** Makes a change that is answered by the changed claim, and shows it at once. */
function changing(client: QueryClient, send: () => Promise<Claim>): Promise<Claim> {
  return change(client, send, {
    keep: (claim) => client.setQueryData(claimQuery(claim._id).queryKey, claim),
  });
}

/** Opens the claim of a death and a fund, or answers with the one there is: `POST /v2/claims`. */
export function openClaim(client: QueryClient, form: NewClaimForm): Promise<Claim> {
  return changing(client, () => http.post('/v2/claims', form, Claim));
}

/** Changes a claim: `PATCH /v2/claims/{id}`. Throws 409 `changed_meanwhile`, or `claim_state` once it is decided. */
export function patchClaim(
  client: QueryClient,
  claimId: string,
  body: z.input<typeof ClaimPatch>,
): Promise<Claim> {
  return changing(client, () => http.patch(pathOf(claimId), body, Claim));
}

type ChecklistChange = NonNullable<z.input<typeof ClaimPatch>['checklist']>[number];

/** Changes one thing of what is checked, whatever else of the claim was changed meanwhile. */
export async function changeChecked(
  client: QueryClient,
  { _id, version }: Pick<Claim, '_id' | 'version'>,
  item: ChecklistChange,
): Promise<Claim> {
  try {
    return await patchClaim(client, _id, { version, checklist: [item] });
  } catch (error) {
    const meanwhile = changedMeanwhileOf(Claim, error);
    if (!meanwhile) throw error;
    return patchClaim(client, _id, { version: meanwhile.current.version, checklist: [item] });
  }
}

/** The steps of a claim: `POST /v2/claims/{id}/{step}`. */
export type ClaimStep = 'propose' | 'approve' | 'refuse' | 'reopen' | 'close';

/** Takes a step of a claim. Throws 403 `second_person`, 409 `changed_meanwhile` or `claim_state`, 422. */
export function takeStep(
  client: QueryClient,
  claimId: string,
  step: ClaimStep,
  body: object,
): Promise<Claim> {
  const idempotencyKey = newUuid();
  return changing(client, () =>
    withStepUp(() => http.post(pathOf(claimId, `/${step}`), body, Claim, { idempotencyKey })),
  );
}
