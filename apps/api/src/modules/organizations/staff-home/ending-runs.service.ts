/** Runs that end soon, with what the user's own organizations still owe in them. */
import { findEndingRuns, type CampaignRunRecord } from '../../funds/campaign-runs/campaign-run.service.ts';
import { onPaths } from '../../funds/campaigns/campaign.service.ts';
import { openIn } from '../../funds/donations/run-figures.service.ts';

const RUNS_MAX = 100;

/**
 * The active runs that end within a time, soonest first: all runs that some organizations manage (undefined: that any
 * does), and runs of organizations above in which they still owe, with what they owe. One query, and another if there are
 * runs from above.
 */
export async function endingRunsOf(
  organizations: readonly { organizationNumber: string; path: string[] }[] | undefined,
  time: { from: Date; to: Date },
): Promise<CampaignRunRecord[]> {
  const runs = await findEndingRuns(organizations && onPaths(organizations), time, RUNS_MAX);
  if (!organizations) return runs;
  const own = new Set(organizations.map(({ organizationNumber }) => organizationNumber));
  const isOwn = ({ organizationNumber }: CampaignRunRecord) => own.has(organizationNumber);
  const fromAbove = runs.filter((run) => !isOwn(run)).map(({ _id }) => _id);
  const open = await openIn(fromAbove, [...own]);
  return runs.flatMap((run) => {
    if (isOwn(run)) return [run];
    const openAmount = open.get(run._id);
    return openAmount === undefined ? [] : [{ ...run, openAmount }];
  });
}
