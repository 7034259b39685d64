/** Creates memberships: one by one, many at once, or by joining a campaign. */
import { MINIMUM_AGE } from '@kinfold/domain/constants';
import { coveredMemberPrice, membershipTotalPrice } from '@kinfold/domain/campaign-membership';
import { priceOriginOf } from '@kinfold/domain/membership-change';
import { isMinor, TOO_YOUNG } from '@kinfold/domain/coming-of-age';
import { calendarDateOf, END_OF_TIME, type CalendarDate } from '@kinfold/domain/dates';
import { entryAgeFault } from '@kinfold/domain/fund-rules';
import { membershipStatus } from '@kinfold/domain/membership-list';
import type { Author } from '../../../platform/author.ts';
import type { Cents } from '@kinfold/domain/money';
import { takeNumbers } from '../../../platform/counters.ts';
import { inTransaction, isDuplicateKey, type Session } from '../../../platform/database.ts';
import { newId } from '../../../platform/documents.ts';
import { AppError, conflict, invalid, notFound } from '../../../platform/problem.ts';
import { recordChanges, type Change } from '../../operations/audit/audit.service.ts';
import { findOfferedCampaigns, requireCampaign, type CampaignRecord } from '../campaigns/campaign.service.ts';
import {
  findMembers,
  fullName,
  tryLockMembers,
  isErased,
  nameKeyOf,
  type MemberRecord,
} from '../../people/members/member.service.ts';
import {
  insertMemberships,
  findMembershipOfPrimary,
  findMembershipsCovering,
  type CoveredMemberRecord,
  type MembershipRecord,
} from './membership.model.ts';
import { addToCounter } from './membership-count.model.ts';
import { membershipSubject, primaryMemberCopies } from './membership.service.ts';

/**
 * A person's part in a new membership: since when it covers them (default: now), whether without a waiting time, and
 * their price by hand (cents).
 */
export type NewPart = { startDt?: Date; isWaitingWaived?: boolean; priceOverride: Cents | null };

/** The people of a new membership. The primary member is always covered. */
export type NewMembership = {
  primary: MemberRecord;
  covered?: readonly MemberRecord[];
  /** Default: active; null is unknown. */
  isActive?: boolean | null;
  /** By the ids of members. */
  parts?: ReadonlyMap<string, NewPart>;
};

/** Everybody in a new membership, the primary member first, priced by the rules of its campaign for today's ages. */
export function newCoveredMembers(
  { priceRules, defaultPrice, fundRules }: Pick<CampaignRecord, 'priceRules' | 'defaultPrice' | 'fundRules'>,
  { primary, covered = [], isActive = true, parts }: NewMembership,
  now: Date,
  timeZone: string,
): CoveredMemberRecord[] {
  const today = calendarDateOf(now, timeZone);
  // Nobody is charged twice, however often they are named.
  const everyone = [...new Map([primary, ...covered].map((member) => [member._id, member])).values()];
  return everyone.map((member) => {
    const { startDt = now, isWaitingWaived, priceOverride = null } = parts?.get(member._id) ?? {};
    const priced = {
      suffix: member.suffix,
      birthDt: member.birthDt,
      relationship: member.relationship,
      isActive: member.isActive,
      priceOverride,
    };
    const isCovered = isActive === true ? member.isActive : isActive;
    return {
      _id: newId(),
      member_id: member._id,
      price: coveredMemberPrice(priced, priceRules, defaultPrice, today, fundRules),
      priceFrom: priceOriginOf(priced, { priceRules, fundRules, today }),
      priceOverride,
      startDt,
      endDt: isCovered === false ? now : END_OF_TIME,
      isActive: isCovered,
      ...(isWaitingWaived && { isWaitingWaived: true as const }),
    };
  });
}

