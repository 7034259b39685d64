import { CampaignMembership, RefreshedMembership } from '@kinfold/domain/campaign-membership';
import { Donation } from '@kinfold/domain/donation';
import { Job } from '@kinfold/domain/job';
import {
  MembershipPreview,
  NewMembershipPreview,
  type MembershipPreviewPost,
} from '@kinfold/domain/membership-form';
import { MembershipPage } from '@kinfold/domain/membership-list';
import { dollarsFromCents, type Cents } from '@kinfold/domain/money';
import type { Page } from '@kinfold/domain/pagination';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { Problem } from '../lib/problem.ts';
import { urlPath, withQuery } from '../lib/url-path.ts';
import { change, PREVIEW } from './change.ts';
import { MEMBER_DATA } from './member-data.ts';

type Version = Pick<CampaignMembership, '_id' | 'version'>;

/** The filters of a list of memberships; empty ones have no effect. */
export type MembershipListFilters = Partial<
  Record<'status' | 'organization_number' | 'price_differs' | 'price_outdated' | 'owes', string>
>;

/** A campaign membership with its covered members: `GET /v2/membership/{id}`. */
export const membershipQuery = (membershipId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'membership', membershipId],
    queryFn: ({ signal }) =>
      http.get(urlPath`/v2/membership/${membershipId}`, CampaignMembership, { signal }),
  });

/** A page of the memberships of a campaign: `GET /v2/campaigns/{id}/memberships`. */
export const membershipPageQuery = (campaignId: string, filters: MembershipListFilters, page: Page) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'memberships', campaignId, filters, page],
    queryFn: ({ signal }) =>
      http.get(
        withQuery(urlPath`/v2/campaigns/${campaignId}/memberships`, { ...filters, ...page }),
        MembershipPage,
        { signal },
      ),
  });

/** The path of the same memberships as a file, with all pages. */
export const membershipsCsvPath = (campaignId: string, filters: MembershipListFilters) =>
  withQuery(urlPath`/v2/campaigns/${campaignId}/memberships.csv`, filters);

/** The effects of a change, in sentences; prices in cents: `POST /v2/membership/{id}/preview`. */
export const membershipPreviewQuery = (membershipId: string, step: MembershipPreviewPost) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'membership-preview', membershipId, step],
    queryFn: ({ signal }) =>
      http.post(
        urlPath`/v2/membership/${membershipId}/preview`,
        { ...step, ...(typeof step.price === 'number' && { price: dollarsFromCents(step.price) }) },
        MembershipPreview,
        { signal },
      ),
    retry: false,
    meta: PREVIEW,
  });

/** Selected memberships of a campaign, and whether to activate them. */
export type ChosenStates = { membershipIds: readonly string[]; isActive: boolean };

/** The effects of changing selected memberships, in sentences: `POST /v2/campaigns/{id}/memberships/state/preview`. */
export const statesPreviewQuery = (campaignId: string, states: ChosenStates) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'states-preview', campaignId, states],
    queryFn: ({ signal }) =>
      http.post(urlPath`/v2/campaigns/${campaignId}/memberships/state/preview`, states, MembershipPreview, {
        signal,
      }),
    retry: false,
    meta: PREVIEW,
  });

/** A new membership: its campaign, the member who pays, and the others whom it covers. */
export type NewMembership = { campaignId: string; primaryMemberId: string; members: readonly string[] };

/** The cost and effects of a new membership, not refetched once it is created: `POST /v2/membership/preview`. */
export const newMembershipPreviewQuery = (form: NewMembership) =>
  queryOptions({
    queryKey: ['new-membership-preview', form.primaryMemberId, form],
    queryFn: ({ signal }) => http.post('/v2/membership/preview', form, NewMembershipPreview, { signal }),
    staleTime: 0,
    retry: false,
    meta: PREVIEW,
  });

/** Confirms, activates or deactivates a membership in the version that was loaded: `POST /v2/membership`. */
export function setMembershipState(
  client: QueryClient,
  { _id, version }: Version,
  isActive: boolean,
): Promise<CampaignMembership> {
  return change(client, () =>
    http.post(
      '/v2/membership',
      { _id, ...(version !== undefined && { version }), isActive },
      CampaignMembership,
    ),
  );
}

const covered = (memberId: string, membershipId: string) =>
  urlPath`/api/v1/member/${memberId}/campaign-membership/${membershipId}`;

