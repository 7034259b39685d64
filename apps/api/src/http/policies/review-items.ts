import { isPermittedAt } from '@kinfold/domain/permission';
import { permittedOrganizations } from '../../modules/identity/users/user.service.ts';
import {
  type ReviewItemGrant,
  readReviewItem,
} from '../../modules/money/review-items/review-item.service.ts';
import { notFound } from '../../platform/problem.ts';
import { actorOf } from '../endpoint.ts';
import { permissionsAt } from './named.ts';
import { signedInPolicy } from './signed-in.ts';

/** For the list of the provider's reports that need attention: `payments.refund` there, or everywhere for `*`. */
export const reviewItemsPolicy = signedInPolicy<{ organizationNumber: string }>(
  'staff with payments.refund',
  async (context) => {
    const organizationNumber = context.params['organizationNumber'] ?? '';
    await permissionsAt(actorOf(context), organizationNumber, ['payments.refund']);
    return { organizationNumber };
  },
);

/** For such an item named in the path; 404 for actors who may not refund its payment. */
export const reviewItemPolicy = signedInPolicy<ReviewItemGrant>(
  'staff with payments.refund',
  async (context) => {
    const reviewItem = await readReviewItem(context.params['reviewItemId'] ?? '');
    const permittedAt = await permittedOrganizations(actorOf(context), 'payments.refund');
    if (!reviewItem || !isPermittedAt(permittedAt, reviewItem.scope))
      throw notFound('There is no such item.');
    return { reviewItem };
  },
);
