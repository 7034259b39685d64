import * as z from 'zod/mini';
import { yearOf } from '@kinfold/domain/dates';
import { PaymentDetails } from '@kinfold/domain/organization-payment';
import { actorOf, endpoint, endpointFor, PdfReply } from '../endpoint.ts';
import { notFound } from '../../platform/problem.ts';
import type { MemberGrant } from '../../modules/identity/access/member-access.service.ts';
import { receiptPdf, statementPdf } from '../../modules/money/receipts/payment-pdfs.service.ts';
import { findOfficePayment } from '../../modules/money/charges/payment-story.service.ts';
import { statementYears } from '../../modules/money/receipts/statement.service.ts';

export const getReceipt = endpoint({
  summary: 'The receipt of a payment and what happened to it, for its payer and the office',
  reply: PaymentDetails,
  handle: (context) =>
    findOfficePayment(context.params['paymentId'] ?? '', actorOf(context), context.deps.config.TIME_ZONE),
});

export const getReceiptPdf = endpoint({
  summary: 'The receipt of a payment, for its payer',
  reply: 'pdf',
  async handle(context) {
    const { deps, params } = context;
    const { bytes, number } = await receiptPdf(params['paymentId'] ?? '', actorOf(context), deps.config);
    return new PdfReply(bytes, `receipt-${number}.pdf`);
  },
});

export const getStatements = endpointFor<MemberGrant>()({
  summary: 'The years for which a member has a statement, newest first',
  reply: z.object({ years: z.array(z.number()) }),
  handle: async ({ deps, granted }) => ({
    years: await statementYears(granted.member, deps.config.TIME_ZONE),
  }),
});

const FIRST_YEAR = 2000;

export const getStatementPdf = endpointFor<MemberGrant>()({
  summary: 'All payments of a year by a member and on the memberships that cover them',
  reply: 'pdf',
  async handle({ deps, granted: { member }, params, now }) {
    const year = /^\d{4}$/.test(params['year'] ?? '') ? Number(params['year']) : 0;
    if (year < FIRST_YEAR || year > yearOf(now, deps.config.TIME_ZONE))
      throw notFound('There is no such statement.');
    return new PdfReply(
      await statementPdf(member, year, deps.config, now),
      `statement-${member.memberId}-${year}.pdf`,
    );
  },
});
