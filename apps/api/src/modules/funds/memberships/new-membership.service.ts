/** New memberships: one by one, many at once, or by joining a campaign. */
import { MINIMUM_AGE } from '@kinfold/domain/constants';
import { coveredMemberPrice, membershipTotalPrice } from '@kinfold/domain/campaign-membership';
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
import { fullName, holdMembers, nameKeyOf, type MemberRecord } from '../../people/members/member.service.ts';
import {
  insertMemberships,
  findMembershipOfPrimary,
  findMembershipsCovering,
  type CoveredMemberRecord,
  type MembershipRecord,
} from './membership.model.ts';
import { addToCounter } from './membership-count.model.ts';
import { membershipSubject, primaryMemberCopies } from './membership.service.ts';

/** Of somebody in a new membership: since when it covers them, now unless told otherwise, and their price by hand (cents). */
export type NewPart = { startDt?: Date; priceOverride: Cents | null };

/** Who a new membership covers. The primary member is always covered. */
export type NewMembership = {
  primary: MemberRecord;
  covered?: readonly MemberRecord[];
  /** Active unless told otherwise; null is unknown. */
  isActive?: boolean | null;
  /** By the ids of members. */
  parts?: ReadonlyMap<string, NewPart>;
};

/** Everybody of a new membership, the primary member first, priced by the rules of its campaign for today's ages. */
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
    const { startDt = now, priceOverride = null } = parts?.get(member._id) ?? {};
    const priced = {
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
      priceOverride,
      startDt,
      endDt: isCovered === false ? now : END_OF_TIME,
      isActive: isCovered,
    };
  });
}

