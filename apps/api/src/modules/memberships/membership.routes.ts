import * as z from 'zod/mini';
import { CampaignMembership } from '@kinfold/domain/campaign-membership';
import { endpoint } from '../../platform/endpoint.ts';
import { presentMembership, requireMembership } from './membership.service.ts';

export const getMembership = endpoint({
  summary: 'A campaign membership with the members it covers',
  query: z.object({ exclude_inactive: z.optional(z.string()) }),
  reply: CampaignMembership,
  async handle({ params, query, now }) {
    const excludeInactive = query.exclude_inactive?.toLowerCase() === 'true';
    return presentMembership(await requireMembership(params['membershipId']), { excludeInactive }, now);
  },
});
