/** Intake requests, and what a yearly statement seeks by. */
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

export const intakeAndStatements: Migration = {
  name: '002-intake-and-statements',
  up: (db) =>
    createCollections(db, {
      intake_requests: [{ name: 'status_created', key: { status: 1, createdDt: 1, _id: 1 } }],
      payments: [{ name: 'member_created', key: { memberId: 1, createdDt: -1, _id: -1 } }],
    }),
};
