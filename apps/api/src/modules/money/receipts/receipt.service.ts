/** Receipts: the mail, and the data of the thank-you screen. */
import { showDateInWords } from '@kinfold/domain/dates';
import { showMoney, type Cents } from '@kinfold/domain/money';
import { organizationOfLine, organizationsText, receiptNumber } from '@kinfold/domain/payment';
import type { Config } from '../../../platform/config.ts';
import type { Mail } from '../../../platform/mailer.ts';
import { mailLayout } from '../../../platform/mail-layout.ts';
import type { PaidLine } from '../ledger/member-payments.service.ts';
import type { PaymentRecord } from '../ledger/payment.service.ts';

/** The rows of a receipt mail: number, date, recipient, and what was paid for whom. */
export function receiptRows(
  {
    number,
    date,
    organizations,
    lines,
  }: {
    number: string;
    date: string;
    organizations: string;
    lines: readonly Pick<PaidLine, 'description' | 'paidFor' | 'organizationName' | 'amount'>[];
  },
  money: (amount: Cents) => string,
) {
  return [
    { label: 'Receipt number', value: number },
    { label: 'Date', value: date },
    { label: 'Paid to', value: organizations },
    ...lines.map((line) => {
      const organization = organizationOfLine(line, lines);
      const label = `${line.description}, for ${line.paidFor}`;
      return { label: organization ? `${label} (${organization})` : label, value: money(line.amount) };
    }),
  ];
}

/** The receipt mail of a payment: organization, what was paid for whom, fee, total, date, receipt number. */
export function receiptMail(
  payment: PaymentRecord,
  paidDt: Date,
  config: Pick<Config, 'TIME_ZONE' | 'APP_URL'>,
): Mail {
  const money = (amount: Cents) => showMoney(amount, payment.currency);
  const number = receiptNumber(payment._id);
  const date = showDateInWords(paidDt, config.TIME_ZONE);
  const { card } = payment;
  const organizations = organizationsText(payment.lines);
  const paidWith = card.last4 ? ` with your ${card.cardType ?? 'card'} ending ${card.last4}` : '';
  const byAutopay = payment.byAutopay ? ', by autopay' : '';
  const content = mailLayout({
    title: 'Thank you for your donation!',
    paragraphs: [`${organizations} received ${money(payment.total)}${paidWith}${byAutopay} on ${date}.`],
    rows: [
      ...receiptRows({ number, date, organizations, lines: payment.lines }, money),
      { label: 'Processing fee', value: money(payment.processingFee) },
      { label: 'Total', value: money(payment.total), isTotal: true },
    ],
    action: {
      label: 'See or print this receipt',
      url: `${config.APP_URL}/donate/thank-you?payment=${encodeURIComponent(payment._id)}`,
    },
    closing: ['Keep this receipt for your records. Your overview has all of them.'],
  });
  return {
    to: payment.email,
    subject: `Receipt ${number}: ${money(payment.total)} to ${organizations}`,
    ...content,
  };
}
