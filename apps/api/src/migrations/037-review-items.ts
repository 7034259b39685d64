/**
 * What the card provider says about money, for the office to look at: found by whose roles see it, and a payment by the intent
 * that a refund or dispute names. Charges on the list of before, which named no organization, go to the root's staff.
 */
import { ROOT } from '@kinfold/domain/permission';
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

export const reviewItems: Migration = {
  name: '037-review-items',
  async up(db) {
    await createCollections(db, {
      payment_reviews: [
        { name: 'scope_status_at', key: { scope: 1, status: 1, at: 1, _id: 1 } },
        { name: 'status', key: { status: 1, _id: 1 } },
      ],
      payment_intents: [{ name: 'intent', key: { intentId: 1 } }],
    });
    await db.collection('payment_reviews').updateMany({ type: { $exists: false } }, [
      {
        $set: {
          type: 'unknown_payment',
          providerId: '$_id',
          providerStatus: 'unknown',
          answerBy: null,
          amount: null,
          currency: 'usd',
          organizationNumber: ROOT,
          scope: [ROOT],
          status: 'open',
          at: '$createdDt',
          done: null,
        },
      },
      { $unset: 'reason' },
    ]);
  },
};
