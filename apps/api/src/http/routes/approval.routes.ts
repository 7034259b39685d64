import { ApprovalAnswer, Approvals, DeclineForm } from '@kinfold/domain/second-person';
import {
  approve,
  decline,
  listApprovals,
  type ApprovalGrant,
  type ApprovalRecord,
} from '../../modules/money/approvals/approval.service.ts';
import { refundApproved } from '../../modules/money/charges/refund-approval.service.ts';
import { closeApproved } from '../../modules/money/office/batch.service.ts';
import { waiveApproved } from '../../modules/money/office/waiver.service.ts';
import { authorOf } from '../author.ts';
import { actorOf, endpointFor, Reply, type Context } from '../endpoint.ts';
import { bookingOf } from './office-payment.routes.ts';

const ofApproval = endpointFor<ApprovalGrant>();

export const getApprovals = endpointFor<{ organizationNumber: string }>()({
  summary: 'What waits for a second person at an organization and all below it, oldest first',
  reply: Approvals,
  handle: (context) => listApprovals(context.granted.organizationNumber, actorOf(context).userId),
});

export const postApprove = ofApproval({
  summary: 'Approve what somebody else asked for, and do it',
  reply: ApprovalAnswer,
  answers: {
    403: { description: 'Not allowed; `second_person`: who asked does not approve; or `step_up`' },
    409: { description: 'It cannot be done at this moment' },
    422: { description: 'It cannot be done any more: it waits until it is declined' },
  },
  async handle(context) {
    const author = await authorOf(context);
    return approve(context.granted.approval, author, context.now, (approval) => doneOf(approval, context));
  },
});

async function doneOf(
  approval: ApprovalRecord,
  context: Pick<Context, 'actor' | 'request' | 'now' | 'deps'>,
): Promise<ApprovalAnswer> {
  if (approval.type === 'refund') {
    const { status } = await refundApproved(approval, context.deps);
    return { outcome: status === 'failed' ? 'failed' : 'done' };
  }
  const booking = await bookingOf(context);
  if (approval.type === 'waiver') await waiveApproved(approval, booking);
  else await closeApproved(approval, booking);
  return { outcome: 'done' };
}

export const postDecline = ofApproval({
  summary: 'Decline what waits for a second person, with a reason; nothing is done',
  body: DeclineForm,
  answers: { 409: { description: 'Somebody approved it: `approved`' } },
  async handle(context) {
    const { granted, body, now } = context;
    await decline(granted.approval, body.reason, await authorOf(context), now);
    return new Reply(204);
  },
});
