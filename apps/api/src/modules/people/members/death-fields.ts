import type { CalendarDate } from '@kinfold/domain/dates';
import type { Role } from '@kinfold/domain/role';
import {
  date,
  flag,
  id,
  int,
  list,
  money,
  object,
  optional,
  orNull,
  text,
} from '../../../platform/fields.ts';

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
  /** The dues that were lowered, by how much (cents), and whom they are for no more; of a household's share also who died before. */
  dues: list(
    object({
      donationId: id(),
      amount: money(),
      parts: optional(list(object({ member_id: id(), price: money() }))),
    }),
  ),
  /** The number of ledger entries on its memberships' dues: more of them prevent an undo. */
  entries: int(),
  /** The day on which it was reported, where the day of the death is not known. */
  reportedDt: optional(text<CalendarDate>()),
  /** The sign-in that it ended, with its roles; absent where nobody could sign in as them. */
  signIn: optional(
    object({
      userId: id(),
      roles: list(
        object({
          organizationNumber: text(),
          role: text<Role>(),
          createdBy: orNull(text()),
          createdDt: date(),
          endDt: orNull(date()),
        }),
      ),
    }),
  ),
  /** Where they were a contact; absent: nowhere. */
  offices: optional(list(object({ organizationNumber: text(), title: text() }))),
  /** Whether their saved cards were removed, which do not come back. */
  hadCards: optional(flag()),
  /** The reports of it that it confirmed; absent: none. */
  reportIds: optional(list(text())),
};
