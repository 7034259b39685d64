/** Papers of a member, for the member and the office. */
import { endpointFor, PdfReply } from '../endpoint.ts';
import type { MemberGrant } from '../../modules/identity/access/member-access.service.ts';
import { memberReceiptPdf } from '../../modules/money/office/office-receipt.service.ts';

export const getMemberReceiptPdf = endpointFor<MemberGrant>()({
  summary: 'The receipt of a payment that a member made, by card or at the office',
  reply: 'pdf',
  async handle({ deps, granted, params }) {
    const paymentId = (params['paymentId'] ?? '').toLowerCase();
    const { bytes, number } = await memberReceiptPdf(granted, paymentId, deps.config);
    return new PdfReply(bytes, `receipt-${number}.pdf`);
  },
});
