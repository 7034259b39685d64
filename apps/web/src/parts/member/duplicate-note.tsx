import type { LikelyDuplicate } from '@kinfold/domain/member-duplicates';
import { listName } from '@kinfold/domain/person-name';
import { showPhone } from '@kinfold/domain/phone';
import type { ReactNode } from 'react';
import { Callout } from '../../ui/callout.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { ActiveStatus } from './active-status.tsx';

const REASONS = {
  birth_date_and_name: 'same birth date, similar name',
  name: 'same name, no birth date to compare',
  phone: 'same phone',
  number: 'same own number',
};

/** The members who are probably a person that is being typed, each with why, and with what can be done about it. */
export function DuplicateNote({
  found,
  className = '',
  children,
}: {
  found: readonly LikelyDuplicate[];
  className?: string;
  children: (one: LikelyDuplicate) => ReactNode;
}) {
  return (
    <div role="status" className={`${className} break-anywhere`.trim()}>
      {found.length > 0 && (
        <Callout tone="warn" title="Maybe a member already">
          <ul className="rows">
            {found.map((one) => (
              <li key={one._id} className="row-item">
                <DuplicateText one={one} />
                {children(one)}
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </div>
  );
}

function DuplicateText({ one }: { one: LikelyDuplicate }) {
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
