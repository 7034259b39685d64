import type { CalendarDate } from '@kinfold/domain/dates';
import type { Session } from '../../../platform/database.ts';
import { toRecordOrUndefined } from '../../../platform/documents.ts';
import { date, flag, id, int, list, money, object, orNull, text } from '../../../platform/fields.ts';
import { defineModel, insertRecords, type RecordIn } from '../../../platform/model.ts';

/** A death as it was entered, with what it changed, so that it can be taken back as a whole. `_id` is the member's. */
const DeathModel = defineModel('deaths', {
  deceasedDt: text<CalendarDate>(),
  /** When it was entered first: what was paid since then keeps it from being taken back. */
  enteredDt: date(),
  enteredBy: text(),
  /** Who was primary of the household; null where that did not change. */
  primaryMemberId: orNull(id()),
  /** The payer chosen, and their relationship before; null where none was. */
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
  /** How many entries of the ledger its memberships' dues had: more of them keep it from being taken back. */
  entries: int(),
});
export type DeathRecord = RecordIn<typeof DeathModel>;

/** The death of a member as it was entered; undefined for one that was imported. */
export async function readDeath(memberId: string, session?: Session): Promise<DeathRecord | undefined> {
  return toRecordOrUndefined(await DeathModel.findById(memberId, null, { session }).lean());
}

/** Stores a death in the place of an earlier entry of it. */
export async function replaceDeath(death: DeathRecord, session: Session): Promise<void> {
  await eraseDeath(death._id, session);
  await insertRecords(DeathModel, [death], session);
}

/** Removes the entry of a death. */
export async function eraseDeath(memberId: string, session: Session): Promise<void> {
  await DeathModel.deleteOne({ _id: memberId }, { session });
}
