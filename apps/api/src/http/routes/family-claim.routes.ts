import { FamilyClaims } from '@kinfold/domain/family-claim';
import { familyClaims } from '../../modules/funds/claims/family-claims.service.ts';
import type { MemberGrant } from '../../modules/identity/access/member-access.service.ts';
import { endpointFor } from '../endpoint.ts';

export const getFamilyClaims = endpointFor<MemberGrant>()({
  summary:
    'What a household reads of the claims of its dead: where each is, what was decided and paid, whom to call',
  reply: FamilyClaims,
  handle: ({ granted, today }) => familyClaims(granted.member, today),
});
