/**
 * Entries of the history and jobs say whose roles see them, so that staff list those of an organization and everything below
 * it from one index. What was stored before is filled, organization by organization; what is filled already stays.
 */
import { ROOT } from '@kinfold/domain/permission';
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

/** Each collection with its index that went by the one organization. */
const LISTED = { audit_entries: 'organization_at', jobs: 'organization_created' };

export const scopes: Migration = {
  name: '008-scopes',
  async up(db) {
    await createCollections(db, {
      audit_entries: [
        { name: 'scope_at', key: { scope: 1, at: -1, _id: -1 } },
        { name: 'scope_actor_at', key: { scope: 1, 'actor.email': 1, at: -1, _id: -1 } },
        { name: 'scope_action_at', key: { scope: 1, action: 1, at: -1, _id: -1 } },
      ],
      jobs: [{ name: 'scope_created', key: { scope: 1, createdDt: -1, _id: -1 } }],
    });
    const organizations = db.collection<{ organizationNumber: string; path: string[] }>('organizations');
    for (const [name, superseded] of Object.entries(LISTED)) {
      const listed = db.collection(name);
      const unfilled = { scope: { $exists: false } };
      for (const organizationNumber of await listed.distinct('organizationNumber', unfilled)) {
        const organization = await organizations.findOne({ organizationNumber });
        const scope = [ROOT, ...(organization?.path ?? [])];
        await listed.updateMany({ organizationNumber, ...unfilled }, { $set: { scope } });
      }
      if (await listed.indexExists(superseded)) await listed.dropIndex(superseded);
    }
  },
};
