/** Letters to those who owe in a run: who got one, and their PDF for 30 days. Calls to them, and who is calling just now. */
import type { Migration } from '../platform/migrations.ts';
import { createCollections } from './create-collections.ts';

const DAY_SECONDS = 86_400;

export const lettersAndCalls: Migration = {
  name: '025-letters-and-calls',
  async up(db) {
    await createCollections(db, {
      run_letters: [{ name: 'run_created', key: { campaignRunId: 1, createdDt: -1, _id: -1 } }],
      run_letter_people: [
        { name: 'letters_outcome_order', key: { lettersId: 1, outcome: 1, order: 1 } },
        { name: 'letters_order', key: { lettersId: 1, order: 1 } },
        { name: 'member_outcome_created', key: { memberId: 1, outcome: 1, createdDt: -1, _id: -1 } },
      ],
      run_letter_pieces: [
        { name: 'letters_part', key: { lettersId: 1, part: 1 }, unique: true },
        { name: 'expiry', key: { createdDt: 1 }, expireAfterSeconds: 30 * DAY_SECONDS },
      ],
      run_calls: [
        { name: 'donation_at', key: { donationId: 1, at: -1, _id: -1 } },
        { name: 'member_at', key: { memberId: 1, at: -1, _id: -1 } },
      ],
      run_call_holds: [
        { name: 'run_user', key: { campaignRunId: 1, userId: 1 } },
        { name: 'expiry', key: { untilDt: 1 }, expireAfterSeconds: 0 },
      ],
    });
  },
};
