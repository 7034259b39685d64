/** What a change of a membership would mean, said before it is done. */
import { isSameMembership, type MembershipStep } from '@kinfold/domain/membership-change';
import { membershipSentences } from '@kinfold/domain/membership-sentence';
import { campaignRunStatus } from '@kinfold/domain/campaign-run';
import type { Shown } from '@kinfold/domain/coverage-text';
import { findRunsByStatus } from '../campaign-runs/campaign-run.service.ts';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import { findDues } from '../donations/donation.service.ts';
import { fullName, type MemberRecord } from '../members/member.service.ts';
import { tryMembershipChange } from '../memberships/membership-change.service.ts';
import {
  campaignsOf,
  findMembershipsCovering,
  type MembershipRecord,
} from '../memberships/membership.service.ts';

/** Whether the reader may see memberships of an organization. */
export type InScope = (organizationNumber: string) => Promise<boolean>;

/** What a step would change, in sentences, and what should be known before. Throws what the change itself would. */
export async function previewMembershipChange(
  membership: MembershipRecord,
  step: MembershipStep,
  { shown, now, isInScope }: { shown: Shown; now: Date; isInScope: InScope },
): Promise<{ sentences: string[]; warnings: string[] }> {
  const clock = { now, timeZone: shown.timeZone };
  const [{ before, after, people, campaign }, dues, runs] = await Promise.all([
    tryMembershipChange(membership, [step], clock),
    findDues(membership._id),
    findRunsByStatus(membership.campaignId, now),
  ]);
  const withDues = new Set(dues.map(({ campaignRunId }) => campaignRunId));
  const told = {
    people,
    fundRules: campaign.fundRules,
    dues: dues.map(({ campaignRunName, minAmountDue, paymentsTotal, run }) => ({
      campaignRunName,
      minAmountDue,
      paymentsTotal,
      hasPayment: paymentsTotal > 0,
      isRunActive: campaignRunStatus(run, now) === 'active',
    })),
    runsWithoutDues: campaign.requiresMembership
      ? runs.active.filter(({ _id }) => !withDues.has(_id)).map(({ name }) => name)
      : [],
    isRefresh: step.do === 'refresh',
    shown,
  };
  const begun = after.members.filter(
    (one) => one.isActive === true && before.members.find(({ _id }) => _id === one._id)?.isActive !== true,
  );
  const warnings: string[] = [];
  for (const { member_id } of begun) {
    const person = people.get(member_id);
    if (person) warnings.push(...(await doubleCover(person, membership, campaign, isInScope)));
  }
  const sentences = membershipSentences(before, after, told);
  const isNothing = !sentences.length && isSameMembership(before, after);
  return { sentences: isNothing ? ['Nothing changes.'] : sentences, warnings };
}

/**
 * Where somebody is covered already, in a sentence each, when the fund covers each person once (decisions.md "Fund rules"):
 * in other memberships than one, which is not there yet where it is new.
 */
export async function doubleCover(
  person: MemberRecord,
  { _id }: { _id?: string },
  campaign: CampaignRecord,
  isInScope: InScope,
): Promise<string[]> {
  if (!campaign.fundRules.oneCoverPerPerson) return [];
  const others = (await findMembershipsCovering(person._id)).filter(
    (other) =>
      other._id !== _id &&
      other.isActive === true &&
      other.members.some(({ member_id, isActive }) => member_id === person._id && isActive === true),
  );
  const campaigns = await campaignsOf(others);
  const warnings: string[] = [];
  for (const other of others) {
    if (!campaigns.get(other.campaignId)?.fundRules.oneCoverPerPerson) continue;
    if (!(await isInScope(other.organizationNumber))) continue;
    warnings.push(
      `${fullName(person)} is covered by ${other.campaignName} already, in the membership of ${fullName(other.primaryMember)}. These funds cover each person once.`,
    );
  }
  return warnings;
}
