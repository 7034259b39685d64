/**
 * The dues of a run that collects for a claim: of who was covered on a day, by the fund's prices or a part of what was
 * approved (rules.md "Collecting for a claim"). First everybody who shares gets dues without an amount; once nobody is
 * added any more, each gets their part. Both can be interrupted and repeated. Amounts are integer cents.
 */
import { campaignRunStatus, type Sharing } from '@kinfold/domain/campaign-run';
import {
  countsIn,
  firstPlace,
  placeAfter,
  sharesIn,
  type RosterPerson,
  type RosterPlace,
} from '@kinfold/domain/collection';
import { sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import type { Author } from '../../../platform/author.ts';
import { inTransaction, type Session } from '../../../platform/database.ts';
import { chunksOf } from '../../../platform/in-batches.ts';
import type { Job } from '../../../work/jobs.ts';
import type { Step } from '../../../work/job-worker.ts';
import { findPricedPeople, readDeath, setDeath } from '../../people/members/member.service.ts';
import {
  freezeRoster,
  markRunTotalsStale,
  setRosterSet,
  type CampaignRunRecord,
  type Roster as RunRoster,
} from '../campaign-runs/campaign-run.service.ts';
import { findMembershipIdsAfter } from '../memberships/membership-list.service.ts';
import { countLeftOut, findMemberships, type MembershipRecord } from '../memberships/membership.service.ts';
import {
  countSharing,
  dueOfRuns,
  findStoredDonations,
  findWaiting,
  insertMissingDonations,
  readSharingAfter,
  setShares,
  type SharingDue,
  type StoredDonation,
} from './donation.model.ts';
import { newDonation } from './new-donation.service.ts';

/** A membership that shares a run, and its people who are charged, at the fund's prices. */
export type Sharer = { membership: MembershipRecord; people: (RosterPerson & { member_id: string })[] };

/** Who of some active memberships shares a run; the others are not covered, or of the household that mourns. */
export type Roster = { sharers: Sharer[]; notCovered: number; bereaved: number };
/** What each claim of a run shares, and who of some active memberships shares it, in any order. */
export type RosterReader = {
  totals: readonly Cents[];
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
/** Memberships are looked at after an id; later amounts are set after a membership number, from a place among all. */
type Cursor = { afterId: string | null; leftOut: LeftOut; number: number; place?: RosterPlace };
const BEGIN: Cursor = {
  ...{ afterId: null, number: 0 },
  leftOut: { not_covered: 0, bereaved: 0, no_price: 0 },
};

type Making = {
  rosterOf: RosterOf;
  useCredit?: ((payerIds: readonly string[], author: Author) => Promise<void>) | undefined;
  now: Date;
};

/** A step of the job that makes the dues of a run for a claim. It stops when the run is paused or has ended. */
export async function rosterStep(job: Job, run: CampaignRunRecord, making: Making): Promise<Step> {
  const cursor = (job.cursor as Cursor | null) ?? BEGIN;
  const { now } = making;
  const end = async (isStopped: boolean): Promise<Step> => ({
    cursor,
    done: 0,
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
    if (done < STEP) await freeze(run._id, run.roster, roster, now);
    return { cursor: { ...cursor, afterId: lastId, leftOut: all }, done, isLast: false };
  }
  const { number, place = firstPlace(run.roster.claims.length) } = cursor;
  const some = await readSharingAfter(run._id, number, STEP);
  const next = await setAmounts(run, some, place, now);
  await payFromCredit(
    some.map(({ _id }) => _id),
    job,
    making,
  );
  if (some.length < STEP) {
    await setRosterSet(run._id, now);
    return end(false);
  }
  return {
    cursor: { ...cursor, number: some.at(-1)?.number ?? number, place: next },
    ...{ done: 0, isLast: false },
  };
}

/** Ends adding people to those who share a run. What each claim shares was read with them. */
async function freeze(
  runId: string,
  { claims, sharing }: RunRoster,
  { totals }: RosterReader,
  now: Date,
): Promise<void> {
  const { due, ...asked } = await countSharing(runId, claims.length);
  const shared = claims.map((claim, index) => ({ ...claim, total: totals[index] ?? ZERO }));
  // A claim that nobody shares is asked of nobody.
  const parts = shared.filter((_claim, index) => (asked.all[index]?.people ?? 0) > 0);
  const sum = sharing === 'dues' ? due : sumCents(parts.map(({ total }) => total));
  await freezeRoster(runId, { claims: shared, sharing }, { ...asked, due: sum }, now);
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
  const { sharing = 'dues', claims = [] } = run.roster ?? {};
  const isSet = sharing === 'dues';
  const place = firstPlace(claims.length);
  const prices = sharesIn('dues', { people }, place, { totals: claims.map(() => ZERO), all: place });
  const members = people.map(({ member_id, of }, index) => ({
    ...{ member_id, price: isSet ? (prices[index] ?? ZERO) : ZERO },
    ...(of && { of: [...of] }),
  }));
  const minAmountDue = sumCents(members.map(({ price }) => price));
  return {
    ...newDonation(membership, run, minAmountDue, now),
    ...{ members, madeBy, share: isSet ? 'set' : 'waiting' },
    sharing: {
      number: membership.membershipNbr,
      people: people.length,
      of: countsIn({ people }, claims.length),
    },
  };
}

/** Sets the amounts of some dues of a run from a place among all who share it; returns the place after them. */
async function setAmounts(
  { _id: runId, roster }: CampaignRunRecord,
  dues: readonly SharingDue[],
  from: RosterPlace,
  now: Date,
): Promise<RosterPlace> {
  let place = from;
  const places = new Map<string, RosterPlace>();
  for (const { _id, of, isWaiting } of dues) {
    if (isWaiting) places.set(_id, place);
    place = placeAfter(place, of);
  }
  if (!roster?.asked || roster.sharing === 'dues') return place;
  const { sharing, claims, asked } = roster;
  const shared = { totals: claims.map(({ total }) => total), all: asked.all };
  for (const ids of chunksOf([...places.keys()], BATCH))
    await inTransaction(async (session) => {
      // The entry of a death writes the run too: either it finds these amounts, or they are set without whoever died.
      await markRunTotalsStale([runId], session);
      const waiting = await findWaiting(ids, session);
      const people = waiting.flatMap(({ members }) => members.map(({ member_id }) => member_id));
      const died = (await findPricedPeople(people)).filter(({ deceasedDt }) => deceasedDt !== null);
      const dead = new Set(died.map(({ _id }) => _id));
      const shares: Parameters<typeof setShares>[0][number][] = [];
      for (const { _id, members } of waiting) {
        const living = members.filter(({ member_id }) => !dead.has(member_id));
        const gone = members.filter(({ member_id }) => dead.has(member_id));
        // What a household shares stays whole while somebody of it lives.
        const people = sharing === 'per_household' && living.length ? living : [...living, ...gone];
        const amounts = sharesIn(sharing, { people }, places.get(_id) ?? from, shared);
        const parts = people.map((member, index) => ({ ...member, price: amounts[index] ?? ZERO }));
        shares.push({ _id, members: parts.slice(0, living.length) });
        const lost = parts.slice(living.length).map(({ member_id, price }) => ({ member_id, price }));
        await keepLost(_id, sharing, lost, session);
      }
      await setShares(shares, now, session);
    });
  return place;
}

/** Keeps what dues are less by with the deaths of those who are left out, as the entry of a death does: an undo adds it again. */
async function keepLost(
  donationId: string,
  sharing: Sharing,
  lost: readonly { member_id: string; price: Cents }[],
  session: Session,
): Promise<void> {
  for (const { member_id, price } of lost) {
    const death = await readDeath(member_id, session);
    if (!death) continue;
    // One death keeps the share of a whole household.
    const parts = sharing === 'per_household' ? [...lost] : [{ member_id, price }];
    const due = { donationId, amount: sumCents(parts.map((one) => one.price)), parts };
    if (due.amount > 0) await setDeath(member_id, { ...death, dues: [...death.dues, due] }, session);
    if (sharing === 'per_household') return;
  }
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
