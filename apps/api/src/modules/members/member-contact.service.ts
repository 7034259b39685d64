/** A member's address and phones, and the copies of the phone that lists show. */
import type { MemberUpdate } from '@kinfold/domain/member';
import { copyPhoneToDonations } from '../donations/donation.service.ts';
import { copyPhoneToMemberships } from '../memberships/membership.service.ts';
import { copyPhoneToContacts } from '../organizations/contact.service.ts';
import { changeContactDetails, type MemberRecord } from './member.service.ts';

/** Changes a member's address and phones wherever they stand. */
export async function updateContactDetails(
  given: MemberRecord,
  change: MemberUpdate,
  by: string,
  now: Date,
): Promise<MemberRecord> {
  const member = await changeContactDetails(given, change, by, now);
  if (change.phones) {
    const phoneNbr = member.phones[0]?.phoneNbr ?? null;
    await copyPhoneToMemberships(member._id, phoneNbr);
    await copyPhoneToDonations(member._id, phoneNbr);
    await copyPhoneToContacts(member._id, phoneNbr);
  }
  return member;
}