/** Builds memberships of a campaign, numbered from a number on. */
function buildMemberships(
  campaign: CampaignRecord,
  inputs: readonly NewMembership[],
  firstNumber: number,
  author: Author,
  now: Date,
  timeZone: string,
): MembershipRecord[] {
  return inputs.map((input, index) => {
    const { primary, isActive = true } = input;
    const members = newCoveredMembers(campaign, input, now, timeZone);
    const membershipNbr = firstNumber + index;
    const { organizationNumber, organizationName } = primary;
    return {
      _id: newId(),
      campaignId: campaign._id,
      campaignName: campaign.campaignName,
      organizationNumber,
      organizationName,
      membershipNbr,
      externalRef: `P-${String(membershipNbr).padStart(6, '0')}`,
      isActive,
      activeDt:
        isActive === null ? null : new Date(Math.min(...members.map(({ startDt }) => startDt.getTime()))),
      primaryMemberId: primary._id,
      primaryMember: primaryMemberCopies(primary),
      nameKey: nameKeyOf(primary),
      totalPrice: membershipTotalPrice(members),
      lastPayment: null,
      isPriceDifferent: false,
      members,
      version: 1,
      createdBy: author.email,
      createdDt: now,
      modifiedBy: author.email,
      modifiedDt: now,
    };
  });
}

/** The history entry of a new membership, with the people it covers and their prices. */
const created = (
  membership: MembershipRecord,
  action: 'membership.created' | 'membership.joined',
): Change => ({
  organizationNumber: membership.organizationNumber,
  action,
  subject: membershipSubject(membership),
  changes: [
    { field: 'isActive', from: null, to: membership.isActive },
    {
      field: 'members',
      from: null,
      to: membership.members.map(({ member_id, price, isActive }) => ({ member_id, price, isActive })),
    },
  ],
  memberIds: membership.members.map(({ member_id }) => member_id),
});

/** Adds new memberships, all of one campaign and organization, to their counter. */
async function countNew(memberships: readonly MembershipRecord[], session: Session): Promise<void> {
  const [one] = memberships;
  if (!one) return;
  const by = { active: 0, inactive: 0, unknown: 0 };
  for (const { isActive } of memberships) by[membershipStatus(isActive)] += 1;
  await addToCounter(one.campaignId, one.organizationNumber, by, session);
}

/** The context of new memberships: their campaign, author, time and history, and a check that may refuse one. */
type Making = {
  campaign: CampaignRecord;
  author: Author;
  now: Date;
  timeZone: string;
  changesOf: (made: readonly MembershipRecord[]) => Change[];
  /** Throws where a membership may not be made; gets the people as the transaction sees them. */
  refuse: (input: NewMembership) => void;
};

/**
 * Stores memberships, all of one campaign, in one transaction: in that of `session`, or in their own. People are locked and read in it: a concurrent death,
 * deactivation or deletion commits before, and the rules see it, or after, and then finds the membership among theirs.
 * Throws 404 where one of them is gone, 409 for a primary member who has one there already, and what `refuse` throws.
 */
async function storeMemberships(
  inputs: readonly NewMembership[],
  { campaign, author, now, timeZone, changesOf, refuse }: Making,
  within?: Session,
): Promise<MembershipRecord[]> {
  const firstNumber = await takeNumbers('membershipNbr', inputs.length);
  const numbers = [...new Set(inputs.map(({ primary }) => primary.organizationNumber))];
  const ids = [
    ...new Set(inputs.flatMap(({ primary, covered = [] }) => [primary, ...covered]).map(({ _id }) => _id)),
  ];
  const store = async (session: Session) => {
    if (!(await tryLockMembers(ids, session))) throw notFound('There is no such member.');
    const found = await findMembers(ids, session);
    // The record of an erased person stays.
    if (found.some(isErased)) throw notFound('There is no such member.');
    const people = new Map(found.map((person) => [person._id, person]));
    const asTheyAre = (person: MemberRecord) => people.get(person._id) ?? person;
    const current = inputs.map((input) => ({
      ...input,
      primary: asTheyAre(input.primary),
      covered: input.covered?.map(asTheyAre),
    }));
    for (const input of current) refuse(input);
    const made = buildMemberships(campaign, current, firstNumber, author, now, timeZone);
    await insertMemberships(made, session);
    for (const number of numbers)
      await countNew(
        made.filter(({ organizationNumber }) => organizationNumber === number),
        session,
      );
    await recordChanges(changesOf(made), author, now, session);
    return made;
  };
  try {
    return within ? await store(within) : await inTransaction(store);
  } catch (error) {
    if (isDuplicateKey(error, 'campaign_memberships.campaign_primary'))
      throw conflict('membership_exists', 'This member has a membership already.');
    throw error;
  }
}

