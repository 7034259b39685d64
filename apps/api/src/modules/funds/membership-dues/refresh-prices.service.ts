/**
 * Refreshes prices (rules.md "Membership price"): of one membership, and as a job of a campaign. Dues of active runs on
 * which nothing was ever paid get the new price; they are claimed meanwhile, so that nobody pays the old one.
 */
import { chargedMembers } from '@kinfold/domain/campaign-membership';
import {
  afterMembershipStep,
  diedSince,
  isPriceDifferent,
  isPriceSettled,
  isSameMembership,
  refreshedDue,
  withPriceOrigins,
} from '@kinfold/domain/membership-change';
import type { Author } from '../../../platform/author.ts';
import { inTransaction } from '../../../platform/database.ts';
import { chunksOf } from '../../../platform/in-batches.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import type { JobHandler } from '../../../work/job-worker.ts';
import { startJob, type Job } from '../../../work/jobs.ts';
import { markStale } from '../../../work/projections.ts';
import { recordChanges } from '../../operations/audit/audit.service.ts';
import { findRunsByStatus, markRunTotalsStale } from '../campaign-runs/campaign-run.service.ts';
import {
  auditSubject,
  findCampaign,
  requireCampaign,
  type CampaignRecord,
} from '../campaigns/campaign.service.ts';
import { whileClaimed } from '../../money/charges/temporary-claim.service.ts';
import { changeDues, findRefreshable, type RefreshableDonation } from '../donations/donation.service.ts';
import { entriesOn } from '../../money/ledger/ledger.service.ts';
import { findPricedPeople } from '../../people/members/member.service.ts';
import { changeMembership, contextOf, type Clock } from '../memberships/membership-change.service.ts';
import {
  findMembershipIdsAfter,
  findPriceable,
  writePrices,
  type PriceableMembership,
} from '../memberships/membership-list.service.ts';
import {
  findMembershipCounts,
  findMemberships,
  membershipSubject,
  type MembershipRecord,
} from '../memberships/membership.service.ts';

/** The job that refreshes the prices of a campaign. */
export const REFRESH_PRICES_JOB = 'refresh-prices';

/** Memberships priced together, and batches in flight; then those of a step. */
const BATCH = 1_000;
const AT_A_TIME = 2;
const STEP = 20 * BATCH;

type Priced = Pick<MembershipRecord, '_id' | 'isActive' | 'totalPrice' | 'members'>;

/** The results for dues: changed, kept because something was paid, or kept because a payment is in progress. */
type DuesFigures = { dues: number; dues_paid: number; dues_being_paid: number };

/** The new amount of unpaid dues of an active run by the prices of their membership, and whom they charge; undefined where nothing changes. */
function repriced(due: RefreshableDonation, membership: Priced | undefined) {
  if (!membership) return undefined;
  const { createdDt } = due;
  const asked = { minAmountDue: due.minAmountDue, hasPayment: false, isRunActive: true, createdDt };
  const minAmountDue = refreshedDue(asked, membership);
  if (minAmountDue === due.minAmountDue) return undefined;
  const charged = [...chargedMembers(membership.members), ...diedSince(membership.members, createdDt)];
  const members = charged.map(({ member_id, price }) => ({ member_id, price }));
  return { _id: due._id, minAmountDue, members };
}

