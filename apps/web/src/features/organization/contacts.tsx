import type { Contact, Organization } from '@kinfold/domain/organization';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { permissionQuery } from '../../lib/permission-query.ts';
import { asProblem } from '../../lib/problem.ts';
import { toast } from '../../lib/toast.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ContactRow, DeletedRow } from './contact-rows.tsx';
import { addContact, deleteContact } from './organization-queries.ts';

// Only few may add: others never load its form.
const AddContactDialog = lazy(() =>
  import('./add-contact-dialog.tsx').then((module) => ({ default: module.AddContactDialog })),
);

const byName = (one: Contact, other: Contact) => (one.name + one._id < other.name + other._id ? -1 : 1);

/** An organization's contacts; whoever holds the permissions adds and deletes them. */
export function Contacts({
  organizationNumber,
  contacts,
}: Pick<Organization, 'organizationNumber' | 'contacts'>) {
  const client = useQueryClient();
  const { data: mayAdd } = useQuery(permissionQuery(organizationNumber, 'organization.contacts.create'));
  const { data: mayDelete } = useQuery(permissionQuery(organizationNumber, 'organization.contacts.delete'));
  const [isAdding, setAdding] = useState(false);
  const [busyId, setBusyId] = useState<string>();
  const [newId, setNewId] = useState<string>();
  const [said, setSaid] = useState('');
  // Deleted here and now: their rows stay, for Undo, until the page is left.
  const [deleted, setDeleted] = useState<Contact[]>([]);

  /** One change at a time; one that fails is told by the toast (spec section 8). */
  const run = async ({ _id }: Contact, change: () => Promise<void>) => {
    if (busyId) return;
    setBusyId(_id);
    setSaid('');
    try {
      await change();
    } catch (error) {
      toast.problem(asProblem(error));
    }
    setBusyId(undefined);
  };
  const remove = (contact: Contact) =>
    run(contact, async () => {
      await deleteContact(client, organizationNumber, contact._id);
      setDeleted((before) => [...before, contact]);
    });
  const undo = (contact: Contact) =>
    run(contact, async () => {
      const { _id } = await addContact(client, organizationNumber, contact);
      setDeleted((before) => before.filter((one) => one._id !== contact._id));
      setNewId(_id);
      setSaid(`${contact.name} is a contact again.`);
    });

  const deletedIds = new Set(deleted.map(({ _id }) => _id));
  const present = contacts.filter(({ _id }) => !deletedIds.has(_id));
  // Back again, whoever brought them: by Undo whose answer was lost, in the dialog, by somebody else.
  const isBack = ({ member_id, title }: Contact) =>
    present.some((one) => one.member_id === member_id && one.title === title);
  const rows = [...present, ...deleted.filter((one) => !isBack(one))].toSorted(byName);
  return (
    <Card
      title="Contacts"
      aside={
        mayAdd && (
          <Button variant="outline-primary" onClick={() => setAdding(true)}>
            <Icon name="plus" /> Add contact
          </Button>
        )
      }
    >
      <output className={said ? 'text-ok' : 'visually-hidden'}>{said}</output>
      {rows.length === 0 ? (
        <EmptyState title="No contacts yet">
          Whom to ask about dues, memberships and payments stands here.
        </EmptyState>
      ) : (
        <ul className="rows">
          {rows.map((contact) =>
            deletedIds.has(contact._id) ? (
              <DeletedRow
                key={contact._id}
                contact={contact}
                isBusy={busyId === contact._id}
                onUndo={mayAdd ? () => void undo(contact) : undefined}
              />
            ) : (
              <ContactRow
                key={contact._id}
                contact={contact}
                isNew={newId === contact._id}
                isBusy={busyId === contact._id}
                onDelete={mayDelete ? () => void remove(contact) : undefined}
              />
            ),
          )}
        </ul>
      )}
      {isAdding && (
        <Suspense fallback={null}>
          <AddContactDialog
            organizationNumber={organizationNumber}
            onClose={() => setAdding(false)}
            onAdded={({ _id, name, title }) => {
              setAdding(false);
              setNewId(_id);
              setSaid(`${name} is now a contact: ${title}.`);
            }}
          />
        </Suspense>
      )}
    </Card>
  );
}
