/**
 * Search over everything of one's scope, what the staff home counts, and requests to become a member with their answers.
 * What campaigns are found by is filled; what is filled already stays.
 */
import { ROOT } from '@kinfold/domain/permission';
import type mongoose from 'mongoose';
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

export const searchAndHome: Migration = {
  name: '013-search-and-home',
  async up(db) {
    await createCollections(db, {
      members: [{ name: 'start_name', key: { searchStarts: 1, nameKey: 1, _id: 1 } }],
      campaigns: [{ name: 'start_name', key: { searchStarts: 1, campaignName: 1, _id: 1 } }],
      campaign_memberships: [
        { name: 'reference', key: { externalRef: 1, _id: 1 } },
        { name: 'waiting', key: { isActive: 1, organizationNumber: 1, _id: 1 } },
      ],
      campaign_runs: [
        { name: 'ending', key: { isActive: 1, endDt: 1, _id: 1 } },
        { name: 'open_amount', key: { openAmount: 1, organizationNumber: 1, _id: 1 } },
      ],
      intake_requests: [
        { name: 'scope_status_created', key: { scope: 1, status: 1, createdDt: -1, _id: -1 } },
      ],
      roles: [{ name: 'role', key: { role: 1, _id: 1 } }],
      jobs: [{ name: 'scope_state', key: { scope: 1, state: 1, type: 1, _id: 1 } }],
    });
    // The workers count them.
    await db
      .collection('campaign_runs')
      .updateMany(
        { openAmount: { $exists: false } },
        { $set: { openAmount: 0, openPeople: 0, isTotalStale: true }, $inc: { totalVersion: 1 } },
      );
    await fillSearch(db);
    await fillScopes(db);
  },
};

/** Fills what campaigns are found by: the words of their names. */
async function fillSearch(db: mongoose.mongo.Db): Promise<void> {
  const campaigns = db.collection<{ campaignName: string }>('campaigns');
  for await (const { _id, campaignName } of campaigns.find({ searchKeys: { $exists: false } })) {
    const searchKeys = [...new Set(folded(campaignName).split(/[\s,.'’-]+/))].filter(Boolean);
    await campaigns.updateOne({ _id }, { $set: { searchKeys, searchStarts: startsOf(searchKeys) } });
  }
}

const folded = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();

/** The first three letters of each key that has them, of the longest first. */
function startsOf(keys: readonly string[]): string[] {
  const letters = keys.map((key) => [...key]).filter(({ length }) => length >= 3);
  const longestFirst = letters.toSorted((one, other) => other.length - one.length);
  return [...new Set(longestFirst.map((each) => each.slice(0, 3).join('')))];
}

/** Requests to become a member say whose roles see them, as entries of the history do. */
async function fillScopes(db: mongoose.mongo.Db): Promise<void> {
  const requests = db.collection('intake_requests');
  const unfilled = { scope: { $exists: false } };
  for (const organizationNumber of await requests.distinct('organizationNumber', unfilled)) {
    const organization = await db.collection('organizations').findOne({ organizationNumber });
    const scope = [ROOT, ...((organization?.['path'] as string[] | undefined) ?? [])];
    await requests.updateMany({ organizationNumber, ...unfilled }, { $set: { scope, decision: null } });
  }
  if (await requests.indexExists('status_created')) await requests.dropIndex('status_created');
}
