import mongoose, { Schema } from 'mongoose';
import type { Session } from '../../platform/database.ts';
import {
  objectId,
  toRecord,
  toRecordOrUndefined,
  type ObjectId,
  type RecordOf,
} from '../../platform/documents.ts';

type ContactDocument = {
  _id: ObjectId;
  organizationNumber: string;
  member_id: ObjectId;
  name: string;
  title: string;
  phone: string | null;
  email: string | null;
  createdBy: string;
  createdDt: Date;
};
export type ContactRecord = RecordOf<ContactDocument>;

const ContactModel = mongoose.model(
  'Contact',
  new Schema<ContactDocument>(
    {
      organizationNumber: String,
      member_id: Schema.Types.ObjectId,
      name: String,
      title: String,
      phone: String,
      email: String,
      createdBy: String,
      createdDt: Date,
    },
    { collection: 'contacts', versionKey: false },
  ),
);

/** An organization's contacts by name; a few dozen at most. */
export async function readContacts(organizationNumber: string): Promise<ContactRecord[]> {
  const found = await ContactModel.find({ organizationNumber })
    .sort({ name: 1, _id: 1 })
    .lean<ContactDocument[]>();
  return toRecord(found);
}

/** Inserts a contact. Throws a duplicate key error when the member has that title there already. */
export async function insertContact(contact: ContactRecord, session: Session): Promise<void> {
  await ContactModel.collection.insertOne(
    { ...contact, _id: objectId(contact._id), member_id: objectId(contact.member_id) },
    { session },
  );
}

/** Removes a contact of an organization and gives it; undefined when there is no such contact. */
export async function eraseContact(
  organizationNumber: string,
  contactId: string,
  session: Session,
): Promise<ContactRecord | undefined> {
  const filter = { _id: objectId(contactId), organizationNumber };
  return toRecordOrUndefined(
    await ContactModel.findOneAndDelete(filter, { session }).lean<ContactDocument>(),
  );
}

/** Some contacts by their ids, in any order. */
export async function readContactsById(ids: readonly string[]): Promise<ContactRecord[]> {
  return toRecord(await ContactModel.find({ _id: { $in: ids.map(objectId) } }).lean<ContactDocument[]>());
}

/** Writes copies of a member's name, phone and e-mail to wherever they are a contact; gives how many changed. */
export async function setMemberCopies(
  memberId: string,
  copies: Pick<ContactRecord, 'name' | 'phone' | 'email'>,
): Promise<number> {
  const { modifiedCount } = await ContactModel.updateMany(
    { member_id: objectId(memberId) },
    { $set: copies },
  );
  return modifiedCount;
}
