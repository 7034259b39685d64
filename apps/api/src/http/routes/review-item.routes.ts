import { ReviewDoneForm, ReviewItem, ReviewItems, ReviewItemsQuery } from '@kinfold/domain/review-item';
import { endpointFor } from '../endpoint.ts';
import { authorOf } from '../author.ts';
import {
  listReviewItems,
  markDone,
  type ReviewItemGrant,
} from '../../modules/money/review-items/review-item.service.ts';

export const getReviewItems = endpointFor<{ organizationNumber: string }>()({
  summary:
    'The card provider’s reports of money that the books do not have, of an organization and all below it: at most 100, the oldest open ones first',
  query: ReviewItemsQuery,
  reply: ReviewItems,
  handle: ({ granted, query }) => listReviewItems(granted.organizationNumber, query),
});

export const postReviewDone = endpointFor<ReviewItemGrant>()({
  summary: 'Mark an item as done, with what was done about it',
  body: ReviewDoneForm,
  reply: ReviewItem,
  answers: { 409: { description: 'Another user marked it before: `current` is its present state' } },
  handle: async (context) =>
    markDone(context.granted.reviewItem, context.body.reason, await authorOf(context), context.now),
});
