/** What is known of a membership from before Kinfold: since when it covers, and its last payment (docs/decisions/029). */
import { startOfDay, type CalendarDate } from '@kinfold/domain/dates';
import { isPriceDifferent } from '@kinfold/domain/membership-change';
import { beginningSince } from '@kinfold/domain/membership-times';
import type { Cents } from '@kinfold/domain/money';
import type { Author } from '../../../platform/author.ts';
import type { Session } from '../../../platform/database.ts';
import { conflict, notFound } from '../../../platform/problem.ts';
import { setMembership, type MembershipRecord } from './membership.model.ts';

/** The data to write: the day, and the ledger entry of the last payment (cents). */
export type Opening = {
  coveredSince?: CalendarDate | undefined;
  lastPayment?: { entryId: string; amount: Cents; paidDt: Date } | undefined;
};

/** The state of a membership before that, for an undo; `version` is the one that was written. */
export type BeforeOpening = {
  version: number;
  /** Only imports had changed it. */
  wasUntouched: boolean;
  /** Since when it covered, and the people in it by the ids of their parts; instants as texts. */
  cover?: { activeDt: string; starts: Record<string, string> };
};

/** Returns whether only imports have changed a membership, or what they changed was undone. */
export const isUntouched = ({ version, untouchedVersion = 1 }: MembershipRecord) =>
  version === untouchedVersion;

/**
 * Since when a membership would cover, from a day before it was entered here: people who began with it begin on that day
 * too, so that their waiting times are served. Undefined where the day changes nothing.
 */
export function coverSince(
  { isActive, activeDt, members }: MembershipRecord,
  day: CalendarDate,
  timeZone: string,
): Pick<MembershipRecord, 'activeDt' | 'members'> | undefined {
  const since = startOfDay(day, timeZone);
  if (isActive !== true || !activeDt || since >= activeDt) return undefined;
  const began = members.map((member) =>
    member.isActive !== false && member.startDt <= activeDt && member.startDt > since
      ? beginningSince(member, since)
      : member,
  );
  return { activeDt: since, members: began };
}

/** Writes it, in the transaction that books the payment. Throws 409 where the membership has a payment from before. */
export async function writeOpening(
  membership: MembershipRecord,
  { coveredSince, lastPayment }: Opening,
  author: Author,
  now: Date,
  timeZone: string,
  session: Session,
): Promise<BeforeOpening> {
  const cover = coveredSince ? coverSince(membership, coveredSince, timeZone) : undefined;
  if (lastPayment && membership.openingEntryId)
    throw conflict('changed_meanwhile', 'A payment from before was entered for this membership meanwhile.');
  const wasUntouched = isUntouched(membership);
  if (!cover && !lastPayment) return { version: membership.version, wasUntouched };
  const isNewest =
    lastPayment && !(membership.lastPayment && membership.lastPayment.modifiedDt > lastPayment.paidDt);
  const change: Partial<MembershipRecord> = {
    ...cover,
    ...(lastPayment && { openingEntryId: lastPayment.entryId }),
    ...(isNewest && {
      lastPayment: { paymentsTotal: lastPayment.amount, modifiedDt: lastPayment.paidDt, externalRef: null },
    }),
  };
  const isPriceOther = isPriceDifferent({ ...membership, ...change });
  const written = await write(
    membership,
    { ...change, isPriceDifferent: isPriceOther },
    author,
    now,
    session,
  );
  const { activeDt, members } = membership;
  const starts = Object.fromEntries(members.map((member) => [member._id, member.startDt.toISOString()]));
  return {
    version: written.version,
    wasUntouched,
    ...(cover && activeDt && { cover: { activeDt: activeDt.toISOString(), starts } }),
  };
}

async function write(
  { _id }: MembershipRecord,
  change: Partial<MembershipRecord>,
  author: Author,
  now: Date,
  session: Session,
): Promise<MembershipRecord> {
  const written = { ...change, modifiedBy: author.email, modifiedDt: now };
  const membership = await setMembership(_id, written, session);
  if (!membership) throw notFound();
  return membership;
}

/** Returns whether a membership still covers since the day that was written. */
export const stillCoversSince = (
  membership: MembershipRecord,
  day: CalendarDate,
  timeZone: string,
): boolean =>
  membership.isActive === true && membership.activeDt?.getTime() === startOfDay(day, timeZone).getTime();

/**
 * Undoes what was written, in the transaction that books the reversal of the payment. A membership without other changes
 * counts as untouched again.
 */
export async function takeBackOpening(
  membership: MembershipRecord,
  { lastPayment }: Pick<Opening, 'lastPayment'>,
  { version, wasUntouched, cover }: BeforeOpening,
  author: Author,
  now: Date,
  session: Session,
): Promise<void> {
  if (!lastPayment && !cover) return;
  const isShown =
    lastPayment && membership.lastPayment?.modifiedDt.getTime() === lastPayment.paidDt.getTime();
  const { activeDt } = membership;
  const change: Partial<MembershipRecord> = {
    ...(cover && {
      activeDt: new Date(cover.activeDt),
      members: membership.members.map((member) => {
        const start = cover.starts[member._id];
        return start !== undefined && activeDt ? beginningSince(member, new Date(start), activeDt) : member;
      }),
    }),
    ...(lastPayment && { openingEntryId: null }),
    ...(isShown && { lastPayment: null }),
    ...(wasUntouched && membership.version === version && { untouchedVersion: version + 1 }),
  };
  const isPriceOther = isPriceDifferent({ ...membership, ...change });
  await write(membership, { ...change, isPriceDifferent: isPriceOther }, author, now, session);
}
