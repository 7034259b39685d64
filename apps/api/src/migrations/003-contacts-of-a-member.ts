/** Where a member is a contact: their phone is copied there when it changes. */
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

export const contactsOfAMember: Migration = {
  name: '003-contacts-of-a-member',
  up: (db) => createCollections(db, { contacts: [{ name: 'member', key: { member_id: 1, _id: 1 } }] }),
};
