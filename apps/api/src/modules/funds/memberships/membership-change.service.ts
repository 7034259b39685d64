/** Changes of memberships by staff: tried by the rules of the domain, then previewed, or written with their history. */
import {
  afterMembershipSteps,
  isPriceDifferent,
  isSameMembership,
  priceToday,
  withPriceOrigins,
  MembershipRefusal,
  type MembershipContext,
  type MembershipStep,
} from '@kinfold/domain/membership-change';
import { membershipStatus } from '@kinfold/domain/membership-list';
import { calendarDateOf } from '@kinfold/domain/dates';
import type { Author } from '../../../platform/author.ts';
import { inTransaction, isDuplicateKey, isObjectId, type Session } from '../../../platform/database.ts';
import { newId } from '../../../platform/documents.ts';
import { conflict, invalid, notFound } from '../../../platform/problem.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { requireCampaign, type CampaignRecord } from '../campaigns/campaign.service.ts';
import {
  findMembers,
  fullName,
  tryLockMembers,
  nameKeyOf,
  type MemberRecord,
} from '../../people/members/member.service.ts';
import { entriesOfChange } from './membership-history.service.ts';
import { addToCounter } from './membership-count.model.ts';
import { readMembership, setMembership, type MembershipRecord } from './membership.model.ts';
import { primaryMemberCopies } from './membership.service.ts';

export type People = ReadonlyMap<string, MemberRecord>;

/** The steps of a change, the version it was made from (undefined: any), and the reason. */
export type MembershipChange = {
  steps: readonly MembershipStep[];
  version?: number | null | undefined;
  reason?: string | null | undefined;
  /** Written with it, in its transaction, when something differs. */
  also?: (before: MembershipRecord, after: MembershipRecord, session: Session) => Promise<void>;
};

/** The present time, and the time zone of the deployment. */
export type Clock = { now: Date; timeZone: string };

/** A membership before and after some steps, with its people and those whom the steps name, by id. */
export type TriedChange = {
  before: MembershipRecord;
  after: MembershipRecord;
  people: People;
  campaign: CampaignRecord;
  /** Whether it would cost something else at today's prices. */
  isPriceOutdated: boolean;
};

const namedIn = (steps: readonly MembershipStep[]) =>
  steps.flatMap((step) =>
    'member_id' in step ? [step.member_id] : 'member_ids' in step ? [...step.member_ids] : [],
  );

/** What the rules need besides a membership. */
export function contextOf(
  { priceRules, defaultPrice, fundRules }: Pick<CampaignRecord, 'priceRules' | 'defaultPrice' | 'fundRules'>,
  people: MembershipContext['people'],
  { now, timeZone }: Clock,
): MembershipContext {
  return { people, priceRules, defaultPrice, fundRules, now, today: calendarDateOf(now, timeZone), newId };
}

/**
 * Returns the membership after some steps, without writing it: by the people and the campaign as the transaction sees
 * them, if there is one. `changed` are people as the same transaction is about to change them. Throws 404 and 409 for
 * what the rules refuse.
 */
export async function tryMembershipChange(
  before: MembershipRecord,
  steps: readonly MembershipStep[],
  clock: Clock,
  { changed = [], session }: { changed?: readonly MemberRecord[]; session?: Session } = {},
): Promise<TriedChange> {
  const ids = [...before.members.map(({ member_id }) => member_id), ...namedIn(steps)];
  // One after the other: the reads of a transaction may not run at once.
  const campaign = await requireCampaign(before.campaignId, session);
  const found = await findMembers([...new Set(ids)].filter(isObjectId), session);
  const people = new Map([...found, ...changed].map((person) => [person._id, person]));
  const context = contextOf(campaign, people, clock);
  try {
    const after = withPriceOrigins(before, afterMembershipSteps(before, steps, context), context);
    const isPriceOutdated = priceToday(after, context) !== undefined;
    return { before, after: withPrimaryCopies(before, after, people), people, campaign, isPriceOutdated };
  } catch (error) {
    if (!(error instanceof MembershipRefusal)) throw error;
    if (error.code === 'too_young') throw invalid([{ path: 'primaryMemberId', message: error.message }]);
    throw error.code === 'not_found' ? notFound(error.message) : conflict(error.code, error.message);
  }
}