async function storeMembership(
  input: NewMembership,
  making: Omit<Making, 'changesOf'>,
  {
    action = 'membership.created',
    within,
  }: { action?: 'membership.created' | 'membership.joined'; within?: Session } = {},
): Promise<MembershipRecord> {
  const changesOf = (made: readonly MembershipRecord[]) => made.map((one) => created(one, action));
  const [membership] = await storeMemberships([input], { ...making, changesOf }, within);
  if (!membership) throw new Error('no membership was made');
  return membership;
}

/** Throws 409 when somebody in a new membership has died. */
function refuseDeceased({ primary, covered = [] }: NewMembership): void {
  const dead = [primary, ...covered].find(({ deceasedDt }) => deceasedDt);
  if (dead) throw conflict('deceased', `${dead.firstNm} has died.`);
}

/**
 * Creates many memberships of a campaign at once; the history has one figure for them. Throws 409 when a primary member
 * has one there already, or somebody has died.
 */
export async function createMemberships(
  campaign: CampaignRecord,
  inputs: readonly NewMembership[],
  author: Author,
  now: Date,
  timeZone: string,
): Promise<MembershipRecord[]> {
  if (!inputs.length) return [];
  const { _id, campaignName, organizationNumber } = campaign;
  const changesOf = ({ length }: readonly MembershipRecord[]): Change[] => [
    {
      organizationNumber,
      action: 'memberships.created',
      subject: { type: 'campaign', id: _id, label: campaignName },
      changes: [{ field: 'memberships', from: null, to: length }],
    },
  ];
  return storeMemberships(inputs, { campaign, author, now, timeZone, changesOf, refuse: refuseDeceased });
}

/** Creates a membership. Throws 404 for an unknown campaign, 409 when the primary member has one there already. */
export async function createMembership(
  input: NewMembership & { campaignId: string },
  author: Author,
  now: Date,
  timeZone: string,
): Promise<MembershipRecord> {
  const campaign = await requireCampaign(input.campaignId);
  return storeMembership(input, { campaign, author, now, timeZone, refuse: () => undefined });
}

/** Creates a membership for the office, with what `also` writes in its transaction. Throws as `requireMayBeMade` does. */
export async function makeMembership(
  input: NewMembership & { campaignId: string },
  author: Author,
  { now, timeZone }: { now: Date; timeZone: string },
  also: (made: MembershipRecord, session: Session) => Promise<void>,
): Promise<MembershipRecord> {
  const campaign = await requireMayBeMade(input, calendarDateOf(now, timeZone));
  return inTransaction(async (session) => {
    const made = await makeMembershipWithin(session, { ...input, campaign }, author, now, timeZone);
    await also(made, session);
    return made;
  });
}

/**
 * Creates a membership for the office in a campaign that is offered to its people, in the transaction that creates them.
 * Throws as `requireMayBeMade` does.
 */
export async function makeMembershipWithin(
  session: Session,
  { campaign, ...input }: NewMembership & { campaign: CampaignRecord },
  author: Author,
  now: Date,
  timeZone: string,
): Promise<MembershipRecord> {
  const today = calendarDateOf(now, timeZone);
  const refuse = (current: NewMembership) => refuseNew(current, today);
  return storeMembership(input, { campaign, author, now, timeZone, refuse }, { within: session });
}

