/** 'Am I covered?': the cover of a member, and of everybody covered with them, in their funeral funds. */
import type * as z from 'zod/mini';
import { coverageInput, withoutAmounts, type MemberCoverage } from '@kinfold/domain/coverage';
import { coverageAtDeath, withDecided, type DeathCause } from '@kinfold/domain/death-cause';
import type { PersonStand } from '@kinfold/domain/coverage-sentence';
import type { Shown } from '@kinfold/domain/coverage-text';
import { accountSummary } from '@kinfold/domain/donation';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import { endOfDay } from '@kinfold/domain/dates';
import { findDuesAndOpen, type DonationRecord } from '../donations/donation.service.ts';
import {
  coveredAs,
  findDeaths,
  findMembers,
  type MemberRecord,
} from '../../people/members/member.service.ts';
import {
  campaignsOf,
  findMembershipsCovering,
  type MembershipRecord,
} from '../memberships/membership.service.ts';
import { recordsAt, type CoverageRecords } from './coverage-on-day.service.ts';
import { presentCoverage, presentPersonCoverage, type CoverageEntry } from './coverage.presenter.ts';

/** A membership of a funeral fund, with its dues and its people, and whether the reader may see its amounts. */
type Fund = {
  membership: MembershipRecord;
  campaign: CampaignRecord;
  dues: DonationRecord[];
  people: Map<string, MemberRecord>;
  deathsOf: Awaited<ReturnType<typeof findDeaths>>;
  showsAmounts: boolean;
};

/** The reader, and the names to show. */
export type CoverageReader = {
  /** The reader is the member. */
  isReader: boolean;
  /** Returns whether the reader may see what a payer pays; amounts are shown only then. */
  mayReadMoneyOf: (primary: MemberRecord) => Promise<boolean>;
  /** Replaces names that cannot be printed. */
  named?: (member: MemberRecord) => MemberRecord;
};
type Covered = MembershipRecord['members'][number];

/** `decided`: by fund, whether a claim has decided that the member was covered, where the cause of their death decides. */
type ShownOn = Shown & { cause?: DeathCause | null; decided?: ReadonlyMap<string, boolean> | undefined };

const hasEnded = ({ isActive, endDt }: Covered, now: Date) => isActive === false || endDt <= now;

/** Returns whether a membership still has a person among its people. */
const isWithin = ({ members }: MembershipRecord, { _id }: MemberRecord, now: Date) =>
  members.some((member) => member.member_id === _id && !hasEnded(member, now));

/**
 * How a member stands, in sentences to the reader, who is the member or somebody else. Whoever else was taken out of a
 * membership is left out: they may have died. Who was taken out themselves reads of nobody else in it, nor of its dues,
 * unless they pay for it. With `tried` it returns the cover of the day `on` by memberships that are about to be as they
 * are there, and with `cause` at a death of that cause (null: nobody has said it, as on the day on which somebody died). `hasWallet`: a fund that they pay for asks to have something ahead.
 */
export async function memberCoverage(
  asked: MemberRecord,
  reader: CoverageReader,
  shown: ShownOn,
  now: Date,
  tried?: ReadonlyMap<string, MembershipRecord>,
): Promise<z.input<typeof MemberCoverage> & { hasWallet: boolean }> {
  const { named = (one) => one } = reader;
  const member = named(asked);
  const { at, ...records } = await recordsFor(member, shown, now, tried);
  const funds = await fundsOf(member, records, { ...reader, named }, at);
  const self = { firstNm: member.firstNm, isReader: reader.isReader };
  const entries = funds.flatMap((fund) => {
    const isOut = fund.membership.primaryMemberId !== member._id && !isWithin(fund.membership, member, at);
    const known = isOut ? { ...fund, dues: [] } : fund;
    return fund.membership.members.flatMap((covered): CoverageEntry | [] => {
      const person = fund.people.get(covered.member_id);
      const isSelf = covered.member_id === member._id;
      // A person who is inactive now may have been active on another day.
      const isGone = !shown.on && person?.isActive === false;
      if (!person || (!isSelf && (isOut || isGone || hasEnded(covered, at)))) return [];
      const subject = isSelf ? self : { firstNm: person.firstNm, isReader: false };
      const isPayerReader = reader.isReader && fund.membership.primaryMemberId === member._id;
      const asShown = { ...shown, decided: isSelf ? shown.decided : undefined };
      return entryOf({ ...known, isPayerReader }, covered, person, subject, asShown, at);
    });
  });
  const isSelf = ({ member_id }: CoverageEntry) => member_id === member._id;
  const ordered = [...entries.filter(isSelf), ...entries.filter((entry) => !isSelf(entry))];
  const summary = accountSummary(records.open, at);
  const hasWallet = funds.some(
    ({ membership, campaign }) =>
      membership.primaryMemberId === member._id && Boolean(campaign.fundRules.walletMinimum),
  );
  const known = { summary, funds: knownFunds(funds, ordered) };
  return { ...presentCoverage(member, ordered, self, known, shown), hasWallet };
}

