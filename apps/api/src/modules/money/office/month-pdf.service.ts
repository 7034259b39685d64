/** The month as a paper for the meeting. */
import type * as z from 'zod/v4/core';
import { showDate, showDateInWords, type CalendarDate } from '@kinfold/domain/dates';
import { depositLines } from '@kinfold/domain/deposit';
import { centsFromDollars, showMoney } from '@kinfold/domain/money';
import { monthName } from '@kinfold/domain/month';
import type { MonthReport } from '@kinfold/domain/month-report';
import { METHOD_NAMES } from '@kinfold/domain/organization-payment';
import { renderPdf, type PdfBlock } from '../../../platform/pdf.ts';

/** Renders the report of a month. */
export async function monthPdf(
  report: z.input<typeof MonthReport>,
  { now, timeZone, currency }: { now: Date; timeZone: string; currency: string },
): Promise<Buffer> {
  const money = (dollars: number) => showMoney(centsFromDollars(dollars), currency);
  const { closed, credit, onItsWay, byRun, deposits, late, differences } = report;
  const state = closed
    ? `Closed by ${closed.by} on ${showDateInWords(new Date(closed.at), timeZone)}. These figures do not change.`
    : `Not closed: the figures of ${showDateInWords(now, timeZone)}.`;
  const table = (title: string, rows: readonly (readonly [string, number])[]): PdfBlock[] => [
    { kind: 'heading', text: title },
    {
      kind: 'table',
      columns: [
        { title: '', share: 0.75 },
        { title: '', share: 0.25, isRight: true },
      ],
      rows: rows.map(([name, amount]) => [name, money(amount)]),
    },
  ];
  const rows = (some: readonly (readonly [string, number])[]) => some.filter(([, amount]) => amount !== 0);
  const blocks: PdfBlock[] = [
    { kind: 'text', text: state },
    ...table('Received', [
      ...rows(report.received.map(({ method, amount }) => [METHOD_NAMES[method], amount] as const)),
      ['Together', report.receivedTotal],
    ]),
    ...(byRun.length
      ? table(
          'What it was for',
          byRun.map(({ campaignName, campaignRunName, amount }) => [
            [campaignName, campaignRunName].filter(Boolean).join(': '),
            amount,
          ]),
        )
      : []),
    ...table('Went back, and other figures', [
      ['Refunded', report.refunds],
      ['Disputed', report.disputes],
      ['Waived', report.waived],
      ['Paid to families', report.paidOut],
      ['Paid ahead', credit.given],
      ['Used of what was paid ahead', credit.used],
      ['Paid back of what was paid ahead', credit.paidBack],
      ['Card fees in the deposits', report.fees],
      ['Added by payers for card fees', report.processingFees],
    ]),
    ...deposits.flatMap((deposit) =>
      table(
        `Deposit of ${showDate(deposit.arrivalDt as CalendarDate)}`,
        depositLines(
          deposit.items.map(({ type, amount, fee }) => ({
            type,
            amount: centsFromDollars(amount),
            fee: centsFromDollars(fee),
          })),
        ).map(({ label, amount }) => [label, amount / 100] as const),
      ),
    ),
    ...table('On its way at the end of the month', [
      ['At the card provider', onItsWay.card],
      ['Cash and checks', onItsWay.cash],
      ['Together', onItsWay.total],
    ]),
    ...(late.length
      ? table(
          'Booked later for closed months, counted here',
          late.map(({ text, amount }) => [text, amount]),
        )
      : []),
    ...(differences.length
      ? [
          { kind: 'heading' as const, text: 'Open' },
          ...differences.map(({ text }): PdfBlock => ({ kind: 'text', text })),
        ]
      : []),
  ];
  return renderPdf({
    title: monthName(report.month),
    organizationName: report.organizationName,
    createdDt: now,
    blocks,
  });
}
