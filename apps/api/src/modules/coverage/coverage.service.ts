/** 'Am I covered?': how a member, and everybody covered with them, stands with their funeral funds. */
import type * as z from 'zod/mini';
import {
  coverageOf,
  dateOf,
  earliest,
  withoutAmounts,
  type MemberCoverage,
  type PersonCoverage,
} from '@kinfold/domain/coverage';
import { coverageSentence, isEverybodyCovered, type PersonStand } from '@kinfold/domain/coverage-sentence';
import { coverageAction, reasonText, type Shown } from '@kinfold/domain/coverage-text';
import { accountSummary } from '@kinfold/domain/donation';
import { dollarsFromCents } from '@kinfold/domain/money';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import { findDues, findOpenDonations, type DonationRecord } from '../donations/donation.service.ts';
import { findMembers, type MemberRecord } from '../members/member.service.ts';
import {
  campaignsOf,
  findMembershipsCovering,
  type MembershipRecord,
} from '../memberships/membership.service.ts';

/** A membership of a funeral fund, with its dues and its people, and whether the reader may see its amounts. */
type Fund = {
  membership: MembershipRecord;
  campaign: CampaignRecord;
  dues: DonationRecord[];
  people: Map<string, MemberRecord>;
  showsAmounts: boolean;
};

/** Who reads, and how people are called. */
export type CoverageReader = {
  /** The reader is the member. */
  isReader: boolean;
  /** Whether the reader may see what somebody pays: only then amounts are told. */
  mayReadMoneyOf: (memberId: string) => Promise<boolean>;
  /** Other names, where some cannot be shown. */
  named?: (member: MemberRecord) => MemberRecord;
};
type Covered = MembershipRecord['members'][number];
type Entry = PersonStand & { wire: z.input<typeof PersonCoverage> };

const nameOf = ({ firstNm, lastNm }: Pick<MemberRecord, 'firstNm' | 'lastNm'>) =>
  `${firstNm} ${lastNm}`.trim();

const hasEnded = ({ isActive, endDt }: Covered, now: Date) => isActive === false || endDt <= now;

/**
 * How a member stands, in sentences to the reader, who is the member or somebody else. Whoever else was taken out of
 * a membership is left out: they may have died.
 */
export async function memberCoverage(
  asked: MemberRecord,
  reader: CoverageReader,
  shown: Shown,
  now: Date,
): Promise<z.input<typeof MemberCoverage>> {
  const { named = (one) => one } = reader;
  const member = named(asked);
  const [funds, open] = await Promise.all([
    fundsOf(member, { ...reader, named }, now),
    findOpenDonations([member._id]),
  ]);
  const self = { firstNm: member.firstNm, isReader: reader.isReader };
  const entries = funds.flatMap((fund) =>
    fund.membership.members.flatMap((covered): Entry | [] => {
      const person = fund.people.get(covered.member_id);
      const isSelf = covered.member_id === member._id;
      if (!person || (!isSelf && (person.isActive === false || hasEnded(covered, now)))) return [];
      const subject = isSelf ? self : { firstNm: person.firstNm, isReader: false };
      return entryOf(fund, covered, person, subject, shown, now);
    }),
  );
  const isSelf = ({ member_id }: Entry) => member_id === member._id;
  const ordered = [...entries.filter(isSelf), ...entries.filter((entry) => !isSelf(entry))];
  const isCovered = ordered.length ? isEverybodyCovered(ordered) : false;
  const until = isCovered ? earliest(ordered.map((entry) => entry.until)) : null;
  const summary = accountSummary(open, now);
  return {
    member_id: member._id,
    name: nameOf(member),
    isCovered,
    until: until?.toISOString() ?? null,
    sentence: coverageSentence(ordered, self, shown),
    action: ordered.length
      ? firstActionOf(ordered)
      : `Please ask ${member.organizationName} how to join one.`,
    amountDue: dollarsFromCents(summary.totalPaymentDue),
    dueBy: summary.nextPaymentDue?.toISOString() ?? null,
    people: ordered.map(({ wire }) => wire),
  };
}

