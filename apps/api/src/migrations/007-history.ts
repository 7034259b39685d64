/**
 * The history with its chains, security events, jobs, answers that are kept for repeated requests, and versions of what people
 * edit. What was made before has no entries: the history begins here.
 */
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

const EDITED = ['members', 'organizations', 'campaigns', 'campaign_runs', 'campaign_memberships'];
const SECURITY_EVENTS_SECONDS = 180 * 86_400;

export const history: Migration = {
  name: '007-history',
  async up(db) {
    await createCollections(db, {
      audit_entries: [
        {
          name: 'organization_seq',
          key: { organizationNumber: 1, seq: 1 },
          unique: true,
          partialFilterExpression: { seq: { $gte: 1 } },
        },
        {
          name: 'unsealed',
          key: { isUnsealed: 1, organizationNumber: 1, _id: 1 },
          partialFilterExpression: { isUnsealed: true },
        },
        { name: 'subject', key: { 'subject.type': 1, 'subject.id': 1, at: -1, _id: -1 } },
        { name: 'organization_at', key: { organizationNumber: 1, at: -1, _id: -1 } },
      ],
      audit_chains: [],
      open_jobs: [],
      jobs: [
        { name: 'open', key: { isOpen: 1, leaseDt: 1, _id: 1 }, partialFilterExpression: { isOpen: true } },
        { name: 'organization_created', key: { organizationNumber: 1, createdDt: -1, _id: -1 } },
        { name: 'expiry', key: { expireDt: 1 }, expireAfterSeconds: 0 },
      ],
      security_events: [
        { name: 'expiry', key: { at: 1 }, expireAfterSeconds: SECURITY_EVENTS_SECONDS },
        { name: 'user', key: { userId: 1, at: -1, _id: -1 } },
      ],
      idempotent_answers: [{ name: 'expiry', key: { expireDt: 1 }, expireAfterSeconds: 0 }],
    });
    for (const name of EDITED)
      await db.collection(name).updateMany({ version: { $exists: false } }, { $set: { version: 1 } });
  },
};
