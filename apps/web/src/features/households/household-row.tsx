import { fullName, listName } from '@kinfold/domain/person-name';
import { MINIMUM_AGE } from '@kinfold/domain/constants';
import type { Household } from '@kinfold/domain/household';
import Dropdown from 'react-bootstrap/Dropdown';
import { Link } from 'react-router-dom';
import { ageText } from '../../lib/format.ts';
import { CoverLine } from '../../parts/cover/cover-line.tsx';
import { ActiveStatus } from '../../parts/member/active-status.tsx';
import { relationshipText } from '../../parts/member/relationship-text.ts';
import { paths } from '../../paths.ts';
import { RowMenu } from '../../ui/row-menu.tsx';

export type Resident = Household['members'][number];

export const nameOf = (resident: Pick<Resident, 'firstNm' | 'lastNm' | 'suffix'>) => fullName(resident);

/** The changes that the menu of a household member previews, with their texts. */
export const MENU_STEPS = {
  make_primary: 'Make Primary',
  deactivate: 'Deactivate',
  activate: 'Activate',
  remove: 'Remove',
} as const;
export type MenuStep = keyof typeof MENU_STEPS;

/** The actions in the menu of a household member. */
export type RowActions = {
  onChoose: (step: MenuStep) => void;
  onSetRelationship: () => void;
};

/** A member of a household. Inactive members are struck through; the primary member has no menu (spec section 4). */
export function HouseholdRow({
  resident,
  mayOpen,
  isPrimary,
  actions,
}: {
  resident: Resident;
  /** Whether the name links to their page. */
  mayOpen: boolean;
  isPrimary: boolean;
  /** Undefined without the permission. */
  actions: RowActions | undefined;
}) {
  const { member_id, relationship, age, isActive, deceasedDt, deathDay, cover } = resident;
  const shownName = listName(resident);
  const name =
    isActive === false ? (
      <s>
        <em>{shownName}</em>
      </s>
    ) : (
      shownName
    );
  return (
    <li className="row-item">
      <div className="resident-text">
        <p className="row-name">
          {mayOpen ? (
            <Link className="row-link" to={paths.member.href(member_id, 'household')}>
              {name}
            </Link>
          ) : (
            name
          )}
          {resident.formerly && <span className="muted"> formerly {resident.formerly}</span>}
        </p>
        <p className="row-note">
          {relationshipText(relationship, { hasDied: Boolean(deceasedDt), isPrimary })}, {ageText(age)}
          {isPrimary && ' · Primary'}
        </p>
        {cover && !deceasedDt && (
          <p>
            <CoverLine cover={cover} saysQuiet={false} />
          </p>
        )}
        <p>
          <ActiveStatus isActive={isActive} deceasedDt={deceasedDt} deathDay={deathDay} />
        </p>
      </div>
      {actions && !isPrimary && <ResidentMenu resident={resident} {...actions} />}
    </li>
  );
}

function ResidentMenu({ resident, onChoose, onSetRelationship }: { resident: Resident } & RowActions) {
  const { age, isActive, deceasedDt } = resident;
  const item = (step: MenuStep) => (
    <Dropdown.Item as="button" onClick={() => onChoose(step)}>
      {MENU_STEPS[step]}
    </Dropdown.Item>
  );
  return (
    <RowMenu
      toggle={
        <>
          Change <span className="visually-hidden">{nameOf(resident)}</span>
        </>
      }
    >
      {isActive === true && !deceasedDt && (age ?? MINIMUM_AGE) >= MINIMUM_AGE && item('make_primary')}
      {isActive !== false && !deceasedDt && item('deactivate')}
      {isActive !== true && !deceasedDt && item('activate')}
      <Dropdown.Item as="button" onClick={onSetRelationship}>
        Change relationship
      </Dropdown.Item>
      {item('remove')}
    </RowMenu>
  );
}
