import { ErasureForm, ErasurePreview, PersonFile } from '@kinfold/domain/erasure';
import { endpointFor, Reply } from '../endpoint.ts';
import type { MemberGrant } from '../../modules/identity/access/member-access.service.ts';
import { authorOf } from '../author.ts';
import { finishErasure } from '../../modules/people/erasure/erasure-job.service.ts';
import {
  erasePerson,
  handOutPerson,
  previewErasure,
  requireTypedName,
} from '../../modules/people/erasure/erasure.service.ts';

/** How long the answer waits for the erasure to finish; after that the job goes on in the background. */
const FINISHED_WITHIN_MS = 5_000;

const ofMember = endpointFor<MemberGrant>();

export const postPerson = ofMember({
  summary: 'Everything stored about a member, to be handed to them; the history records who exported it',
  isAnsweredAnew: true,
  reply: PersonFile,
  async handle(context) {
    return handOutPerson(context.granted.member, await authorOf(context), context.now);
  },
});

export const postErasurePreview = ofMember({
  isAnsweredAnew: true,
  summary: 'What erasing a member removes and keeps, and why it would be refused now',
  reply: ErasurePreview,
  handle: ({ granted, deps, now }) => previewErasure(granted.member, deps.config.CURRENCY, now),
});

export const postErasure = ofMember({
  summary:
    'Erase a member, whose name was typed: the books and the history stay and say ‘erased person’; a job removes what the records of others say about them',
  body: ErasureForm,
  answers: { 409: { description: 'Something prevents it: the detail says what' } },
  async handle(context) {
    const { granted, body, deps, now } = context;
    requireTypedName(granted.member, body.name);
    const jobId = await erasePerson(granted.member._id, deps.config.CURRENCY, await authorOf(context), now);
    await finishErasure(jobId, deps.logger, FINISHED_WITHIN_MS);
    return new Reply(204);
  },
});
