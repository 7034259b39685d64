import { Autopay, AutopayLink, Autopays, type AutopayForm } from '@kinfold/domain/autopay';
import { CardSetupAnswer, SavedCard } from '@kinfold/domain/card';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { urlPath } from '../lib/url-path.ts';
import { change } from './change.ts';
import { MEMBER_DATA } from './member-data.ts';

const ofMember = (memberId: string) => urlPath`/v2/members/${memberId}/autopay`;

/** The funds whose dues are paid by themselves, and those for which that can be set: `GET /v2/members/{id}/autopay`. */
export const autopaysQuery = (memberId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'autopay', memberId],
    queryFn: ({ signal }) => http.get(ofMember(memberId), Autopays, { signal }),
  });

/** Pays the dues of a fund by themselves: `PUT /v2/members/{id}/autopay/{campaignId}`. */
export const setAutopay = (client: QueryClient, memberId: string, campaignId: string, form: AutopayForm) =>
  change(client, () => http.put(ofMember(memberId) + urlPath`/${campaignId}`, form, Autopay));

/** Stops that: `DELETE /v2/members/{id}/autopay/{campaignId}`. */
export const stopAutopay = (client: QueryClient, memberId: string, campaignId: string) =>
  change(client, () => http.delete(ofMember(memberId) + urlPath`/${campaignId}`));

const link = (token: string) => urlPath`/v2/autopay-links/${token}`;
const isPublic = { isPublic: true };

/** What the link in a mail stops: `GET /v2/autopay-links/{token}`. Throws 404 for an unknown link. */
export const fetchStopLink = (token: string) => http.get(link(token), AutopayLink, isPublic);

/** Whether the link in a mail still changes the card: `GET /v2/autopay-links/{token}/card`. Throws 404 where it does not. */
export const fetchCardLink = (token: string) => http.get(`${link(token)}/card`, AutopayLink, isPublic);

/** Stops autopay without a sign-in: `POST /v2/autopay-links/{token}/stop`. */
export const stopByLink = (token: string) => http.postRaw(`${link(token)}/stop`, {}, isPublic);

/** Starts saving another card without a sign-in; returns the client secret: `POST .../card/setup`. */
export const startCardChange = async (token: string) =>
  (await http.post(`${link(token)}/card/setup`, {}, CardSetupAnswer, isPublic)).client_secret;

/** Changes the card without a sign-in, once: `POST .../card`. */
export const changeCard = (token: string, setupToken: string) =>
  http.post(`${link(token)}/card`, { setup_token: setupToken }, SavedCard, isPublic);
