import type { Permission } from '@kinfold/domain/permission';
import { findDispute, type DisputeGrant } from '../../modules/money/charges/dispute-evidence.service.ts';
import { isPermittedForPayment } from '../../modules/money/charges/payment-story.service.ts';
import { findPayment, type PaymentGrant } from '../../modules/money/ledger/payment.service.ts';
import { notFound } from '../../platform/problem.ts';
import { actorOf, type Policy } from '../endpoint.ts';
import { signedInPolicy } from './signed-in.ts';

/** For a dispute named in the path, as in the list: `payments.refund` at the organizations of its payment; else 404. */
export const disputePolicy = signedInPolicy<DisputeGrant>('staff with payments.refund', async (context) => {
  const found = await findDispute(context.params['disputeId'] ?? '');
  if (!found || !(await isPermittedForPayment(actorOf(context), 'payments.refund', found.paid.payment)))
    throw notFound('There is no such dispute.');
  return found;
});

/** For a payment named in the path: a permission at the organizations of all its lines; 404 for everybody else. */
export function paymentPolicy(permission: Permission): Policy<PaymentGrant> {
  return signedInPolicy(`staff with ${permission}`, async (context) => {
    const payment = await findPayment(context.params['paymentId'] ?? '');
    if (!payment || !(await isPermittedForPayment(actorOf(context), permission, payment)))
      throw notFound('There is no such payment.');
    return { payment };
  });
}
