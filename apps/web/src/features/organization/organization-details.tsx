import type { Contact, Organization } from '@kinfold/domain/organization';
import { Card } from '../../ui/card.tsx';
import { Phone } from '../../ui/phone.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** Where an organization is, and whom to ask there. */
export function OrganizationDetails({ organization }: { organization: Organization }) {
  const { address, phones, contacts } = organization;
  return (
    <>
      <Card title="Address">
        {address ? (
          <p>
            {address.streetAddress}
            <br />
            {address.cityNm}, {address.stateCd} {address.postalCd}
          </p>
        ) : (
          <p className="muted">No address is on file.</p>
        )}
        {phones.map(({ phoneNbr }) => (
          <p key={phoneNbr}>
            <Phone value={phoneNbr} />
          </p>
        ))}
      </Card>
      <Card title="Contacts">
        {contacts.length === 0 ? (
          <EmptyState title="No contacts yet">
            Whom to ask about dues, memberships and payments stands here.
          </EmptyState>
        ) : (
          <ul className="rows">
            {contacts.map((contact) => (
              <ContactRow key={contact._id} contact={contact} />
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}

function ContactRow({ contact }: { contact: Contact }) {
  return (
    <li className="row-item">
      <div className="row-text">
        <p className="row-name">{contact.name}</p>
        <p className="row-note">{contact.title}</p>
      </div>
      <div className="contact-ways">
        {contact.phone && <Phone value={contact.phone} />}
        {contact.email && (
          <a className="phone break-anywhere" href={`mailto:${contact.email}`}>
            {contact.email}
          </a>
        )}
      </div>
    </li>
  );
}
