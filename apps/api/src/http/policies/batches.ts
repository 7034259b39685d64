import { readBatch, type BatchGrant } from '../../modules/money/office/batch.service.ts';
import { isActorPermitted } from '../../modules/identity/users/user.service.ts';
import { notFound } from '../../platform/problem.ts';
import { actorOf } from '../endpoint.ts';
import { signedInPolicy } from './signed-in.ts';

/** For a batch of payments named in the path; 404 for actors who may not record payments at its organization. */
export const batchPolicy = signedInPolicy<BatchGrant>('staff with payments.record', async (context) => {
  const batch = await readBatch(context.params['batchId'] ?? '');
  if (!batch || !(await isActorPermitted(actorOf(context), 'payments.record', batch.organizationNumber)))
    throw notFound('There is no such batch.');
  return { batch };
});