/** Creates a membership by hand: `POST /v2/membership`. */
export function makeMembership(client: QueryClient, form: NewMembership): Promise<CampaignMembership> {
  return change(client, () => http.post('/v2/membership', form, CampaignMembership));
}

/** Adds a covered member to a membership: `POST …/campaign-membership/{mid}/add`. */
export function addCovered(
  client: QueryClient,
  { _id }: Version,
  memberId: string,
): Promise<CampaignMembership> {
  return change(client, () => http.post(`${covered(memberId, _id)}/add`, {}, CampaignMembership));
}

/** Adds several covered members to a membership: `POST /v2/membership/{id}/members`. */
export function addSeveralCovered(
  client: QueryClient,
  { _id }: Version,
  memberIds: readonly string[],
): Promise<CampaignMembership> {
  return change(client, () =>
    http.post(urlPath`/v2/membership/${_id}/members`, { member_ids: memberIds }, CampaignMembership),
  );
}

/** Ends a member’s part in a membership now: `DELETE …/campaign-membership/{mid}/remove`. */
export function removeCovered(client: QueryClient, { _id }: Version, memberId: string): Promise<void> {
  return change(client, () => http.delete(`${covered(memberId, _id)}/remove`));
}

/** Makes a covered member primary: `POST …/campaign-membership/{mid}`. */
export function makePrimary(
  client: QueryClient,
  { _id, version }: Version,
  primaryMemberId: string,
): Promise<CampaignMembership> {
  return change(client, () =>
    http.post(covered(primaryMemberId, _id), { primaryMemberId, version }, CampaignMembership),
  );
}

/** Sets the price of a covered member by hand, in cents; with null the rules decide again. */
export function setPrice(
  client: QueryClient,
  { _id, version }: Version,
  by: { member_id: string; price: Cents | null; reason: string },
): Promise<CampaignMembership> {
  const price = by.price === null ? null : dollarsFromCents(by.price);
  return change(client, () =>
    http.post(urlPath`/v2/membership/${_id}/price`, { ...by, price, version }, CampaignMembership),
  );
}

/** Waives the waiting time of a covered member, or undoes that. */
export function setWaiting(
  client: QueryClient,
  { _id, version }: Version,
  by: { member_id: string; isWaived: boolean; reason: string },
): Promise<CampaignMembership> {
  return change(client, () =>
    http.post(urlPath`/v2/membership/${_id}/waiting`, { ...by, version }, CampaignMembership),
  );
}

/** Refreshes the prices of a membership and its unpaid dues: `POST /v2/membership/{id}/refresh-price`. */
export function refreshPrice(client: QueryClient, { _id }: Version): Promise<RefreshedMembership> {
  return change(client, () =>
    http.post(urlPath`/v2/membership/${_id}/refresh-price`, {}, RefreshedMembership),
  );
}

/** Creates the dues of a run for a membership that was added later: `POST /v2/membership/donations`. */
export function addDues(client: QueryClient, { _id }: Version, campaignRunId: string): Promise<Donation> {
  return change(client, () =>
    http.post('/v2/membership/donations', { campaignMembershipId: _id, campaignRunId }, Donation),
  );
}

/** Removes a membership: `DELETE /api/v1/membership/{id}`, on its own page or in a list. Throws 409 when it has payments. */
export function deleteMembership(
  client: QueryClient,
  { _id }: Pick<Version, '_id'>,
  { isLeft = true } = {},
): Promise<void> {
  return change(client, () => http.delete(urlPath`/api/v1/membership/${_id}`), { isLeft });
}

/** Starts the job that activates or deactivates selected memberships. */
export function startMembershipStates(
  client: QueryClient,
  campaignId: string,
  body: ChosenStates,
): Promise<Job> {
  return change(client, () => http.post(urlPath`/v2/campaigns/${campaignId}/memberships/state`, body, Job));
}

/** Starts the job that refreshes the prices of a campaign: `POST /v2/campaigns/{id}/refresh-prices`. */
export function startRefreshPrices(client: QueryClient, campaignId: string): Promise<Job> {
  return change(client, () => http.post(urlPath`/v2/campaigns/${campaignId}/refresh-prices`, {}, Job));
}

/** Returns who changed a membership meanwhile, from a 409 `changed_meanwhile`; undefined for any other error. */
export function membershipChangedBy(error: unknown): string | undefined {
  if (!(error instanceof Problem) || error.code !== 'changed_meanwhile') return undefined;
  return error.changed?.by ?? 'Somebody';
}
