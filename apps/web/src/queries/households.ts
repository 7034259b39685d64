import { Household, LinkedHousehold } from '@kinfold/domain/household';
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { http } from '../lib/http.ts';
import { urlPath } from '../lib/url-path.ts';
import { MEMBER_DATA } from './member-data.ts';

const LinkedHouseholds = z.array(LinkedHousehold);

/** The household of a member, the primary member first: `GET /api/v1/member/{id}/household`. */
export const householdQuery = (memberId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'household', memberId],
    queryFn: ({ signal }) => http.get(urlPath`/api/v1/member/${memberId}/household`, Household, { signal }),
  });

/** The households that a member may look at and pay for: `GET /api/v1/member/{id}/household/linked`. */
export const linkedHouseholdsQuery = (memberId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'linked-households', memberId],
    queryFn: ({ signal }) =>
      http.get(urlPath`/api/v1/member/${memberId}/household/linked`, LinkedHouseholds, { signal }),
  });
