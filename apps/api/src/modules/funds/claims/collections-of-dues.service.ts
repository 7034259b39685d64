/** What members read of the collections in which they have dues: lines in memory, and once one has ended what it came to. */
import { campaignRunStatus } from '@kinfold/domain/campaign-run';
import { requireRun } from '../campaign-runs/campaign-run.service.ts';
import { requireCampaign } from '../campaigns/campaign.service.ts';
import type { CollectionOfDues } from '../donations/donation.presenter.ts';
import type { DonationRecord } from '../donations/donation.service.ts';
import { memorialsOf } from './memorial.service.ts';
import { reportOfRun } from './run-report.service.ts';

/** Of how many collections people read what they came to: the newest that have ended. */
const TOLD = 3;

/** The collections of some dues, by run; what one came to is for those who gave. */
export async function collectionsOfDues(
  dues: readonly Pick<DonationRecord, 'campaignRunId' | 'paymentsTotal' | 'run'>[],
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<ReadonlyMap<string, CollectionOfDues>> {
  const collections = dues.filter(({ run }) => run.roster);
  const told = collections
    .filter(({ paymentsTotal, run }) => paymentsTotal > 0 && campaignRunStatus(run, now) === 'ended')
    .toSorted((a, b) => b.run.endDt.getTime() - a.run.endDt.getTime())
    .slice(0, TOLD);
  const found = collections.map(async (due) => {
    const { campaignRunId, run } = due;
    const report = told.includes(due) ? await reportOf(campaignRunId, timeZone) : undefined;
    return [campaignRunId, { memorials: await memorialsOf(run), report }] as const;
  });
  return new Map(await Promise.all(found));
}

async function reportOf(runId: string, timeZone: string) {
  const run = await requireRun(runId);
  return reportOfRun(run, await requireCampaign(run.campaignId), timeZone);
}
