import type { Permission } from '@kinfold/domain/permission';
import { isPermittedOnPath } from '../../modules/identity/users/user.service.ts';
import { findPayment, type PaymentGrant } from '../../modules/money/ledger/payment.service.ts';
import { notFound } from '../../platform/problem.ts';
import { readPaths } from '../../platform/scopes.ts';
import { actorOf, type Policy } from '../endpoint.ts';
import { signedInPolicy } from './signed-in.ts';

/** For a payment named in the path: a permission at the organizations of all its lines; 404 for everybody else. */
export function paymentPolicy(permission: Permission): Policy<PaymentGrant> {
  return signedInPolicy(`staff with ${permission}`, async (context) => {
    const payment = await findPayment(context.params['paymentId'] ?? '');
    const numbers = [...new Set(payment?.lines.map(({ organizationNumber }) => organizationNumber))];
    const paths = await readPaths(numbers);
    for (const number of numbers)
      if (!(await isPermittedOnPath(actorOf(context), permission, paths.get(number) ?? [])))
        throw notFound('There is no such payment.');
    if (!payment) throw notFound('There is no such payment.');
    return { payment };
  });
}
