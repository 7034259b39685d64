import { isPermittedForPayment } from '../../modules/money/charges/payment-story.service.ts';
import { readApproval, type ApprovalGrant } from '../../modules/money/approvals/approval.service.ts';
import { findPayment } from '../../modules/money/ledger/payment.service.ts';
import { notFound } from '../../platform/problem.ts';
import { actorOf } from '../endpoint.ts';
import { permissionsAt, permittedRecord } from './named.ts';
import { signedInPolicy } from './signed-in.ts';

/** For the list of what waits for a second person: `payments.record` there, or everywhere for `*`. */
export const approvalsPolicy = signedInPolicy<{ organizationNumber: string }>(
  'staff with payments.record',
  async (context) => {
    const organizationNumber = context.params['organizationNumber'] ?? '';
    await permissionsAt(actorOf(context), organizationNumber, ['payments.record']);
    return { organizationNumber };
  },
);

/** For what waits for a second person, named in the path; 404 for actors who may not do it themselves. */
export const approvalPolicy = signedInPolicy<ApprovalGrant>(
  'staff with payments.refund or payments.record',
  async (context) => {
    const missing = 'There is nothing like this that waits for a second person.';
    const actor = actorOf(context);
    const found = await readApproval(context.params['approvalId'] ?? '');
    const permission = found?.type === 'refund' ? 'payments.refund' : 'payments.record';
    const approval = await permittedRecord(actor, permission, found, missing);
    const payment = approval.type === 'refund' ? await findPayment(approval.subjectId) : undefined;
    if (payment && !(await isPermittedForPayment(actor, permission, payment))) throw notFound(missing);
    return { approval };
  },
);
