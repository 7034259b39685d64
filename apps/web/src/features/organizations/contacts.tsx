import type { Contact, Organization } from '@kinfold/domain/organization';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { asProblem } from '../../lib/problem.ts';
import { toast } from '../../lib/toast.ts';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { usePermissionsAt } from '../../parts/access/use-permissions-at.ts';
import { listFiles } from '../../queries/list-files.ts';
import { addContact, deleteContact } from '../../queries/organizations.ts';
import { permissionQuery } from '../../queries/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { List } from '../../ui/list.tsx';
import { Said } from '../../ui/said.tsx';
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
  const { data: mayAdd } = useQuery(permissionQuery(organizationNumber, 'organization.contacts.create'));
  const { data: mayDelete } = useQuery(permissionQuery(organizationNumber, 'organization.contacts.delete'));
  const held = usePermissionsAt(organizationNumber, ['organization.contacts.get']);
  const mayExport = held?.has('organization.contacts.get');
  const [isAdding, setAdding] = useState(false);
  const [busyId, setBusyId] = useState<string>();
  const [newest, setNewest] = useState<Contact>();
  const [message, setMessage] = useState('');
  // Deleted on this page: shown with Undo once they are missing from the list, also when the answer was lost.
  const [deleted, setDeleted] = useState<Contact[]>([]);
  // Deleted on the server but still in the cached list: a second press must not send another request.
  const [goneIds, setGoneIds] = useState<string[]>([]);

  /** One request at a time; errors are shown as a toast (spec section 8). */
  const run = async ({ _id }: Contact, change: () => Promise<void>) => {
    if (busyId) return;
    setBusyId(_id);
    setMessage('');
    try {
      await change();
    } catch (error) {
      toast.problem(asProblem(error));
    }
    setBusyId(undefined);
  };
  const remove = (contact: Contact) =>
    run(contact, async () => {
      setDeleted((before) => [...before.filter((one) => !isSame(one, contact)), contact]);
      await deleteContact(client, organizationNumber, contact._id);
      setGoneIds((before) => [...before, contact._id]);
    });
  const undo = (contact: Contact) =>
    run(contact, async () => {
      setNewest(contact);
      await addContact(client, organizationNumber, contact);
      setDeleted((before) => before.filter((one) => !isSame(one, contact)));
      setMessage(`${contact.name} is a contact again.`);
    });

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
          {mayExport && contacts.length > 0 && <ExportCsv path={listFiles.contacts(organizationNumber)} />}
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
              isBusy={busyId === contact._id}
              onUndo={mayAdd ? () => void undo(contact) : undefined}
            >
              {contact.name} was deleted as {contact.title}.
            </DeletedRow>
          ) : (
            <ContactRow
              key={contact._id}
              contact={contact}
              isNew={!!newest && isSame(newest, contact)}
              isBusy={busyId === contact._id}
              onDelete={mayDelete ? () => void remove(contact) : undefined}
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
