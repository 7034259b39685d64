/** Claims: what a fund pays at a death. */
import { CampaignRun } from '@kinfold/domain/campaign-run';
import {
  Claim,
  Claims,
  type ClaimDocument,
  type ClaimPatch,
  type ClaimState,
  type NewClaimForm,
} from '@kinfold/domain/claim';
import type { CollectionForm } from '@kinfold/domain/collection';
import type { MemorialPut } from '@kinfold/domain/memorial';
import type { PayoutForm } from '@kinfold/domain/payout';
import type { SignatureForm } from '@kinfold/domain/payout-signature';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { changedMeanwhileOf } from '../lib/changed-meanwhile.ts';
import { http } from '../lib/http.ts';
import { withStepUp } from '../lib/step-up.ts';
import { urlPath, withQuery } from '../lib/url-path.ts';
import { newUuid } from '../lib/uuid.ts';
import { COUNTED_ONCE, CountedPreview } from './campaign-runs.ts';
import { change, PREVIEW } from './change.ts';
import { growing } from './growing.ts';

const CLAIMS = 'claims';

/** Enough for the largest document over a slow line. */
const UPLOAD_MS = 5 * 60_000;

const pathOf = (claimId: string, rest = '') => `${urlPath`/v2/claims/${claimId}`}${rest}`;

/** Claims in a page of their list. */
const PAGE = 20;

const listPath = (organizationNumber: string) => urlPath`/v2/organizations/${organizationNumber}/claims`;

/** The claims of an organization and all below it, newest first: `GET /v2/organizations/{n}/claims`. */
export const claimsQuery = (organizationNumber: string, state: ClaimState | undefined) =>
  infiniteQueryOptions({
    queryKey: [CLAIMS, 'of', organizationNumber, state],
    ...growing(listPath(organizationNumber), Claims, { state, page_size: PAGE }),
  });

/** The claims of a death, one for each fund, or the newest in a state: as many as an answer holds. */
export const fewClaimsQuery = (
  organizationNumber: string,
  filter: { member_id: string } | { state: ClaimState },
) =>
  queryOptions({
    queryKey: [CLAIMS, 'of', organizationNumber, filter],
    queryFn: async ({ signal }) => {
      const { claims } = await http.get(withQuery(listPath(organizationNumber), filter), Claims, { signal });
      return claims;
    },
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

/** Makes a change that is answered by the claim, after the password where the server asks for it. */
function withPassword(client: QueryClient, path: string, body: object): Promise<Claim> {
  const idempotencyKey = newUuid();
  return changing(client, () => withStepUp(() => http.post(path, body, Claim, { idempotencyKey })));
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

/** Sets the line in memory of a claim, or takes it back with null: `PUT /v2/claims/{id}/memorial`. */
export function setMemorial(
  client: QueryClient,
  claimId: string,
  memorial: z.input<typeof MemorialPut>['memorial'],
): Promise<Claim> {
  return changing(client, () => http.put(pathOf(claimId, '/memorial'), { memorial }, Claim));
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
  return withPassword(client, pathOf(claimId, `/${step}`), body);
}

/** The path of the content of a document: each reading of it is in the history. */
export const documentPath = (claimId: string, documentId: string) =>
  `${pathOf(claimId)}${urlPath`/documents/${documentId}`}`;

/** Adds a photo or a PDF: `POST /v2/claims/{id}/documents`. Throws 413 or 422 for a file that is not taken. */
export async function addDocument(
  client: QueryClient,
  claimId: string,
  kind: ClaimDocument['kind'],
  file: File,
): Promise<Claim> {
  const path = withQuery(pathOf(claimId, '/documents'), { kind, file_name: file.name.slice(-200) });
  const headers = { 'Content-Type': 'application/octet-stream' };
  const bytes = await file.arrayBuffer();
  return changing(client, () => http.post(path, bytes, Claim, { headers, timeout: UPLOAD_MS }));
}

/** Removes a document that was added by mistake: `DELETE /v2/claims/{id}/documents/{documentId}`. */
export function removeDocument(client: QueryClient, claimId: string, documentId: string): Promise<void> {
  return change(client, () => http.delete(documentPath(claimId, documentId)));
}

const payoutPath = (claimId: string, payoutId: string, rest: string) =>
  `${pathOf(claimId)}${urlPath`/payouts/${payoutId}`}${rest}`;

/** The path of the receipt that a payee signs. */
export const payoutReceiptPath = (claimId: string, payoutId: string) =>
  payoutPath(claimId, payoutId, '/receipt.pdf');

/** Records what was paid out: `POST /v2/claims/{id}/payouts`. Idempotent: a `payoutId` is booked once. */
export function recordPayout(
  client: QueryClient,
  claimId: string,
  body: z.input<typeof PayoutForm>,
): Promise<Claim> {
  return withPassword(client, pathOf(claimId, '/payouts'), body);
}

/** Confirms what another person recorded: `POST .../payouts/{id}/confirm`. Throws 403 `second_person`. */
export function confirmPayout(client: QueryClient, claimId: string, payoutId: string): Promise<Claim> {
  return withPassword(client, payoutPath(claimId, payoutId, '/confirm'), {});
}

/** Corrects a payout by the opposite entry: `POST .../payouts/{id}/correct`. */
export function correctPayout(
  client: QueryClient,
  claimId: string,
  payoutId: string,
  body: { reason: string },
): Promise<Claim> {
  return withPassword(client, payoutPath(claimId, payoutId, '/correct'), body);
}

/** Keeps who signed for a payout: `POST .../payouts/{id}/signature`. Throws 409 `payout_signed`, 422. */
export function signPayout(
  client: QueryClient,
  claimId: string,
  payoutId: string,
  body: z.input<typeof SignatureForm>,
): Promise<Claim> {
  return changing(client, () => http.post(payoutPath(claimId, payoutId, '/signature'), body, Claim));
}

/** What a collection for a claim would charge: `POST /v2/claims/{id}/collection/preview`. */
export const collectionPreviewQuery = (claimId: string, form: z.input<typeof CollectionForm>) =>
  queryOptions({
    // Name and description change nothing of it.
    queryKey: [
      ...[CLAIMS, claimId, 'collection-preview'],
      ...[form.sharing, form.startDt, form.endDt, form.togetherWith],
    ],
    queryFn: ({ signal }) =>
      http.post(pathOf(claimId, '/collection/preview'), form, CountedPreview, { signal }),
    ...COUNTED_ONCE,
    retry: false,
    gcTime: 0,
    meta: PREVIEW,
  });

/** Makes the run that collects for a claim, not active: `POST /v2/claims/{id}/collection`. */
export function makeCollection(
  client: QueryClient,
  claimId: string,
  form: z.input<typeof CollectionForm>,
): Promise<CampaignRun> {
  return change(client, () => http.post(pathOf(claimId, '/collection'), form, CampaignRun));
}
