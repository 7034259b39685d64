import type { Contact } from '@kinfold/domain/organization';
import { useEffect, useId, useRef } from 'react';
import Button from 'react-bootstrap/Button';
import { Phone } from '../../parts/phone.tsx';
import { Icon } from '../../ui/icon.tsx';

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
      <div className="contact-ways">
        {phone && <Phone value={phone} />}
        {email && (
          <a className="phone break-anywhere" href={`mailto:${email}`}>
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

/** A deleted contact with Undo. */
export function DeletedRow({
  contact: { name, title },
  isBusy,
  onUndo,
}: {
  contact: Contact;
  isBusy: boolean;
  /** Undefined without the permission to add. */
  onUndo: (() => void) | undefined;
}) {
  const id = useId();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => (row.current?.querySelector('button') ?? row.current)?.focus(), []);
  return (
    <li className="row-item" ref={row} tabIndex={-1}>
      <p className="muted" id={id}>
        {name} was deleted as {title}.
      </p>
      {onUndo && (
        <Button
          variant="outline-primary"
          aria-busy={isBusy || undefined}
          aria-describedby={id}
          onClick={onUndo}
        >
          <Icon name="refresh" /> Undo
        </Button>
      )}
    </li>
  );
}
