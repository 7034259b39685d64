/** Reminders and what became of each mail; members by an address that the mail server refused. */
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

export const messages: Migration = {
  name: '024-messages',
  async up(db) {
    await createCollections(db, {
      reminders: [{ name: 'run_created', key: { campaignRunId: 1, createdDt: -1, _id: -1 } }],
      messages: [
        { name: 'run_created', key: { campaignRunId: 1, createdDt: -1, _id: -1 } },
        { name: 'run_state_created', key: { campaignRunId: 1, state: 1, createdDt: -1, _id: -1 } },
        { name: 'member_created', key: { memberId: 1, createdDt: -1, _id: -1 } },
        { name: 'reminder_state', key: { reminderId: 1, state: 1, _id: 1 } },
        { name: 'token', key: { tokenHash: 1 } },
        { name: 'expiry', key: { expireDt: 1 }, expireAfterSeconds: 0 },
      ],
      members: [
        { name: 'email', key: { 'emails.email': 1, _id: 1 } },
        {
          name: 'bounced_name',
          key: { nameKey: 1, _id: 1 },
          partialFilterExpression: { bouncedEmail: { $gt: '' } },
        },
        {
          name: 'bounced_organization',
          key: { organizationNumber: 1, nameKey: 1, _id: 1 },
          partialFilterExpression: { bouncedEmail: { $gt: '' } },
        },
      ],
    });
  },
};
