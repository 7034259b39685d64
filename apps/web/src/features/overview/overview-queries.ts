import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { http } from '../../lib/http.ts';

const Statements = z.object({ years: z.array(z.number()) });

/** The years in which a member has paid, newest first: `GET /v2/members/{id}/statements`. */
export const statementsQuery = (memberId: string) =>
  queryOptions({
    queryKey: ['account', 'statements', memberId],
    queryFn: async ({ signal }) =>
      (await http.get(`/v2/members/${memberId}/statements`, Statements, { signal })).years,
  });
