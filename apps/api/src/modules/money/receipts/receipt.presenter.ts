import type * as z from 'zod/v4/core';
import { calendarDateOf } from '@kinfold/domain/dates';
import { dollarsFromCents } from '@kinfold/domain/money';
import { organizationsText, receiptNumber, type Receipt } from '@kinfold/domain/payment';
import { presentLine } from '../ledger/ledger.presenter.ts';
import type { PaidPayment } from '../ledger/payment.service.ts';

/** The receipt of a payment on the wire; its date is that in the time zone. */
export function presentReceipt({ payment, paidDt }: PaidPayment, timeZone: string): z.input<typeof Receipt> {
  return {
    payment_id: payment._id,
    receipt_number: receiptNumber(payment._id),
    paidDt: paidDt.toISOString(),
    paidOn: calendarDateOf(paidDt, timeZone),
    organizationName: organizationsText(payment.lines),
    lines: payment.lines.map(presentLine),
    amount: dollarsFromCents(payment.amount),
    processingFee: dollarsFromCents(payment.processingFee),
    total: dollarsFromCents(payment.total),
    cardType: payment.card.cardType,
    last4: payment.card.last4,
    ...(payment.byAutopay && { byAutopay: true as const }),
  };
}