/** Copies the name of a new primary member. Throws 409 for one of another organization. */
function withPrimaryCopies(
  before: MembershipRecord,
  after: MembershipRecord,
  people: People,
): MembershipRecord {
  const primary = people.get(after.primaryMemberId);
  if (!primary || before.primaryMemberId === after.primaryMemberId) return after;
  if (primary.organizationNumber !== before.organizationNumber)
    throw conflict(
      'other_organization',
      `${fullName(primary)} belongs to ${primary.organizationName}, and this membership to ${before.organizationName}.`,
    );
  return { ...after, primaryMember: primaryMemberCopies(primary), nameKey: nameKeyOf(primary) };
}

/**
 * Changes a membership; steps that change nothing write nothing. Returns it unchanged when its version differs from
 * `version`. Throws 404 when it or a named person is gone, 409 for what the rules refuse, and when the new primary member
 * has a membership of their own in this campaign.
 */
export async function changeMembership(
  membershipId: string,
  { steps, version, reason, also }: MembershipChange,
  author: Author,
  clock: Clock,
): Promise<{ before: MembershipRecord; membership: MembershipRecord; isChanged: boolean }> {
  try {
    return await inTransaction(async (session) => {
      const stored = await readMembership(membershipId, session);
      if (!stored) throw notFound();
      // Before the rules: a user with an outdated version is shown the present one first.
      if (typeof version === 'number' && version !== stored.version)
        return { before: stored, membership: stored, isChanged: false };
      const tried = await tryMembershipChange(stored, steps, clock, { session });
      const { before, after } = tried;
      const membership = await writeMembershipChange(tried, { author, now: clock.now, reason }, session);
      if (membership) await also?.(before, membership, session);
      return { before, membership: membership ?? after, isChanged: true };
    });
  } catch (error) {
    if (isDuplicateKey(error, 'campaign_memberships.campaign_primary'))
      throw conflict('membership_exists', 'This member has a membership of their own in this campaign.');
    throw error;
  }
}

/**
 * The people whom a change newly covers, or makes pay. Locking them orders a concurrent death, deactivation or deletion:
 * it commits before, and the rules run again, or after, and then finds this membership among theirs.
 */
function taken(before: MembershipRecord, after: MembershipRecord): string[] {
  const wasCovered = new Set(coveredBy(before));
  const isPayerNew = before.primaryMemberId !== after.primaryMemberId || before.isActive !== after.isActive;
  const ids = coveredBy(after).filter((id) => !wasCovered.has(id));
  return [...new Set([...ids, ...(isPayerNew && after.isActive !== false ? [after.primaryMemberId] : [])])];
}

const coveredBy = ({ members }: MembershipRecord) =>
  members.filter(({ isActive }) => isActive !== false).map(({ member_id }) => member_id);

/** Writes the differences, with counters and history; returns undefined when there are none. */
export async function writeMembershipChange(
  { before, after, people, isPriceOutdated }: TriedChange,
  { author, now, reason }: { author: Author; now: Date; reason: string | null | undefined },
  session: Session,
): Promise<MembershipRecord | undefined> {
  if (isSameMembership(before, after)) return undefined;
  const { isActive, activeDt, members, totalPrice, primaryMemberId, primaryMember, nameKey } = after;
  if (!(await tryLockMembers(taken(before, after), session))) throw notFound('There is no such member.');
  const written = await setMembership(
    before._id,
    {
      isActive,
      activeDt,
      members,
      totalPrice,
      isPriceDifferent: isPriceDifferent(after),
      isPriceOutdated,
      ...(primaryMemberId !== before.primaryMemberId && {
        primaryMemberId,
        primaryMember,
        nameKey,
        payers: after.payers ?? [],
        needsPayer: false,
      }),
      modifiedBy: author.email,
      modifiedDt: now,
    },
    session,
  );
  if (!written) throw notFound();
  if (before.isActive !== after.isActive)
    await addToCounter(
      before.campaignId,
      before.organizationNumber,
      { [membershipStatus(before.isActive)]: -1, [membershipStatus(after.isActive)]: 1 },
      session,
    );
  const changes = entriesOfChange(before, written, people);
  await recordChanges(
    changes.map((change) => ({ ...change, ...(reason && { reason }) })),
    author,
    now,
    session,
  );
  return written;
}
