import type * as z from 'zod/mini';
import {
  dateOf,
  earliest,
  type FundInWords,
  type MemberCoverage,
  type PersonCoverage,
} from '@kinfold/domain/coverage';
import { coverageSentence, isEverybodyCovered, type PersonStand } from '@kinfold/domain/coverage-sentence';
import { coverageAction, reasonText, type Shown } from '@kinfold/domain/coverage-text';
import type { CoverChange } from '@kinfold/domain/cover-change';
import type { DoubleCover } from '@kinfold/domain/double-cover';
import { showDate } from '@kinfold/domain/dates';
import { showPhone } from '@kinfold/domain/phone';
import type { AccountSummary } from '@kinfold/domain/donation';
import { fundRulesText } from '@kinfold/domain/fund-rules-text';
import { dollarsFromCents } from '@kinfold/domain/money';
import { fullName, listName, type PersonName } from '@kinfold/domain/person-name';
import { pricesSentence } from '@kinfold/domain/rule-text';
import type { CsvColumn } from '../../../platform/csv.ts';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import type { MemberRecord } from '../../people/members/member.service.ts';
import type { MembershipRecord } from '../memberships/membership.service.ts';

/** A person's cover in a funeral fund, also as it goes over the wire. */
export type CoverageEntry = PersonStand & { wire: z.input<typeof PersonCoverage> };

const nameOf = (name: PersonName) => fullName(name).trim();

/** A person who loses or reaches cover, with the campaign. */
export type CoverChangeRow = {
  kind: 'loses' | 'reaches';
  person: PersonName & { _id: string; phoneNbr: string | null };
  people: number;
  campaign: Pick<CampaignRecord, '_id' | 'campaignName'>;
  date: Date;
  reason: string;
  /** The runs in which their membership owes dues; warnings refer to these. */
  runIds: readonly string[];
};

/** The same with the time of the last warning; null for people who lose nothing. */
export type WarnedCoverChange = CoverChangeRow & { warnedDt: Date | null };

/** A person who loses or reaches cover, on the wire, with the time of the last warning. */
export function presentCoverChange({
  kind,
  person,
  people,
  campaign,
  date,
  reason,
  warnedDt,
}: WarnedCoverChange): z.input<typeof CoverChange> {
  return {
    ...{ kind, people, reason },
    member_id: person._id,
    name: nameOf(person),
    phoneNbr: person.phoneNbr,
    campaignId: campaign._id,
    campaignName: campaign.campaignName,
    date: date.toISOString(),
    warnedDt: warnedDt?.toISOString() ?? null,
  };
}

/** The columns of their file. */
export const coverChangeColumns = ({ timeZone }: Shown): readonly CsvColumn<WarnedCoverChange>[] => [
  [
    'What',
    'Loses cover or Reaches cover',
    ({ kind }) => (kind === 'loses' ? 'Loses cover' : 'Reaches cover'),
  ],
  ['Date', 'When, month, day, year', ({ date }) => showDate(date, timeZone)],
  ['Name', 'Last name, first name', ({ person }) => listName(person)],
  ['Phone', 'Their first one', ({ person: { phoneNbr } }) => (phoneNbr ? showPhone(phoneNbr) : '')],
  ['People', 'For how many it holds', ({ people }) => people],
  ['Campaign', '', ({ campaign }) => campaign.campaignName],
  ['Why', '', ({ reason }) => reason],
  [
    'Warned',
    'When they were last warned, month, day, year',
    ({ warnedDt }) => (warnedDt ? showDate(warnedDt, timeZone) : ''),
  ],
];

/** A person who is covered twice, with both memberships, the campaign's first. */
export type DoubleCoverRow = { person: MemberRecord; memberships: readonly MembershipRecord[] };

/** A person who is covered twice, on the wire. */
export function presentDoubleCover({ person, memberships }: DoubleCoverRow): z.input<typeof DoubleCover> {
  return {
    member_id: person._id,
    name: nameOf(person),
    memberships: memberships.map(
      ({ _id, campaignId, campaignName, organizationName, primaryMemberId, primaryMember }) => ({
        ...{ _id, campaignId, campaignName, organizationName, primaryMemberId },
        primaryMemberName: nameOf(primaryMember),
      }),
    ),
  };
}

