/**
 * Whether the people of an answer are covered today: all rows of a page at once, in a number of queries that does not
 * grow with them (rules.md "Covered today"). It is computed when it is read: what is stored for filters (`kept-cover`)
 * follows a change seconds later, and a page must not show a person who has just paid as not covered.
 */
import type * as z from 'zod/mini';
import type { Cover } from '@kinfold/domain/cover';
import { coverOfAll, coverToday, type CoverAsked, type CoverToday } from '@kinfold/domain/cover-today';
import { presentCover } from '@kinfold/domain/cover-today-text';
import type { Shown } from '@kinfold/domain/coverage-text';
import { coverageInput } from '@kinfold/domain/coverage';
import { groupBy } from '@kinfold/domain/group-by';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import { findOwed } from '../donations/donation.service.ts';
import {
  coveredAs,
  findDeaths,
  findMembers,
  type MemberRecord,
} from '../../people/members/member.service.ts';
import { findQuiet } from '../../people/mourning/quiet.service.ts';
import {
  campaignsOf,
  findMemberships,
  findMembershipsCoveringAny,
  type MembershipRecord,
} from '../memberships/membership.service.ts';

/** What is read of a person, a membership and a fund. */
type Person = Pick<
  MemberRecord,
  | '_id'
  | 'firstNm'
  | 'organizationNumber'
  | 'household_id'
  | 'birthDt'
  | 'relationship'
  | 'deceasedDt'
  | 'deathDay'
>;
type Part = MembershipRecord['members'][number];
type Membership = Pick<
  MembershipRecord,
  '_id' | 'campaignId' | 'isActive' | 'activeDt' | 'primaryMemberId'
> & { members: Omit<Part, 'earlier'>[] };

/**
 * Whose cover is asked for: of members in all of their funds, and of memberships. What the caller has read of these, of other
 * people and of campaigns is not read again.
 */
export type CoversAsked = {
  members?: readonly Person[];
  memberIds?: readonly string[];
  memberships?: readonly Membership[];
  membershipIds?: readonly string[];
  known?: { people?: Iterable<Person>; campaigns?: readonly (CampaignRecord | undefined)[] };
};

type MayRead = (primary: Person) => Promise<boolean>;

/** What decides about their cover. */
type Records = {
  memberships: readonly Membership[];
  people: ReadonlyMap<string, Person>;
  fundOf: (membership: Membership, memberId: string) => CoverAsked[];
};

async function readRecords(asked: CoversAsked, mayReadMoneyOf: MayRead): Promise<Records> {
  const { members = [], memberIds = [], memberships: given = [], membershipIds = [], known = {} } = asked;
  const askedIds = [...members.map(({ _id }) => _id), ...memberIds];
  const [covering, others] = await Promise.all([
    findMembershipsCoveringAny(askedIds),
    findMemberships(membershipIds),
  ]);
  const named = [...given, ...others];
  const memberships = [
    ...new Map<string, Membership>([...covering, ...named].map((one) => [one._id, one])).values(),
  ];
  const payerIds = [...new Set(memberships.map(({ primaryMemberId }) => primaryMemberId))];
  const covered = named.flatMap(({ members }) => members.map(({ member_id }) => member_id));
  const campaigns = await readCampaigns(memberships, known.campaigns);
  // Only where cover may be lost for good, paid dues count too.
  const lapsing = memberships.filter(({ campaignId }) => campaigns.get(campaignId)?.fundRules.lapseDays);
  const people = new Map<string, Person>([...members, ...(known.people ?? [])].map((one) => [one._id, one]));
  const unknown = [...memberIds, ...payerIds, ...covered].filter((id) => !people.has(id));
  const [found, { dues, open }] = await Promise.all([
    findMembers([...new Set(unknown)]),
    findOwed(
      lapsing.map(({ _id }) => _id),
      payerIds,
    ),
  ]);
  for (const person of found) people.set(person._id, person);
  const deathsOf = await findDeaths([...people.values()]);
  const owed = new Map([...dues, ...open].map((due) => [due._id, due]));
  const duesOf = groupBy([...owed.values()], ({ campaignMembershipId }) => campaignMembershipId);
  const seen = new Map<string, boolean>();
  for (const id of payerIds) {
    const payer = people.get(id);
    seen.set(id, payer !== undefined && (await mayReadMoneyOf(payer)));
  }
  return {
    memberships: memberships.filter(({ campaignId }) => campaigns.get(campaignId)?.requiresMembership),
    people,
    fundOf(membership, memberId) {
      const campaign = campaigns.get(membership.campaignId);
      const person = people.get(memberId);
      if (!campaign || !person) return [];
      const as = coveredAs(person, people.get(membership.primaryMemberId), deathsOf);
      return membership.members
        .filter(({ member_id }) => member_id === memberId)
        .map((part) => ({
          input: coverageInput(membership, campaign, part, as, duesOf.get(membership._id) ?? []),
          campaignName: campaign.campaignName,
          showsAmounts: seen.get(membership.primaryMemberId) === true,
        }));
    },
  };
}

