import type { Permission } from '@kinfold/domain/permission';
import { isPermittedForPayment } from '../../modules/money/charges/payment-story.service.ts';
import { findPayment, type PaymentGrant } from '../../modules/money/ledger/payment.service.ts';
import { notFound } from '../../platform/problem.ts';
import { actorOf, type Policy } from '../endpoint.ts';
import { signedInPolicy } from './signed-in.ts';

/** For a payment named in the path: a permission at the organizations of all its lines; 404 for everybody else. */
export function paymentPolicy(permission: Permission): Policy<PaymentGrant> {
  return signedInPolicy(`staff with ${permission}`, async (context) => {
    const payment = await findPayment(context.params['paymentId'] ?? '');
    if (!payment || !(await isPermittedForPayment(actorOf(context), permission, payment)))
      throw notFound('There is no such payment.');
    return { payment };
  });
}
