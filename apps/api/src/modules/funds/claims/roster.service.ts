/**
 * Who shares the collection for a claim (rules.md "Collecting for a claim"): who was covered at the end of the day of the
 * death, by any membership of the fund, is in the fund today and alive, and neither lives in the household that mourns, nor
 * did when the claim was opened, nor is paid for by it. Whoever is in several memberships today is charged in the first of
 * them, by number.
 */
import { chargedMembers } from '@kinfold/domain/campaign-membership';
import { coverageInput, coverageOf } from '@kinfold/domain/coverage';
import { endOfDay } from '@kinfold/domain/dates';
import { groupBy } from '@kinfold/domain/group-by';
import { cents, inProportion, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import { asOf } from '../../../platform/as-of.ts';
import type { Deps } from '../../../platform/deps.ts';
import {
  coveredAs,
  findDeaths,
  findPricedPeople,
  requireMember,
} from '../../people/members/member.service.ts';
import { findRuns, type CampaignRunRecord } from '../campaign-runs/campaign-run.service.ts';
import { requireCampaign, type CampaignRecord } from '../campaigns/campaign.service.ts';
import { recordsAt } from '../coverage/coverage-on-day.service.ts';
import { ageLimitsOf, withinAgeLimits } from '../donations/age-limits.service.ts';
import { findDuesSince } from '../donations/donation.service.ts';
import { receivedInRuns } from '../donations/run-figures.service.ts';
import type { Roster, RosterOf, RosterReader } from '../donations/roster-dues.service.ts';
import { findMembershipsCoveringAny, type MembershipRecord } from '../memberships/membership.service.ts';
import { familyOf, livesWith } from './claim-family.service.ts';
import { readClaim, type ClaimRecord } from './claim.model.ts';

/** The run of which somebody shares the dues, also one that is only planned. */
export type RosterRun = Pick<CampaignRunRecord, 'campaignId' | 'organizationNumber' | 'roster'> & {
  _id?: string;
};

type Site = { now: Date; timeZone: string };

/** Returns who shares a run, for the job that makes its dues. */
export const rosterOf =
  ({ now, config }: Pick<Deps, 'now' | 'config'>): RosterOf =>
  (run) =>
    rosterReader(run, { now: now(), timeZone: config.TIME_ZONE });

/** Reads what concerns a whole run once; returns a function that tells which of some active memberships share it. */
export async function rosterReader(
  { _id: runId, campaignId, roster }: Pick<RosterRun, '_id' | 'campaignId' | 'roster'>,
  { now, timeZone }: Site,
): Promise<RosterReader> {
  if (!roster) throw new Error('a run without a roster is shared by nobody');
  const campaign = await requireCampaign(campaignId);
  const limits = await ageLimitsOf(campaign, now, timeZone);
  const claims = await Promise.all(
    roster.claims.map(async ({ claimId, rosterDt, total }) => {
      const claim = await readClaim(claimId);
      if (!claim) throw new Error('a run collects for a claim that does not exist');
      return {
        // Opened again since the run was activated, it shares what was approved then.
        total: claim.benefit.approvedAmount === null ? total : await sharedFor(claim, runId),
        families: [claim.family, await familyOf(await requireMember(claim.memberId))],
        at: new Date(Math.min(endOfDay(rosterDt, timeZone).getTime(), now.getTime())),
      };
    }),
  );
  return {
    totals: claims.map(({ total }) => total),
    read: (memberships) => readRoster(memberships, { campaign, claims, limits, timeZone }),
  };
}

/**
 * What a claim shares: what was approved, less what its collections other than a run brought; one for several claims
 * brought it in proportion to what they shared.
 */
export async function sharedFor(
  { _id, benefit, campaignRunId, earlierRuns = [] }: ClaimRecord,
  runId?: string,
): Promise<Cents> {
  const approved = benefit.approvedAmount ?? ZERO;
  const others = [...earlierRuns, ...(campaignRunId ? [campaignRunId] : [])].filter((id) => id !== runId);
  const received = await Promise.all(
    (await findRuns(others)).map(async (run) => {
      const claims = run.roster?.claims ?? [];
      const collected = sumCents((await receivedInRuns([run])).map((one) => one.collected));
      const parts = inProportion(
        collected,
        claims.map(({ total: amount }) => ({ amount })),
      );
      return parts[claims.findIndex(({ claimId }) => claimId === _id)]?.amount ?? ZERO;
    }),
  );
  const missing = approved - sumCents(received);
  return missing > 0 ? cents(missing) : ZERO;
}

type Asked = {
  campaign: CampaignRecord;
  claims: readonly {
    /** Who mourns: as of the day when the claim was opened, and today. */
    families: Parameters<typeof livesWith>[1];
    /** When they were covered. */
    at: Date;
  }[];
  limits: Awaited<ReturnType<typeof ageLimitsOf>>;
  timeZone: string;
};

async function readRoster(given: readonly MembershipRecord[], asked: Asked): Promise<Roster> {
  const memberships = await withinAgeLimits(await withOthersOf(given, asked.campaign), asked.limits);
  const people = await peopleOf(memberships);
  const parts = await Promise.all(
    asked.claims.map((claim) => readPart(memberships, people, { ...asked, ...claim })),
  );
  const found: Roster = { sharers: [], notCovered: 0, bereaved: 0 };
  for (const membership of memberships.slice(0, given.length)) {
    const each = parts.map((part) => part(membership));
    const sharing = chargedMembers(membership.members).flatMap(({ member_id, price }) => {
      const of = each.flatMap(({ own }, claim) => (own.has(member_id) ? [claim] : []));
      return of.length ? [{ member_id, price, ...(of.length < each.length && { of }) }] : [];
    });
    if (sharing.length) found.sharers.push({ membership, people: sharing });
    else if (each.every(({ isCovered }) => !isCovered)) found.notCovered += 1;
    // Otherwise all of them are charged in other memberships.
    else if (each.some(({ isBereaved }) => isBereaved)) found.bereaved += 1;
  }
  return found;
}

/** Returns, for a membership, who of it shares one claim, whether anybody was covered, and whether all of these mourn. */
async function readPart(
  memberships: readonly MembershipRecord[],
  people: People,
  asked: Omit<Asked, 'claims'> & Asked['claims'][number],
) {
  const isBereaved = (memberId: string) =>
    livesWith({ _id: memberId, household_id: people.get(memberId)?.household_id ?? null }, asked.families);
  const isCovered = await coveredAt(memberships, people, asked);
  const livingOf = ({ members }: MembershipRecord) =>
    chargedMembers(members).filter(({ member_id }) => people.get(member_id)?.deceasedDt === null);
  const sharingOf = (membership: MembershipRecord) =>
    isBereaved(membership.primaryMemberId)
      ? []
      : livingOf(membership).filter(({ member_id }) => !isBereaved(member_id));
  const firstOf = new Map<string, string>();
  const active = memberships.filter(({ isActive }) => isActive);
  for (const membership of active.toSorted((a, b) => a.membershipNbr - b.membershipNbr))
    for (const { member_id } of sharingOf(membership))
      if (!firstOf.has(member_id)) firstOf.set(member_id, membership._id);
  return (membership: MembershipRecord) => {
    const covered = livingOf(membership).filter(isCovered);
    const sharing = sharingOf(membership).filter(isCovered);
    const own = sharing.filter(({ member_id }) => firstOf.get(member_id) === membership._id);
    return {
      own: new Set(own.map(({ member_id }) => member_id)),
      isCovered: covered.length > 0,
      isBereaved: covered.length > 0 && sharing.length === 0,
    };
  };
}

/** Some memberships of a fund, and after them all others of it that have or had their people. */
async function withOthersOf(
  given: readonly MembershipRecord[],
  campaign: CampaignRecord,
): Promise<MembershipRecord[]> {
  const ids = new Set(given.map(({ _id }) => _id));
  const charged = given.flatMap(({ members }) => chargedMembers(members).map(({ member_id }) => member_id));
  const others = await findMembershipsCoveringAny([...new Set(charged)]);
  return [...given, ...others.filter(({ _id, campaignId }) => campaignId === campaign._id && !ids.has(_id))];
}

type People = ReadonlyMap<string, Awaited<ReturnType<typeof findPricedPeople>>[number]>;

/** Who is read of a membership: former people too, since one of them may have paid on that day. */
const idsOf = ({ primaryMemberId, members }: MembershipRecord) => [
  primaryMemberId,
  ...members.map(({ member_id }) => member_id),
];

async function peopleOf(memberships: readonly MembershipRecord[]): Promise<People> {
  const ids = memberships.flatMap(idsOf);
  return new Map((await findPricedPeople([...new Set(ids)])).map((person) => [person._id, person]));
}

/** Tells who was covered by any of some memberships of a fund at a time. */
async function coveredAt(
  memberships: readonly MembershipRecord[],
  people: People,
  { campaign, at, timeZone }: Pick<Asked, 'campaign' | 'timeZone'> & { at: Date },
): Promise<(one: { member_id: string }) => boolean> {
  const then = asOf(campaign, at);
  const dues = await findDuesSince(memberships, at, then.fundRules.lapseDays !== undefined);
  const campaigns = new Map([[campaign._id, campaign]]);
  const past = await recordsAt({ memberships: [...memberships], dues, campaigns }, at);
  const duesOf = groupBy(past.dues, ({ campaignMembershipId }) => campaignMembershipId);
  // Days of quiet after a death put off dues: without dues they change nothing.
  const owing = memberships.filter(({ _id }) => duesOf.has(_id)).flatMap(idsOf);
  const deathsOf = await findDeaths(owing.flatMap((id) => people.get(id) ?? []));
  const covered = new Set<string>();
  for (const membership of past.memberships)
    for (const part of membership.members) {
      const person = people.get(part.member_id);
      if (!person || covered.has(person._id)) continue;
      const as = coveredAs(person, people.get(membership.primaryMemberId), deathsOf);
      const input = coverageInput(membership, then, part, as, duesOf.get(membership._id) ?? []);
      if (coverageOf(input, at, timeZone).isCovered === true) covered.add(person._id);
    }
  return ({ member_id }) => covered.has(member_id);
}
