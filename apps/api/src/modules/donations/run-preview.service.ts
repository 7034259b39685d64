/** What activating a run would do now: asked before it is done (decisions.md "What is owed, and when"). */
import type * as z from 'zod/mini';
import type { RunPreview } from '@kinfold/domain/campaign-run';
import { dollarsFromCents, sumCents, ZERO } from '@kinfold/domain/money';
import { inBatches } from '../../platform/in-batches.ts';
import type { CampaignRunRecord } from '../campaign-runs/campaign-run.service.ts';
import { fullName } from '../members/member.service.ts';
import { countByState, findActivePrices, findMemberships } from '../memberships/membership.service.ts';
import { readChargedBetween } from './donation.model.ts';

const SAMPLES = 3;
const BATCH = 20_000;

/** What activating a run would do now. Reads prices only, a large batch at a time. */
export async function previewRun(run: CampaignRunRecord): Promise<z.input<typeof RunPreview>> {
  let [count, sum, hasDues, noPrice] = [0, ZERO, 0, 0];
  let sampleIds: string[] = [];
  for await (const memberships of inBatches(
    (afterId) => findActivePrices(run.campaignId, afterId, BATCH),
    ({ _id }) => _id,
  )) {
    const [firstId = '', lastId = ''] = [memberships[0]?._id, memberships.at(-1)?._id];
    const have = new Set(await readChargedBetween(run._id, firstId, lastId));
    const without = memberships.filter(({ _id }) => !have.has(_id));
    const charged = without.filter(({ totalPrice }) => totalPrice > 0);
    if (sampleIds.length < SAMPLES)
      sampleIds = [...sampleIds, ...charged.map(({ _id }) => _id)].slice(0, SAMPLES);
    count += charged.length;
    sum = sumCents([sum, ...charged.map(({ totalPrice }) => totalPrice)]);
    hasDues += memberships.length - without.length;
    noPrice += without.length - charged.length;
  }
  const samples = await findMemberships(sampleIds);
  const { inactive, unconfirmed } = await countByState(run.campaignId);
  const leftOut = [
    { reason: 'has_dues', count: hasDues },
    { reason: 'no_price', count: noPrice },
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
