import type { Permission } from '@kinfold/domain/permission';
import { PermissionAnswer } from '@kinfold/domain/permission-answer';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { urlPath } from '../lib/url-path.ts';

/** Whether the signed-in user holds a permission at an organization: `POST /v2/identity/permission/check`. */
export const permissionQuery = (organizationNumber: string, permission: Permission) =>
  queryOptions({
    queryKey: ['permission', organizationNumber, permission],
    queryFn: async ({ signal }) => {
      const resourceUri = urlPath`organizations/${organizationNumber}`;
      const check = { resourceUri, permission };
      return (await http.post('/v2/identity/permission/check', check, PermissionAnswer, { signal })).allowed;
    },
    staleTime: 300_000,
  });
