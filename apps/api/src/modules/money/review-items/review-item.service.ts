/** Reports for the office: their creation, their lists, and marking them as done. */
import type * as z from 'zod/mini';
import { calendarDateOf } from '@kinfold/domain/dates';
import { ROOT, ROOT_NAME } from '@kinfold/domain/permission';
import {
  REVIEW_ITEM_NAMES,
  reviewLine,
  type ReviewItem,
  type ReviewItemsQuery,
} from '@kinfold/domain/review-item';
import { ATTENTION_MAX } from '@kinfold/domain/staff-home';
import type { Author } from '../../../platform/author.ts';
import { inTransaction } from '../../../platform/database.ts';
import { conflict } from '../../../platform/problem.ts';
import { readScopes } from '../../../platform/scopes.ts';
import type { Check } from '../../../platform/verification.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { findPayment, findPayments } from '../ledger/payment.service.ts';
import { findMembers } from '../../people/members/member.service.ts';
import { findOrganization } from '../../organizations/organizations/organization.service.ts';
import {
  countOpenItems,
  insertReviewItem,
  openItemIds,
  readItems,
  readOpenItemsOf,
  readReviewItem,
  readReviewItems,
  setDone,
  type ReviewItemRecord,
} from './review-item.model.ts';
import { presentReviewItem } from './review-item.presenter.ts';

export { readOpenItemsOf, readReviewItem };
export type { ReviewItemRecord };

/** The grant of the policy for one item. */
export type ReviewItemGrant = { reviewItem: ReviewItemRecord };

/**
 * What was noticed: the object at the provider, its state, and the payment here that it concerns; without one, the
 * organization and the member where they are known.
 */
export type Noticed = Pick<
  ReviewItemRecord,
  'type' | 'providerId' | 'providerStatus' | 'answerBy' | 'amount' | 'currency' | 'paymentId' | 'at'
> & {
  /** Names this state of the object: `re_1:succeeded`. */
  key: string;
  memberId?: string;
  organizationNumber?: string;
};

/**
 * Stores a report, once for each organization whose dues the payment contains; where the payment is unknown, for staff of
 * the root. Returns whether any of it is new.
 */
export async function noteForReview({ key, ...noticed }: Noticed, now: Date): Promise<boolean> {
  const payment = noticed.paymentId === null ? null : await findPayment(noticed.paymentId);
  const numbers = [...new Set(payment?.lines.map(({ organizationNumber }) => organizationNumber))];
  const places = numbers.length ? numbers : [noticed.organizationNumber ?? ROOT];
  const scopeOf = await readScopes(places);
  let isNew = false;
  for (const organizationNumber of places) {
    const item: ReviewItemRecord = {
      ...noticed,
      _id: itemId(key, organizationNumber, places),
      organizationNumber,
      scope: scopeOf(organizationNumber),
      status: 'open',
      createdDt: now,
      done: null,
    };
    if (await insertReviewItem(item)) isNew = true;
  }
  return isNew;
}

const itemId = (key: string, organizationNumber: string, places: readonly string[]) =>
  places.length > 1 ? `${key}:${organizationNumber}` : key;

/** The items of a report about a payment with these lines. */
export function findItems(
  key: string,
  lines: readonly { organizationNumber: string }[],
): Promise<ReviewItemRecord[]> {
  const places = [...new Set(lines.map(({ organizationNumber }) => organizationNumber))];
  return readItems(places.map((organizationNumber) => itemId(key, organizationNumber, places)));
}

/** The number of open items that some organizations' roles see, up to 1,000. */
export async function countOpenReviews(organizationNumbers: readonly string[]): Promise<number> {
  return organizationNumbers.length ? countOpenItems(organizationNumbers, ATTENTION_MAX) : 0;
}

/** The items of an organization and all below it, at most 100: the oldest open ones, or the latest done ones. */
export async function listReviewItems(
  organizationNumber: string,
  { status }: z.output<typeof ReviewItemsQuery>,
): Promise<z.input<typeof ReviewItem>[]> {
  return present(await readReviewItems(organizationNumber, status || 'open'));
}

async function present(items: readonly ReviewItemRecord[]): Promise<z.input<typeof ReviewItem>[]> {
  const paymentIds = items.flatMap(({ paymentId }) => paymentId ?? []);
  const payees = new Map(
    (await findPayments(paymentIds)).map(({ _id, payeeMemberId }) => [_id, payeeMemberId]),
  );
  const memberIdOf = ({ paymentId, memberId }: ReviewItemRecord) =>
    payees.get(paymentId ?? '') ?? memberId ?? '';
  const found = await findMembers([...new Set(items.map(memberIdOf).filter(Boolean))]);
  const members = new Map(found.map((member) => [member._id, member]));
  return items.map((item) => presentReviewItem(item, members.get(memberIdOf(item))));
}

/** Marks an item as done, with what was done about it. Throws 409 when another user did before. */
export async function markDone(
  { _id, organizationNumber, type, providerId }: ReviewItemRecord,
  reason: string,
  author: Author,
  now: Date,
): Promise<z.input<typeof ReviewItem>> {
  const organization = await findOrganization(organizationNumber);
  const label = organization?.organizationName ?? ROOT_NAME;
  await inTransaction(async (session) => {
    const isDone = await setDone(_id, { by: author.name, at: now, reason }, session);
    if (!isDone) throw await doneMeanwhile(_id);
    const subject = { type: 'organization', id: organizationNumber, label } as const;
    const changes = [{ field: 'notice', from: null, to: `${REVIEW_ITEM_NAMES[type]} ${providerId}` }];
    await recordChanges(
      [{ organizationNumber, subject, action: 'payment.reviewed', changes, reason }],
      author,
      now,
      session,
    );
  });
  return presentOne(_id);
}

async function presentOne(_id: string): Promise<z.input<typeof ReviewItem>> {
  const item = await readReviewItem(_id);
  const [presented] = await present(item ? [item] : []);
  if (!presented) throw new Error(`there is no item ${_id}`);
  return presented;
}

async function doneMeanwhile(_id: string) {
  const current = await presentOne(_id);
  const detail = `${current.done?.by ?? 'Another user'} marked this as done before: ${current.done?.reason ?? ''}`;
  return conflict('review_done', detail, { current });
}

/** A line for each open item: there the books differ from the provider's. */
export const openReviews: Check = {
  counted: 'reviews',
  keys: openItemIds,
  problemsOf: async (ids, { timeZone }) =>
    new Map(
      (await readItems(ids)).map((item) => [
        item._id,
        reviewLine({ ...item, at: calendarDateOf(item.at, timeZone) }),
      ]),
    ),
  looksAgain: 0,
};
