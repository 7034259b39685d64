/** A member's address and phones, which they may change themselves. */
import type { MemberUpdate } from '@kinfold/domain/member';
import { phoneDigits } from '@kinfold/domain/phone';
import type { Author } from '../../platform/author.ts';
import { refreshCopies } from '../../platform/copied-names.ts';
import { inTransaction, type Session } from '../../platform/database.ts';
import { notFound } from '../../platform/problem.ts';
import { changedFields, recordChanges, type Change } from '../audit/audit.service.ts';
import { setMember, type MemberRecord } from './member.model.ts';
import { memberKeys } from './member-keys.ts';
import { memberSubject, requireMember } from './member.service.ts';

/**
 * Changes a member's address and phones, and the keys that are made of them; what is null or missing stays.
 * An address that is written, even as it was, counts as confirmed now. Gives the member as they then are; one of another
 * version than the change was made from is given as they are, unchanged. Throws 404 when the member is gone.
 */
export async function updateContactDetails(
  memberId: string,
  change: MemberUpdate,
  author: Author,
  now: Date,
): Promise<{ member: MemberRecord; isChanged: boolean }> {
  return inTransaction(async (session) => {
    const before = await requireMember(memberId, session);
    if (change.version !== undefined && change.version !== before.version)
      return { member: before, isChanged: false };
    const after = await writeContactDetails(before, change, author, now, session);
    await recordChanges([contactDetailsChanged(before, after, change)], author, now, session);
    if (change.phones)
      await refreshCopies({ kind: 'member', id: memberId }, after.organizationNumber, author, session);
    return { member: after, isChanged: true };
  });
}

async function writeContactDetails(
  before: MemberRecord,
  change: MemberUpdate,
  author: Author,
  now: Date,
  session: Session,
): Promise<MemberRecord> {
  const phones = change.phones?.map(({ phoneNbr }) => ({ phoneNbr: phoneDigits(phoneNbr) }));
  const keys = phones && memberKeys({ ...before, phones });
  const changed = await setMember(
    before._id,
    {
      ...(change.address && { address: { ...change.address, modifiedDt: now } }),
      ...(keys && { phones, ...keys }),
      modifiedBy: author.email,
      modifiedDt: now,
    },
    session,
  );
  if (!changed) throw notFound();
  return changed;
}

function contactDetailsChanged(before: MemberRecord, after: MemberRecord, change: MemberUpdate): Change {
  const { organizationNumber } = after;
  const changes = changedFields<ContactDetails>(contactDetails(before), contactDetails(after), [
    'address',
    'phones',
  ]);
  const isConfirmation = changes.length === 0 && Boolean(change.address);
  const action = isConfirmation ? 'member.address_confirmed' : 'member.updated';
  return { organizationNumber, action, subject: memberSubject(after), changes };
}

type ContactDetails = { address: object | null; phones: object };

/** Address and phones without the date of confirmation. */
function contactDetails({ address, phones }: MemberRecord): ContactDetails {
  if (!address) return { address, phones };
  const { streetAddress, cityNm, stateCd, postalCd } = address;
  return { address: { streetAddress, cityNm, stateCd, postalCd }, phones };
}
