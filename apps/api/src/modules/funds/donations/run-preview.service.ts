/** Previews the activation of a run (rules.md "What is owed, and when"). */
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import type * as z from 'zod/mini';
import type { RunPreview } from '@kinfold/domain/campaign-run';
import { dollarsFromCents, sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import type { CampaignRunRecord } from '../campaign-runs/campaign-run.service.ts';
import { fullName } from '../../people/members/member.service.ts';
import {
  countLeftOut,
  eachActive,
  eachState,
  findFirstCharged,
  findMemberships,
  sumActivePrices,
} from '../memberships/membership.service.ts';
import { ageLimitsOf, withinAgeLimits, type AgeLimits } from './age-limits.service.ts';
import { existsInRun, readCharged } from './donation.model.ts';

const SAMPLES = 3;
const BATCH = 1_000;

type Foreseen = { count: number; sum: Cents; hasDues: number; noPrice: number; sampleIds: string[] };

/** For a run without dues: the database adds up the prices. */
async function foreseeAll({ campaignId }: CampaignRunRecord): Promise<Foreseen> {
  const [{ charged, free, sum }, sampleIds] = await Promise.all([
    sumActivePrices(campaignId),
    findFirstCharged(campaignId, SAMPLES),
  ]);
  return { count: charged, sum, hasDues: 0, noPrice: free, sampleIds };
}

/** For a run with some dues: prices and existing dues are compared, a batch at a time. */
async function foreseeMissing(run: CampaignRunRecord): Promise<Foreseen> {
  let [count, sum, hasDues, noPrice] = [0, ZERO, 0, 0];
  let sampleIds: string[] = [];
  for await (const memberships of eachState({ campaignId: run.campaignId, isActive: true }, BATCH)) {
    const have = await readCharged(
      memberships.map((membership) => membership._id),
      run._id,
    );
    const without = memberships.filter(({ _id }) => !have.has(_id));
    const charged = without.filter(({ totalPrice }) => totalPrice > 0);
    if (sampleIds.length < SAMPLES)
      sampleIds = [...sampleIds, ...charged.map(({ _id }) => _id)].slice(0, SAMPLES);
    count += charged.length;
    sum = sumCents([sum, ...charged.map(({ totalPrice }) => totalPrice)]);
    hasDues += memberships.length - without.length;
    noPrice += without.length - charged.length;
  }
  return { count, sum, hasDues, noPrice, sampleIds };
}

/** For a fund with age limits: people over a limit today cost nothing, so all ages are read. */
async function foreseeLimited({ _id, campaignId }: CampaignRunRecord, limits: AgeLimits): Promise<Foreseen> {
  let [count, sum, hasDues, noPrice] = [0, ZERO, 0, 0];
  let sampleIds: string[] = [];
  for await (const found of eachActive(campaignId, BATCH)) {
    const charged = await readCharged(
      found.map((one) => one._id),
      _id,
    );
    const without = await withinAgeLimits(
      found.filter((one) => !charged.has(one._id)),
      limits,
    );
    const costing = without.filter(({ totalPrice }) => totalPrice > 0);
    sampleIds = [...sampleIds, ...costing.map((one) => one._id)].slice(0, SAMPLES);
    count += costing.length;
    sum = sumCents([sum, ...costing.map(({ totalPrice }) => totalPrice)]);
    hasDues += found.length - without.length;
    noPrice += without.length - costing.length;
  }
  return { count, sum, hasDues, noPrice, sampleIds };
}

/** What activating a run would do now; `campaign` if the caller has it. */
export async function previewRun(
  run: CampaignRunRecord,
  now: Date,
  timeZone: string,
  campaign?: CampaignRecord,
): Promise<z.input<typeof RunPreview>> {
  const limits = await ageLimitsOf(campaign ?? run.campaignId, now, timeZone);
  const foresee = async () => {
    if (limits) return foreseeLimited(run, limits);
    return (await existsInRun(run._id)) ? foreseeMissing(run) : foreseeAll(run);
  };
  const { count, sum, hasDues, noPrice, sampleIds } = await foresee();
  const samples = await withinAgeLimits(await findMemberships(sampleIds), limits);
  const { inactive, died, unconfirmed } = await countLeftOut(run.campaignId);
  const leftOut = [
    { reason: 'has_dues', count: hasDues },
    { reason: 'no_price', count: noPrice },
    { reason: 'has_died', count: died },
    { reason: 'not_active', count: inactive },
    { reason: 'not_confirmed', count: unconfirmed },
  ] as const;
  return {
    count,
    sum: dollarsFromCents(sum),
    leftOut: leftOut.filter((each) => each.count > 0),
    samples: samples.map(({ primaryMember, totalPrice }) => ({
      primaryMemberName: fullName(primaryMember),
      totalPrice: dollarsFromCents(totalPrice),
    })),
  };
}
