import { HouseholdNote, HouseholdNoteForm, HouseholdNotes } from '@kinfold/domain/household-note';
import type { MemberGrant } from '../../modules/identity/access/member-access.service.ts';
import {
  addHouseholdNote,
  listHouseholdNotes,
  removeHouseholdNote,
  restoreHouseholdNote,
} from '../../modules/people/households/household-note.service.ts';
import { authorOf } from '../author.ts';
import { endpointFor, Reply } from '../endpoint.ts';

const ofMember = endpointFor<MemberGrant>();

export const getHouseholdNotes = ofMember({
  summary: 'The notes of the office on the household of a member, newest first; its members never see them',
  reply: HouseholdNotes,
  handle: ({ granted }) => listHouseholdNotes(granted.member),
});

export const postHouseholdNote = ofMember({
  summary: 'Write a note on the household of a member, for the office',
  body: HouseholdNoteForm,
  reply: HouseholdNote,
  answers: { 409: { description: '`too_many`: the household has 100 notes' } },
  async handle(context) {
    const { granted, body, now } = context;
    const author = await authorOf(context);
    return new Reply(201, await addHouseholdNote(granted.member._id, body.text, author, now));
  },
});

export const deleteHouseholdNote = ofMember({
  summary: 'Remove a note on a household; for a day it can be brought back. Repeating changes nothing',
  async handle(context) {
    const { granted, params, now } = context;
    const author = await authorOf(context);
    await removeHouseholdNote(granted.member._id, params['noteId'] ?? '', author, now);
    return new Reply(204);
  },
});

export const postRestoreHouseholdNote = ofMember({
  summary: 'Bring a note on a household back that was removed within a day, as it was signed and dated',
  reply: HouseholdNote,
  async handle(context) {
    const { granted, params, now } = context;
    const author = await authorOf(context);
    return restoreHouseholdNote(granted.member._id, params['noteId'] ?? '', author, now);
  },
});
