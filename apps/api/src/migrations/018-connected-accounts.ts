/** The accounts at the card provider that organizations have connected, and the ways to the page where they do. */
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

export const connectedAccounts: Migration = {
  name: '018-connected-accounts',
  async up(db) {
    await createCollections(db, {
      connected_accounts: [
        { name: 'account', key: { accountId: 1, _id: 1 } },
        { name: 'state', key: { state: 1, _id: 1 } },
        { name: 'due', key: { dueDt: 1, _id: 1 } },
      ],
      connect_states: [{ name: 'expire', key: { expireDt: 1 }, expireAfterSeconds: 0 }],
    });
  },
};
