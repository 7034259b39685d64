import { Attention, StaffOrganizations } from '@kinfold/domain/staff-home';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../lib/http.ts';

/** The items that need attention in the user's scope: `GET /v2/staff/attention`. */
export const attentionQuery = queryOptions({
  queryKey: ['attention'],
  queryFn: ({ signal }) => http.get('/v2/staff/attention', Attention, { signal }),
});

/** The figures of the organizations at the top of the user's scope: `GET /v2/staff/organizations`. */
export const staffOrganizationsQuery = queryOptions({
  queryKey: ['staff-organizations'],
  queryFn: ({ signal }) => http.get('/v2/staff/organizations', StaffOrganizations, { signal }),
});
