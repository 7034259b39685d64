import { Claim } from '@kinfold/domain/claim';
import { PayoutCorrection, PayoutForm } from '@kinfold/domain/payout';
import type { ClaimGrant, ClaimRecord } from '../../modules/funds/claims/claim-change.service.ts';
import { presentTo } from '../../modules/funds/claims/claim.service.ts';
import { readDocument } from '../../modules/funds/claims/claim-document.service.ts';
import { payoutReceiptPdf } from '../../modules/funds/claims/payout-receipt.service.ts';
import { confirmPayout, correctPayout, recordPayout } from '../../modules/funds/claims/payout.service.ts';
import { documentKeys } from '../../platform/sealed-file.ts';
import { authorOf } from '../author.ts';
import { actorOf, endpointFor, PdfReply, Reply, type Context } from '../endpoint.ts';
import { claimAsked } from './claim.routes.ts';

const ofClaim = endpointFor<ClaimGrant>();

const shown = (context: Context<unknown, unknown, ClaimGrant>, claim: ClaimRecord) =>
  presentTo({ ...context.granted, actor: actorOf(context) })(claim);

const STATE = {
  description:
    'Its state does not allow this (`claim_state`), or somebody else corrected or confirmed it meanwhile',
};

export const postPayout = ofClaim({
  summary:
    'Record what the fund paid for a claim, in cents, under an id of the client; the same again changes nothing. Never more than was approved',
  body: PayoutForm,
  reply: Claim,
  answers: {
    201: { description: 'It was recorded', reply: Claim },
    403: { description: 'Not allowed; `second_person`: who belongs to the family; or `step_up`' },
    409: STATE,
    422: { description: 'More than is left of what was approved: both figures at `amount`' },
  },
  async handle(context) {
    const { claim, isNew } = await recordPayout(await claimAsked(context), context.body, context.today);
    return new Reply(isNew ? 201 : 200, await shown(context, claim));
  },
});

export const postPayoutConfirm = ofClaim({
  summary: 'Confirm a payout that another person recorded',
  reply: Claim,
  answers: {
    403: {
      description: 'Not allowed; `second_person`: who recorded it, or belongs to the family; or `step_up`',
    },
    409: STATE,
  },
  async handle(context) {
    const claim = await confirmPayout(await claimAsked(context), context.params['payoutId'] ?? '');
    return shown(context, claim);
  },
});

export const postPayoutCorrect = ofClaim({
  summary: 'Correct a payout by the opposite entry of the ledger: it counts as nothing from then on',
  body: PayoutCorrection,
  reply: Claim,
  answers: {
    403: { description: 'Not allowed; `second_person`: who recorded one that is confirmed; or `step_up`' },
    409: STATE,
  },
  async handle(context) {
    const payoutId = context.params['payoutId'] ?? '';
    return shown(context, await correctPayout(await claimAsked(context), payoutId, context.body));
  },
});

export const getPayoutReceipt = ofClaim({
  summary: 'The receipt of a payout as a PDF, for the payee to sign, or as they signed it',
  reply: 'pdf',
  async handle(context) {
    const { granted, params, deps, now } = context;
    const { claim } = granted;
    const by = { author: await authorOf(context), now };
    const read = async (documentId: string) =>
      (await readDocument(claim, documentId, documentKeys(deps.config), by)).bytes;
    const { bytes, number } = await payoutReceiptPdf(claim, params['payoutId'] ?? '', deps.config, read);
    return new PdfReply(bytes, `payout-${number}.pdf`);
  },
});
