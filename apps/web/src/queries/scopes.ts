import { Scope } from '@kinfold/domain/scope';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../lib/http.ts';

/** The roles of the signed-in user and all permissions that they give anywhere: `GET /v2/my/scope`. */
export const scopeQuery = queryOptions({
  queryKey: ['scope'],
  queryFn: ({ signal }) => http.get('/v2/my/scope', Scope, { signal }),
  staleTime: 300_000,
});
