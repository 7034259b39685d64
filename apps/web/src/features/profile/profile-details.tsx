import type { Member } from '@kinfold/domain/member';
import { formerlyOf, fullName } from '@kinfold/domain/person-name';
import { WAY_NAMES } from '@kinfold/domain/preferred-way';
import { useState, type ReactNode } from 'react';
import Button from 'react-bootstrap/Button';
import { hasDraft } from '../../lib/form-draft.ts';
import { AddressText } from '../../parts/member/address-text.tsx';
import { Phone } from '../../parts/member/phone.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Said } from '../../ui/said.tsx';
import { AddressDialog, addressDraft } from './address-dialog.tsx';
import { PhoneDialog, phoneDraft } from './phone-dialog.tsx';
import { Reminders } from './reminders.tsx';
import { WayDialog, wayDraft } from './way-dialog.tsx';
import './profile.scss';

type Which = 'address' | 'phone' | 'way';

/** Returns the dialog with a draft, which is reopened after a reload or a new sign-in. */
function begun(memberId: string): Which | undefined {
  if (hasDraft(addressDraft(memberId))) return 'address';
  if (hasDraft(wayDraft(memberId))) return 'way';
  return hasDraft(phoneDraft(memberId)) ? 'phone' : undefined;
}

/** Name, e-mail, address and phone; the last two are editable (spec section 2, Profile). */
export function ProfileDetails({ member, email }: { member: Member; email: string }) {
  const [dialog, setDialog] = useState(() => begun(member._id));
  const [saved, setSaved] = useState('');
  const close = () => setDialog(undefined);
  const open = (which: Which) => {
    setSaved('');
    setDialog(which);
  };
  const done = (what: string) => {
    setSaved(`Your ${what} is saved.`);
    close();
  };
  const { firstNm, middleInit, address, phones } = member;
  const formerly = formerlyOf(member, member.formerNames);
  const [first] = phones;
  return (
    <Card title="About you">
      <dl className="profile d-grid">
        <Row name="Name">
          {fullName({ ...member, firstNm: middleInit ? `${firstNm} ${middleInit}.` : firstNm })}
          {formerly && <span className="muted"> formerly {formerly}</span>}
        </Row>
        <Row name="Email">{email}</Row>
        <Row name="Address" onEdit={() => open('address')}>
          {address ? <AddressText address={address} /> : <span className="muted">No address on file</span>}
        </Row>
        <Row name="Phone" onEdit={() => open('phone')}>
          {phones.map(({ phoneNbr }) => (
            <span className="d-block" key={phoneNbr}>
              <Phone value={phoneNbr} />
            </span>
          ))}
          {!first && <span className="muted">No phone number on file</span>}
        </Row>
        <Row name="How we tell you what is due" onEdit={() => open('way')}>
          {WAY_NAMES[member.preferredWay ?? 'mail']}
        </Row>
        <Reminders member={member} />
      </dl>
      <Said>{saved}</Said>
      {dialog === 'address' && (
        <AddressDialog member={member} onClose={close} onSaved={() => done('address')} />
      )}
      {dialog === 'phone' && (
        <PhoneDialog member={member} onClose={close} onSaved={() => done('phone number')} />
      )}
      {dialog === 'way' && <WayDialog member={member} onClose={close} onSaved={() => done('choice')} />}
    </Card>
  );
}

function Row({ name, onEdit, children }: { name: string; onEdit?: () => void; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {onEdit && (
        <dd className="profile-edit">
          <Button variant="outline-primary" onClick={onEdit}>
            <Icon name="edit" /> Edit <span className="visually-hidden">{name.toLowerCase()}</span>
          </Button>
        </dd>
      )}
    </div>
  );
}
