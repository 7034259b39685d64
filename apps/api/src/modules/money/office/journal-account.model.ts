/** What organizations call the accounts of their journals. */
import type { JournalAccount } from '@kinfold/domain/journal';
import type { Session } from '../../../platform/database.ts';
import { list, object, text } from '../../../platform/fields.ts';
import { collectionOf, defineModel } from '../../../platform/model.ts';

/** The accounts that an organization has named; `_id` is its number. */
const JournalAccountsModel = defineModel('journal_accounts', {
  _id: text(),
  accounts: list(object({ key: text<JournalAccount>(), name: text(), number: text() })),
});

/** The accounts that an organization has named. */
export async function readNamedAccounts(organizationNumber: string) {
  return (await collectionOf(JournalAccountsModel).findOne({ _id: organizationNumber }))?.accounts ?? [];
}

/** Stores the names of the accounts of an organization. */
export async function writeNamedAccounts(
  organizationNumber: string,
  accounts: { key: JournalAccount; name: string; number: string }[],
  session: Session,
): Promise<void> {
  await collectionOf(JournalAccountsModel).updateOne(
    { _id: organizationNumber },
    { $set: { accounts } },
    { upsert: true, session },
  );
}
