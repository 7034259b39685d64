/** Receipts and yearly statements as PDFs. */
import { showDate } from '@kinfold/domain/dates';
import { showMoney, type Cents } from '@kinfold/domain/money';
import { organizationOfLine, organizationsText, receiptNumber } from '@kinfold/domain/payment';
import type { Config } from '../../config.ts';
import type { Actor } from '../../platform/auth.ts';
import { isPrintable } from '../../platform/pdf-fonts.ts';
import { renderPdf } from '../../platform/pdf.ts';
import { findDonations } from '../donations/donation.service.ts';
import type { PaidLine } from '../ledger/member-payments.service.ts';
import { findPaidPayment } from '../ledger/payment.service.ts';
import { findMembers, fullName, requireMember, type MemberRecord } from '../members/member.service.ts';
import { statementOf } from './statement.service.ts';

type Site = Pick<Config, 'TIME_ZONE' | 'CURRENCY'>;

/** A member's name and number; the number alone when no font has all letters of the name. */
function nameAndNumber(member: MemberRecord): string {
  const name = fullName(member);
  return isPrintable(name) ? `${name} (${member.memberId})` : member.memberId;
}

/** The name of the member of each line; the number when no font has all letters of the name. */
async function printedNames(lines: readonly PaidLine[]): Promise<(line: PaidLine) => string> {
  const unprintable = lines
    .filter(({ paidFor }) => !isPrintable(paidFor))
    .map(({ donationId }) => donationId);
  const donations = await findDonations([...new Set(unprintable)]);
  const members = await findMembers([...new Set(donations.map(({ primaryMember }) => primaryMember._id))]);
  const numbers = new Map(members.map(({ _id, memberId }) => [_id, memberId]));
  const byDonation = new Map(
    donations.map(({ _id, primaryMember }) => [_id, numbers.get(primaryMember._id)]),
  );
  return ({ donationId, paidFor }) => byDonation.get(donationId) ?? paidFor;
}

/** The description of a line, with the organization below it when given. */
const withOrganization = (what: string, organization: string | undefined) =>
  organization ? `${what}\n${organization}` : what;

/** The receipt PDF of a payment, for the user or member who paid it. Throws 404 for others and until it is paid. */
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
  const nameOf = await printedNames(payment.lines);
  const bytes = await renderPdf({
    title: 'Receipt',
    organizationName: organizationsText(payment.lines),
    createdDt: paidDt,
    blocks: [
      { kind: 'text', text: 'Thank you for your donation!' },
      {
        kind: 'facts',
        facts: [
          ['Receipt number', number],
          ['Date', showDate(paidDt, site.TIME_ZONE)],
          ['Paid by', nameAndNumber(payer)],
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
          ...payment.lines.map((line) => [
            withOrganization(line.description, organizationOfLine(line, payment.lines)),
            nameOf(line),
            money(line.amount),
          ]),
          ['Processing fee', '', money(payment.processingFee)],
        ],
        totals: [['Total', '', money(payment.total)]],
      },
      { kind: 'small', text: 'Keep this receipt for your records.' },
    ],
  });
  return { bytes, number };
}

/** The statement PDF of a member for a year. */
export async function statementPdf(
  member: MemberRecord,
  year: number,
  site: Site,
  now: Date,
): Promise<Buffer> {
  const statement = await statementOf(member, year, site.TIME_ZONE);
  const nameOf = await printedNames(statement.payments.flatMap(({ lines }) => lines));
  const money = (amount: Cents) => showMoney(amount, site.CURRENCY);
  return renderPdf({
    title: `Statement of payments ${year}`,
    organizationName: member.organizationName,
    createdDt: now,
    blocks: [
      {
        kind: 'facts',
        facts: [
          ['Member', nameAndNumber(member)],
          ['Period', `${showDate(`${year}-01-01`)} to ${showDate(`${year}-12-31`)}`],
          ['Made on', showDate(now, site.TIME_ZONE)],
        ],
      },
      statement.payments.length
        ? {
            kind: 'table',
            columns: [
              { title: 'Date', share: 0.15 },
              { title: 'What', share: 0.35 },
              { title: 'How', share: 0.3 },
              { title: 'Amount', share: 0.2, isRight: true },
            ],
            rows: statement.payments.flatMap(({ paidDt, paymentId, method, lines }) =>
              lines.map((line) => [
                showDate(paidDt, site.TIME_ZONE),
                withOrganization(
                  `${line.description}, for ${nameOf(line)}`,
                  line.organizationName === member.organizationName ? undefined : line.organizationName,
                ),
                paymentId ? `${method}\n${receiptNumber(paymentId)}` : method,
                money(line.amount),
              ]),
            ),
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
