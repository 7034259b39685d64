import { DuesOfReference, DuesReference, ReferencePayRequest } from '@kinfold/domain/dues-by-reference';
import { DonationPayAnswer } from '@kinfold/domain/payment';
import { charge } from '../../modules/money/charges/charge.service.ts';
import {
  findDuesByReference,
  paidForTyped,
  presentDuesOfReference,
} from '../../modules/money/charges/dues-by-reference.service.ts';
import { refuseCardNumber } from '../../platform/card-number.ts';
import { addressKey } from '../../platform/rate-limit.ts';
import { actorOf, endpoint, type Context } from '../endpoint.ts';
import { answerOf, PAY_ANSWERS, paymentIdOf } from './charge.routes.ts';

const askerOf = (context: Pick<Context, 'actor' | 'request'>) => ({
  actor: actorOf(context),
  address: addressKey(context.request.ip),
});

export const postDuesReference = endpoint({
  summary:
    'What is due on the dues of others, by the reference and last name on a letter; nothing else of them',
  body: DuesReference,
  reply: DuesOfReference,
  isAnsweredAnew: true,
  answers: { 429: { description: 'Too many tries; `Retry-After` says when' } },
  async handle(context) {
    const donation = await findDuesByReference(context.body, askerOf(context), context.now);
    return presentDuesOfReference(donation, context.now);
  },
});

export const postReferencePay = endpoint({
  admission: 'last',
  summary: 'Pay the dues of others by card, by the reference and last name on a letter',
  headers: ['Idempotency-Key', 'Authorization-Token'],
  body: ReferencePayRequest,
  reply: DonationPayAnswer,
  answers: PAY_ANSWERS,
  async handle(context) {
    const { deps, body, now } = context;
    refuseCardNumber(context.request.body);
    const { actor, address } = askerOf(context);
    const { _id, primaryMember } = await findDuesByReference(body, { actor, address }, now);
    const { cardData, donationAmount, processingFee } = body;
    const outcome = await charge(
      {
        paymentId: paymentIdOf(context),
        actor,
        payeeMemberId: primaryMember._id,
        request: { cardData, donationAmount, processingFee, donation_id: _id, donations: [] },
        address,
        paidForTyped: paidForTyped(body),
      },
      deps,
    );
    return answerOf(outcome);
  },
});
