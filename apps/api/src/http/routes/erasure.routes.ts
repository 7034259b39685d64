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

/** For so long the answer waits until nothing is left of the person; then the job goes on without it. */
const FINISHED_WITHIN_MS = 5_000;

const ofMember = endpointFor<MemberGrant>();

export const postPerson = ofMember({
  summary: 'Everything that is kept of a member, to be handed to them; the history says who took it',
  isAnsweredAnew: true,
  reply: PersonFile,
  async handle(context) {
    return handOutPerson(context.granted.member, await authorOf(context), context.now);
  },
});

export const postErasurePreview = ofMember({
  isAnsweredAnew: true,
  summary: 'What erasing a member takes away and leaves, and why it would be refused now',
  reply: ErasurePreview,
  handle: ({ granted, deps, now }) => previewErasure(granted.member, deps.config.CURRENCY, now),
});

export const postErasure = ofMember({
  summary:
    'Erase a member, whose name was typed: the books and the history stay and say ‘erased person’; a job takes away what others’ records say of them',
  body: ErasureForm,
  answers: { 409: { description: 'Something stands against it: the detail says what' } },
  async handle(context) {
    const { granted, body, deps, now } = context;
    requireTypedName(granted.member, body.name);
    const jobId = await erasePerson(granted.member._id, deps.config.CURRENCY, await authorOf(context), now);
    await finishErasure(jobId, deps.logger, FINISHED_WITHIN_MS);
    return new Reply(204);
  },
});
