import { Donation } from '@kinfold/domain/donation';
import {
  Credit,
  CreditUseForm,
  HouseholdDues,
  OfficePayment,
  OfficePaymentForm,
  PayBackForm,
} from '@kinfold/domain/office-payment';
import { WaiverAnswer, WaiverForm } from '@kinfold/domain/waiver';
import { authorOf } from '../author.ts';
import { actorOf, endpointFor, Reply, type Context } from '../endpoint.ts';
import { paymentIdOf } from './charge.routes.ts';
import { presentDonation } from '../../modules/funds/donations/donation.presenter.ts';
import { requireDonation, type DonationGrant } from '../../modules/funds/donations/donation.service.ts';
import type { MemberGrant } from '../../modules/identity/access/member-access.service.ts';
import { isActorPermitted } from '../../modules/identity/users/user.service.ts';
import type { MemberRecord } from '../../modules/people/members/member.service.ts';
import { payBack, readCredit, useCredit } from '../../modules/money/office/credit.service.ts';
import { topUpOf } from '../../modules/money/office/wallet.service.ts';
import {
  householdDues,
  presentRecorded,
  recordPayment,
} from '../../modules/money/office/office-payment.service.ts';
import { askWaiver } from '../../modules/money/office/waiver.service.ts';

const ofMember = endpointFor<MemberGrant>();

const inProgress = 'Somebody is paying at this moment: `payment_in_progress`';

export async function bookingOf(context: Pick<Context, 'actor' | 'request' | 'now' | 'deps'>) {
  return { author: await authorOf(context), now: context.now, currency: context.deps.config.CURRENCY };
}

/** The author of a payment, the time, and for which organizations the author may record payments. */
export async function recordingOf(context: Pick<Context, 'actor' | 'request' | 'now' | 'deps'>) {
  const actor = actorOf(context);
  return {
    ...(await bookingOf(context)),
    timeZone: context.deps.config.TIME_ZONE,
    mayRecordAt: (number: string) => isActorPermitted(actor, 'payments.record', number),
  };
}

export const postWaiver = endpointFor<DonationGrant>()({
  summary: 'Waive dues, whole or in part; amounts in cents',
  body: WaiverForm,
  reply: Donation,
  answers: {
    202: { description: 'It waits for a second person', reply: WaiverAnswer },
    409: { description: inProgress },
    422: { description: 'Nothing was waived: more than is owed, or the fields that `errors` names' },
  },
  async handle(context) {
    const { granted, body, now } = context;
    const waits = await askWaiver(granted.donation, body, paymentIdOf(context), await bookingOf(context));
    const donation = presentDonation(await requireDonation(granted.donation._id), now);
    return waits ? new Reply(202, { ...donation, waitsForApproval: true }) : new Reply(201, donation);
  },
});

export const getCredit = ofMember({
  summary: 'What the household of a member has paid ahead, with its entries, newest first',
  reply: Credit,
  handle: (context) => creditOf(context.granted.member, context),
});

async function creditOf(member: MemberRecord, { now, deps: { config } }: Pick<Context, 'now' | 'deps'>) {
  const at = { now, timeZone: config.TIME_ZONE, currency: config.CURRENCY };
  const [credit, topUp] = await Promise.all([readCredit(member), topUpOf(member, at)]);
  return { ...credit, ...(topUp && { topUp }) };
}

export const postCreditUse = ofMember({
  summary: 'Pay dues of the household from its credit; amounts in cents',
  body: CreditUseForm,
  reply: Credit,
  answers: {
    409: { description: inProgress },
    422: { description: 'Nothing was used: more than is owed or there, or the fields that `errors` names' },
  },
  async handle(context) {
    const { granted, body } = context;
    await useCredit(granted.member, body, paymentIdOf(context), await bookingOf(context));
    return new Reply(201, await creditOf(granted.member, context));
  },
});

export const postPayBack = ofMember({
  summary: 'Give credit of the household back; amounts in cents',
  body: PayBackForm,
  reply: Credit,
  answers: {
    409: { description: inProgress },
    422: { description: 'Nothing was paid back: more than there is, or the fields that `errors` names' },
  },
  async handle(context) {
    const { granted, body } = context;
    await payBack(granted.member, body, paymentIdOf(context), await bookingOf(context));
    return new Reply(201, await creditOf(granted.member, context));
  },
});

export const getHouseholdDues = ofMember({
  summary: 'What a payment of the household of a member would pay, the oldest dues first, and its credit',
  reply: HouseholdDues,
  handle: ({ granted, now }) => householdDues(granted.member, now),
});

export const postOfficePayment = ofMember({
  summary: 'Record money that the office received without a card; what is left of it becomes credit',
  body: OfficePaymentForm,
  reply: OfficePayment,
  answers: {
    422: {
      description:
        'Nothing was recorded: the `entryId` came with other details (`idempotency_mismatch`), or the fields that `errors` names',
    },
  },
  async handle(context) {
    const { granted, body } = context;
    const recorded = await recordPayment(granted.member, body, await recordingOf(context));
    return new Reply(201, await presentRecorded(recorded));
  },
});
