import { coversFor } from '../covers.ts';
import {
  DismissForm,
  IntakeAnswer,
  IntakeForm,
  IntakeOrganization,
  IntakeRequest,
  IntakeRequestPage,
  IntakeRequestsQuery,
} from '@kinfold/domain/intake';
import { Member } from '@kinfold/domain/member';
import { BIRTH_DATE_IN_FUTURE, NewMemberForm } from '@kinfold/domain/member-edit';
import { endpoint, endpointFor, Reply } from '../endpoint.ts';
import { invalid } from '../../platform/problem.ts';
import { authorOf } from '../author.ts';
import { presentMember } from '../../modules/people/members/member.presenter.ts';
import {
  acceptIntakeRequest,
  dismissIntakeRequest,
  listIntakeRequests,
  restoreIntakeRequest,
  showIntakeRequest,
  type IntakeRequestGrant,
  type IntakeRequestsGrant,
} from '../../modules/people/intake-requests/intake-review.service.ts';
import {
  intakeOrganization,
  requestIntake,
} from '../../modules/people/intake-requests/intake-request.service.ts';

export const postIntakeRequest = endpoint({
  summary: 'Ask to become a member',
  headers: ['Idempotency-Key'],
  body: IntakeForm,
  reply: IntakeAnswer,
  async handle({ body, request, now, today }) {
    const from = { ip: request.ip, key: request.get('Idempotency-Key') };
    await requestIntake(body, from, { now, today });
    return new Reply(201, { status: 'received' });
  },
});

export const getIntakeOrganization = endpoint({
  summary: 'The name of the organization whose intake form a link or QR code leads to',
  reply: IntakeOrganization,
  handle: ({ params, request, now }) =>
    intakeOrganization(params['organizationNumber'] ?? '', request.ip, now),
});

const ofRequest = endpointFor<IntakeRequestGrant>();
const ANSWERED = {
  409: { description: 'Another user answered the request: `current` is its present state' },
};

export const getIntakeRequests = endpointFor<IntakeRequestsGrant>()({
  summary: 'Requests to become a member of an organization or one below it, newest first',
  query: IntakeRequestsQuery,
  reply: IntakeRequestPage,
  handle: ({ granted, query }) => listIntakeRequests(granted, query),
});

export const getIntakeRequest = ofRequest({
  summary: 'A request to become a member, with members who are likely to be the same person',
  reply: IntakeRequest,
  handle: ({ granted }) => showIntakeRequest(granted),
});

export const postIntakeMember = ofRequest({
  summary: 'Create a member from a request',
  body: NewMemberForm,
  reply: Member,
  answers: ANSWERED,
  async handle(context) {
    const { granted, body, deps, now, today } = context;
    if (body.birthDt && body.birthDt > today) throw invalid([BIRTH_DATE_IN_FUTURE]);
    const by = { author: await authorOf(context), appUrl: deps.config.APP_URL, now };
    const member = await acceptIntakeRequest(granted, body, by);
    const covers = await coversFor(context, { members: [member] });
    return new Reply(201, { ...presentMember(member, [], today), cover: covers.ofMember(member._id) });
  },
});

export const postDismiss = ofRequest({
  summary: 'Dismiss a request; the person gets the reason by mail',
  body: DismissForm,
  answers: ANSWERED,
  async handle(context) {
    const { granted, body, now } = context;
    await dismissIntakeRequest(granted.intakeRequest, body.reason, await authorOf(context), now);
    return new Reply(204);
  },
});

export const postRestore = ofRequest({
  summary: 'Undo a dismissal',
  answers: ANSWERED,
  async handle(context) {
    await restoreIntakeRequest(context.granted.intakeRequest, await authorOf(context), context.now);
    return new Reply(204);
  },
});
