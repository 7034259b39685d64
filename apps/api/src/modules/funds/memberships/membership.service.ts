import { membershipStatus } from '@kinfold/domain/membership-list';
import { SEARCH_LIMIT } from '@kinfold/domain/search';
import { ATTENTION_MAX, WAITING_CAMPAIGNS } from '@kinfold/domain/staff-home';
import { isObjectId, type Session } from '../../../platform/database.ts';
import { notFound } from '../../../platform/problem.ts';
import { markStale } from '../../../work/projections.ts';
import { findCampaigns, findOfferedCampaigns, type CampaignRecord } from '../campaigns/campaign.service.ts';
import { findMembers, fullName, type MemberRecord } from '../../people/members/member.service.ts';
import { numbersWithin } from '../../organizations/organizations/organization.service.ts';
import { addToCounter, findMembershipCounts, type StateCounts } from './membership-count.model.ts';
import {
  countEndedByDeath,
  eachState,
  eraseMembership,
  isActiveSince,
  existsInCampaign,
  readByReference,
  findMembershipsCovering,
  readFirstCharged,
  readMembership,
  readNeedingOffice,
  sumActivePrices,
  type MembershipRecord,
  type MembershipStateRow,
} from './membership.model.ts';

export {
  eachActive,
  erasePriceOrigins,
  findActiveSince,
  findFundsCovering,
  findMemberships,
  findMembershipOfPrimary,
  findMembershipsAfter,
  findMembershipsCovering,
  findMembershipsCoveringAny,
  findMembershipsOfPrimaries,
  hasMembershipsAt,
  lockMembership,
  setMembershipMark,
  replaceLastPayment,
  writeLastPayments,
} from './membership.model.ts';
export { findMembershipCounts } from './membership-count.model.ts';

export type { MembershipRecord };

/** A membership by its id; undefined when there is none. */
async function findMembership(
  membershipId: string,
  session?: Session,
): Promise<MembershipRecord | undefined> {
  return isObjectId(membershipId) ? readMembership(membershipId, session) : undefined;
}

/** A membership by its id. Throws 404 when there is none. */
export async function requireMembership(membershipId = '', session?: Session): Promise<MembershipRecord> {
  const membership = await findMembership(membershipId, session);
  if (!membership) throw notFound();
  return membership;
}

/** The memberships of some organizations (undefined: of all) whose reference begins with a text, as typed or in capitals. */
export async function searchMemberships(organizationNumbers: readonly string[] | undefined, term: string) {
  const spellings = [...new Set([term, term.toUpperCase()])];
  const found = await Promise.all(
    spellings.map((reference) => readByReference(organizationNumbers, reference, SEARCH_LIMIT)),
  );
  return found.flat().slice(0, SEARCH_LIMIT);
}

/**
 * The number of memberships of some organizations (undefined: of all) that wait to be confirmed, the campaigns with most
 * of them, and those whose payer died and nobody took over.
 */
export async function findNeedingOffice(organizationNumbers: readonly string[] | undefined) {
  const [waiting, withoutPayer, outdated] = await Promise.all([
    readNeedingOffice(organizationNumbers, { isActive: null }, ATTENTION_MAX),
    readNeedingOffice(organizationNumbers, { needsPayer: true }, ATTENTION_MAX),
    readNeedingOffice(organizationNumbers, { isPriceOutdated: true }, ATTENTION_MAX),
  ]);
  return {
    count: waiting.length,
    campaigns: campaignsOfMost(waiting),
    withoutPayer,
    outdatedPrices: { count: outdated.length, campaigns: campaignsOfMost(outdated) },
  };
}

/** The campaigns with most of some memberships, for links. */
function campaignsOfMost(memberships: readonly Pick<MembershipRecord, 'campaignId' | 'campaignName'>[]) {
  const counts = new Map<string, { campaignId: string; campaignName: string; count: number }>();
  for (const { campaignId, campaignName } of memberships)
    counts.set(campaignId, { campaignId, campaignName, count: (counts.get(campaignId)?.count ?? 0) + 1 });
  return [...counts.values()]
    .toSorted((a, b) => b.count - a.count || a.campaignName.localeCompare(b.campaignName, 'en'))
    .slice(0, WAITING_CAMPAIGNS);
}

