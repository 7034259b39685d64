/** The history entries of a change of a membership: one for each kind of change. */
import type { CoveredPerson } from '@kinfold/domain/membership-state';
import { changedFields, type Change } from '../../operations/audit/audit.service.ts';
import { fullName, type MemberRecord } from '../../people/members/member.service.ts';
import type { MembershipRecord } from './membership.model.ts';
import { membershipSubject } from './membership.service.ts';

/** The entries of a change, for the membership itself and for each person; `people` has their names by id. */
export function entriesOfChange(
  before: MembershipRecord,
  after: MembershipRecord,
  people: ReadonlyMap<string, MemberRecord>,
): Change[] {
  const about = { organizationNumber: after.organizationNumber, subject: membershipSubject(after) };
  const nameOf = (memberId: string) => {
    const person = people.get(memberId);
    return person ? fullName(person) : null;
  };
  const isStateChanged = before.isActive !== after.isActive;
  const entries: Omit<Change, 'organizationNumber' | 'subject'>[] = [];
  if (isStateChanged)
    entries.push({
      action: before.isActive === null && after.isActive ? 'membership.confirmed' : 'membership.updated',
      changes: changedFields<MembershipRecord>(before, after, ['isActive', 'totalPrice']),
    });
  if (before.primaryMemberId !== after.primaryMemberId)
    entries.push({
      action: 'membership.primary_changed',
      changes: [
        { field: 'primaryMember', from: nameOf(before.primaryMemberId), to: nameOf(after.primaryMemberId) },
      ],
      memberIds: [before.primaryMemberId, after.primaryMemberId],
    });
  for (const one of after.members) {
    const old = before.members.find(({ _id }) => _id === one._id);
    const person = nameOf(one.member_id);
    const personEntries = [
      ...(isStateChanged ? [] : partEntries(old, one, person)),
      ...handEntries(old, one, person),
    ];
    entries.push(...personEntries.map((entry) => ({ ...entry, memberIds: [one.member_id] })));
  }
  if (!entries.length)
    entries.push({
      action: 'membership.repriced',
      changes: changedFields<MembershipRecord>(before, after, ['totalPrice']),
    });
  return entries.map((entry) => ({ ...about, ...entry }));
}

type Entry = Omit<Change, 'organizationNumber' | 'subject'>;

/** Entries for the begin or end of a person's part. */
function partEntries(old: CoveredPerson | undefined, one: CoveredPerson, person: string | null): Entry[] {
  const wasIn = old !== undefined && old.isActive !== false;
  const isIn = one.isActive !== false;
  if (wasIn === isIn) return [];
  const changes = [
    { field: 'person', from: isIn ? null : person, to: isIn ? person : null },
    { field: 'price', from: isIn ? null : one.price, to: isIn ? one.price : null },
  ];
  return [{ action: isIn ? 'membership.person_added' : 'membership.person_ended', changes }];
}

/** Entries for values set by hand. */
function handEntries(old: CoveredPerson | undefined, one: CoveredPerson, person: string | null): Entry[] {
  const isWaived = one.isWaitingWaived === true;
  const wasWaived = old?.isWaitingWaived === true;
  const price = old?.priceOverride ?? null;
  const whose = { field: 'person', from: null, to: person };
  return [
    ...(old && price !== one.priceOverride
      ? [
          {
            action: 'membership.price_set',
            changes: [whose, { field: 'priceOverride', from: price, to: one.priceOverride }],
          } as const,
        ]
      : []),
    ...(isWaived !== wasWaived
      ? [
          {
            action: 'membership.waiting_changed',
            changes: [whose, { field: 'isWaitingWaived', from: wasWaived, to: isWaived }],
          } as const,
        ]
      : []),
  ];
}