/** Builds memberships of a campaign. */
async function buildMemberships(
  campaign: CampaignRecord,
  inputs: readonly NewMembership[],
  author: Author,
  now: Date,
  timeZone: string,
): Promise<MembershipRecord[]> {
  const firstNumber = await takeNumbers('membershipNbr', inputs.length);
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

/** That a membership was made, with whom it covers and at which prices. */
const created = (
  membership: MembershipRecord,
  action: 'membership.created' | 'membership.joined' = 'membership.created',
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

/** Stores memberships, all of one campaign; `before` is done first, in their transaction. */
async function storeMemberships(
  memberships: readonly MembershipRecord[],
  changes: readonly Change[],
  author: Author,
  now: Date,
  before: (session: Session) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const numbers = new Set(memberships.map(({ organizationNumber }) => organizationNumber));
  const groups = [...numbers].map((number) =>
    memberships.filter(({ organizationNumber }) => organizationNumber === number),
  );
  try {
    await inTransaction(async (session) => {
      await before(session);
      await insertMemberships(memberships, session);
      for (const group of groups) await countNew(group, session);
      await recordChanges(changes, author, now, session);
    });
  } catch (error) {
    if (isDuplicateKey(error, 'campaign_memberships.campaign_primary'))
      throw conflict('membership_exists', 'This member has a membership already.');
    throw error;
  }
}

/** Stores one membership with its entry in the history. Throws 404 where one of its people was deleted meanwhile. */
async function storeMembership(
  membership: MembershipRecord,
  change: Change,
  author: Author,
  now: Date,
): Promise<void> {
  const memberIds = membership.members.map(({ member_id }) => member_id);
  await storeMemberships([membership], [change], author, now, async (session) => {
    if (!(await holdMembers(memberIds, session))) throw notFound('There is no such member.');
  });
}

/**
 * Makes many memberships of a campaign at once; the history has a figure for them. Throws 409 when a primary member has
 * one there already.
 */
export async function createMemberships(
  campaign: CampaignRecord,
  inputs: readonly NewMembership[],
  author: Author,
  now: Date,
  timeZone: string,
): Promise<MembershipRecord[]> {
  if (!inputs.length) return [];
  const memberships = await buildMemberships(campaign, inputs, author, now, timeZone);
  const { _id, campaignName, organizationNumber } = campaign;
  const figure: Change = {
    organizationNumber,
    action: 'memberships.created',
    subject: { type: 'campaign', id: _id, label: campaignName },
    changes: [{ field: 'memberships', from: null, to: memberships.length }],
  };
  await storeMemberships(memberships, [figure], author, now);
  return memberships;
}

/** Makes a membership. Throws 404 for an unknown campaign, 409 when the primary member has one there already. */
export async function createMembership(
  input: NewMembership & { campaignId: string },
  author: Author,
  now: Date,
  timeZone: string,
): Promise<MembershipRecord> {
  const campaign = await requireCampaign(input.campaignId);
  const [membership] = await buildMemberships(campaign, [input], author, now, timeZone);
  if (!membership) throw new Error('no membership was made');
  await storeMembership(membership, created(membership), author, now);
  return membership;
}

/**
 * Whether the office may make such a membership. Throws 422 for a primary member under 18, who cannot pay, and for a campaign
 * that is not offered to them, 409
 * for who has died or is not active, and for a primary member who has one there already.
 */
export async function requireMayBeMade(
  {
    campaignId,
    primary,
    covered = [],
    isActive: isToBeActive = true,
  }: NewMembership & { campaignId: string },
  today: CalendarDate,
): Promise<CampaignRecord> {
  if (isMinor(primary, today)) throw invalid([{ path: 'primaryMemberId', message: TOO_YOUNG }]);
  const offered = await findOfferedCampaigns(primary.organizationNumber);
  const campaign = offered.find(({ _id }) => _id === campaignId);
  if (!campaign) throw invalid([{ path: 'campaignId', message: 'There is no such campaign' }]);
  if (isToBeActive && primary.isActive === false)
    throw conflict('primary_inactive', `${fullName(primary)} is inactive. Make them active first.`);
  for (const { firstNm, deceasedDt, isActive } of [primary, ...covered]) {
    if (deceasedDt) throw conflict('deceased', `${firstNm} has died.`);
    if (isToBeActive && isActive === false) throw conflict('not_active', `${firstNm} is not active.`);
  }
  if (await findMembershipOfPrimary(campaignId, primary._id))
    throw conflict('membership_exists', 'This member has a membership already.');
  return campaign;
}

/**
 * Joins a campaign: a membership of the member alone; who joined already stays as they are. Nobody gets cover by a
 * press of a button: in a funeral fund it is neither active nor inactive until the office confirms it. Throws 404
 * for a campaign that is not offered to the member's organization, 409 for who has died, is not active, or is too young
 * or too old for the fund.
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
  if (member.deceasedDt) throw conflict('deceased', `${member.firstNm} has died.`);
  if (member.isActive === false)
    throw conflict('not_active', `${member.firstNm} is not active. Please ask the office.`);
  if (isMinor(member, calendarDateOf(now, timeZone)))
    throw conflict(
      'too_young',
      `Nobody under ${MINIMUM_AGE} can pay for a membership. Please ask the office.`,
    );
  const { entryAge } = campaign.fundRules;
  if (entryAge && entryAgeFault(member.birthDt, campaign.fundRules, calendarDateOf(now, timeZone)))
    throw conflict(
      'entry_age',
      `${campaign.campaignName} takes new members from ${entryAge.min} to ${entryAge.max} years of age. Please ask the office.`,
    );
  const [membership] = await buildMemberships(
    campaign,
    [{ primary: member, isActive: campaign.requiresMembership ? null : true }],
    author,
    now,
    timeZone,
  );
  if (!membership) throw new Error('no membership was made');
  try {
    await storeMembership(membership, created(membership, 'membership.joined'), author, now);
    return { membership, campaign };
  } catch (error) {
    // Joined twice at once: the unique key decided.
    const isTaken = error instanceof AppError && error.code === 'membership_exists';
    const other = isTaken ? await joined() : undefined;
    if (other) return { membership: other, campaign };
    throw error;
  }
}
