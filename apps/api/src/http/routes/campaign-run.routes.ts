import {
  CampaignRun,
  CampaignRunPost,
  campaignRunStatus,
  NewCampaignRunForm,
  RunPreview,
} from '@kinfold/domain/campaign-run';
import { OLDER_LIST_PAGE } from '@kinfold/domain/constants';
import { pageQuery, pageReply } from '@kinfold/domain/pagination';
import type * as z from 'zod/mini';
import { COUNTED, previewReply } from './collection.routes.ts';
import { actorOf, endpointFor, Reply, type Context } from '../endpoint.ts';
import type { Job } from '../../work/jobs.ts';
import { presentPage } from '../../platform/lists.ts';
import { parse } from '../parse.ts';
import { authorOf } from '../author.ts';
import { changedMeanwhile } from '../../modules/operations/audit/audit.service.ts';
import type { CampaignGrant, CampaignRecord } from '../../modules/funds/campaigns/campaign.service.ts';
import { requireApproved } from '../../modules/funds/claims/collection.service.ts';
import { hasAllDues, previewAnyRun } from '../../modules/funds/claims/collection-preview.service.ts';
import { runsSeenBy } from '../../modules/funds/donations/runs-seen.service.ts';
import { presentRun } from '../../modules/funds/campaign-runs/campaign-run.presenter.ts';
import {
  findRunPage,
  type CampaignRunGrant,
  type CampaignRunRecord,
} from '../../modules/funds/campaign-runs/campaign-run.service.ts';
import {
  duesJobOf,
  enterRun,
  updateRunByStaff,
} from '../../modules/funds/campaign-runs/run-changes.service.ts';

/** The grant for a posted run: the run to change, or the campaign of a new one. */
export type CampaignRunPostGrant = { campaign: CampaignRecord; run: CampaignRunRecord | undefined };

const presentWhole = async (run: CampaignRunRecord, now: Date) => presentRun(run, now, await duesJobOf(run));

/** Presents runs of a campaign as the actor may see them. */
async function asSeen(
  context: Pick<Context, 'actor' | 'now'>,
  campaign: CampaignRecord,
): Promise<(run: CampaignRunRecord, job?: Job) => Promise<z.input<typeof CampaignRun>>> {
  const { isWhole, seen } = await runsSeenBy(actorOf(context), campaign);
  if (isWhole) return async (run, job) => presentRun(await seen(run), context.now, job);
  return async (run) => {
    const { createdBy: _by, modifiedBy: _by2, ...presented } = presentRun(await seen(run), context.now);
    return presented;
  };
}

export const getRun = endpointFor<CampaignRunGrant & CampaignGrant>()({
  summary: 'A campaign run, with the job that makes its dues',
  reply: CampaignRun,
  async handle(context) {
    const { run, campaign } = context.granted;
    const present = await asSeen(context, campaign);
    return present(run, await duesJobOf(run));
  },
});

export const getRunPreview = endpointFor<CampaignRunGrant & CampaignGrant>()({
  summary: 'What activating a run would do: the number of dues, their sum, and who is left out',
  reply: RunPreview,
  answers: { 202: COUNTED },
  async handle(context) {
    const { granted, now, deps } = context;
    const site = { now, timeZone: deps.config.TIME_ZONE };
    return previewReply(await previewAnyRun(granted.run, () => authorOf(context), site, granted.campaign));
  },
});

export const postRun = endpointFor<CampaignRunPostGrant>()({
  summary:
    'Change, activate or pause a run; without `_id` make one of `campaignId`. Activating makes its dues in the background',
  body: CampaignRunPost,
  reply: CampaignRun,
  answers: {
    201: { description: 'The run was made', reply: CampaignRun },
    409: {
      description: 'The run has ended, or another user changed it meanwhile: `current` is its present state',
    },
  },
  async handle(context) {
    const { granted, body, now, deps } = context;
    const author = await authorOf(context);
    const { campaign } = granted;
    const timeZone = deps.config.TIME_ZONE;
    if (!granted.run) {
      const form = parse(NewCampaignRunForm, context.request.body);
      return new Reply(201, presentRun(await enterRun(campaign, form, timeZone, author, now), now));
    }
    const isSecondPress = body.isActive === true && campaignRunStatus(granted.run, now) === 'active';
    const how = {
      chargesMemberships: campaign.requiresMembership,
      hasAllDues: isSecondPress && (await hasAllDues(granted.run, { now, timeZone })),
      timeZone,
      requireActivatable: requireApproved,
    };
    const { run, isChanged } = await updateRunByStaff(granted.run._id, body, how, author, now);
    const current = await presentWhole(run, now);
    if (!isChanged) throw await changedMeanwhile('campaign_run', run._id, current);
    return current;
  },
});

export const getRuns = endpointFor<CampaignGrant>()({
  summary: 'The runs of a campaign, newest first',
  query: pageQuery(OLDER_LIST_PAGE),
  reply: pageReply('campaignRuns', CampaignRun),
  async handle(context) {
    const { granted, query } = context;
    const present = await asSeen(context, granted.campaign);
    const { rows, ...page } = await findRunPage(granted.campaign._id, query);
    const runs = await Promise.all(rows.map((run) => present(run)));
    return presentPage('campaignRuns', { ...page, rows: runs }, (run) => run);
  },
});
