import {
  AssignForm,
  Batch,
  BatchDetail,
  BatchEntry,
  BatchEntryForm,
  BatchForm,
  BatchPage,
  EntryRemovalQuery,
} from '@kinfold/domain/batch';
import { DEFAULT_PAYMENTS_PAGE } from '@kinfold/domain/constants';
import { pageQuery } from '@kinfold/domain/pagination';
import { actorOf, endpointFor, Reply } from '../endpoint.ts';
import { requireRecentSignIn } from '../../modules/identity/users/step-up.service.ts';
import type { OrganizationGrant } from '../../modules/organizations/organizations/organization.service.ts';
import {
  assignEntry,
  batchDetail,
  batchPage,
  beginBatch,
  askClose,
  enterPayment,
  removeEntry,
  type BatchGrant,
} from '../../modules/money/office/batch.service.ts';
import { recordingOf } from './office-payment.routes.ts';

const ofOrganization = endpointFor<OrganizationGrant>();
const ofBatch = endpointFor<BatchGrant>();

export const postBatch = ofOrganization({
  summary: 'Begin a batch of payments, with what was counted by hand; amounts in cents',
  body: BatchForm,
  reply: Batch,
  handle: async (context) =>
    new Reply(201, await beginBatch(context.granted.organization, context.body, await recordingOf(context))),
});

export const getBatches = ofOrganization({
  summary: 'The batches of payments of an organization, newest first; amounts in cents',
  query: pageQuery(DEFAULT_PAYMENTS_PAGE),
  reply: BatchPage,
  handle: ({ granted, query }) => batchPage(granted.organization.organizationNumber, query),
});

export const getBatch = ofBatch({
  summary: 'A batch with its entries and what they paid; amounts in cents',
  reply: BatchDetail,
  handle: ({ granted, actor }) => batchDetail(granted.batch, actor?.userId ?? null),
});

export const postBatchEntry = ofBatch({
  summary: 'Enter a payment in an open batch, of a member or of an unknown payer; amounts in cents',
  body: BatchEntryForm,
  reply: BatchEntry,
  answers: { 409: { description: 'The batch is closed: `batch_closed`' } },
  handle: async (context) =>
    new Reply(201, await enterPayment(context.granted.batch, context.body, await recordingOf(context))),
});

export const postBatchAssign = ofBatch({
  summary: 'Say who made the payment of an unknown payer',
  body: AssignForm,
  reply: BatchEntry,
  answers: { 409: { description: 'Somebody assigned it, or took it back: `assigned`' } },
  async handle(context) {
    const { granted, body, params } = context;
    return assignEntry(granted.batch, params['entryId'] ?? '', body.member_id, await recordingOf(context));
  },
});

export const deleteBatchEntry = ofBatch({
  summary: 'Take an entry back by the opposite entry of the ledger; with a reason where the batch is closed',
  query: EntryRemovalQuery,
  answers: {
    409: {
      description:
        'What was paid ahead with it is used (`credit_used`), or it was taken back before (`removed`)',
    },
  },
  async handle(context) {
    const { granted, query, params } = context;
    await removeEntry(granted.batch, params['entryId'] ?? '', query.reason, await recordingOf(context));
    return new Reply(204);
  },
});

export const postBatchClose = ofBatch({
  summary: 'Close a batch whose count and total are those that were counted by hand',
  reply: BatchDetail,
  answers: {
    202: { description: 'A second person closes it', reply: BatchDetail },
    403: {
      description:
        'Not allowed; `second_person`: who asked to close it does not confirm it; or `step_up`: who confirms it gives the password again',
    },
    409: { description: 'It is closed: `batch_closed`' },
    422: { description: 'The figures differ (`control_total`): `figures` has both, totals in cents' },
  },
  async handle(context) {
    const recording = await recordingOf(context);
    const { batch } = context.granted;
    // As every approval, but closing without a second person needs none.
    await askClose(batch, recording, () => requireRecentSignIn(actorOf(context), context.now));
    const detail = await batchDetail(batch, recording.author.userId);
    return detail.state === 'closed' ? detail : new Reply(202, detail);
  },
});
