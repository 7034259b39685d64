import mongoose, { Schema } from 'mongoose';
import { objectId, toRecord, type ObjectId, type RecordOf } from '../../platform/documents.ts';

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
export async function insertContact(contact: ContactRecord): Promise<void> {
  await ContactModel.collection.insertOne({
    ...contact,
    _id: objectId(contact._id),
    member_id: objectId(contact.member_id),
  });
}

/** Removes a contact of an organization; false when it has no such contact. */
export async function eraseContact(organizationNumber: string, contactId: string): Promise<boolean> {
  const { deletedCount } = await ContactModel.deleteOne({ _id: objectId(contactId), organizationNumber });
  return deletedCount === 1;
}

/** Copies a member's phone to wherever they are a contact. */
export async function setContactPhone(memberId: string, phone: string | null): Promise<void> {
  await ContactModel.updateMany({ member_id: objectId(memberId) }, { $set: { phone } });
}