/** Throws for people who may not be in a new membership of the office, as `requireMayBeMade` says. */
function refuseNew(
  { primary, covered = [], isActive: isToBeActive = true }: NewMembership,
  today: CalendarDate,
): void {
  if (isMinor(primary, today)) throw invalid([{ path: 'primaryMemberId', message: TOO_YOUNG }]);
  if (isToBeActive && primary.isActive === false)
    throw conflict('primary_inactive', `${fullName(primary)} is inactive. Make them active first.`);
  for (const { firstNm, deceasedDt, isActive } of [primary, ...covered]) {
    if (deceasedDt) throw conflict('deceased', `${firstNm} has died.`);
    if (isToBeActive && isActive === false) throw conflict('not_active', `${firstNm} is not active.`);
  }
}

/**
 * Checks that the office may create such a membership. Throws 422 for a primary member under 18, who cannot pay, and for
 * a campaign that is not offered to them, 409 for people who have died or are inactive, and for a primary member who has
 * one there already.
 */
export async function requireMayBeMade(
  input: NewMembership & { campaignId: string },
  today: CalendarDate,
): Promise<CampaignRecord> {
  const { campaignId, primary } = input;
  const offered = await findOfferedCampaigns(primary.organizationNumber);
  const campaign = offered.find(({ _id }) => _id === campaignId);
  if (!campaign) throw invalid([{ path: 'campaignId', message: 'There is no such campaign' }]);
  refuseNew(input, today);
  if (await findMembershipOfPrimary(campaignId, primary._id))
    throw conflict('membership_exists', 'This member has a membership already.');
  return campaign;
}

/**
 * Joins a campaign: a membership of the member alone; joining again changes nothing. Nobody gets cover by pressing a
 * button: in a funeral fund it is neither active nor inactive until the office confirms it. Throws 404 for a campaign
 * that is not offered to the member's organization, 409 for a member who has died, is inactive, or is too young or too
 * old for the fund.
 */
export async function joinCampaign(
  { member, campaignId }: { member: MemberRecord; campaignId: string },
  author: Author,
  now: Date,
  timeZone: string,
): Promise<{ membership: MembershipRecord; campaign: CampaignRecord }> {
  const campaign = await requireCampaign(campaignId);
  const offered = await findOfferedCampaigns(member.organizationNumber);
  if (!offered.some(({ _id }) => _id === campaign._id)) throw notFound('There is no such campaign.');
  const joined = async () =>
    (await findMembershipsCovering(member._id)).find((membership) => membership.campaignId === campaign._id);
  const found = await joined();
  if (found) return { membership: found, campaign };
  const today = calendarDateOf(now, timeZone);
  const refuse = ({ primary }: NewMembership) => refuseJoining(primary, campaign, today);
  refuse({ primary: member });
  try {
    const input = { primary: member, isActive: campaign.requiresMembership ? null : true };
    const making = { campaign, author, now, timeZone, refuse };
    return { membership: await storeMembership(input, making, { action: 'membership.joined' }), campaign };
  } catch (error) {
    // Joined twice at once: the unique key decided.
    const isTaken = error instanceof AppError && error.code === 'membership_exists';
    const other = isTaken ? await joined() : undefined;
    if (other) return { membership: other, campaign };
    throw error;
  }
}

/** Throws 409 for members who may not join a campaign by themselves. */
function refuseJoining(
  member: MemberRecord,
  { campaignName, fundRules }: CampaignRecord,
  today: CalendarDate,
): void {
  if (member.deceasedDt) throw conflict('deceased', `${member.firstNm} has died.`);
  if (member.isActive === false)
    throw conflict('not_active', `${member.firstNm} is not active. Please ask the office.`);
  if (isMinor(member, today))
    throw conflict(
      'too_young',
      `Nobody under ${MINIMUM_AGE} can pay for a membership. Please ask the office.`,
    );
  const { entryAge } = fundRules;
  if (entryAge && entryAgeFault(member.birthDt, fundRules, today))
    throw conflict(
      'entry_age',
      `${campaignName} takes new members from ${entryAge.min} to ${entryAge.max} years of age. Please ask the office.`,
    );
}