/** Reprices the dues of some memberships in active runs. `jobId` marks those that a job changed. */
async function refreshDues(
  memberships: readonly Priced[],
  campaign: CampaignRecord,
  now: Date,
  jobId?: string,
): Promise<DuesFigures> {
  const none = { dues: 0, dues_paid: 0, dues_being_paid: 0 };
  if (!campaign.requiresMembership) return none;
  const byId = new Map(memberships.map((membership) => [membership._id, membership]));
  const { active } = await findRunsByStatus(campaign._id, now);
  const found = await findRefreshable(
    [...byId.keys()],
    active.map(({ _id }) => _id),
  );
  const different = found.filter((due) => repriced(due, byId.get(due.campaignMembershipId)) !== undefined);
  const changed = new Set(different);
  const marked = found.filter((due) => due.repricedBy === jobId && jobId !== undefined && !changed.has(due));
  const unpaid = different.filter(({ ledgerCount }) => ledgerCount === 0);
  const unpaidIds = unpaid.map(({ _id }) => _id);
  if (!unpaid.length) return { ...none, dues: marked.length, dues_paid: different.length };
  const { dues, kept, beingPaid } = await whileClaimed(unpaidIds, now, async (claimed) => {
    const paid = new Set<string>();
    for await (const { donationIds } of entriesOn(unpaidIds)) for (const id of donationIds) paid.add(id);
    // Read again: another user may have changed one and refreshed its dues meanwhile.
    const current = await findMemberships(unpaid.map(({ campaignMembershipId }) => campaignMembershipId));
    const currentById = new Map(current.map((membership) => [membership._id, membership]));
    const changing = unpaid
      .filter(({ _id }) => claimed.has(_id) && !paid.has(_id))
      .flatMap((due) => repriced(due, currentById.get(due.campaignMembershipId)) ?? []);
    return {
      dues: await inTransaction(async (session) => {
        await markRunTotalsStale(
          unpaid.map(({ campaignRunId }) => campaignRunId),
          session,
        );
        await markStale({ membership_cover: unpaid.map((due) => due.campaignMembershipId) }, session);
        return changeDues(
          changing.map((due) => ({ ...due, repricedBy: jobId })),
          now,
          session,
        );
      }),
      kept: unpaidIds.filter((id) => paid.has(id)).length,
      beingPaid: unpaidIds.filter((id) => !claimed.has(id)).length,
    };
  });
  return {
    dues: marked.length + dues,
    dues_paid: different.length - unpaid.length + kept,
    dues_being_paid: beingPaid,
  };
}

/**
 * Refreshes the prices of one membership and its dues; repeating changes nothing. `duesBeingPaid` counts dues that were
 * skipped because a payment is in progress. Throws 404 when it is gone.
 */
export async function refreshMembership(
  membershipId: string,
  author: Author,
  clock: Clock,
): Promise<Awaited<ReturnType<typeof changeMembership>> & { duesBeingPaid: number }> {
  const done = await changeMembership(membershipId, { steps: [{ do: 'refresh' }] }, author, clock);
  const { membership } = done;
  const campaign = await requireCampaign(membership.campaignId);
  const { dues, dues_being_paid } = await refreshDues([membership], campaign, clock.now);
  if (dues > 0) {
    const changes = [{ field: 'dues', from: null, to: dues }];
    const { organizationNumber } = membership;
    const entry = { organizationNumber, action: 'membership.repriced', changes } as const;
    await recordChanges([{ ...entry, subject: membershipSubject(membership) }], author, clock.now, undefined);
  }
  return { ...done, duesBeingPaid: dues_being_paid };
}

type Input = { campaignId: string; organizationNumbers: string[] | null };

/** The scope of a refresh: memberships of some organizations (undefined: of all). `organizationNumber` owns the job. */
export type RefreshOf = {
  campaign: CampaignRecord;
  organizationNumbers: readonly string[] | undefined;
  organizationNumber: string;
};

/** Starts the job that refreshes the prices of a campaign's memberships, or joins the running one. */
export async function startRefresh(
  { campaign, organizationNumbers, organizationNumber }: RefreshOf,
  author: Author,
): Promise<Job> {
  const input: Input = {
    campaignId: campaign._id,
    organizationNumbers: organizationNumbers ? [...organizationNumbers].sort() : null,
  };
  const key = [campaign._id, ...(input.organizationNumbers ?? [])].join(':');
  return startJob({ type: REFRESH_PRICES_JOB, key, organizationNumber, input }, author);
}

type Figures = { changed: number; unchanged: number; not_active: number } & DuesFigures;
const NONE: Figures = {
  changed: 0,
  unchanged: 0,
  not_active: 0,
  dues: 0,
  dues_paid: 0,
  dues_being_paid: 0,
};
const FIGURES = Object.keys(NONE) as (keyof Figures)[];
const add = (figures: Figures, other: Figures) =>
  Object.fromEntries(FIGURES.map((name) => [name, figures[name] + other[name]])) as Figures;

/** `version`: of the campaign, by whose rules the job got this far. */
type Cursor = { afterId: string; figures: Figures; version: number };
const inputOf = ({ input }: Job) => input as Input;

/**
 * The job that refreshes prices, a batch of memberships a step; inactive ones keep theirs. It marks what it changes, so
 * its figures are exact wherever it was interrupted. When the campaign is edited meanwhile it starts over, so that all
 * prices follow the same rules at its end.
 */
