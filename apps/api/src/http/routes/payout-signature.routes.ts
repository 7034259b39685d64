import { Claim } from '@kinfold/domain/claim';
import { SignatureForm } from '@kinfold/domain/payout-signature';
import type { ClaimGrant } from '../../modules/funds/claims/claim-change.service.ts';
import { presentTo } from '../../modules/funds/claims/claim.service.ts';
import { signPayout } from '../../modules/funds/claims/payout-signature.service.ts';
import { documentKeys } from '../../platform/sealed-file.ts';
import { actorOf, endpointFor } from '../endpoint.ts';
import { claimAsked } from './claim.routes.ts';

export const postPayoutSignature = endpointFor<ClaimGrant>()({
  summary:
    'Keep that a payee has received a payout: a name and a tick, with a drawing as a PNG where one was made; once for each payout',
  body: SignatureForm,
  reply: Claim,
  answers: {
    403: { description: 'Not allowed; `second_person`: who belongs to the family' },
    409: {
      description:
        'Its state does not allow this (`claim_state`, `payout_corrected`), somebody signed before (`payout_signed`), or no key for documents is set (`no_documents_key`)',
    },
    422: { description: 'It is not said that it was received, or the drawing is none' },
  },
  async handle(context) {
    const { params, body, deps, granted } = context;
    const keys = () => documentKeys(deps.config);
    const claim = await signPayout(await claimAsked(context), params['payoutId'] ?? '', body, keys);
    return presentTo({ ...granted, actor: actorOf(context) })(claim);
  },
});
