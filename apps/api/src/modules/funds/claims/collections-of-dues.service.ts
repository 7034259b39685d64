/** What members read of the collections in which they have dues: lines in memory, and once one has ended what it came to. */
import { campaignRunStatus } from '@kinfold/domain/campaign-run';
import { findRuns } from '../campaign-runs/campaign-run.service.ts';
import { requireCampaign } from '../campaigns/campaign.service.ts';
import type { CollectionOfDues } from '../donations/donation.presenter.ts';
import type { DonationRecord } from '../donations/donation.service.ts';
import { memorialsOf } from './memorial.service.ts';
import { reportOfRun } from './run-report.service.ts';

/** The collections of some dues, by run; what one came to is for those who gave. */
export async function collectionsOfDues(
  dues: readonly Pick<DonationRecord, 'campaignRunId' | 'paymentsTotal'>[],
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<ReadonlyMap<string, CollectionOfDues>> {
  const runs = await findRuns([...new Set(dues.map(({ campaignRunId }) => campaignRunId))]);
  const given = new Set(dues.flatMap((due) => (due.paymentsTotal > 0 ? [due.campaignRunId] : [])));
  const found = runs
    .filter(({ roster }) => roster)
    .map(async (run) => {
      const isTold = given.has(run._id) && campaignRunStatus(run, now) === 'ended';
      const report = isTold
        ? await reportOfRun(run, await requireCampaign(run.campaignId), timeZone)
        : undefined;
      return [run._id, { memorials: await memorialsOf(run), report }] as const;
    });
  return new Map(await Promise.all(found));
}
