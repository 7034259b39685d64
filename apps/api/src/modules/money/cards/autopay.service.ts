/** What is stored of autopay, and its end when a card, a sign-in or a member is no longer there. */
import type { AutopayEnd } from '@kinfold/domain/autopay';
import type { Session } from '../../../platform/database.ts';
import { autopays, autopayTries, type AutopayRecord } from './autopay.model.ts';

export { autopays, autopayTries };
export type { AutopayRecord, AutopayTry } from './autopay.model.ts';

/** The `_id` of what a member has set for a fund. */
export const autopayId = (memberId: string, campaignId: string) => `${memberId}:${campaignId}`;

/** The range of `_id`s of all that a member has set. */
const ofMember = (memberId: string) => ({ _id: { $gte: `${memberId}:`, $lt: `${memberId};` } });

/** What a member has set for all funds. */
export function autopaysOf(memberId: string): Promise<AutopayRecord[]> {
  return autopays().find(ofMember(memberId)).sort({ _id: 1 }).toArray();
}

/** Stops autopay of a member that is on, for all funds or with one card; returns the names of the funds. */
export async function stopAutopaysOf(
  memberId: string,
  end: AutopayEnd,
  { cardId, session }: { cardId?: string; session?: Session } = {},
): Promise<string[]> {
  const filter = { ...ofMember(memberId), isOn: true, ...(cardId !== undefined && { 'card.id': cardId }) };
  const options = session && { session };
  const found = await autopays().find(filter, options).toArray();
  await autopays().updateMany(filter, { $set: { isOn: false, end, dues: [] } }, options);
  return found.map(({ campaignName }) => campaignName);
}

/**
 * Stops autopay of a member whose sign-in is no longer linked, in the transaction that deletes their cards. Whoever is
 * linked next reads why it stopped, and nothing of the card.
 */
export async function unlinkAutopaysOf(memberId: string, session: Session): Promise<void> {
  await stopAutopaysOf(memberId, 'unlinked', { session });
  await autopays().updateMany(
    ofMember(memberId),
    { $set: { card: { id: '', cardType: '', last4: '' } } },
    { session },
  );
}

/** Deletes what a member has set, in the transaction that deletes their cards. */
export async function eraseAutopaysOf(memberId: string, session: Session): Promise<void> {
  await autopays().deleteMany(ofMember(memberId), { session });
}
