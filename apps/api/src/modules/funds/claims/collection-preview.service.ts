/** Previews what a run that collects for a claim would charge: counted at once in small funds, else by a job with progress. */
import type * as z from 'zod/mini';
import { collectionAmounts, countsIn, type RosterPerson } from '@kinfold/domain/collection';
import { COUNTED_AT_ONCE_MAX } from '@kinfold/domain/constants';
import type { RunPreview } from '@kinfold/domain/campaign-run';
import { cents, dollarsFromCents, sumCents, ZERO } from '@kinfold/domain/money';
import type { Author } from '../../../platform/author.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { JobHandler } from '../../../work/job-worker.ts';
import { chunksOf } from '../../../platform/in-batches.ts';
import { startJob, type Job } from '../../../work/jobs.ts';
import { fullName } from '../../people/members/member.service.ts';
import type { CampaignRunRecord } from '../campaign-runs/campaign-run.service.ts';
import { countWaitingShares } from '../donations/donation.service.ts';
import { chargedSharers, type RosterReader } from '../donations/roster-dues.service.ts';
import { previewRun } from '../donations/run-preview.service.ts';
import { findMembershipIdsAfter } from '../memberships/membership-list.service.ts';
import { countByState, countLeftOut, findMemberships } from '../memberships/membership.service.ts';
import { rosterReader, type RosterRun } from './roster.service.ts';

/** The job that counts who would share a collection. */
export const COLLECTION_COUNT_JOB = 'collection-count';

type Preview = z.input<typeof RunPreview>;
type Site = { now: Date; timeZone: string };
type Input = Pick<RosterRun, '_id' | 'campaignId' | 'roster'>;

/**
 * What was counted so far. A row is the membership number of a sharer, the number of its people, their prices together, and
 * how many of them share each claim.
 */
type Counted = { rows: string[]; notCovered: number; bereaved: number; noPrice: number };
type Cursor = { afterId: string; rows: string } & Omit<Counted, 'rows'>;
const NONE: Counted = { rows: [], notCovered: 0, bereaved: 0, noPrice: 0 };

type Sample = { number: number; name: string };

const findNext = ({ campaignId }: Input, afterId: string | null, limit: number) =>
  findMembershipIdsAfter({ campaignId, organizationNumbers: undefined, isActive: true }, afterId, limit);

/** Adds some memberships to what was counted before. */
async function countWith(
  before: Counted,
  ids: readonly string[],
  { roster }: Input,
  reader: RosterReader,
): Promise<{ counted: Counted; samples: Sample[] }> {
  const memberships = (await findMemberships(ids)).filter(({ isActive }) => isActive);
  const { sharers, notCovered, bereaved } = await reader.read(memberships);
  const charged = chargedSharers(roster?.sharing ?? 'dues', sharers);
  const claims = reader.totals.length;
  const counted = {
    rows: charged.map(({ membership: { membershipNbr }, people }) =>
      [membershipNbr, people.length, pricesOf(people, claims), countsIn({ people }, claims).join(',')].join(
        ':',
      ),
    ),
    notCovered: before.notCovered + notCovered,
    bereaved: before.bereaved + bereaved,
    noPrice: before.noPrice + sharers.length - charged.length,
  };
  return {
    counted: { ...counted, rows: [...before.rows, ...counted.rows] },
    samples: charged.map(({ membership }) => ({
      number: membership.membershipNbr,
      name: fullName(membership.primaryMember),
    })),
  };
}

/** What some people pay by their prices, for each claim that they share. */
const pricesOf = (people: readonly RosterPerson[], claims: number) =>
  sumCents(people.flatMap(({ price, of }) => (of ?? [...Array(claims).keys()]).map(() => price)));

/** The figures of everybody who was counted, and what each household pays, by its membership number; cents. */
function figuresOf(
  { rows, notCovered, bereaved, noPrice }: Counted,
  { roster }: Input,
  { totals }: RosterReader,
) {
  const households = rows
    .map((row) => {
      const [number = '', people = '', price = '', counts = ''] = row.split(':');
      return { number: Number(number), people: Number(people), price: cents(Number(price)), counts };
    })
    .toSorted((a, b) => a.number - b.number);
  const { sharing = 'dues' } = roster ?? {};
  const amounts =
    sharing === 'dues'
      ? households.map(({ price }) => price)
      : collectionAmounts(
          sharing,
          households.map(({ counts }) => ({
            people: counts
              .split(',')
              .flatMap((count, claim) =>
                Array.from({ length: Number(count) }, () => ({ price: ZERO, of: [claim] })),
              ),
          })),
          totals,
        );
  const figures = {
    count: amounts.filter((amount) => amount > 0).length,
    sum: sumCents(amounts),
    households: households.length,
    people: households.reduce((sum, { people }) => sum + people, 0),
    total: sumCents([...totals]),
    least: amounts.reduce((least, amount) => (amount < least ? amount : least), amounts[0] ?? ZERO),
    most: amounts.reduce((most, amount) => (amount > most ? amount : most), ZERO),
  };
  return { amounts, figures, leftOut: { no_price: noPrice, not_covered: notCovered, bereaved } };
}

