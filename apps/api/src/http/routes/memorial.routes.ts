import { Claim } from '@kinfold/domain/claim';
import { MemorialPut } from '@kinfold/domain/memorial';
import type { ClaimGrant } from '../../modules/funds/claims/claim-change.service.ts';
import { setMemorial } from '../../modules/funds/claims/memorial.service.ts';
import { endpointFor } from '../endpoint.ts';
import { claimAsked } from './claim.routes.ts';

export const putMemorial = endpointFor<ClaimGrant>()({
  summary:
    'Set the line in memory of a person on the collection for their claim, with the consent of the family',
  body: MemorialPut,
  reply: Claim,
  answers: { 422: { description: 'There are no words or no consent, or its day is to come' } },
  handle: async (context) => setMemorial(await claimAsked(context), context.body.memorial),
});
