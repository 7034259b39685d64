/** A payment with what happened to it, for its payer and the office. */
import type * as z from 'zod/v4/core';
import { cents, dollarsFromCents, sumCents, type Cents } from '@kinfold/domain/money';
import type { PaymentDetails } from '@kinfold/domain/organization-payment';
import { creditAccount, creditedTo, waivedOn } from '@kinfold/domain/payment';
import type { Permission } from '@kinfold/domain/permission';
import type { RefundedDues } from '@kinfold/domain/refund';
import type { Actor } from '../../../platform/auth.ts';
import { notFound } from '../../../platform/problem.ts';
import { readPaths } from '../../../platform/scopes.ts';
import { isPermittedOnPath } from '../../identity/users/user.service.ts';
import { findMembers, fullName } from '../../people/members/member.service.ts';
import { entriesBackOf, type LedgerEntry } from '../ledger/ledger.service.ts';
import {
  asPaid,
  creditMemberOf,
  findPayment,
  isPayerOf,
  type PaymentRecord,
} from '../ledger/payment.service.ts';
import { presentReceipt } from '../receipts/receipt.presenter.ts';
import { attempts, finals } from './charge.model.ts';
import { rulesOfPayment } from './refund-approval.service.ts';
import { refundedDuesOf } from './refunded-dues.service.ts';
import { readReversals, refusedAmong, restOf } from './reversal.service.ts';

type Step = z.input<typeof PaymentDetails>['story'][number];

/** Whether an actor has a permission at the organizations of all lines of a payment. */
export async function isPermittedForPayment(
  actor: Actor,
  permission: Permission,
  { lines }: PaymentRecord,
): Promise<boolean> {
  const numbers = [...new Set(lines.map(({ organizationNumber }) => organizationNumber))];
  const paths = await readPaths(numbers);
  for (const number of numbers)
    if (!(await isPermittedOnPath(actor, permission, paths.get(number) ?? []))) return false;
  return true;
}

/** A paid payment, for its payer and the office. Throws 404 for others, and until it is paid. */
export async function findOfficePayment(
  paymentId: string,
  actor: Actor,
  timeZone: string,
): Promise<z.input<typeof PaymentDetails>> {
  const payment = await findPayment(paymentId);
  const isPayers = payment && isPayerOf(payment, actor);
  const isOffice = payment
    ? await isPermittedForPayment(actor, 'organization.donations.get', payment)
    : false;
  const mayRead = payment && (isPayers || isOffice);
  const paid = mayRead ? await asPaid(payment) : undefined;
  if (!payment || !paid) throw notFound('There is no receipt at this address.');
  const log = await readReversals(paymentId);
  const { lines, fee } = await restOf(payment, log);
  const rules = await rulesOfPayment(payment);
  // Who paid for others by their reference knows nobody of them, nor what becomes of their dues.
  const isStranger = payment.byReference && !isOffice;
  const [member] = isStranger ? [] : await findMembers([payment.payeeMemberId]);
  const facts = isOffice ? await refundedDuesOf(lines.map(({ donationId }) => donationId)) : undefined;
  const story = await storyOf(payment, paid.paidDt, log);
  return {
    ...presentReceipt(paid, timeZone),
    member: member ? { member_id: member._id, name: fullName(member) } : null,
    left: {
      lines: lines.map(({ donationId, amount }) => ({
        donation_id: donationId,
        amount: dollarsFromCents(amount),
        ...presentFacts(facts?.get(donationId)),
      })),
      processingFee: dollarsFromCents(fee),
    },
    ...(rules.refundOverCents !== null && { refundLimit: dollarsFromCents(rules.refundOverCents) }),
    story: isStranger
      ? story.filter(({ what }) => what !== 'dues_waived').map(({ reason: _reason, ...step }) => step)
      : story,
  };
}

const presentFacts = (facts: RefundedDues | undefined) =>
  facts && {
    dues: {
      balance: dollarsFromCents(facts.balance),
      partOfDead: dollarsFromCents(facts.partOfDead),
      alreadyWaived: dollarsFromCents(facts.alreadyWaived),
    },
  };

/** What happened to a paid payment, oldest first. */
export const paymentStory = async (payment: PaymentRecord, paidDt: Date): Promise<Step[]> =>
  storyOf(payment, paidDt, await readReversals(payment._id));

async function storyOf(
  payment: PaymentRecord,
  paidDt: Date,
  log: Awaited<ReturnType<typeof readReversals>>,
): Promise<Step[]> {
  const step = (what: Step['what'], at: Date, amount?: Cents, more: Partial<Step> = {}): Step => ({
    at: at.toISOString(),
    what,
    ...(amount !== undefined && { amount: dollarsFromCents(amount) }),
    ...more,
  });
  const [attempt, final, back, refused] = await Promise.all([
    attempts().findOne({ _id: `${payment._id}:1` }),
    finals().findOne({ _id: payment._id }),
    entriesBackOf([payment._id]).toArray(),
    refusedAmong(log),
  ]);
  const asked = log.flatMap(({ _id, request, recordedBy, createdDt, amount }) => {
    if (!request) return [];
    const more = { by: recordedBy, reason: request.reason };
    const made = step('refund_requested', createdDt, amount, more);
    return refused.has(_id) ? [made, step('refund_refused', createdDt, amount)] : [made];
  });
  return [
    ...(attempt ? [step('try', attempt.startedDt, payment.total)] : []),
    step('charge', paidDt, payment.total, { by: payment.email }),
    ...(final ? [step('receipt', final.finalDt)] : []),
    ...asked,
    ...back.flatMap((entry) => {
      const also = (what: Step['what'], amount: Cents) =>
        amount > 0 ? [step(what, entry.entryDt, amount)] : [];
      const credited = creditedTo(creditAccount(creditMemberOf(payment)), [entry]);
      const waived = sumCents(entry.donationIds.map((id) => waivedOn(id, [entry])));
      return [
        step(stepOf(entry), entry.entryDt, cents(Math.abs(entry.total))),
        ...also('dues_waived', waived),
        ...also('credited', credited),
      ];
    }),
  ].toSorted((a, b) => secondOf(a).localeCompare(secondOf(b)));
}

/** The provider's times are whole seconds: within one, a request comes before its refund. */
const secondOf = ({ at }: Step) => at.slice(0, 'YYYY-MM-DDThh:mm:ss'.length);

function stepOf({ kind, total }: LedgerEntry): Step['what'] {
  if (kind === 'dispute') return total < 0 ? 'dispute' : 'dispute_won';
  return total < 0 ? 'refund' : 'refund_failed';
}