/** Why others are left out of a fund, whoever shares. */
async function othersOf({ campaignId }: Input) {
  const { inactive, died, unconfirmed } = await countLeftOut(campaignId);
  return { has_died: died, not_active: inactive, not_confirmed: unconfirmed };
}

/** What a collection would charge whom; in large funds the job that counts it, new or running. */
export async function previewRoster(run: RosterRun, author: Author, site: Site): Promise<Preview | Job> {
  const { campaignId, organizationNumber, roster } = run;
  if (!roster) throw new Error('a run without a roster has its own preview');
  const ids = await findNext(run, null, COUNTED_AT_ONCE_MAX + 1);
  if (ids.length > COUNTED_AT_ONCE_MAX) {
    const input: Input = { ...(run._id && { _id: run._id }), campaignId, roster };
    const key = `${roster.claims.map(({ claimId }) => claimId).join(',')}:${roster.sharing}`;
    return startJob({ type: COLLECTION_COUNT_JOB, key, organizationNumber, input }, author);
  }
  const reader = await rosterReader(run, site);
  const { counted, samples } = await countWith(NONE, ids, run, reader);
  const { amounts, figures, leftOut } = figuresOf(counted, run, reader);
  const { count, sum, households, people, total, least, most } = figures;
  const reasons = Object.entries({ ...leftOut, ...(await othersOf(run)) }) as [
    Preview['leftOut'][number]['reason'],
    number,
  ][];
  return {
    count,
    sum: dollarsFromCents(sum),
    leftOut: reasons.map(([reason, number]) => ({ reason, count: number })).filter((one) => one.count > 0),
    samples: samples
      .toSorted((a, b) => a.number - b.number)
      .slice(0, SAMPLES)
      .map(({ name }, index) => ({
        primaryMemberName: name,
        totalPrice: dollarsFromCents(amounts[index] ?? ZERO),
      })),
    shared: {
      rosterDt: roster.claims[0]?.rosterDt ?? '',
      sharing: roster.sharing,
      households,
      people,
      total: dollarsFromCents(total),
      least: dollarsFromCents(least),
      most: dollarsFromCents(most),
    },
  };
}

const SAMPLES = 3;
/** Memberships per step of the job: its cursor keeps everybody counted so far. */
const STEP = 4 * COUNTED_AT_ONCE_MAX;

/** The job that counts who would share a collection, without changing anything. Its report is the figures, in cents. */
export const collectionCountJob = ({ now, config }: Pick<Deps, 'now' | 'config'>): JobHandler => ({
  count: async (job) => (await countByState((job.input as Input).campaignId)).active,
  async step(job) {
    const run = job.input as Input;
    const { afterId = null, rows = '', ...figures } = (job.cursor as Cursor | null) ?? {};
    const before = { ...NONE, ...figures, rows: rows ? rows.split(' ') : [] };
    const ids = await findNext(run, afterId, STEP);
    const reader = await rosterReader(run, { now: now(), timeZone: config.TIME_ZONE });
    let counted = before;
    for (const some of chunksOf(ids, COUNTED_AT_ONCE_MAX))
      ({ counted } = await countWith(counted, some, run, reader));
    const done = ids.length;
    const last = ids.at(-1);
    if (last && done === STEP) {
      const cursor: Cursor = { ...counted, afterId: last, rows: counted.rows.join(' ') };
      return { cursor, done, isLast: false };
    }
    const { figures: shown, leftOut } = figuresOf(counted, run, reader);
    return { cursor: null, done, isLast: true, report: { ...shown, ...leftOut, ...(await othersOf(run)) } };
  },
});

/** What activating a run would do now, whoever its dues are for; the job that counts it for a large collection. */
export async function previewAnyRun(
  run: CampaignRunRecord,
  author: () => Promise<Author>,
  { now, timeZone }: Site,
  campaign?: Parameters<typeof previewRun>[3],
): Promise<Preview | Job> {
  if (!run.roster) return previewRun(run, now, timeZone, campaign);
  if (!run.roster.frozenDt) return previewRoster(run, await author(), { now, timeZone });
  return { count: await countWaitingShares(run._id), sum: 0, leftOut: [], samples: [] };
}

/** Returns whether an active run has all its dues. */
export async function hasAllDues(run: CampaignRunRecord, { now, timeZone }: Site): Promise<boolean> {
  if (!run.roster) return (await previewRun(run, now, timeZone)).count === 0;
  return run.roster.setDt !== undefined;
}
