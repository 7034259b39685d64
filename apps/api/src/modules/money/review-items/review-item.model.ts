/** The provider's reports of money that the books do not have, for the office (`packages/domain/src/review-item.ts`). */
import type { CalendarDate } from '@kinfold/domain/dates';
import { ROOT } from '@kinfold/domain/permission';
import { REVIEW_ITEMS_MAX, type ReviewItemType } from '@kinfold/domain/review-item';
import { insertOnce, type Session } from '../../../platform/database.ts';
import { date, list, money, object, optional, orNull, text } from '../../../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../../../platform/model.ts';

/**
 * A report: one for each state of an object at the provider, and for each organization whose dues it concerns. The `_id`
 * identifies these, so that an event that comes twice, or late, adds nothing and undoes nothing.
 */
const ReviewItemModel = defineModel('payment_reviews', {
  _id: text(),
  type: text<ReviewItemType>(),
  /** The id of the refund, dispute, payout or payment intent. */
  providerId: text(),
  providerStatus: text(),
  answerBy: orNull(text<CalendarDate>()),
  amount: orNull(money()),
  currency: text(),
  paymentId: orNull(text()),
  /** The member who owes the dues, where there is no payment. */
  memberId: optional(text()),
  /** The organization of the dues; `*` where the payment is unknown here. */
  organizationNumber: text(),
  /** The organizations whose roles see it: see `readScopes`. */
  scope: list(text()),
  status: text<'open' | 'done'>(),
  /** When it happened at the provider (UTC). */
  at: date(),
  createdDt: date(),
  done: orNull(object({ by: text(), at: date(), reason: text() })),
});
export type ReviewItemRecord = DocumentOf<typeof ReviewItemModel>;

/** Not what autopay stopped: there the books have all. */
const OF_BOOKS = { $ne: 'autopay' } as const;

export const reviewItems = () => collectionOf(ReviewItemModel);

/** Stores an item; returns false when it exists already. */
export const insertReviewItem = (item: ReviewItemRecord): Promise<boolean> => insertOnce(reviewItems(), item);

/** An item by its id. */
export async function readReviewItem(_id: string): Promise<ReviewItemRecord | undefined> {
  return (await reviewItems().findOne({ _id })) ?? undefined;
}

/** The items that an organization's roles see, at most 100: the oldest open ones, or the latest done ones. */
export async function readReviewItems(
  organizationNumber: string,
  status: ReviewItemRecord['status'],
): Promise<ReviewItemRecord[]> {
  const order = status === 'open' ? 1 : -1;
  return reviewItems()
    .find({ scope: organizationNumber, status })
    .sort({ at: order, _id: order })
    .limit(REVIEW_ITEMS_MAX)
    .toArray();
}

/** All open items about dues of one organization that the books may not have. */
export const readOpenItemsOf = (organizationNumber: string): Promise<ReviewItemRecord[]> =>
  reviewItems()
    .find({ scope: organizationNumber, organizationNumber, status: 'open', type: OF_BOOKS })
    .toArray();

/** The number of open items that some organizations' roles see, up to `limit`. */
export async function countOpenItems(organizationNumbers: readonly string[], limit: number): Promise<number> {
  return reviewItems().countDocuments(
    { scope: { $in: [...organizationNumbers] }, status: 'open' },
    { limit },
  );
}

/** Marks an open item as done; returns false when it is no longer open. */
export async function setDone(
  _id: string,
  done: NonNullable<ReviewItemRecord['done']>,
  session: Session,
): Promise<boolean> {
  const { modifiedCount } = await reviewItems().updateOne(
    { _id, status: 'open' },
    { $set: { status: 'done', done } },
    { session },
  );
  return modifiedCount === 1;
}

/** A cursor over the ids of all open items about what the books may not have, oldest first. */
export const openItemIds = () =>
  reviewItems()
    .find({ scope: ROOT, status: 'open', type: OF_BOOKS }, { projection: { _id: 1 } })
    .sort({ at: 1, _id: 1 });

/** Some items by their ids, in any order. */
export const readItems = (ids: readonly string[]): Promise<ReviewItemRecord[]> =>
  reviewItems()
    .find({ _id: { $in: [...ids] } })
    .toArray();
