import type * as z from 'zod/mini';
import { campaignRunStatus, hasRunBegun, type CampaignRun } from '@kinfold/domain/campaign-run';
import { dollarsFromCents, type Cents } from '@kinfold/domain/money';
import { presentJob } from '../../operations/jobs/job.presenter.ts';
import type { Job } from '../../../work/jobs.ts';
import type { CampaignRunRecord } from './campaign-run.model.ts';

/** A run on the wire, with the job that makes its dues; without the amount paid in it for users who may not read it. */
export function presentRun(
  run: Omit<CampaignRunRecord, 'donationsAmount'> & { donationsAmount: Cents | null },
  now: Date,
  job?: Job,
): z.input<typeof CampaignRun> {
  const { _id, campaignId, name, description, startDt, endDt, isActive, donationsAmount } = run;
  const { createdBy, modifiedBy } = run;
  return {
    _id,
    campaignId,
    name,
    description,
    isActive,
    active: isActive,
    createdBy,
    modifiedBy,
    startDt: startDt.toISOString(),
    endDt: endDt.toISOString(),
    status: campaignRunStatus(run, now),
    hasBegun: hasRunBegun(run),
    donationsAmount: donationsAmount === null ? null : dollarsFromCents(donationsAmount),
    version: run.version,
    ...(run.source === 'joining' && { source: run.source }),
    ...(run.roster && {
      claimId: run.roster.claims[0]?.claimId,
      rosterDt: run.roster.claims[0]?.rosterDt,
      claimIds: run.roster.claims.map(({ claimId }) => claimId),
      sharing: run.roster.sharing,
    }),
    ...(job && { job: presentJob(job) }),
  };
}
