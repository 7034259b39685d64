import type { LikelyDuplicate } from '@kinfold/domain/member-duplicates';
import { listName } from '@kinfold/domain/person-name';
import { showPhone } from '@kinfold/domain/phone';
import { DateText } from '../../ui/date-text.tsx';
import { ActiveStatus } from './active-status.tsx';

const REASONS = {
  birth_date_and_name: 'same birth date, similar name',
  name: 'same name, birth date not known',
  phone: 'same phone',
};

/** A row with a probable duplicate, and why. */
export function DuplicateText({ one }: { one: LikelyDuplicate }) {
  return (
    <div className="row-text">
      <p className="row-name">
        {listName(one)}
        {one.formerly && <span className="muted"> formerly {one.formerly}</span>}
      </p>
      <p className="row-note">
        {one.memberId} · {one.organizationName} · <DateText value={one.birthDt} />
        {one.phoneNbr && ` · ${showPhone(one.phoneNbr)}`}
      </p>
      <p className="row-note">{one.reasons.map((reason) => REASONS[reason]).join(', ')}</p>
      {one.isActive !== true && <ActiveStatus isActive={one.isActive} />}
    </div>
  );
}
