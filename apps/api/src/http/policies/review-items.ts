import {
  type ReviewItemGrant,
  readReviewItem,
} from '../../modules/money/review-items/review-item.service.ts';
import { actorOf } from '../endpoint.ts';
import { permissionsAt, permittedRecord } from './named.ts';
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
    const found = await readReviewItem(context.params['reviewItemId'] ?? '');
    const missing = 'There is no such item.';
    return { reviewItem: await permittedRecord(actorOf(context), 'payments.refund', found, missing) };
  },
);