export { isActiveSince };

/** Returns whether a campaign has memberships, of some organizations and all below them, or at all. */
export async function hasMemberships(
  campaignId: string,
  organizationNumbers: readonly string[] | undefined,
  session: Session,
): Promise<boolean> {
  const numbers = organizationNumbers && (await numbersWithin(organizationNumbers));
  return existsInCampaign(campaignId, numbers, session);
}

/** The sum of the prices of active memberships, and the first with a price: for a preview of their dues. */
export { sumActivePrices, readFirstCharged as findFirstCharged };

/** The state and the price of each membership of a campaign, in the order of ids. */
export { eachState };
export type { MembershipStateRow };

/** The numbers of active, inactive and unconfirmed memberships of a campaign, from its counters. */
export async function countByState(
  campaignId: string,
): Promise<{ active: number; inactive: number; unconfirmed: number }> {
  const counts = await findMembershipCounts(campaignId);
  const sum = (state: keyof StateCounts) => counts.reduce((total, count) => total + count[state], 0);
  return { active: sum('active'), inactive: sum('inactive'), unconfirmed: sum('unknown') };
}

/** The numbers of memberships without dues, by reason: those whose payer has died do not count as inactive. */
export async function countLeftOut(
  campaignId: string,
): Promise<{ active: number; inactive: number; died: number; unconfirmed: number }> {
  const [counts, died] = await Promise.all([countByState(campaignId), countEndedByDeath(campaignId)]);
  return { ...counts, inactive: Math.max(0, counts.inactive - died), died };
}

/** The campaigns that a member could join and has no membership in, by name. */
export async function findOtherCampaigns(member: MemberRecord): Promise<CampaignRecord[]> {
  const [offered, memberships] = await Promise.all([
    findOfferedCampaigns(member.organizationNumber),
    findMembershipsCovering(member._id),
  ]);
  const joined = new Set(memberships.map(({ campaignId }) => campaignId));
  return offered.filter(({ _id }) => !joined.has(_id));
}

/** The campaigns of some memberships by id. */
export async function campaignsOf(
  memberships: readonly Pick<MembershipRecord, 'campaignId'>[],
): Promise<Map<string, CampaignRecord>> {
  const ids = [...new Set(memberships.map(({ campaignId }) => campaignId))];
  return new Map((await findCampaigns(ids)).map((campaign) => [campaign._id, campaign]));
}

/** The people whom some memberships cover, by id. */
export async function findCoveredPeople(
  ...memberships: readonly MembershipRecord[]
): Promise<Map<string, MemberRecord>> {
  const ids = memberships.flatMap(({ members }) => members.map(({ member_id }) => member_id));
  const people = await findMembers([...new Set(ids)]);
  return new Map(people.map((person) => [person._id, person]));
}

/** A membership as the subject of its history. */
export const membershipSubject = ({ _id, externalRef, primaryMember, campaignName }: MembershipRecord) =>
  ({
    type: 'membership',
    id: _id,
    label: `${externalRef}, ${fullName(primaryMember)}, ${campaignName}`,
  }) as const;

/** What lists of memberships show of their primary member. */
export const primaryMemberCopies = ({
  firstNm,
  lastNm,
  suffix,
  isActive,
  phones,
  preferredWay,
}: MemberRecord) => ({
  ...(suffix && { suffix }),
  firstNm,
  lastNm,
  isActive,
  phoneNbr: phones[0]?.phoneNbr ?? null,
  ...(preferredWay === 'call' && { asksForCall: true as const }),
});

/** Removes a membership and its count, in a transaction; returns false when it is gone. */
export async function removeMembership(membership: MembershipRecord, session: Session): Promise<boolean> {
  const { _id, campaignId, organizationNumber, isActive, members } = membership;
  if (!(await eraseMembership(_id, session))) return false;
  await markStale({ member_cover: members.map(({ member_id }) => member_id) }, session);
  await addToCounter(campaignId, organizationNumber, { [membershipStatus(isActive)]: -1 }, session);
  return true;
}
