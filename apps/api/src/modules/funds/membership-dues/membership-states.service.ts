/** Makes chosen memberships active or inactive: a job with progress that can be repeated from any step. */
import type { Shown } from '@kinfold/domain/coverage-text';
import { afterMembershipStep, MembershipRefusal } from '@kinfold/domain/membership-change';
import { groupBy } from '@kinfold/domain/group-by';
import { joiningDueText } from '@kinfold/domain/joining-fee';
import { sumCents } from '@kinfold/domain/money';
import { statesSentences } from '@kinfold/domain/states-sentence';
import type { Author } from '../../../platform/author.ts';
import { sha256 } from '../../../platform/hash.ts';
import type { JobHandler } from '../../../work/job-worker.ts';
import { startJob, type Job } from '../../../work/jobs.ts';
import { AppError } from '../../../platform/problem.ts';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import { findOwed } from '../donations/donation.service.ts';
import { chargeJoiningFee, joiningDay, joiningDues } from '../donations/joining-fee.service.ts';
import { useCreditOfPayers } from '../../money/office/credit.service.ts';
import { findDeaths, findPricedPeople } from '../../people/members/member.service.ts';
import {
  changeMembership,
  contextOf,
  type MembershipChange,
} from '../memberships/membership-change.service.ts';
import type { MembershipRecord } from '../memberships/membership.service.ts';

/** The job that makes memberships active or inactive. */
export const MEMBERSHIP_STATES_JOB = 'membership-states';

const BATCH = 20;

type Input = { membershipIds: string[]; isActive: boolean; reason: string | null };
type Cursor = { at: number; done: number; refused: number };

/** The chosen memberships of a campaign and their new state; `organizationNumber` owns the job. */
export type StatesOf = {
  campaign: CampaignRecord;
  organizationNumber: string;
  membershipIds: readonly string[];
  isActive: boolean;
  reason?: string | null | undefined;
};

/** Starts the job; the same request joins an open one. */
export async function startStates(of: StatesOf, author: Author): Promise<Job> {
  const { campaign, organizationNumber, isActive, reason } = of;
  const membershipIds = [...new Set(of.membershipIds)].toSorted();
  const input: Input = { membershipIds, isActive, reason: reason ?? null };
  const key = `${campaign._id}:${sha256(JSON.stringify(input))}`;
  return startJob({ type: MEMBERSHIP_STATES_JOB, key, organizationNumber, input }, author);
}

/** What the job would do with memberships of a campaign, in sentences; reads their people and dues at once, and changes nothing. */
export async function previewStates(
  memberships: readonly MembershipRecord[],
  { campaign, isActive }: Pick<StatesOf, 'campaign' | 'isActive'>,
  { shown, now }: { shown: Shown; now: Date },
): Promise<string[]> {
  const ids = new Set(memberships.flatMap(({ members }) => members.map(({ member_id }) => member_id)));
  const [priced, { dues }] = await Promise.all([
    findPricedPeople([...ids]),
    findOwed(
      memberships.map(({ _id }) => _id),
      [],
    ),
  ]);
  const deathsOf = await findDeaths(priced);
  const people = new Map(priced.map((person) => [person._id, { ...person, deaths: deathsOf(person) }]));
  const duesOf = groupBy(dues, ({ campaignMembershipId }) => campaignMembershipId);
  const context = contextOf(campaign, people, { now, timeZone: shown.timeZone });
  const changes = memberships.flatMap((before) => {
    try {
      return {
        before,
        after: afterMembershipStep(before, { do: isActive ? 'activate' : 'deactivate' }, context),
        dues: duesOf.get(before._id) ?? [],
      };
    } catch (error) {
      if (error instanceof MembershipRefusal) return [];
      throw error;
    }
  });
  const refused = memberships.length - changes.length;
  // In the order of the job: who joins by two of them owes one fee.
  const inOrder = changes.toSorted((one, other) => (one.before._id < other.before._id ? -1 : 1));
  const fees = (await joiningDues(campaign, inOrder)).flatMap((due) => due?.amount ?? []);
  return [
    ...statesSentences({ changes, people, refused, isActive, fund: campaign, now, shown }),
    ...(fees.length
      ? [
          joiningDueText(
            sumCents(fees),
            await joiningDay(campaign._id, { now, timeZone: shown.timeZone }),
            shown.currency,
            fees.length,
          ),
        ]
      : []),
  ];
}

const inputOf = ({ input }: Job) => input as Input;

/**
 * The job, some memberships a step. Its report has how many have the chosen state at its end, and how many were refused:
 * those whose primary member is inactive, or that were removed meanwhile.
 */
export const membershipStatesJob = ({
  now,
  config,
}: {
  now: () => Date;
  config: { TIME_ZONE: string; CURRENCY: string };
}): JobHandler => ({
  count: (job) => Promise.resolve(inputOf(job).membershipIds.length),
  async step(job) {
    const { membershipIds, isActive, reason } = inputOf(job);
    const { at = 0, done = 0, refused = 0 } = (job.cursor as Cursor | null) ?? {};
    const some = membershipIds.slice(at, at + BATCH);
    const payers: string[] = [];
    let failed = 0;
    for (const id of some) {
      const steps = [{ do: isActive ? 'activate' : 'deactivate' } as const];
      const clock = { now: now(), timeZone: config.TIME_ZONE };
      const also: MembershipChange['also'] = async (before, after, session) => {
        await chargeJoiningFee(before, after, job.author, clock, session);
      };
      try {
        const { membership } = await changeMembership(id, { steps, reason, also }, job.author, clock);
        // Also when nothing changed: an interruption may have come between.
        if (isActive) payers.push(membership.primaryMemberId);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        failed += 1;
      }
    }
    await useCreditOfPayers(payers, { author: job.author, now: now(), currency: config.CURRENCY });
    const cursor: Cursor = {
      at: at + some.length,
      done: done + some.length - failed,
      refused: refused + failed,
    };
    const isLast = cursor.at >= membershipIds.length;
    const report = { [isActive ? 'active' : 'inactive']: cursor.done, refused: cursor.refused };
    return { cursor, done: some.length - failed, failed, isLast, ...(isLast && { report }) };
  },
});
