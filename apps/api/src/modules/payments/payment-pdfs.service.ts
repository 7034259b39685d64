/** Receipts and yearly statements as PDFs. */
import { showDate } from '@kinfold/domain/dates';
import { showMoney, type Cents } from '@kinfold/domain/money';
import { receiptNumber } from '@kinfold/domain/payment';
import type { Config } from '../../config.ts';
import type { Actor } from '../../platform/auth.ts';
import { renderPdf } from '../../platform/pdf.ts';
import { requireMember, type MemberRecord } from '../members/member.service.ts';
import { findPaidPayment } from './receipt.service.ts';
import { statementOf } from './statement.service.ts';

type Site = Pick<Config, 'TIME_ZONE' | 'CURRENCY'>;

/** The receipt of a payment, for whoever paid it. Throws 404 for everybody else and until it is paid. */
export async function receiptPdf(
  paymentId: string,
  actor: Actor,
  site: Site,
): Promise<{ bytes: Buffer; number: string }> {
  const { payment, paidDt } = await findPaidPayment(paymentId, actor);
  const payer = await requireMember(payment.memberId);
  const money = (amount: Cents) => showMoney(amount, payment.currency);
  const { card } = payment;
  const number = receiptNumber(payment._id);
  const bytes = await renderPdf({
    title: 'Receipt',
    organizationName: payment.organizationName,
    createdDt: paidDt,
    blocks: [
      { kind: 'text', text: 'Thank you for your donation!' },
      {
        kind: 'facts',
        facts: [
          ['Receipt number', number],
          ['Date', showDate(paidDt, site.TIME_ZONE)],
          ['Paid by', `${payer.firstNm} ${payer.lastNm} (${payer.memberId})`],
          [
            'Card',
            card.last4 ? `${card.cardType ?? 'Card'} ending ${card.last4}` : (card.cardType ?? 'Card'),
          ],
        ],
      },
      {
        kind: 'table',
        columns: [
          { title: 'What', share: 0.5 },
          { title: 'For', share: 0.3 },
          { title: 'Amount', share: 0.2, isRight: true },
        ],
        rows: [
          ...payment.lines.map((line) => [line.description, line.paidFor, money(line.amount)]),
          ['Processing fee', '', money(payment.processingFee)],
        ],
        totals: [['Total', '', money(payment.total)]],
      },
      { kind: 'small', text: 'Keep this receipt for your records.' },
    ],
  });
  return { bytes, number };
}

/** The statement of a member for a year; its dates are days of UTC, as its year is. */
export async function statementPdf(
  member: MemberRecord,
  year: number,
  site: Site,
  now: Date,
): Promise<Buffer> {
  const statement = await statementOf(member, year);
  const money = (amount: Cents) => showMoney(amount, site.CURRENCY);
  return renderPdf({
    title: `Statement of payments ${year}`,
    organizationName: member.organizationName,
    createdDt: now,
    blocks: [
      {
        kind: 'facts',
        facts: [
          ['Member', `${member.firstNm} ${member.lastNm} (${member.memberId})`],
          ['Period', `${showDate(`${year}-01-01`)} to ${showDate(`${year}-12-31`)} (UTC)`],
          ['Made on', showDate(now)],
        ],
      },
      statement.lines.length
        ? {
            kind: 'table',
            columns: [
              { title: 'Date', share: 0.15 },
              { title: 'What', share: 0.35 },
              { title: 'How', share: 0.3 },
              { title: 'Amount', share: 0.2, isRight: true },
            ],
            rows: statement.lines.map((line) => [
              showDate(line.paidDt),
              `${line.description}, for ${line.paidFor}`,
              line.receiptNumber ? `${line.method}\n${line.receiptNumber}` : line.method,
              money(line.amount),
            ]),
          }
        : { kind: 'text', text: `There are no payments in ${year}.` },
      {
        kind: 'table',
        columns: [
          { title: '', share: 0.8 },
          { title: '', share: 0.2, isRight: true },
        ],
        rows: [
          ['Paid by you by card', money(statement.paidByMember)],
          ['Processing fees', money(statement.processingFees)],
          ['Cash, checks and payments by others on your memberships', money(statement.paidOtherwise)],
        ],
        totals: [['Total', money(statement.total)]],
      },
      {
        kind: 'small',
        text: 'This statement lists the payments that you made, and those that were made on the memberships that cover you.',
      },
    ],
  });
}
