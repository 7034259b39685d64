/** Receipts: the mail, and what the thank-you screen shows. */
import type * as z from 'zod/v4/core';
import { showDate } from '@kinfold/domain/dates';
import { dollarsFromCents, showMoney, type Cents } from '@kinfold/domain/money';
import { receiptNumber, type Receipt } from '@kinfold/domain/payment';
import type { Config } from '../../config.ts';
import type { Actor } from '../../platform/auth.ts';
import type { Mail } from '../../platform/mailer.ts';
import { notFound } from '../../platform/problem.ts';
import { mailLayout } from '../../platform/mail-layout.ts';
import { finals, payments, type PaymentRecord } from './payment.model.ts';

/** The receipt mail of a payment: organization, what was paid for whom, fee, total, date, receipt number. */
export function receiptMail(payment: PaymentRecord, config: Pick<Config, 'TIME_ZONE' | 'APP_URL'>): Mail {
  const money = (amount: Cents) => showMoney(amount, payment.currency);
  const number = receiptNumber(payment._id);
  const { card } = payment;
  const paidWith = card.last4 ? ` with your ${card.cardType ?? 'card'} ending ${card.last4}` : '';
  const content = mailLayout({
    title: 'Thank you for your donation!',
    paragraphs: [
      `${payment.organizationName} received ${money(payment.total)}${paidWith} on ${showDate(payment.createdDt, config.TIME_ZONE)}.`,
    ],
    rows: [
      { label: 'Receipt number', value: number },
      { label: 'Date', value: showDate(payment.createdDt, config.TIME_ZONE) },
      { label: 'Organization', value: payment.organizationName },
      ...payment.lines.map((line) => ({
        label: `${line.description}, for ${line.paidFor}`,
        value: money(line.amount),
      })),
      { label: 'Processing fee', value: money(payment.processingFee) },
      { label: 'Total', value: money(payment.total), isTotal: true },
    ],
    action: { label: 'See your account', url: `${config.APP_URL}/my/overview` },
    closing: ['Keep this receipt for your records.'],
  });
  return {
    to: payment.email,
    subject: `Receipt ${number}: ${money(payment.total)} to ${payment.organizationName}`,
    ...content,
  };
}

/** A payment that was paid and when, for whoever paid it. Throws 404 for everybody else and until it is paid. */
export async function findPaidPayment(
  paymentId: string,
  actor: Actor,
): Promise<{ payment: PaymentRecord; paidDt: Date }> {
  const payment = await payments().findOne({ _id: paymentId, userId: actor.userId });
  const final = await finals().findOne({ _id: paymentId });
  if (!payment || final?.result !== 'paid') throw notFound('There is no receipt at this address.');
  return { payment, paidDt: final.finalDt };
}

/** The receipt of a paid payment, for whoever paid it. Throws 404 for everybody else and until it is paid. */
export async function findReceipt(paymentId: string, actor: Actor): Promise<z.input<typeof Receipt>> {
  const { payment, paidDt } = await findPaidPayment(paymentId, actor);
  return {
    payment_id: payment._id,
    receipt_number: receiptNumber(payment._id),
    paidDt: paidDt.toISOString(),
    organizationName: payment.organizationName,
    lines: payment.lines.map((line) => ({
      donation_id: line.donationId,
      description: line.description,
      paidFor: line.paidFor,
      amount: dollarsFromCents(line.amount),
    })),
    amount: dollarsFromCents(payment.amount),
    processingFee: dollarsFromCents(payment.processingFee),
    total: dollarsFromCents(payment.total),
    cardType: payment.card.cardType,
    last4: payment.card.last4,
  };
}
