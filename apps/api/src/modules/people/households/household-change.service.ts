/** Changes of households: tried by the rules of the domain, then previewed in sentences, or written with their history. */
import {
  afterSteps,
  HouseholdRefusal,
  type HouseholdState,
  type HouseholdStep,
} from '@kinfold/domain/household-change';
import { changedPeople, concernedPeople, type CoverOf } from '@kinfold/domain/household-effect';
import { sentencesOf } from '@kinfold/domain/household-sentence';
import type { Author } from '../../../platform/author.ts';
import { inTransaction, type Session } from '../../../platform/database.ts';
import { conflict, notFound } from '../../../platform/problem.ts';
import {
  readHouseholdState,
  writeHouseholdState,
  type StoredHouseholds,
} from '../members/household-state.service.ts';
import { findMembers, type MemberRecord } from '../members/member.service.ts';
import type { InScope } from '../../../platform/scopes.ts';
import { findMembershipsCovering } from '../../funds/memberships/membership.service.ts';

/** A change: the members and households it names, and a function that derives its steps once those are read. */
export type HouseholdChange = {
  memberIds: readonly string[];
  householdIds?: readonly string[];
  stepsOf: (state: HouseholdState) => HouseholdStep[];
  /** The reason that the history gives. */
  reason?: string;
  /** Members whom the change enters: not stored yet, and in no household. */
  newcomers?: readonly MemberRecord[];
};

/** The household version that a change was made from; `current` presents the household as it is now. */
export type HouseholdVersion = {
  householdId: string | null;
  version: number | undefined;
  current: () => Promise<unknown>;
};

/**
 * Makes a change; one that changes nothing writes nothing. Throws 404 for members and households that do not exist, or
 * are not in the actor's scope; 409 `primary_member` or `not_allowed` for what the rules refuse; 409 `changed_meanwhile`
 * with the present household when that has another version.
 */
export async function changeHouseholds(
  change: HouseholdChange,
  isInScope: InScope,
  by: { author: Author; now: Date },
  read?: HouseholdVersion,
): Promise<void> {
  await inTransaction(async (session) => {
    const { before, after } = await tryHouseholdChange(change, isInScope, session, read);
    await writeHouseholdState(before, after, { ...by, reason: change.reason }, session);
  });
}

/** What a change would mean, in sentences. Throws as `changeHouseholds` does. */
export async function previewHouseholds(change: HouseholdChange, isInScope: InScope): Promise<string[]> {
  const { before, after } = await inTransaction((session) => tryHouseholdChange(change, isInScope, session));
  return sentencesOf(before, after, await coversOf(before, after, isInScope));
}

/** The households before and after a change, in a transaction that may go on to write it. Throws as `changeHouseholds` does. */
export async function tryHouseholdChange(
  change: HouseholdChange,
  isInScope: InScope,
  session: Session,
  read?: HouseholdVersion,
): Promise<{ before: StoredHouseholds; after: HouseholdState }> {
  const stored = await readHouseholdState(change.memberIds, change.householdIds ?? [], session);
  const before = { ...stored, people: [...stored.people, ...(change.newcomers ?? [])] };
  await requireScope(before, change, isInScope);
  const home = before.homes.find(({ _id }) => _id === read?.householdId);
  if (home && read?.version !== undefined && read.version !== home.version)
    throw conflict(
      'changed_meanwhile',
      'This household was changed meanwhile. Please look at it as it is now, and choose again.',
      { current: await read.current() },
    );
  try {
    const after = afterSteps(before, change.stepsOf(before));
    await requireScopeOfChanged(before, after, isInScope);
    return { before, after };
  } catch (error) {
    if (!(error instanceof HouseholdRefusal)) throw error;
    throw error.code === 'not_found' ? notFound(error.message) : conflict(error.code, error.message);
  }
}

/** Throws 404 for named members and households that do not exist or are out of scope: a household goes by its primary member. */
async function requireScope(
  { homes, people }: StoredHouseholds,
  { memberIds, householdIds = [] }: HouseholdChange,
  isInScope: InScope,
): Promise<void> {
  const numberOf = (memberId: string | undefined) =>
    people.find(({ _id }) => _id === memberId)?.organizationNumber;
  for (const memberId of memberIds) {
    const number = numberOf(memberId);
    if (number === undefined || !(await isInScope(number))) throw notFound('There is no such member.');
  }
  for (const householdId of householdIds) {
    const number = numberOf(homes.find(({ _id }) => _id === householdId)?.primaryMemberId);
    if (number === undefined || !(await isInScope(number))) throw notFound('There is no such household.');
  }
}

/** Nobody out of scope is changed, even in a household that is in scope. */
async function requireScopeOfChanged(
  before: StoredHouseholds,
  after: HouseholdState,
  isInScope: InScope,
): Promise<void> {
  const changed = new Set(changedPeople(before, after).map((pair) => pair.after._id));
  for (const { _id, organizationNumber } of before.people)
    if (changed.has(_id) && !(await isInScope(organizationNumber))) throw notFound();
}

/** The active memberships, in scope, that cover the people of a change. */
export async function coversOf(
  before: HouseholdState,
  after: HouseholdState,
  isInScope: InScope,
): Promise<(CoverOf & { membershipId: string })[]> {
  const covers: (CoverOf & { membershipId: string })[] = [];
  for (const memberId of concernedPeople(before, after))
    for (const membership of await findMembershipsCovering(memberId)) {
      const isCovered = membership.members.some(
        ({ member_id, isActive }) => member_id === memberId && isActive !== false,
      );
      if (membership.isActive === false || !isCovered || !(await isInScope(membership.organizationNumber)))
        continue;
      const [payer] = await findMembers([membership.primaryMemberId]);
      if (payer)
        covers.push({
          ...{ membershipId: membership._id, member_id: memberId },
          ...{ campaignName: membership.campaignName, payer },
        });
    }
  return covers;
}
