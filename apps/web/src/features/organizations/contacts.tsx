import type { Contact, Organization } from '@kinfold/domain/organization';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { toast } from '../../lib/toast.ts';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { usePermissions } from '../../parts/access/use-permissions.ts';
import { listFiles } from '../../queries/list-files.ts';
import { addContact, deleteContact } from '../../queries/organizations.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { List } from '../../ui/list.tsx';
import { Said } from '../../ui/said.tsx';
import { useCall } from '../../ui/use-call.ts';
import { ContactRow } from './contact-rows.tsx';
import { DeletedRow } from './deleted-row.tsx';

// Loaded only for those who may add contacts.
const AddContactDialog = lazy(() =>
  import('./add-contact-dialog.tsx').then((module) => ({ default: module.AddContactDialog })),
);

const byName = (one: Contact, other: Contact) => (one.name + one._id < other.name + other._id ? -1 : 1);
// Deleted and added again, it has another id.
const isSame = (one: Contact, other: Contact) =>
  one.member_id === other.member_id && one.title === other.title;

/** The contacts of an organization, with Add and Delete for those with the permission. */
export function Contacts({
  organizationNumber,
  contacts,
}: Pick<Organization, 'organizationNumber' | 'contacts'>) {
  const client = useQueryClient();
  const may = usePermissions(organizationNumber);
  const mayAdd = may?.('organization.contacts.create');
  const [isAdding, setAdding] = useState(false);
  // Errors are shown as a toast (spec section 8).
  const { isBusy, of, call } = useCall(toast.problem);
  const [newest, setNewest] = useState<Contact>();
  const [message, setMessage] = useState('');
  // Deleted on this page: shown with Undo once they are missing from the list, also when the answer was lost.
  const [deleted, setDeleted] = useState<Contact[]>([]);
  // Deleted on the server but still in the cached list: a second press must not send another request.
  const [goneIds, setGoneIds] = useState<string[]>([]);

  const remove = (contact: Contact) =>
    call(async () => {
      setMessage('');
      setDeleted((before) => [...before.filter((one) => !isSame(one, contact)), contact]);
      await deleteContact(client, organizationNumber, contact._id);
      setGoneIds((before) => [...before, contact._id]);
    }, contact._id);
  const undo = (contact: Contact) =>
    call(async () => {
      setMessage('');
      setNewest(contact);
      await addContact(client, organizationNumber, contact);
      setDeleted((before) => before.filter((one) => !isSame(one, contact)));
      setMessage(`${contact.name} is a contact again.`);
    }, contact._id);

  const present = contacts.filter(({ _id }) => !goneIds.includes(_id));
  const gone = deleted.filter((one) => !present.some((contact) => isSame(contact, one)));
  const rows = [...present, ...gone].toSorted(byName);
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
      <Said>{message}</Said>
      <List
        rows={rows}
        emptyTitle="No contacts yet"
        emptyHint="Whom to ask about dues, memberships and payments stands here."
      >
        {(contact) =>
          gone.includes(contact) ? (
            <DeletedRow
              key={contact._id}
              isBusy={isBusy && of === contact._id}
              onUndo={mayAdd ? () => void undo(contact) : undefined}
            >
              {contact.name} was deleted as {contact.title}.
            </DeletedRow>
          ) : (
            <ContactRow
              key={contact._id}
              contact={contact}
              isNew={!!newest && isSame(newest, contact)}
              isBusy={isBusy && of === contact._id}
              onDelete={may?.('organization.contacts.delete') ? () => void remove(contact) : undefined}
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
              setMessage(`${contact.name} is now a contact: ${contact.title}.`);
            }}
          />
        </Suspense>
      )}
    </Card>
  );
}
