import { fullName, listName } from '@kinfold/domain/person-name';
import type { CoveredMember } from '@kinfold/domain/campaign-membership';
import { MINIMUM_AGE } from '@kinfold/domain/constants';
import { END_OF_TIME } from '@kinfold/domain/dates';
import Button from 'react-bootstrap/Button';
import Dropdown from 'react-bootstrap/Dropdown';
import { Link } from 'react-router-dom';
import { ageText, dateInWords } from '../../lib/format.ts';
import { CoverLine } from '../../parts/cover/cover-line.tsx';
import { ActiveStatus } from '../../parts/member/active-status.tsx';
import { relationshipText } from '../../parts/member/relationship-text.ts';
import { paths } from '../../paths.ts';
import { DateText } from '../../ui/date-text.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { ChangeMenu } from './change-menu.tsx';

export const nameOf = (person: Pick<CoveredMember, 'firstNm' | 'lastNm' | 'suffix'>) => fullName(person);

/** The actions for a covered member. */
export type CoveredAction = 'add' | 'remove' | 'make_primary' | 'set_price' | 'waive_waiting';

const waiverText = (isWaived: boolean) => (isWaived ? 'Take back the waiver' : 'Waive waiting time');

/** What a stored price was made of: `as of November 3, 2026: 17, Son`. */
const priceBasis = ({ day, age, relationship }: NonNullable<CoveredMember['priceFrom']>) =>
  `as of ${dateInWords(day)}: ${age ?? 'age not known'}, ${relationship}`;

/**
 * A covered member with the price and its reason, start and end. Inactive members are struck through in italics; the
 * primary member has no menu, because they can be neither deactivated nor removed (spec section 4).
 */
export function CoveredRow({
  person,
  isMembershipActive,
  onChange,
}: {
  person: CoveredMember;
  isMembershipActive: boolean | null;
  /** Undefined for users who may not change memberships. */
  onChange: ((action: CoveredAction) => void) | undefined;
}) {
  const { member_id, firstNm, relationship, age, isActive, isPrimary, inPrimaryHousehold } = person;
  const { price, priceReason, priceFrom, startDt, endDt, isWaitingWaived, cover } = person;
  const name = listName(person);
  const hasDied = person.endReason === 'died';
  // Actions that would be refused are not offered.
  const mayPay = isActive === true && (age ?? MINIMUM_AGE) >= MINIMUM_AGE;
  const mayBegin =
    (isActive === false && isMembershipActive !== false) ||
    (isActive === null && isMembershipActive === true);
  return (
    <li className="row-item covered-row">
      <div className="line covered-line">
        <p>
          <Link className="row-link" to={paths.member.href(member_id)}>
            {isActive === false ? (
              <s>
                <em>{name}</em>
              </s>
            ) : (
              name
            )}
          </Link>
          {person.formerly && <span className="muted"> formerly {person.formerly}</span>}
          {isPrimary && ' · Primary'}
        </p>
        <p>{hasDied ? <StatusDot tone="info">Deceased</StatusDot> : <ActiveStatus isActive={isActive} />}</p>
        <p className="row-note">
          {relationshipText(relationship, { hasDied, isPrimary })}, {ageText(age)}
          {price !== null && !hasDied && (
            <>
              {' · '}
              <Money amount={price} />
            </>
          )}
          {priceReason && !hasDied && ` (${priceReason}${priceFrom ? `; ${priceBasis(priceFrom)}` : ''})`}
        </p>
        {cover && (
          <p className="membership-cover">
            <CoverLine cover={cover} />
          </p>
        )}
        <p className="row-note">
          From <DateText value={startDt} />
          {endDt < END_OF_TIME && (
            <>
              {' '}
              to <DateText value={endDt} />
            </>
          )}
          {isWaitingWaived && ' · no waiting time'}
          {isActive === false && !inPrimaryHousehold && (
            <>
              {' · '}
              {firstNm} is not in primary's household
            </>
          )}
        </p>
      </div>
      {onChange &&
        !hasDied &&
        (isPrimary ? (
          <div className="covered-buttons d-grid gap-2">
            <Button variant="outline-primary" onClick={() => onChange('set_price')}>
              Set price by hand <span className="visually-hidden">for {nameOf(person)}</span>
            </Button>
            {isWaitingWaived !== undefined && (
              <Button variant="outline-primary" onClick={() => onChange('waive_waiting')}>
                {waiverText(isWaitingWaived)} <span className="visually-hidden">for {nameOf(person)}</span>
              </Button>
            )}
          </div>
        ) : (
          <ChangeMenu name={nameOf(person)}>
            {mayPay && (
              <Dropdown.Item as="button" onClick={() => onChange('make_primary')}>
                Make Primary
              </Dropdown.Item>
            )}
            {isActive === true && (
              <Dropdown.Item as="button" onClick={() => onChange('remove')}>
                Deactivate
              </Dropdown.Item>
            )}
            {mayBegin && (
              <Dropdown.Item as="button" onClick={() => onChange('add')}>
                Activate
              </Dropdown.Item>
            )}
            {isActive === null && (
              <Dropdown.Item as="button" onClick={() => onChange('remove')}>
                Remove
              </Dropdown.Item>
            )}
            <Dropdown.Item as="button" onClick={() => onChange('set_price')}>
              Set price by hand
            </Dropdown.Item>
            {isWaitingWaived !== undefined && (
              <Dropdown.Item as="button" onClick={() => onChange('waive_waiting')}>
                {waiverText(isWaitingWaived)}
              </Dropdown.Item>
            )}
          </ChangeMenu>
        ))}
    </li>
  );
}