/** What to do first: where somebody is not covered, then what ends a cover first, then where it is not known. */
function firstActionOf(entries: readonly Entry[]): string | null {
  const urgency = ({ isCovered, until }: Entry): number =>
    isCovered === false ? 0 : (until?.getTime() ?? Number.MAX_SAFE_INTEGER - (isCovered === null ? 1 : 0));
  return entries.toSorted((a, b) => urgency(a) - urgency(b))[0]?.wire.action ?? null;
}

/** The funeral funds that cover a member now; when none does, those that once did: to say what happened. */
async function fundsOf(
  member: MemberRecord,
  { named, mayReadMoneyOf }: Required<CoverageReader>,
  now: Date,
): Promise<Fund[]> {
  const memberships = await findMembershipsCovering(member._id);
  const campaigns = await campaignsOf(memberships);
  const ofFunds = memberships.filter(({ campaignId }) => campaigns.get(campaignId)?.requiresMembership);
  const current = ofFunds.filter(
    ({ isActive, members }) =>
      isActive !== false && members.some((one) => one.member_id === member._id && !hasEnded(one, now)),
  );
  const shown = current.length ? current : ofFunds;
  const ids = shown.flatMap(({ members }) => members.map(({ member_id }) => member_id));
  const people = new Map((await findMembers([...new Set(ids)])).map((person) => [person._id, named(person)]));
  const funds = await Promise.all(
    shown.map(async (membership): Promise<Fund | []> => {
      const campaign = campaigns.get(membership.campaignId);
      if (!campaign) return [];
      const [dues, showsAmounts] = await Promise.all([
        findDues(membership._id),
        mayReadMoneyOf(membership.primaryMemberId),
      ]);
      return { membership, campaign, dues, people, showsAmounts };
    }),
  );
  return funds.flat();
}

function entryOf(
  { membership, campaign, dues, people, showsAmounts }: Fund,
  covered: Covered,
  person: MemberRecord,
  subject: Entry['subject'],
  shown: Shown,
  now: Date,
): Entry {
  const { isActive, startDt, endDt, priceOverride } = covered;
  const { birthDt, relationship } = person;
  const whole = coverageOf(
    {
      isMembershipActive: membership.isActive,
      person: { birthDt, relationship, isActive, startDt, endDt, priceOverride },
      dues,
      priceRules: campaign.priceRules,
      defaultPrice: campaign.defaultPrice,
    },
    now,
    shown.timeZone,
  );
  const coverage = showsAmounts ? whole : withoutAmounts(whole);
  const isPrimary = person._id === membership.primaryMemberId;
  const primaryMemberName = nameOf(people.get(membership.primaryMemberId) ?? membership.primaryMember);
  const { organizationName } = membership;
  const { campaignName } = campaign;
  const stand: PersonStand = { ...coverage, member_id: person._id, subject, campaignName };
  return {
    ...stand,
    wire: {
      member_id: person._id,
      name: nameOf(person),
      isPrimary,
      primaryMemberId: membership.primaryMemberId,
      primaryMemberName,
      campaignMembershipId: membership._id,
      campaignId: campaign._id,
      ...{ campaignName, organizationName },
      isCovered: coverage.isCovered,
      until: coverage.until?.toISOString() ?? null,
      sentence: coverageSentence([stand], subject, shown),
      action: coverageAction(
        coverage,
        { organizationName, payer: isPrimary && showsAmounts ? null : primaryMemberName, subject },
        shown,
      ),
      reasons: coverage.reasons.map((reason) => ({
        code: reason.code,
        text: reasonText(reason, subject, shown),
        amount: 'amount' in reason && reason.amount !== null ? dollarsFromCents(reason.amount) : null,
        date: dateOf(reason)?.toISOString() ?? null,
      })),
    },
  };
}
