/** A member's address and phones, and the copies of the phone that lists show. */
import type { MemberUpdate } from '@kinfold/domain/member';
import { copyPhoneToDonations } from '../donations/donation.service.ts';
import { copyPhoneToMemberships } from '../memberships/membership.service.ts';
import { copyPhoneToContacts } from '../organizations/contact.service.ts';
import { changeContactDetails, type MemberRecord } from './member.service.ts';

/** Changes a member's address and phones wherever they stand. Throws 404 when there is no such member. */
export async function updateContactDetails(
  idOrMemberNumber: string,
  change: MemberUpdate,
  by: string,
  now: Date,
): Promise<MemberRecord> {
  const member = await changeContactDetails(idOrMemberNumber, change, by, now);
  if (change.phones) {
    const phoneNbr = member.phones[0]?.phoneNbr ?? null;
    await copyPhoneToMemberships(member._id, phoneNbr);
    await copyPhoneToDonations(member._id, phoneNbr);
    await copyPhoneToContacts(member._id, phoneNbr);
  }
  return member;
}
