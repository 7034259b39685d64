import { ROOT } from '@kinfold/domain/permission';
import { readDeposit, type DepositGrant } from '../../modules/money/office/deposit.service.ts';
import { isActorPermitted, permittedOrganizations } from '../../modules/identity/users/user.service.ts';
import { notFound } from '../../platform/problem.ts';
import { actorOf } from '../endpoint.ts';
import { permissionsAt } from './named.ts';
import { signedInPolicy } from './signed-in.ts';

/** For the list of deposits of an organization: `reports.get` there, or everywhere for `*`. */
export const depositsPolicy = signedInPolicy<{ organizationNumber: string }>(
  'staff with reports.get',
  async (context) => {
    const organizationNumber = context.params['organizationNumber'] ?? '';
    await permissionsAt(actorOf(context), organizationNumber, ['reports.get']);
    return { organizationNumber };
  },
);

/** For a deposit named in the path: `reports.get` at an organization whose money it holds; 404 for everybody else. */
export const depositPolicy = signedInPolicy<DepositGrant>('staff with reports.get', async (context) => {
  const actor = actorOf(context);
  const deposit = await readDeposit(context.params['depositId'] ?? '');
  if (!deposit) throw notFound('There is no such deposit.');
  if ((await permittedOrganizations(actor, 'reports.get')).includes(ROOT))
    return { deposit, numbers: undefined };
  const numbers: string[] = [];
  for (const number of deposit.organizationNumbers)
    if (await isActorPermitted(actor, 'reports.get', number)) numbers.push(number);
  if (!numbers.length) throw notFound('There is no such deposit.');
  return { deposit, numbers };
});
