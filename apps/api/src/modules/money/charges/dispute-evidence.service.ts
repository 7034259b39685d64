/** The answer to a dispute as one PDF: what was paid, for which dues, membership and cover, and what happened since. */
import { calendarDateOf, showDate, showDateInWords } from '@kinfold/domain/dates';
import { cents, showMoney, type Cents } from '@kinfold/domain/money';
import { organizationsText, receiptNumber } from '@kinfold/domain/payment';
import { STORY_TEXTS } from '@kinfold/domain/story-texts';
import type { Config } from '../../../platform/config.ts';
import { renderPdf, type PdfBlock } from '../../../platform/pdf.ts';
import { memberCoverage } from '../../funds/coverage/coverage.service.ts';
import { findDonations } from '../../funds/donations/donation.service.ts';
import { findMemberships } from '../../funds/memberships/membership.service.ts';
import { findMembers, fullName, type MemberRecord } from '../../people/members/member.service.ts';
import { asPaid, findPayment, type PaidPayment } from '../ledger/payment.service.ts';
import { paymentStory } from './payment-story.service.ts';
import { disputes, type DisputeRecord } from './reversal.model.ts';

/** The grant of the policy for one dispute. */
export type DisputeGrant = { dispute: DisputeRecord; paid: PaidPayment };

/** A dispute of the list with its payment; undefined when there is none. */
export async function findDispute(_id: string): Promise<DisputeGrant | undefined> {
  const dispute = await disputes().findOne({ _id });
  const payment = dispute && (await findPayment(dispute.paymentId));
  const paid = payment && (await asPaid(payment));
  return dispute && paid ? { dispute, paid } : undefined;
}

/** The PDF that the office sends to the card provider. */
export async function evidencePdf(
  { dispute, paid: { payment, paidDt } }: DisputeGrant,
  { TIME_ZONE: timeZone }: Pick<Config, 'TIME_ZONE'>,
  now: Date,
): Promise<Buffer> {
  const money = (amount: Cents) => showMoney(amount, payment.currency);
  const day = (date: Date) => showDateInWords(date, timeZone);
  const [donations, memberships, story] = await Promise.all([
    findDonations(payment.lines.map(({ donationId }) => donationId)),
    findMemberships([...new Set(payment.lines.map((line) => line.campaignMembershipId))]),
    paymentStory(payment, paidDt),
  ]);
  const shown = payment.byReference ? [] : memberships;
  const people = new Map(
    (
      await findMembers([
        ...new Set([
          ...(payment.memberId === null ? [] : [payment.memberId]),
          payment.payeeMemberId,
          ...memberships.flatMap(({ primaryMemberId, members }) => [
            primaryMemberId,
            ...members.map(({ member_id }) => member_id),
          ]),
        ]),
      ])
    ).map((member) => [member._id, member]),
  );
  const nameOf = (id: string) => {
    const member = people.get(id);
    return member ? fullName(member) : 'a person whose record was erased';
  };
  const { card } = payment;
  const payee = people.get(payment.payeeMemberId);
  const blocks: PdfBlock[] = [
    {
      kind: 'facts',
      facts: [
        ['Dispute', `${dispute.disputeId}, ${dispute.reason.replaceAll('_', ' ')}`],
        ['Disputed', money(dispute.amount)],
        ['Opened', day(dispute.at)],
        ...(dispute.answerBy ? ([['Answer by', showDateInWords(dispute.answerBy)]] as const) : []),
        ['Receipt', receiptNumber(payment._id)],
        ['Paid on', day(paidDt)],
        [
          'Paid by',
          `${payment.memberId === null ? 'Somebody without a membership' : nameOf(payment.memberId)}, signed in as ${payment.email}`,
        ],
        ['Card', card.last4 ? `${card.cardType ?? 'Card'} ending ${card.last4}` : (card.cardType ?? 'Card')],
      ],
    },
    { kind: 'heading', text: 'What was paid' },
    {
      kind: 'table',
      columns: [
        { title: 'What', share: 0.45 },
        { title: 'For', share: 0.33 },
        { title: 'Amount', share: 0.22, isRight: true },
      ],
      rows: [
        ...payment.lines.map((line) => [
          `${line.description}\n${line.organizationName}`,
          line.paidFor,
          money(line.amount),
        ]),
        ['Processing fee', '', money(payment.processingFee)],
      ],
      totals: [['Total', '', money(payment.total)]],
    },
    { kind: 'heading', text: 'The dues' },
    {
      kind: 'table',
      columns: [
        { title: 'Dues', share: 0.4 },
        { title: 'Asked for on', share: 0.2 },
        { title: 'Due by', share: 0.2 },
        { title: 'Due', share: 0.2, isRight: true },
      ],
      rows: donations.map(({ campaignName, campaignRunName, createdDt, run, minAmountDue }) => [
        `${campaignName}, ${campaignRunName}`,
        showDate(createdDt, timeZone),
        showDate(run.endDt, timeZone),
        money(minAmountDue),
      ]),
    },
    // Who pays by a reference sees the amount, and not whose dues they are.
    ...(shown.length ? [{ kind: 'heading', text: 'The membership' } as const] : []),
    ...shown.map((membership): PdfBlock => {
      const { externalRef, primaryMemberId, activeDt, members } = membership;
      const campaignName = donations.find((one) => one.campaignMembershipId === membership._id)?.campaignName;
      return {
        kind: 'text',
        text: `${campaignName ?? 'Membership'} (${externalRef ?? membership._id})${activeDt ? `, active since ${day(activeDt)}` : ''}. ${nameOf(primaryMemberId)} pays for it. It is for ${members.map(({ member_id }) => nameOf(member_id)).join(', ')}.`,
      };
    }),
    ...(payee && !payment.byReference
      ? [
          { kind: 'heading', text: 'The cover on the day of the payment' } as const,
          ...(await coverBlocks(payee, { payment, paidDt }, timeZone, now)),
        ]
      : []),
    { kind: 'heading', text: 'What happened' },
    {
      kind: 'table',
      columns: [
        { title: 'When', share: 0.2 },
        { title: 'What', share: 0.6 },
        { title: 'Amount', share: 0.2, isRight: true },
      ],
      rows: story.map(({ at, what, amount, reason }) => [
        showDate(new Date(at), timeZone),
        `${STORY_TEXTS[what]}${reason ? `: ${reason}` : ''}`,
        amount === undefined ? '' : money(cents(Math.round(amount * 100))),
      ]),
    },
  ];
  return renderPdf({
    title: 'About a disputed payment',
    organizationName: organizationsText(payment.lines),
    createdDt: now,
    blocks,
  });
}

/** Whom the memberships of a payment covered at the end of its day, when nothing was disputed; without amounts. */
async function coverBlocks(
  member: MemberRecord,
  { payment, paidDt }: PaidPayment,
  timeZone: string,
  now: Date,
): Promise<PdfBlock[]> {
  const reader = { isReader: false, mayReadMoneyOf: async () => false };
  const shown = { timeZone, currency: payment.currency, on: calendarDateOf(paidDt, timeZone) };
  const { people } = await memberCoverage(member, reader, shown, now);
  return people
    .filter(({ campaignMembershipId: id }) => payment.lines.some((line) => line.campaignMembershipId === id))
    .map(({ name, campaignName, sentence }) => ({
      kind: 'text',
      text: `${campaignName}, ${name}: ${sentence}`,
    }));
}