async function readCampaigns(
  memberships: readonly Membership[],
  known: readonly (CampaignRecord | undefined)[] = [],
): Promise<ReadonlyMap<string, CampaignRecord>> {
  const given = new Map(known.flatMap((one) => (one ? [[one._id, one] as const] : [])));
  const found = await campaignsOf(memberships.filter(({ campaignId }) => !given.has(campaignId)));
  return new Map([...given, ...found]);
}

/** The covers of some members and memberships, by their ids; of a membership that is of no fund null. */
export type CoversToday = {
  ofMember: (memberId: string) => z.input<typeof Cover> | undefined;
  ofMembership: (membershipId: string) => z.input<typeof Cover> | null;
  /** Of a member in one membership alone. */
  ofMemberIn: (memberId: string, membershipId: string) => z.input<typeof Cover> | undefined;
  /** Of those of some members together who are alive. */
  ofHousehold: (memberIds: readonly string[]) => z.input<typeof Cover>;
};

/** Reads the covers of members and memberships; `mayReadMoneyOf` says of which payers the reader may see amounts. */
export async function readCoversToday(
  asked: CoversAsked,
  mayReadMoneyOf: MayRead,
  shown: Shown,
  now: Date,
): Promise<CoversToday> {
  const { memberships, people, fundOf } = await readRecords(asked, mayReadMoneyOf);
  const quiet = await findQuiet([...people.values()], { now, timeZone: shown.timeZone });
  const byId = new Map(memberships.map((membership) => [membership._id, membership]));
  const today = (person: Person, of: readonly Membership[]) =>
    coverToday(
      person,
      of.flatMap((membership) => fundOf(membership, person._id)),
      now,
      shown.timeZone,
    );
  const ofPerson = (person: Person) => today(person, memberships);
  const present = (cover: CoverToday, isQuiet: boolean) => presentCover(cover, isQuiet, now, shown);
  return {
    ofMember(memberId) {
      const person = people.get(memberId);
      return person && present(ofPerson(person), quiet.has(memberId));
    },
    ofMembership(membershipId) {
      const membership = byId.get(membershipId);
      if (!membership) return null;
      const { members, primaryMemberId } = membership;
      const within = members.filter(({ isActive }) => isActive !== false).map(({ member_id }) => member_id);
      const asPrimary = within.length ? within : [primaryMemberId];
      const theirs = asPrimary.flatMap((id) => people.get(id) ?? []);
      const covers = theirs.map((person) => today(person, [membership]));
      return present(coverOfAll(covers, shown.timeZone), quiet.has(primaryMemberId));
    },
    ofMemberIn(memberId, membershipId) {
      const [person, membership] = [people.get(memberId), byId.get(membershipId)];
      return person && membership && present(today(person, [membership]), quiet.has(memberId));
    },
    ofHousehold(memberIds) {
      const living = memberIds.flatMap((id) => people.get(id) ?? []).filter((one) => !one.deceasedDt);
      const isQuiet = memberIds.some((id) => quiet.has(id));
      return present(coverOfAll(living.map(ofPerson), shown.timeZone), isQuiet);
    },
  };
}
