/** Whether a fund covered somebody on the day of their death, and what it pays: what a claim keeps (docs/decisions/052). */
import type { Judged } from '@kinfold/domain/claim';
import type { DeathCause } from '@kinfold/domain/death-cause';
import { fittingRule } from '@kinfold/domain/campaign-membership';
import { decidingReasons } from '@kinfold/domain/coverage';
import { addDays, ageOn, calendarDateOf, endOfDay, type CalendarDate } from '@kinfold/domain/dates';
import { asOf } from '../../../platform/as-of.ts';
import { invalid } from '../../../platform/problem.ts';
import type { MemberRecord } from '../../people/members/member.service.ts';
import { firstReportOf } from '../../people/mourning/death-report.service.ts';
import { setRosterRow } from '../campaign-runs/campaign-run.service.ts';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import { memberCoverage } from '../coverage/coverage.service.ts';
import { findMemberships, type MembershipRecord } from '../memberships/membership.service.ts';
import { changeClaim, personOf, type ClaimAsked } from './claim-change.service.ts';
import type { ClaimRecord } from './claim.model.ts';

/** What is judged of a claim. */
export type Judgement = Pick<ClaimRecord, 'organizationNumber' | 'deceasedDt' | 'coverage'> &
  Pick<ClaimRecord, 'deathDay'> & {
    benefit: Pick<ClaimRecord['benefit'], 'label' | 'ruleAmount' | 'isInKind' | 'isUpTo'>;
  };

type Clock = { now: Date; timeZone: string; currency: string };
type Died = MemberRecord & { deceasedDt: CalendarDate };

/**
 * Judges by what was booked until the end of the day of the death, and by the rules of the fund on that day; where the
 * cause of the death decides, by that cause: nobody can say while it is null. Throws 422 at
 * `campaignId` for a campaign that is no fund, or was not offered where the person belonged. With `tried` it judges by
 * memberships that are about to be as they are there.
 */
export async function judge(
  member: Died,
  campaign: CampaignRecord,
  { now, timeZone, currency }: Clock,
  cause: DeathCause | null,
  tried?: ReadonlyMap<string, MembershipRecord>,
): Promise<Judgement> {
  const { deceasedDt, deathDay, firstNm } = member;
  const { campaignName } = campaign;
  const { fundRules } = asOf(campaign, endOfDay(deceasedDt, timeZone));
  const at = (known: DeathCause | null) =>
    coverAtDeath(member, campaign, { now, timeZone, currency }, known, tried);
  const unsaid = await at(null);
  const asksCause = asksFor(unsaid.best);
  const { best, own } = asksCause && cause !== null ? await at(cause) : unsaid;
  const [membership] = best ? await findMemberships([best.campaignMembershipId]) : [];
  if (
    !campaign.requiresMembership ||
    (!membership && !campaign.offeredTo.includes(member.organizationNumber))
  )
    throw invalid([{ path: 'campaignId', message: `${campaignName} is no fund of ${firstNm}` }]);
  const { benefits = [], claimWithinDays } = fundRules;
  const benefit = fittingRule(ageOn(member.birthDt, deceasedDt), member.relationship, benefits);
  const claimUntil = claimWithinDays === undefined ? null : addDays(deceasedDt, claimWithinDays);
  const reportedDt = await reportedOn(member, { now, timeZone });
  return {
    organizationNumber: membership?.organizationNumber ?? member.organizationNumber,
    deceasedDt,
    // Null clears what was kept while the day was not known.
    deathDay: deathDay ?? null,
    coverage: {
      isCovered: best ? best.isCovered : false,
      reasons: best
        ? decidingReasons(best).map(({ code, text }) => ({ code, text }))
        : [
            {
              code: 'not_in_fund',
              text: `${firstNm} was in no membership of ${campaignName} on that day.`,
            },
          ],
      judgedDt: now,
      otherCover: own
        .filter((one) => one !== best && one.isCovered !== false)
        .map((one) => ({
          campaignId: one.campaignId,
          campaignName: one.campaignName,
          isCovered: one.isCovered,
        })),
      claimUntil,
      reportedDt,
      isInTime: claimUntil === null || reportedDt <= claimUntil,
      ...(asksCause && { asksCause }),
    },
    benefit: {
      label: benefit?.label ?? null,
      ruleAmount: benefit?.amount ?? null,
      isInKind: benefit?.isInKind === true,
      isUpTo: benefit?.isUpTo === true,
    },
  };
}

