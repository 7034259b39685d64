import type { MembershipRow as Row } from '@kinfold/domain/membership-list';
import { fullName, listName } from '@kinfold/domain/person-name';
import { countOf } from '@kinfold/domain/text';
import { useRef } from 'react';
import Dropdown from 'react-bootstrap/Dropdown';
import { Link } from 'react-router-dom';
import { CoverLine } from '../../parts/cover/cover-line.tsx';
import { ActiveStatus } from '../../parts/member/active-status.tsx';
import { ExternalRef } from '../../parts/member/external-ref.tsx';
import { paths } from '../../paths.ts';
import '../../theme/checkbox.scss';
import { DateText } from '../../ui/date-text.tsx';
import { Money } from '../../ui/money.tsx';
import { ChangeMenu } from './change-menu.tsx';

export const primaryName = (primary: Row['primaryMember']) => fullName(primary);

/** A change of a membership in the list. */
export type RowStep = 'activate' | 'deactivate' | 'refresh';

/** A membership in the list; one whose last payment differs from its price is highlighted (spec section 2). */
export function MembershipRow({
  row,
  isChosen,
  onChoose,
  onStep,
}: {
  row: Row;
  isChosen: boolean;
  /** With Shift a range. Undefined, like the next, for users who may not change memberships. */
  onChoose: ((isRange: boolean) => void) | undefined;
  onStep: ((step: RowStep) => void) | undefined;
}) {
  const { _id, primaryMember, primaryMemberId, organizationName, externalRef, isActive } = row;
  const { totalPrice, lastPayment, coveredCnt, isPriceDifferent, cover, priceToday, priceWhenActive } = row;
  const name = listName(primaryMember);
  const withShift = useRef(false);
  return (
    <li className={isPriceDifferent ? 'membership-row is-different' : 'membership-row'} data-row>
      {onChoose && (
        <label className="target row-choice">
          <input
            type="checkbox"
            className="form-check-input"
            checked={isChosen}
            onClick={(event) => {
              withShift.current = event.shiftKey;
            }}
            onChange={() => onChoose(withShift.current)}
          />
          <span className="visually-hidden">Choose {primaryName(primaryMember)}</span>
        </label>
      )}
      <div className="line membership-line">
        <Link className="row-link" to={paths.membership.href(primaryMemberId, _id)}>
          {name}
        </Link>
        <p className="row-note">
          {organizationName}
          <span className="d-none d-md-inline"> · {countOf(coveredCnt, 'person', 'people')}</span>
          {externalRef && (
            <>
              {' · '}
              <ExternalRef value={externalRef} />
            </>
          )}
        </p>
        <p className="membership-state">
          <ActiveStatus isActive={isActive} />
        </p>
        <p className="text-md-end">
          <span className="cell-name">Price </span>
          {priceWhenActive === undefined ? (
            totalPrice !== null && <Money amount={totalPrice} />
          ) : (
            <>
              <span className="muted">will be</span> <Money amount={priceWhenActive} />
            </>
          )}
        </p>
        <p className="membership-paid">
          <span className="cell-name">Last </span>
          {lastPayment ? (
            <>
              <Money amount={lastPayment.paymentsTotal} />{' '}
              <span className="muted d-none d-md-inline">
                <DateText value={lastPayment.modifiedDt} />
              </span>
              {isPriceDifferent && (
                <span className="d-block text-warn fw-semibold">Differs from the price</span>
              )}
            </>
          ) : (
            <span className="muted">None</span>
          )}
        </p>
        {cover && (
          <p className="membership-cover">
            <CoverLine cover={cover} />
          </p>
        )}
        {priceToday && (
          <p className="membership-today">
            <span className="text-warn fw-semibold">{priceToday.text}</span>{' '}
            {onStep && (
              <button type="button" className="field-button" onClick={() => onStep('refresh')}>
                Refresh <span className="visually-hidden">the price of {primaryName(primaryMember)}</span>
              </button>
            )}
          </p>
        )}
      </div>
      {onStep && (
        <ChangeMenu name={primaryName(primaryMember)}>
          {isActive !== true && (
            <Dropdown.Item as="button" onClick={() => onStep('activate')}>
              Activate Membership
            </Dropdown.Item>
          )}
          {isActive === true && (
            <Dropdown.Item as="button" onClick={() => onStep('deactivate')}>
              Deactivate Membership
            </Dropdown.Item>
          )}
        </ChangeMenu>
      )}
    </li>
  );
}
