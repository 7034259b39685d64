/** People whom an import adds to a membership that is there, and takes out of it again (docs/decisions/026). */
import { membershipTotalPrice } from '@kinfold/domain/campaign-membership';
import { isPriceDifferent, isSamePart } from '@kinfold/domain/membership-change';
import type { Author } from '../../../platform/author.ts';
import type { Session } from '../../../platform/database.ts';
import { notFound } from '../../../platform/problem.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { isUntouched } from './membership-opening.service.ts';
import {
  setMembership,
  setUntouched,
  type CoveredMemberRecord,
  type MembershipRecord,
} from './membership.model.ts';
import { membershipSubject } from './membership.service.ts';

/** Somebody's part in a membership as it was when they were added to it. */
export type ImportedPart = {
  membershipId: string;
  part: CoveredMemberRecord;
  /** The version of the membership that was written. */
  version: number;
  /** Nothing but imports had changed it. */
  wasUntouched: boolean;
};

/** What is kept of somebody who was added; undefined when they were not. */
export function importedPart(
  before: MembershipRecord,
  after: MembershipRecord,
  memberId: string,
): ImportedPart | undefined {
  const part = after.members.find(({ member_id }) => member_id === memberId);
  const wasThere = before.members.some(({ member_id }) => member_id === memberId);
  if (!part || wasThere) return undefined;
  return { membershipId: after._id, part, version: after.version, wasUntouched: isUntouched(before) };
}

/** Has a membership that an import made, and added somebody to, count as untouched. */
export async function staysUntouched(
  before: MembershipRecord,
  after: MembershipRecord,
  session: Session,
): Promise<void> {
  if (isUntouched(before)) await setUntouched(after._id, after.version, session);
}

/** Whether somebody's part in a membership is as it was made. */
export const isAsImported = ({ members }: MembershipRecord, { part }: ImportedPart): boolean =>
  members.some((one) => isSamePart(one, part));

/** Takes somebody out of a membership, as if they had never been in it, in the transaction that read it. */
export async function takeOutPart(
  membership: MembershipRecord,
  { part, version, wasUntouched }: ImportedPart,
  person: string | null,
  author: Author,
  now: Date,
  session: Session,
): Promise<void> {
  const members = membership.members.filter(({ _id }) => _id !== part._id);
  const totalPrice = membershipTotalPrice(members);
  const isAsBefore = wasUntouched && (membership.version === version || isUntouched(membership));
  const written = await setMembership(
    membership._id,
    {
      members,
      totalPrice,
      isPriceDifferent: isPriceDifferent({ ...membership, totalPrice }),
      ...(isAsBefore && { untouchedVersion: membership.version + 1 }),
      modifiedBy: author.email,
      modifiedDt: now,
    },
    session,
  );
  if (!written) throw notFound();
  const changes = [
    { field: 'person', from: person, to: null },
    { field: 'price', from: part.price, to: null },
  ];
  const { organizationNumber } = membership;
  const memberIds = [part.member_id];
  const ended = { organizationNumber, action: 'membership.person_ended', changes, memberIds } as const;
  await recordChanges([{ ...ended, subject: membershipSubject(membership) }], author, now, session);
}
