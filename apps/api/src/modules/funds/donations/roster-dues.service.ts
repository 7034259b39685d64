/**
 * The dues of a run that collects for a claim: of who was covered on a day, by the fund's prices or a part of what was
 * approved (rules.md "Collecting for a claim"). First everybody who shares gets dues without an amount; once nobody is
 * added any more, each gets their part. Both can be interrupted and repeated. Amounts are integer cents.
 */
import { campaignRunStatus, type Sharing } from '@kinfold/domain/campaign-run';
import { FIRST_PLACE, placeAfter, sharesIn, type RosterPlace } from '@kinfold/domain/collection';
import { sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import type { Author } from '../../../platform/author.ts';
import { chunksOf } from '../../../platform/in-batches.ts';
import type { Job } from '../../../work/jobs.ts';
import type { Step } from '../../../work/job-worker.ts';
import { freezeRoster, type CampaignRunRecord } from '../campaign-runs/campaign-run.service.ts';
import { findMembershipIdsAfter } from '../memberships/membership-list.service.ts';
import { countLeftOut, findMemberships, type MembershipRecord } from '../memberships/membership.service.ts';
import {
  dueOfRuns,
  findStoredDonations,
  insertMissingDonations,
  readSharing,
  setShares,
  type StoredDonation,
} from './donation.model.ts';
import { newDonation } from './new-donation.service.ts';

/** A membership that shares a run, and its people who are charged, at the fund's prices. */
export type Sharer = { membership: MembershipRecord; people: { member_id: string; price: Cents }[] };

/** Who of some active memberships shares a run; the others are not covered, or of the household that mourns. */
export type Roster = { sharers: Sharer[]; notCovered: number; bereaved: number };
/** What a run shares, and who of some active memberships shares it, in any order. */
export type RosterReader = {
  total: Cents;
  read: (memberships: readonly MembershipRecord[]) => Promise<Roster>;
};
export type RosterOf = (run: CampaignRunRecord) => Promise<RosterReader>;

/** Returns the sharers who are charged: by prices, only those who have one. */
export const chargedSharers = (sharing: Sharing, sharers: readonly Sharer[]): Sharer[] =>
  sharers.filter(({ people }) => sharing !== 'dues' || people.some(({ price }) => price > 0));

/** Memberships looked at, and dues whose amount is set, at once and per step of the job. */
const BATCH = 500;
const STEP = 4 * BATCH;

type LeftOut = Record<'not_covered' | 'bereaved' | 'no_price', number>;
type Cursor = { afterId: string | null; from: number; leftOut: LeftOut };
const BEGIN: Cursor = { afterId: null, from: 0, leftOut: { not_covered: 0, bereaved: 0, no_price: 0 } };

type Making = {
  rosterOf: RosterOf;
  useCredit?: ((payerIds: readonly string[], author: Author) => Promise<void>) | undefined;
  now: Date;
};

/** A step of the job that makes the dues of a run for a claim. It stops when the run is paused or has ended. */
export async function rosterStep(job: Job, run: CampaignRunRecord, making: Making): Promise<Step> {
  const cursor = (job.cursor as Cursor | null) ?? BEGIN;
  const { now } = making;
  const end = async (isStopped: boolean, done = 0): Promise<Step> => ({
    cursor,
    done,
    isLast: true,
    report: { ...(await reportOf(job, run, cursor.leftOut)), ...(isStopped && { stopped: 1 }) },
  });
  if (campaignRunStatus(run, now) !== 'active' || !run.roster) return end(true);
  if (!run.roster.frozenDt) {
    const roster = await making.rosterOf(run);
    const { lastId, done, ...leftOut } = await addSharers(cursor.afterId, job, run, roster, now);
    const all = {
      not_covered: cursor.leftOut.not_covered + leftOut.not_covered,
      bereaved: cursor.leftOut.bereaved + leftOut.bereaved,
      no_price: cursor.leftOut.no_price + leftOut.no_price,
    };
    if (done < STEP) await freezeRoster(run._id, roster.total, now);
    return { cursor: { ...cursor, afterId: lastId, leftOut: all }, done, isLast: false };
  }
  const all = await readSharing(run._id);
  const some = all.slice(cursor.from, cursor.from + STEP);
  await setAmounts(run, all, { from: cursor.from, count: some.length }, now);
  await payFromCredit(
    some.map(({ _id }) => _id),
    job,
    making,
  );
  if (cursor.from + STEP >= all.length) return end(false);
  return { cursor: { ...cursor, from: cursor.from + STEP }, done: 0, isLast: false };
}

/** Makes the dues of the next memberships after an id that share a run, without an amount unless prices are charged. */
async function addSharers(
  afterId: string | null,
  job: Job,
  run: CampaignRunRecord,
  roster: RosterReader,
  now: Date,
): Promise<LeftOut & { lastId: string | null; done: number }> {
  const { sharing = 'dues' } = run.roster ?? {};
  const active = { campaignId: run.campaignId, organizationNumbers: undefined, isActive: true };
  const ids = await findMembershipIdsAfter(active, afterId, STEP);
  const leftOut = { not_covered: 0, bereaved: 0, no_price: 0 };
  for (const some of chunksOf(ids, BATCH)) {
    const memberships = (await findMemberships(some)).filter(({ isActive }) => isActive);
    const { sharers, notCovered, bereaved } = await roster.read(memberships);
    const charged = chargedSharers(sharing, sharers);
    await insertMissingDonations(charged.map((sharer) => dueOf(sharer, run, job._id, now)));
    leftOut.not_covered += notCovered;
    leftOut.bereaved += bereaved;
    leftOut.no_price += sharers.length - charged.length;
  }
  return { ...leftOut, lastId: ids.at(-1) ?? afterId, done: ids.length };
}

function dueOf(
  { membership, people }: Sharer,
  run: CampaignRunRecord,
  madeBy: string,
  now: Date,
): StoredDonation {
  const isSet = run.roster?.sharing === 'dues';
  const members = people.map(({ member_id, price }) => ({ member_id, price: isSet ? price : ZERO }));
  const minAmountDue = sumCents(members.map(({ price }) => price));
  const due = newDonation(membership, run, minAmountDue, now);
  return { ...due, members, madeBy, share: isSet ? 'set' : 'waiting' };
}

/** Sets the amounts of some dues of a run, by their place among all who share it. */
async function setAmounts(
  { roster }: CampaignRunRecord,
  all: Awaited<ReturnType<typeof readSharing>>,
  { from, count }: { from: number; count: number },
  now: Date,
): Promise<void> {
  if (!roster || roster.sharing === 'dues') return;
  const { sharing, total } = roster;
  const household = (people: number) => ({ people: Array.from({ length: people }, () => ({ price: ZERO })) });
  const end = all.reduce((place, { people }) => placeAfter(place, household(people)), FIRST_PLACE);
  let place: RosterPlace = FIRST_PLACE;
  const shares = new Map<string, readonly Cents[]>();
  for (const [index, { _id, people, isWaiting }] of all.slice(0, from + count).entries()) {
    if (index >= from && isWaiting)
      shares.set(_id, sharesIn(sharing, household(people), place, { total, all: end }));
    place = placeAfter(place, household(people));
  }
  for (const ids of chunksOf([...shares.keys()], BATCH))
    await setShares(new Map(ids.map((id) => [id, shares.get(id) ?? []])), now);
}

async function payFromCredit(
  donationIds: readonly string[],
  { author }: Job,
  { useCredit }: Making,
): Promise<void> {
  if (!useCredit) return;
  for (const ids of chunksOf([...donationIds], BATCH)) {
    const dues = await findStoredDonations(ids);
    await useCredit([...new Set(dues.map(({ primaryMember }) => primaryMember._id))], author);
  }
}

/** The figures of the job: what it made is counted from what is stored. */
async function reportOf(
  { _id: jobId }: Job,
  run: CampaignRunRecord,
  leftOut: LeftOut,
): Promise<Record<string, number>> {
  const dues = await dueOfRuns([run._id], jobId);
  const made = dues.reduce((count, { ownCount }) => count + ownCount, 0);
  const { inactive, died, unconfirmed } = await countLeftOut(run.campaignId);
  return {
    made,
    sum: sumCents(dues.map(({ own }) => own)),
    ...leftOut,
    ...(died > 0 && { has_died: died }),
    not_active: inactive,
    not_confirmed: unconfirmed,
  };
}
