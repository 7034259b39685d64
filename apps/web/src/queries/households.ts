import { LifeEventPreview } from '@kinfold/domain/death';
import { Household, LinkedHousehold } from '@kinfold/domain/household';
import { HouseholdPreview, type HouseholdAdd } from '@kinfold/domain/household-form';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { http } from '../lib/http.ts';
import { asProblem } from '../lib/problem.ts';
import { urlPath } from '../lib/url-path.ts';
import { change, PREVIEW } from './change.ts';
import { MEMBER_DATA } from './member-data.ts';

const LinkedHouseholds = z.array(LinkedHousehold);

/** The household of a member, the primary member first: `GET /api/v1/member/{id}/household`. */
export const householdQuery = (memberId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'household', memberId],
    queryFn: ({ signal }) => http.get(urlPath`/api/v1/member/${memberId}/household`, Household, { signal }),
  });

/** The households that a member may see and pay for: `GET /api/v1/member/{id}/household/linked`. */
export const linkedHouseholdsQuery = (memberId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'linked-households', memberId],
    queryFn: ({ signal }) =>
      http.get(urlPath`/api/v1/member/${memberId}/household/linked`, LinkedHouseholds, { signal }),
  });

/** Adds a member to the household of `memberId`, or changes who is primary or active there, or a relationship. */
export function addToHousehold(client: QueryClient, memberId: string, add: HouseholdAdd): Promise<Household> {
  return change(client, () => http.post(urlPath`/api/v1/member/${memberId}/household/add`, add, Household));
}

/** The effects of adding a member to another's household, in sentences. */
export const addPreviewQuery = (memberId: string, add: HouseholdAdd) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'household-preview', memberId, add],
    queryFn: ({ signal }) =>
      http.post(urlPath`/api/v1/member/${memberId}/household/add/preview`, add, HouseholdPreview, { signal }),
    retry: false,
    meta: PREVIEW,
  });

/** The effects of removing a member from a household, in sentences. */
export const removePreviewQuery = (memberId: string, householdId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'household-remove-preview', memberId, householdId],
    queryFn: ({ signal }) =>
      http.post(
        urlPath`/api/v1/member/${memberId}/household/${householdId}/remove/preview`,
        {},
        HouseholdPreview,
        { signal },
      ),
    retry: false,
    meta: PREVIEW,
  });

/** Moves a member out of a household, into one of their own. */
export function removeFromHousehold(
  client: QueryClient,
  memberId: string,
  householdId: string,
): Promise<void> {
  return change(client, () =>
    http.delete(urlPath`/api/v1/member/${memberId}/household/${householdId}/remove`),
  );
}

/** Lets a member see a household and pay for it: given by its id, or as that of another member. */
export function linkHousehold(
  client: QueryClient,
  memberId: string,
  to: { household_id: string } | { member_id: string },
): Promise<LinkedHousehold[]> {
  return change(client, () =>
    http.post(urlPath`/api/v1/member/${memberId}/household/linked`, to, LinkedHouseholds),
  );
}

/** Removes a linked household from a member. */
export function unlinkHousehold(client: QueryClient, memberId: string, householdId: string): Promise<void> {
  return change(client, () =>
    http.delete(urlPath`/api/v1/member/${memberId}/household/linked/${householdId}`),
  );
}

/** Enters a life event of a member's family: a `LifeEventForm` of the domain, which the server checks. */
export function enterLifeEvent(client: QueryClient, memberId: string, event: object): Promise<Household> {
  return change(client, () => http.post(urlPath`/v2/members/${memberId}/life-events`, event, Household));
}

/**
 * Returns the effects of a life event: `POST /v2/members/{id}/life-events/preview`. Where a payer is needed and none is given,
 * those of the first of `proposed` who may be; `payerMemberId` is who was proposed.
 */
export async function previewLifeEvent(
  memberId: string,
  event: { payerMemberId?: string } & Record<string, unknown>,
  proposed: readonly string[],
): Promise<LifeEventPreview & { payerMemberId: string }> {
  const path = urlPath`/v2/members/${memberId}/life-events/preview`;
  const [next, ...others] = proposed;
  try {
    const payerMemberId = event.payerMemberId ?? '';
    return { ...(await http.post(path, event, LifeEventPreview)), payerMemberId };
  } catch (error) {
    const isAsked = asProblem(error).errors.some(({ path: field }) => field === 'payerMemberId');
    if (!isAsked || next === undefined) throw error;
    return previewLifeEvent(memberId, { ...event, payerMemberId: next }, others);
  }
}
