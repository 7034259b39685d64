import type { Session } from '../../../platform/database.ts';
import { toRecord, toRecordOrUndefined } from '../../../platform/documents.ts';
import { date, id, orNull, text } from '../../../platform/fields.ts';
import { defineModel, insertRecords, type RecordIn } from '../../../platform/model.ts';

const ContactModel = defineModel('contacts', {
  organizationNumber: text(),
  member_id: id(),
  name: text(),
  title: text(),
  phone: orNull(text()),
  email: orNull(text()),
  createdBy: text(),
  createdDt: date(),
});
export type ContactRecord = RecordIn<typeof ContactModel>;

/** An organization's contacts by name; a few dozen at most. */
export async function readContacts(organizationNumber: string): Promise<ContactRecord[]> {
  return toRecord(await ContactModel.find({ organizationNumber }).sort({ name: 1, _id: 1 }).lean());
}

/** Inserts a contact. Throws a duplicate key error when the member has that title there already. */
export async function insertContact(contact: ContactRecord, session: Session): Promise<void> {
  await insertRecords(ContactModel, [contact], session);
}

/** Deletes a contact of an organization and returns it; undefined when there is no such contact. */
export async function eraseContact(
  organizationNumber: string,
  contactId: string,
  session: Session,
): Promise<ContactRecord | undefined> {
  const filter = { _id: contactId, organizationNumber };
  return toRecordOrUndefined(await ContactModel.findOneAndDelete(filter, { session }).lean());
}

/** Wherever a member is a contact. */
export async function findContactsOf(memberId: string, session?: Session): Promise<ContactRecord[]> {
  return toRecord(await ContactModel.find({ member_id: memberId }, null, { session }).lean());
}

/** Deletes the contacts of all organizations that name a member, and returns them. */
export async function eraseContactsOf(memberId: string, session: Session): Promise<ContactRecord[]> {
  const found = await ContactModel.find({ member_id: memberId }, null, { session }).lean();
  if (found.length) await ContactModel.deleteMany({ member_id: memberId }, { session });
  return toRecord(found);
}
