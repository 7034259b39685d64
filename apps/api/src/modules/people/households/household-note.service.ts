/** Notes of the office on a household: who wrote what when. The history has each step without the text. */
import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { HOUSEHOLD_NOTES_MAX, type HouseholdNote } from '@kinfold/domain/household-note';
import type { Author } from '../../../platform/author.ts';
import { inTransaction, type Session } from '../../../platform/database.ts';
import { conflict, notFound } from '../../../platform/problem.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { findHouseholdNotes, insertHouseholdNote, setNoteRemoved } from '../members/household.service.ts';
import { memberChange, requireMember, tryLockMembers, type MemberRecord } from '../members/member.service.ts';
import { presentHouseholdNote } from './household.presenter.ts';

type Note = z.input<typeof HouseholdNote>;

const noHousehold = () => notFound('This member is in no household.');

/** The notes on the household of a member, newest first. Throws 404 for a member without one. */
export async function listHouseholdNotes({ household_id }: MemberRecord): Promise<Note[]> {
  if (household_id === null) throw noHousehold();
  return (await findHouseholdNotes([household_id])).map(presentHouseholdNote);
}

/** Writes a note on the household of a member. Throws 404 for a member without one, 409 `too_many` where there are 100. */
export async function addHouseholdNote(
  memberId: string,
  text: string,
  author: Author,
  now: Date,
): Promise<Note> {
  return inTransaction(async (session) => {
    const { member, householdId } = await lockedHome(memberId, session);
    if ((await findHouseholdNotes([householdId], session)).length >= HOUSEHOLD_NOTES_MAX)
      throw conflict(
        'too_many',
        `This household has ${HOUSEHOLD_NOTES_MAX} notes. Please remove one before you add another.`,
      );
    const note = { _id: randomUUID(), householdId, text, author, createdDt: now, removedDt: null };
    await insertHouseholdNote(note, session);
    await recordChanges([memberChange(member, 'household.note_added')], author, now, session);
    return presentHouseholdNote(note);
  });
}

/** Removes a note on the household of a member; repeating changes nothing. */
export async function removeHouseholdNote(
  memberId: string,
  noteId: string,
  author: Author,
  now: Date,
): Promise<void> {
  await inTransaction(async (session) => {
    const { member, householdId } = await lockedHome(memberId, session);
    if (await setNoteRemoved({ _id: noteId, householdId }, now, session))
      await recordChanges([memberChange(member, 'household.note_removed')], author, now, session);
  });
}

/** Brings a note back that was removed within a day. Throws 404 for any other. */
export async function restoreHouseholdNote(
  memberId: string,
  noteId: string,
  author: Author,
  now: Date,
): Promise<Note> {
  return inTransaction(async (session) => {
    const { member, householdId } = await lockedHome(memberId, session);
    const note = await setNoteRemoved({ _id: noteId, householdId }, null, session);
    if (!note) throw notFound('This note is not there any more.');
    await recordChanges([memberChange(member, 'household.note_restored')], author, now, session);
    return presentHouseholdNote(note);
  });
}

/** A member with their household, from which nobody moves them meanwhile. */
async function lockedHome(memberId: string, session: Session) {
  await tryLockMembers([memberId], session);
  const member = await requireMember(memberId, session);
  if (member.household_id === null) throw noHousehold();
  return { member, householdId: member.household_id };
}
