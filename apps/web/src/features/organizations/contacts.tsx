import type { Contact, Organization } from '@kinfold/domain/organization';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { DeletedRow } from '../../parts/deleted-row.tsx';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { usePermissions } from '../../parts/access/use-permissions.ts';
import { useRemovable } from '../../parts/use-removable.ts';
import { listFiles } from '../../queries/list-files.ts';
import { addContact, deleteContact } from '../../queries/organizations.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { List } from '../../ui/list.tsx';
import { Said } from '../../ui/said.tsx';
import { ContactRow } from './contact-rows.tsx';

// Loaded only for users who may add contacts.
const AddContactDialog = lazy(() =>
  import('./add-contact-dialog.tsx').then((module) => ({ default: module.AddContactDialog })),
);

const byName = (one: Contact, other: Contact) => (one.name + one._id < other.name + other._id ? -1 : 1);
// A contact that is deleted and added again has another id.
const isSame = (one: Contact, other: Contact) =>
  one.member_id === other.member_id && one.title === other.title;

/** The contacts of an organization, with Add and Delete for users with the permission. */
export function Contacts({
  organizationNumber,
  contacts,
}: Pick<Organization, 'organizationNumber' | 'contacts'>) {
  const client = useQueryClient();
  const may = usePermissions(organizationNumber);
  const mayAdd = may?.('organization.contacts.create');
  const [isAdding, setAdding] = useState(false);
  const [newest, setNewest] = useState<Contact>();
  const { rows, isGone, isBusy, said, say, remove, undo } = useRemovable(contacts, {
    isSame,
    remove: ({ _id }) => deleteContact(client, organizationNumber, _id),
    restore: async (contact) => {
      setNewest(contact);
      await addContact(client, organizationNumber, contact);
      return `${contact.name} is a contact again.`;
    },
  });
  return (
    <Card
      title="Contacts"
      aside={
        <div className="button-row">
          {mayAdd && (
            <Button variant="outline-primary" onClick={() => setAdding(true)}>
              <Icon name="plus" /> Add contact
            </Button>
          )}
          {may?.('organization.contacts.get') && contacts.length > 0 && (
            <ExportCsv path={listFiles.contacts(organizationNumber)} />
          )}
        </div>
      }
    >
      <Said>{said}</Said>
      <List
        rows={rows.toSorted(byName)}
        emptyTitle="No contacts yet"
        emptyHint="People to ask about dues, memberships and payments are listed here."
      >
        {(contact) =>
          isGone(contact) ? (
            <DeletedRow
              key={contact._id}
              isBusy={isBusy(contact)}
              onUndo={mayAdd ? () => undo(contact) : undefined}
            >
              {contact.name} was deleted as {contact.title}.
            </DeletedRow>
          ) : (
            <ContactRow
              key={contact._id}
              contact={contact}
              isNew={!!newest && isSame(newest, contact)}
              isBusy={isBusy(contact)}
              onDelete={may?.('organization.contacts.delete') ? () => remove(contact) : undefined}
            />
          )
        }
      </List>
      {isAdding && (
        <Suspense fallback={null}>
          <AddContactDialog
            organizationNumber={organizationNumber}
            onClose={() => setAdding(false)}
            onAdded={(contact) => {
              setAdding(false);
              setNewest(contact);
              say(`${contact.name} is now a contact: ${contact.title}.`);
            }}
          />
        </Suspense>
      )}
    </Card>
  );
}
