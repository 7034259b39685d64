import type { Household } from '@kinfold/domain/household';
import type { Member } from '@kinfold/domain/member';
import Button from 'react-bootstrap/Button';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { MenuStep, Resident } from './household-row.tsx';
import type { LifeEvent } from './life-event-values.ts';

/** The open dialog of a household. */
export type HouseholdDialog =
  | { kind: 'add' }
  | { kind: 'event'; event?: LifeEvent }
  | { kind: 'relationship'; resident: Resident }
  | { kind: 'menu'; resident: Resident; step: MenuStep };

/** 'Add New', 'Add existing' and 'Life events' of a household. */
export function HouseholdButtons({
  member,
  household,
  onOpen,
}: {
  member: Member;
  household: Household;
  onOpen: (dialog: HouseholdDialog) => void;
}) {
  const { organizationNumber } = member;
  return (
    <div className="d-flex flex-wrap gap-2">
      <ButtonLink
        variant="outline-primary"
        to={paths.memberCreate.href()}
        // Spec section 2: the state of /member/create.
        state={{ organizationNumber, household_id: household._id, relationship: '' }}
      >
        <Icon name="plus" /> Add New
      </ButtonLink>
      <Button variant="outline-primary" onClick={() => onOpen({ kind: 'add' })}>
        Add existing
      </Button>
      {!member.deceasedDt && (
        <Button variant="outline-primary" onClick={() => onOpen({ kind: 'event' })}>
          Life events
        </Button>
      )}
    </div>
  );
}
