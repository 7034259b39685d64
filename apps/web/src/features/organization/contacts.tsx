import type { Contact, Organization } from '@kinfold/domain/organization';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { asProblem } from '../../lib/problem.ts';
import { toast } from '../../lib/toast.ts';
import { addContact, deleteContact } from '../../queries/organizations.ts';
import { permissionQuery } from '../../queries/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ContactRow, DeletedRow } from './contact-rows.tsx';

// Only few may add: others never load its form.
const AddContactDialog = lazy(() =>
  import('./add-contact-dialog.tsx').then((module) => ({ default: module.AddContactDialog })),
);

const byName = (one: Contact, other: Contact) => (one.name + one._id < other.name + other._id ? -1 : 1);
// One that was deleted and added again has another id.
const isSame = (one: Contact, other: Contact) =>
  one.member_id === other.member_id && one.title === other.title;

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
  const [newest, setNewest] = useState<Contact>();
  const [said, setSaid] = useState('');
  // Deleted here and now: once they are gone, also where the answer was lost, their rows stay until the page is left.
  const [deleted, setDeleted] = useState<Contact[]>([]);
  // Known to be gone a moment before the list says so: a second press in between asks for nothing.
  const [goneIds, setGoneIds] = useState<string[]>([]);

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
      setDeleted((before) => [...before.filter((one) => !isSame(one, contact)), contact]);
      await deleteContact(client, organizationNumber, contact._id);
      setGoneIds((before) => [...before, contact._id]);
    });
  const undo = (contact: Contact) =>
    run(contact, async () => {
      setNewest(contact);
      await addContact(client, organizationNumber, contact);
      setDeleted((before) => before.filter((one) => !isSame(one, contact)));
      setSaid(`${contact.name} is a contact again.`);
    });

  const present = contacts.filter(({ _id }) => !goneIds.includes(_id));
  const gone = deleted.filter((one) => !present.some((contact) => isSame(contact, one)));
  const rows = [...present, ...gone].toSorted(byName);
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
            gone.includes(contact) ? (
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
                isNew={!!newest && isSame(newest, contact)}
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
            onAdded={(contact) => {
              setAdding(false);
              setNewest(contact);
              setSaid(`${contact.name} is now a contact: ${contact.title}.`);
            }}
          />
        </Suspense>
      )}
    </Card>
  );
}
