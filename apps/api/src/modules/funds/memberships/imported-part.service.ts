/** People whom an import adds to an existing membership, and removes again (docs/decisions/026). */
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

/** A person's part in a membership as it was when they were added. */
export type ImportedPart = {
  membershipId: string;
  part: CoveredMemberRecord;
  /** The version of the membership that was written. */
  version: number;
  /** Only imports had changed it. */
  wasUntouched: boolean;
};

/** The record of an added person; undefined when they were not added. */
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

/** Marks a membership that an import created, and then added a person to, as untouched. */
export async function staysUntouched(
  before: MembershipRecord,
  after: MembershipRecord,
  session: Session,
): Promise<void> {
  if (isUntouched(before)) await setUntouched(after._id, after.version, session);
}

/** Returns whether a person's part in a membership is as the import made it. */
export const isAsImported = ({ members }: MembershipRecord, { part }: ImportedPart): boolean =>
  members.some((member) => isSamePart(member, part));

/** Removes a person from a membership, as if they had never been in it, in the transaction that read it. */
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
