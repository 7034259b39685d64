import { receiptNumber } from '@kinfold/domain/payment';
import { Disputes, RefundAnswer, RefundForm } from '@kinfold/domain/refund';
import { authorOf } from '../author.ts';
import { endpointFor, PdfReply, Reply } from '../endpoint.ts';
import { paymentIdOf } from './charge.routes.ts';
import { evidencePdf, type DisputeGrant } from '../../modules/money/charges/dispute-evidence.service.ts';
import { listDisputes } from '../../modules/money/charges/dispute.service.ts';
import { askRefund } from '../../modules/money/charges/refund-approval.service.ts';
import type { PaymentGrant } from '../../modules/money/ledger/payment.service.ts';

export const postRefund = endpointFor<PaymentGrant>()({
  summary: 'Refund a card payment, whole or in part, to its card',
  headers: ['Idempotency-Key'],
  body: RefundForm,
  reply: RefundAnswer,
  answers: {
    202: { description: 'It waits for a second person', reply: RefundAnswer },
    409: { description: 'The payment is not paid: nothing was refunded' },
    422: {
      description:
        'Nothing was refunded: `more_than_left` with `figures` of what is left in cents, `idempotency_mismatch`, or the fields that `errors` names',
    },
  },
  async handle(context) {
    const request = {
      refundId: paymentIdOf(context),
      payment: context.granted.payment,
      form: context.body,
      author: await authorOf(context),
    };
    const answer = await askRefund(request, context.deps);
    return new Reply(answer.waitsForApproval ? 202 : 201, answer);
  },
});

export const getDisputeEvidence = endpointFor<DisputeGrant>()({
  summary:
    'What answers a dispute, as one PDF: receipt, dues, membership, cover, and what happened to the payment',
  reply: 'pdf',
  async handle({ granted, deps, now }) {
    const bytes = await evidencePdf(granted, deps.config, now);
    return new PdfReply(bytes, `dispute-${receiptNumber(granted.dispute.paymentId)}.pdf`);
  },
});

export const getDisputes = endpointFor<{ organizationNumber: string }>()({
  summary: 'The disputes of card payments of an organization and all below it, the open ones first',
  reply: Disputes,
  handle: ({ granted }) => listDisputes(granted.organizationNumber),
});
