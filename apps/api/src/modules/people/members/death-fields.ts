import { date, flag, id, int, list, money, object, orNull, text } from '../../../platform/fields.ts';

/** A death as it was entered, with what it changed. */
export const deathFields = {
  /** When it was first entered: payments since then prevent an undo. */
  enteredDt: date(),
  /** The former primary member of the household; null where that did not change. */
  primaryMemberId: orNull(id()),
  /** The chosen payer, and their relationship before; null where none was. */
  payer: orNull(object({ member_id: id(), relationship: text() })),
  /** Each membership as it was, as far as the death changed it. */
  memberships: list(
    object({
      membershipId: id(),
      primaryMemberId: id(),
      isActive: orNull(flag()),
      parts: list(
        object({ _id: id(), isActive: orNull(flag()), startDt: date(), endDt: date(), price: money() }),
      ),
      addedId: orNull(id()),
    }),
  ),
  /** The dues that were lowered, by how much (cents). */
  dues: list(object({ donationId: id(), amount: money() })),
  /** The number of ledger entries on its memberships' dues: more of them prevent an undo. */
  entries: int(),
};