/** Whether cover cannot be said before the cause of the death is known. */
const asksFor = (cover: { reasons: readonly { code: string }[] } | undefined) =>
  cover?.reasons.some(({ code }) => code === 'cause_unknown') === true;

/** The membership that says whether a fund covered somebody on the day of a death of some cause, and all that are theirs. */
async function coverAtDeath(
  member: Died,
  { _id: campaignId }: CampaignRecord,
  { now, timeZone, currency }: Clock,
  cause: DeathCause | null,
  tried: ReadonlyMap<string, MembershipRecord> | undefined,
) {
  const reader = { isReader: false, mayReadMoneyOf: () => Promise.resolve(true) };
  const shown = { currency, timeZone, on: member.deceasedDt, cause };
  const { people } = await memberCoverage(member, reader, shown, now, tried);
  const own = people.filter(({ member_id }) => member_id === member._id);
  const ofFund = own.filter((one) => one.campaignId === campaignId);
  const best =
    ofFund.find(({ isCovered }) => isCovered) ??
    ofFund.find(asksFor) ??
    ofFund.find(({ isCovered }) => isCovered === null) ??
    ofFund[0];
  return { best, own };
}

/** The day on which the office learned of a death: of the first report of it, or of its entry. */
async function reportedOn(
  { _id, death }: MemberRecord,
  { now, timeZone }: Pick<Clock, 'now' | 'timeZone'>,
): Promise<CalendarDate> {
  const entered = death?.reportedDt ?? calendarDateOf(death?.enteredDt ?? now, timeZone);
  const report = await firstReportOf(_id);
  const reported = report && calendarDateOf(report.createdDt, timeZone);
  return reported && reported < entered ? reported : entered;
}

/** The fields of a claim that a judgement sets; a proposal ends with it. */
export const judged = (
  { benefit: before }: ClaimRecord,
  { benefit, organizationNumber: _at, ...rest }: Judgement,
) => ({
  ...rest,
  benefit: { ...before, ...benefit, proposedAmount: null, approvedAmount: null },
});

/** What of a judgement decides about a claim. */
export const decidedBy = ({ coverage, benefit }: Pick<Judgement, 'coverage' | 'benefit'>): Judged => ({
  isCovered: coverage.isCovered,
  isInTime: coverage.isInTime,
  amount: benefit.ruleAmount,
});

/** Whether two judgements say the same about cover and benefit, whenever they were made. */
export const isSameJudgement = (one: Judgement, other: Judgement): boolean =>
  JSON.stringify(essentials(one)) === JSON.stringify(essentials(other));

const essentials = ({ deceasedDt, deathDay, coverage, benefit }: Judgement) => [
  ...[deceasedDt, deathDay ?? null, coverage.isCovered, coverage.claimUntil, coverage.isInTime],
  ...[benefit.label, benefit.ruleAmount, benefit.isInKind, benefit.isUpTo === true],
  coverage.asksCause === true,
];

/**
 * Stores an open or proposed claim as it is judged now, with the day of its collection; before an approval the proposal
 * ends. Throws 409 as `changeClaim` does where it was changed since it was read.
 */
export const storeJudgement = (
  { claim, author, now }: Pick<ClaimAsked, 'claim' | 'author' | 'now'>,
  judgement: Judgement,
  { action, reason }: { action: 'edit' | 'propose' | 'approve'; reason: string },
  present?: Parameters<typeof changeClaim>[3],
): Promise<ClaimRecord> =>
  changeClaim(
    { claim, author, now },
    { action, version: claim.version },
    async (before, session) => {
      if (before.campaignRunId && judgement.deceasedDt !== before.deceasedDt)
        await setRosterRow(before.campaignRunId, before._id, { rosterDt: judgement.deceasedDt }, session);
      const decision = { kind: 'reopened', by: personOf(author), dt: now, reason } as const;
      return {
        set: {
          ...judged(before, judgement),
          ...(action === 'approve' && { state: 'open', decisions: [...before.decisions, decision] }),
        },
        entry: { action: action === 'approve' ? 'claim.reopened' : 'claim.changed', reason },
      };
    },
    present,
  );
