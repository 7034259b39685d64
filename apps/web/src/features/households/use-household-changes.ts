import type { Household } from '@kinfold/domain/household';
import type { HouseholdAdd } from '@kinfold/domain/household-form';
import { useQueryClient } from '@tanstack/react-query';
import { isActiveNow } from '../../parts/member/is-active-now.ts';
import { useUndoable } from '../../parts/undoable.tsx';
import { addToHousehold, removeFromHousehold } from '../../queries/households.ts';
import { nameOf, type MenuStep, type Resident } from './household-row.tsx';

/** The changes that the menu of a row makes without a preview, each with its undo. */
export function useHouseholdChanges(household: Household) {
  const client = useQueryClient();
  const { run, say, outcome } = useUndoable();
  const { _id: household_id, primaryMemberId, version } = household;
  const add = (change: HouseholdAdd) => addToHousehold(client, primaryMemberId, { household_id, ...change });
  const primary = household.members.find(({ member_id }) => member_id === primaryMemberId);
  const mayBePrimaryAgain = primary?.isActive === true && !primary.deceasedDt;

  const steps = {
    makePrimary: ({ member_id, ...resident }: Resident) =>
      void run(() => add({ member_id, isPrimary: true, version }), {
        text: `${nameOf(resident)} is the primary member now.`,
        ...(mayBePrimaryAgain && {
          undo: () => add({ member_id: primaryMemberId, isPrimary: true }),
        }),
      }),
    setActive: ({ member_id, ...resident }: Resident, isActive: boolean) =>
      void run(() => add({ member_id, isActive, version }), {
        text: isActiveNow(nameOf(resident), isActive),
        // An unknown state cannot be restored.
        ...(resident.isActive !== null && { undo: () => add({ member_id, isActive: !isActive }) }),
      }),
    remove: (resident: Resident) => {
      const { member_id } = resident;
      const relationship = resident.relationship as HouseholdAdd['relationship'];
      void run(() => removeFromHousehold(client, member_id, household_id), {
        text: `${nameOf(resident)} has a household of their own now. Memberships that cover ${resident.firstNm} stay as they are.`,
        undo: () => add({ member_id, relationship }),
      });
    },
  };
  return {
    outcome,
    say,
    make: (step: MenuStep, resident: Resident) => {
      if (step === 'make_primary') steps.makePrimary(resident);
      else if (step === 'remove') steps.remove(resident);
      else steps.setActive(resident, step === 'activate');
    },
    setRelationship: (resident: Resident, relationship: HouseholdAdd['relationship']) => {
      const { member_id } = resident;
      const before = resident.relationship as HouseholdAdd['relationship'];
      void run(() => add({ member_id, relationship, version }), {
        text: `${nameOf(resident)}: ${relationship}.`,
        undo: () => add({ member_id, relationship: before }),
      });
    },
  };
}