export const refreshPricesJob = ({
  now,
  config,
}: {
  now: () => Date;
  config: { TIME_ZONE: string };
}): JobHandler => ({
  async count(job) {
    const { campaignId, organizationNumbers } = inputOf(job);
    const counts = await findMembershipCounts(campaignId);
    return counts
      .filter(
        ({ organizationNumber }) => !organizationNumbers || organizationNumbers.includes(organizationNumber),
      )
      .reduce((sum, { active, inactive, unknown }) => sum + active + inactive + unknown, 0);
  },
  async step(job) {
    const { campaignId, organizationNumbers } = inputOf(job);
    const campaign = await requireCampaign(campaignId);
    const { version } = campaign;
    const last = job.cursor as Cursor | null;
    const begun = last?.version === version ? last : null;
    const { afterId = null, figures = NONE } = begun ?? {};
    const within = { campaignId, organizationNumbers: organizationNumbers ?? undefined };
    const clock = { now: now(), timeZone: config.TIME_ZONE };
    let all = figures;
    const next = await findMembershipIdsAfter(within, afterId, STEP);
    await inParallel(chunksOf(next, BATCH), AT_A_TIME, async (ids) => {
      const refreshed = await refreshBatch(await findPriceable(ids), campaign, job, clock);
      all = add(all, refreshed);
    });
    const isEnded = next.length < STEP;
    const isLast = isEnded && (await requireCampaign(campaignId)).version === version;
    return {
      cursor: { afterId: next.at(-1) ?? afterId ?? '', figures: all, version },
      done: next.length - (begun ? 0 : job.done),
      isLast,
      ...(isLast && { report: all }),
    };
  },
  async finish(job, report, session) {
    const campaign = await findCampaign(inputOf(job).campaignId, session);
    const { changed = 0, dues = 0 } = report ?? {};
    if (!campaign || changed + dues === 0) return;
    const changes = [
      { field: 'memberships', from: null, to: changed },
      { field: 'dues', from: null, to: dues },
    ];
    const { organizationNumber } = job;
    const entry = { organizationNumber, action: 'memberships.repriced', changes } as const;
    await recordChanges([{ ...entry, subject: auditSubject(campaign) }], job.author, now(), session);
  },
});

async function refreshBatch(
  batch: readonly PriceableMembership[],
  campaign: CampaignRecord,
  { _id: jobId, author }: Job,
  clock: Clock,
): Promise<Figures> {
  const priceable = batch.filter(({ isActive }) => isActive !== false);
  // Ages are read only where they matter: settled prices stay.
  const asked = priceable.flatMap(({ members }) =>
    members.filter((member) => !isPriceSettled(member, campaign)),
  );
  const ids = new Set(asked.map(({ member_id }) => member_id));
  const people = new Map((await findPricedPeople([...ids])).map((person) => [person._id, person]));
  const context = contextOf(campaign, people, clock);
  const refreshed = priceable.map((before) => ({
    before,
    after: withPriceOrigins(before, afterMembershipStep(before, { do: 'refresh' }, context), context),
  }));
  const different = refreshed.filter(({ before, after }) => !isSameMembership(before, after));
  const wanted = new Map(different.map(({ after }) => [after._id, after]));
  const modified = { modifiedBy: author.email, modifiedDt: clock.now, repricedBy: jobId };
  await writePrices(
    different.map(({ after: { _id, version, isActive, members, totalPrice, lastPayment } }) => ({
      ...{ _id, version, members: [...members], totalPrice },
      isPriceDifferent: isPriceDifferent({ isActive, totalPrice, lastPayment }),
      isPriceOutdated: false,
      ...modified,
    })),
  );
  // Changed since they were read: refreshed one by one, from their present state.
  const written = await findMemberships(different.map(({ before }) => before._id));
  const current = new Map<string, Priced>(written.map((membership) => [membership._id, membership]));
  for (const one of written) {
    const { _id } = one;
    const after = wanted.get(_id);
    if (after && isSameMembership(one, after)) continue;
    const { membership } = await changeMembership(_id, { steps: [{ do: 'refresh' }] }, author, clock);
    current.set(_id, membership);
  }
  const memberships = refreshed.map(({ after }) => current.get(after._id) ?? after);
  const changed = priceable.filter(({ _id, repricedBy }) => repricedBy === jobId || wanted.has(_id)).length;
  return {
    changed,
    unchanged: priceable.length - changed,
    not_active: batch.length - priceable.length,
    ...(await refreshDues(memberships, campaign, clock.now, jobId)),
  };
}
