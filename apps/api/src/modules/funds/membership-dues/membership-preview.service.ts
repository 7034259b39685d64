/** Previews changes of a membership. */
import { isTooOldOrYoung } from '@kinfold/domain/campaign-membership';
import { calendarDateOf } from '@kinfold/domain/dates';
import { isSameMembership, type MembershipStep } from '@kinfold/domain/membership-change';
import { membershipSentences } from '@kinfold/domain/membership-sentence';
import type { Shown } from '@kinfold/domain/coverage-text';
import { findRunsByStatus } from '../campaign-runs/campaign-run.service.ts';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import { findDues, findRefreshable } from '../donations/donation.service.ts';
import { joiningSentences } from '../donations/joining-fee.service.ts';
import { findDeaths, fullName, type MemberRecord } from '../../people/members/member.service.ts';
import { tryMembershipChange } from '../memberships/membership-change.service.ts';
import type { InScope } from '../../../platform/scopes.ts';
import {
  campaignsOf,
  findMembershipsCovering,
  type MembershipRecord,
} from '../memberships/membership.service.ts';

/** What some steps would change, in sentences, with warnings. Throws what the change itself would. */
export async function previewMembershipChange(
  membership: MembershipRecord,
  steps: readonly MembershipStep[],
  { shown, now, isInScope }: { shown: Shown; now: Date; isInScope: InScope },
): Promise<{ sentences: string[]; warnings: string[] }> {
  const clock = { now, timeZone: shown.timeZone };
  const [{ before, after, people, campaign }, dues, runs] = await Promise.all([
    tryMembershipChange(membership, steps, clock),
    findDues(membership._id),
    findRunsByStatus(membership.campaignId, now),
  ]);
  const withDues = new Set(dues.map(({ campaignRunId }) => campaignRunId));
  // The same question as the refresh asks: dues that were paid and refunded keep their amount too.
  const refreshable = await findRefreshable([membership._id], [...withDues]);
  const withEntries = new Set(refreshable.filter(({ ledgerCount }) => ledgerCount > 0).map(({ _id }) => _id));
  const deathsOf = await findDeaths([...people.values()]);
  const context = {
    people: new Map([...people].map(([id, person]) => [id, { ...person, deaths: deathsOf(person) }])),
    fund: campaign,
    dues: dues.map((due) => ({
      ...due,
      hasPayment: withEntries.has(due._id) || due.share !== undefined || due.source === 'joining',
    })),
    runsWithoutDues: campaign.requiresMembership
      ? runs.active
          .filter(({ _id, roster, source }) => !roster && !source && !withDues.has(_id))
          .map(({ name }) => name)
      : [],
    isRefresh: steps.some((step) => step.do === 'refresh'),
    now,
    shown,
  };
  const old = new Map(before.members.map((member) => [member._id, member.isActive]));
  const isBegun = ({ _id, isActive }: MembershipRecord['members'][number]) =>
    isActive !== false && isActive !== (old.has(_id) ? old.get(_id) : false);
  const warnings: string[] = [];
  const free: string[] = [];
  const today = calendarDateOf(now, shown.timeZone);
  for (const { member_id, priceOverride } of after.members.filter(isBegun)) {
    const person = people.get(member_id);
    if (person && isTooOldOrYoung({ ...person, priceOverride }, campaign, today))
      free.push(`Nothing is charged for ${fullName(person)}.`);
    if (person) warnings.push(...(await otherCovers(person, membership, campaign, isInScope)));
  }
  const sentences = [
    ...membershipSentences(before, after, context),
    ...free,
    ...(await joiningSentences(campaign, { before, after }, { shown, now })),
  ];
  const isNothing = !sentences.length && isSameMembership(before, after);
  return { sentences: isNothing ? ['Nothing changes.'] : sentences, warnings };
}

/**
 * Sentences about other memberships that cover or charge people already: of the same campaign, and of funds that cover
 * each person once, where this one does (rules.md "Fund rules"). A new membership has no id yet.
 */
export async function otherCovers(
  person: MemberRecord,
  { _id }: { _id?: string },
  campaign: CampaignRecord,
  isInScope: InScope,
): Promise<string[]> {
  const others = (await findMembershipsCovering(person._id)).filter(
    (other) => other._id !== _id && other.isActive !== false,
  );
  const campaigns = await campaignsOf(others);
  const isOnce = ({ fundRules }: Pick<CampaignRecord, 'fundRules'>) => fundRules.oneCoverPerPerson === true;
  const warnings: string[] = [];
  for (const other of others) {
    const part = other.members.find(({ member_id }) => member_id === person._id);
    const fund = campaigns.get(other.campaignId);
    if (!part || part.isActive === false || !fund) continue;
    const isCovered = other.isActive === true && part.isActive === true;
    const isTwice = isCovered && isOnce(campaign) && isOnce(fund);
    if (!isTwice && fund._id !== campaign._id) continue;
    if (!(await isInScope(other.organizationNumber))) continue;
    const whose = fullName(other.primaryMember);
    warnings.push(
      isTwice
        ? `${fullName(person)} is covered by ${other.campaignName} already, in the membership of ${whose}. These funds cover each person once.`
        : `${fullName(person)} is in the membership of ${whose} here already, and would be charged twice.`,
    );
  }
  return warnings;
}
