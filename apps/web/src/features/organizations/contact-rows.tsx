import type { Contact } from '@kinfold/domain/organization';
import { useEffect, useRef } from 'react';
import Button from 'react-bootstrap/Button';
import { Phone } from '../../parts/member/phone.tsx';

/** A contact. A new row takes the focus. */
export function ContactRow({
  contact,
  isNew,
  isBusy,
  onDelete,
}: {
  contact: Contact;
  isNew: boolean;
  isBusy: boolean;
  /** Undefined without the permission. */
  onDelete: (() => void) | undefined;
}) {
  const { name, title, phone, email } = contact;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isNew) row.current?.focus();
  }, [isNew]);
  return (
    <li className="row-item" ref={row} tabIndex={-1}>
      <div className="row-text">
        <p className="row-name">{name}</p>
        <p className="row-note">{title}</p>
      </div>
      <div className="contact-ways d-grid">
        {phone && <Phone value={phone} />}
        {email && (
          <a className="target break-anywhere" href={`mailto:${email}`}>
            {email}
          </a>
        )}
      </div>
      {onDelete && (
        <Button variant="outline-primary" aria-busy={isBusy || undefined} onClick={onDelete}>
          Delete{' '}
          <span className="visually-hidden">
            {name}, {title}
          </span>
        </Button>
      )}
    </li>
  );
}
