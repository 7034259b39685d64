/** Data of members in an archive besides their fields: payments from before, and reminders, letters and calls. */
import { groupBy } from '@kinfold/domain/group-by';
import { findEntries } from '../../money/ledger/ledger.service.ts';
import { findMembershipsCoveringAny } from '../../funds/memberships/membership.service.ts';
import type { MemberRow } from '../../people/members/member-list.service.ts';
import { findHouseholdNotes, findHouseholdsOfPrimaries } from '../../people/members/household.service.ts';
import { findMessagesTo } from '../../telling/messages/message.service.ts';
import { findCallsTo } from '../../telling/outreach/call.service.ts';
import { findLettersTo } from '../../telling/outreach/letter.service.ts';
import { findRunNames } from '../../telling/outreach/outreach.service.ts';
import type { EarlierPayment, NoteOnHousehold, ToMember } from './outreach.presenter.ts';

/** The payments from before on the memberships that some members pay for. */
export async function earlierPaymentsOf(rows: readonly MemberRow[]): Promise<EarlierPayment[]> {
  const byId = new Map(rows.map((row) => [row._id, row]));
  const memberships = await findMembershipsCoveringAny([...byId.keys()]);
  const entries = await findEntries(memberships.flatMap(({ openingEntryId }) => openingEntryId ?? []));
  const byEntry = new Map(entries.map((entry) => [entry._id, entry]));
  return memberships.flatMap((membership) => {
    const primary = byId.get(membership.primaryMemberId);
    const entry = byEntry.get(membership.openingEntryId ?? '');
    return primary && entry ? { membership, primary, entry } : [];
  });
}

/** Adds the member and the run to each message to some members; in the order of the members. */
async function withMemberAndRun<One>(
  rows: readonly MemberRow[],
  found: readonly One[],
  of: (one: One) => { memberId: string; campaignRunId: string },
): Promise<ToMember<One>[]> {
  const namesOf = await findRunNames(found.map((one) => of(one).campaignRunId));
  const byMember = groupBy(found, (one) => of(one).memberId);
  return rows.flatMap((member) =>
    (byMember.get(member._id) ?? []).map((one) => ({ member, run: namesOf(of(one).campaignRunId), one })),
  );
}

const idsOf = (rows: readonly MemberRow[]) => rows.map(({ _id }) => _id);

/** The notes on the households of which some members are primary. */
export async function notesOn(rows: readonly MemberRow[]): Promise<NoteOnHousehold[]> {
  const households = await findHouseholdsOfPrimaries(idsOf(rows));
  const notes = groupBy(
    await findHouseholdNotes(households.map(({ _id }) => _id)),
    ({ householdId }) => householdId,
  );
  const byId = new Map(rows.map((row) => [row._id, row]));
  return households.flatMap(({ _id, primaryMemberId }) => {
    const primary = byId.get(primaryMemberId);
    return primary ? (notes.get(_id) ?? []).map((note) => ({ primary, note })) : [];
  });
}

/** The reminders and warnings that went to some members. */
export const remindersTo = async (rows: readonly MemberRow[]) =>
  withMemberAndRun(rows, await findMessagesTo(idsOf(rows)), (message) => message);

/** The letters on paper to some members. */
export const lettersTo = async (rows: readonly MemberRow[]) =>
  withMemberAndRun(
    rows,
    await findLettersTo(idsOf(rows)),
    ({ letter: { memberId }, letters: { campaignRunId } }) => ({
      memberId,
      campaignRunId,
    }),
  );

/** The calls to some members. */
export const callsTo = async (rows: readonly MemberRow[]) =>
  withMemberAndRun(rows, await findCallsTo(idsOf(rows)), (call) => call);