/** The columns of their file. */
export const doubleCoverColumns: readonly CsvColumn<DoubleCoverRow>[] = [
  ['Name', 'Last name, first name', ({ person }) => listName(person)],
  ['Member Number', '', ({ person }) => person.memberId],
  ['Membership of', 'Who pays for it', ({ memberships: [one] }) => (one ? nameOf(one.primaryMember) : '')],
  ['Organization', 'Of the payer', ({ memberships: [one] }) => one?.organizationName ?? ''],
  ['Also in', 'The other campaign', ({ memberships: [, other] }) => other?.campaignName ?? ''],
  [
    'Also Membership of',
    'Who pays for the other membership',
    ({ memberships: [, other] }) => (other ? nameOf(other.primaryMember) : ''),
  ],
  ['Other Organization', 'Of the other payer', ({ memberships: [, other] }) => other?.organizationName ?? ''],
];

/** A person's cover in a funeral fund on the wire; without `showsAmounts` it says who pays instead. */
export function presentPersonCoverage(
  stand: PersonStand,
  fund: {
    membership: MembershipRecord;
    campaign: CampaignRecord;
    person: MemberRecord;
    /** Undefined for a former member. */
    primary: MemberRecord | undefined;
    showsAmounts: boolean;
    isPayerReader: boolean;
  },
  shown: Shown,
): z.input<typeof PersonCoverage> {
  const { membership, campaign, person, primary, showsAmounts, isPayerReader } = fund;
  const { primaryMemberId, organizationName } = membership;
  const { isCovered, until, reasons, subject } = stand;
  const isPrimary = person._id === primaryMemberId;
  const primaryMemberName = nameOf(primary ?? membership.primaryMember);
  const payer = isPrimary && showsAmounts ? null : primaryMemberName;
  return {
    member_id: person._id,
    name: nameOf(person),
    isPrimary,
    primaryMemberId,
    primaryMemberName,
    campaignMembershipId: membership._id,
    campaignId: campaign._id,
    campaignName: campaign.campaignName,
    organizationName,
    isCovered,
    until: until?.toISOString() ?? null,
    sentence: coverageSentence([stand], subject, shown),
    // Advice for a past day helps nobody.
    action: shown.on
      ? null
      : coverageAction(stand, { organizationName, payer, isPayerReader, subject }, shown),
    reasons: reasons.map((reason) => ({
      code: reason.code,
      text: reasonText(reason, subject, shown),
      amount: 'amount' in reason && reason.amount !== null ? dollarsFromCents(reason.amount) : null,
      date: dateOf(reason)?.toISOString() ?? null,
    })),
  };
}

function presentFund(
  { _id, campaignName, priceRules, defaultPrice, fundRules }: CampaignRecord,
  showsPrices: boolean,
  { currency }: Shown,
): FundInWords {
  const prices = showsPrices ? [pricesSentence(priceRules, defaultPrice, currency)] : [];
  return { campaignId: _id, campaignName, rules: [...prices, ...fundRulesText(fundRules, currency)] };
}

/** A member's cover in their funeral funds on the wire; `entries` are theirs first, `summary` is what they owe. */
export function presentCoverage(
  member: MemberRecord,
  entries: readonly CoverageEntry[],
  subject: PersonStand['subject'],
  {
    summary,
    funds,
  }: { summary: AccountSummary; funds: readonly { campaign: CampaignRecord; showsAmounts: boolean }[] },
  shown: Shown,
): z.input<typeof MemberCoverage> {
  const isCovered = entries.length ? isEverybodyCovered(entries) : false;
  const until = isCovered ? earliest(entries.map((entry) => entry.until)) : null;
  return {
    member_id: member._id,
    name: nameOf(member),
    isCovered,
    until: until?.toISOString() ?? null,
    sentence: coverageSentence(entries, subject, shown),
    action: entries.length
      ? firstActionOf(entries)
      : `Please ask ${member.organizationName} how to join one.`,
    amountDue: dollarsFromCents(summary.totalPaymentDue),
    dueBy: summary.nextPaymentDue?.toISOString() ?? null,
    people: entries.map(({ wire }) => wire),
    funds: funds.map(({ campaign, showsAmounts }) => presentFund(campaign, showsAmounts, shown)),
  };
}

/** What to do first: about missing cover, then about the cover that ends first, then about unknown cover. */
function firstActionOf(entries: readonly CoverageEntry[]): string | null {
  const urgency = ({ isCovered, until }: CoverageEntry): number =>
    isCovered === false ? 0 : (until?.getTime() ?? Number.MAX_SAFE_INTEGER - (isCovered === null ? 1 : 0));
  return entries.toSorted((a, b) => urgency(a) - urgency(b))[0]?.wire.action ?? null;
}