/** What a member's cover is read from: as it is now, or with `on` as it was at the end of that day. */
async function recordsFor(
  member: MemberRecord,
  { on, timeZone }: Shown,
  now: Date,
  tried?: ReadonlyMap<string, MembershipRecord>,
) {
  const stored = await findMembershipsCovering(member._id);
  const memberships = stored.map((membership) => tried?.get(membership._id) ?? membership);
  const { dues, open } = await findDuesAndOpen(memberships, member._id);
  const present = { memberships, dues, campaigns: await campaignsOf(memberships) };
  if (on === undefined) return { at: now, open, ...present };
  // Also of today, which is not over yet: the cover of who died today ends with it.
  const end = endOfDay(on, timeZone);
  const past = await recordsAt(present, end);
  const paidFor = past.memberships.filter(({ primaryMemberId }) => primaryMemberId === member._id);
  const ids = new Set(paidFor.map(({ _id }) => _id));
  const owed = past.dues.filter(({ campaignMembershipId }) => ids.has(campaignMembershipId));
  return { at: end, open: owed, ...past };
}

/** The funds of some entries, each once, and whether its prices may be shown. */
function knownFunds(funds: readonly Fund[], entries: readonly CoverageEntry[]) {
  const found = new Map<string, { campaign: CampaignRecord; showsAmounts: boolean }>();
  for (const { campaign, membership, showsAmounts } of funds)
    if (entries.some(({ wire }) => wire.campaignMembershipId === membership._id))
      found.set(campaign._id, {
        campaign,
        showsAmounts: showsAmounts || found.get(campaign._id)?.showsAmounts === true,
      });
  return [...found.values()];
}

/**
 * The funeral funds of a member. Funds that formerly covered them are left out only where another certainly covers them
 * and they owe nothing there: `open` is what they owe, `dues` all donations of the memberships.
 */
async function fundsOf(
  member: MemberRecord,
  { memberships, dues, open, campaigns }: CoverageRecords & { open: readonly DonationRecord[] },
  { named, mayReadMoneyOf }: Required<CoverageReader>,
  now: Date,
): Promise<Fund[]> {
  const ofFunds = memberships.filter(({ campaignId }) => campaigns.get(campaignId)?.requiresMembership);
  const current = ofFunds.filter(
    (membership) => membership.isActive !== false && isWithin(membership, member, now),
  );
  const owing = new Set(open.map(({ campaignMembershipId }) => campaignMembershipId));
  const shown = current.some(({ isActive }) => isActive === true)
    ? ofFunds.filter((membership) => current.includes(membership) || owing.has(membership._id))
    : ofFunds;
  const ids = new Set(
    shown.flatMap(({ primaryMemberId, members }) => [
      primaryMemberId,
      ...members.map(({ member_id }) => member_id),
    ]),
  );
  ids.delete(member._id);
  const others = (await findMembers([...ids])).map(named);
  const people = new Map([member, ...others].map((person) => [person._id, person]));
  const deathsOf = await findDeaths([...people.values()]);
  const funds = await Promise.all(
    shown.map(async (membership): Promise<Fund | []> => {
      const campaign = campaigns.get(membership.campaignId);
      if (!campaign) return [];
      const primary = people.get(membership.primaryMemberId);
      const showsAmounts = primary !== undefined && (await mayReadMoneyOf(primary));
      const owed = dues.filter(({ campaignMembershipId }) => campaignMembershipId === membership._id);
      return { membership, campaign, dues: owed, people, deathsOf, showsAmounts };
    }),
  );
  return funds.flat();
}

function entryOf(
  {
    membership,
    campaign,
    dues,
    people,
    deathsOf,
    showsAmounts,
    isPayerReader = false,
  }: Fund & { isPayerReader?: boolean },
  covered: Covered,
  person: MemberRecord,
  subject: CoverageEntry['subject'],
  shown: ShownOn,
  now: Date,
): CoverageEntry {
  const primary = people.get(membership.primaryMemberId);
  const input = coverageInput(membership, campaign, covered, coveredAs(person, primary, deathsOf), dues);
  const isDayOfDeath = shown.on !== undefined && shown.on === person.deceasedDt;
  const { cause = isDayOfDeath ? null : 'other', decided, timeZone } = shown;
  const whole = withDecided(coverageAtDeath(input, cause, now, timeZone), decided?.get(campaign._id));
  const coverage = showsAmounts ? whole : withoutAmounts(whole);
  const { campaignName } = campaign;
  const stand: PersonStand = { ...coverage, member_id: person._id, subject, campaignName };
  const fund = { membership, campaign, person, primary, showsAmounts, isPayerReader };
  return { ...stand, wire: presentPersonCoverage(stand, fund, shown) };
}
