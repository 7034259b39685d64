import { CampaignRun, RunPreview } from '@kinfold/domain/campaign-run';
import { CollectionForm } from '@kinfold/domain/collection';
import { Job } from '@kinfold/domain/job';
import { RunBoard, RunReport } from '@kinfold/domain/run-board';
import { presentJob } from '../../modules/operations/jobs/job.presenter.ts';
import { presentRun } from '../../modules/funds/campaign-runs/campaign-run.presenter.ts';
import type { CampaignRunGrant } from '../../modules/funds/campaign-runs/campaign-run.service.ts';
import type { CampaignGrant } from '../../modules/funds/campaigns/campaign.service.ts';
import type { ClaimGrant } from '../../modules/funds/claims/claim-change.service.ts';
import { makeCollection, plannedCollection } from '../../modules/funds/claims/collection.service.ts';
import { previewRoster } from '../../modules/funds/claims/collection-preview.service.ts';
import { memorialsOf } from '../../modules/funds/claims/memorial.service.ts';
import { reportOfRun, reportPdf } from '../../modules/funds/claims/run-report.service.ts';
import { boardOfRun } from '../../modules/funds/donations/run-board.service.ts';
import { findOrganizationNames } from '../../modules/organizations/organizations/organization.service.ts';
import { actorOf, endpointFor, PdfReply, Reply } from '../endpoint.ts';
import { claimAsked } from './claim.routes.ts';

const ofClaim = endpointFor<ClaimGrant>();
const ofRun = endpointFor<CampaignRunGrant & CampaignGrant>();

const UNSHARED = {
  description: 'Nothing was approved that could be shared, or the days are in the wrong order',
};

/** The answer about a large fund. */
export const COUNTED = { description: 'A job counts it, new or running', reply: Job };

/** A preview, or the job that counts it. */
export const previewReply = (preview: Awaited<ReturnType<typeof previewRoster>>) =>
  'state' in preview ? new Reply(202, presentJob(preview)) : preview;

export const postCollection = ofClaim({
  summary:
    'Make the run that collects for a claim, not active: its dues are of who was covered on the day of the death. Another person activates it',
  body: CollectionForm,
  reply: CampaignRun,
  answers: {
    201: { description: 'The run was made', reply: CampaignRun },
    409: {
      description: 'The claim is not approved (`claim_state`), or has a collection (`collection_exists`)',
    },
    422: UNSHARED,
  },
  async handle(context) {
    const run = await makeCollection(await claimAsked(context), context.body);
    return new Reply(201, presentRun(run, context.now));
  },
});

export const postCollectionPreview = ofClaim({
  summary: 'What a collection for a claim would charge: how many households, their sum, and who is left out',
  body: CollectionForm,
  reply: RunPreview,
  answers: { 202: COUNTED, 422: UNSHARED },
  async handle(context) {
    const asked = await claimAsked(context);
    const run = await plannedCollection(asked, context.body);
    return previewReply(await previewRoster(run, asked.author, asked));
  },
});

export const getRunBoard = ofRun({
  summary: 'Who is charged in a run, and what was due, came in and is open, by organization; in cents',
  reply: RunBoard,
  async handle(context) {
    const { run, campaign } = context.granted;
    const [board, memorials] = await Promise.all([
      boardOfRun(actorOf(context), run, campaign),
      memorialsOf(run),
    ]);
    return { ...board, ...(memorials.length && { memorials }) };
  },
});

export const getRunReport = ofRun({
  summary: 'What a run came to: collected, paid out, fees, and what the fund holds; in cents',
  reply: RunReport,
  handle: ({ granted, deps }) => reportOfRun(granted.run, granted.campaign, deps.config.TIME_ZONE),
});

export const getRunReportPdf = ofRun({
  summary: 'The same as one page to print',
  reply: 'pdf',
  async handle({ granted: { run, campaign }, deps, now }) {
    const { TIME_ZONE: timeZone, CURRENCY: currency } = deps.config;
    const report = await reportOfRun(run, campaign, timeZone);
    const names = await findOrganizationNames([campaign.organizationNumber]);
    const name = names.get(campaign.organizationNumber) ?? '';
    const about = { now, timeZone, currency, memorials: await memorialsOf(run) };
    return new PdfReply(await reportPdf(report, name, about), 'collection.pdf');
  },
});
