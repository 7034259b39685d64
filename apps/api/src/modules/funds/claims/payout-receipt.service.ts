/** The receipt of a payout, for the payee to sign. */
import { calendarDateOf, showDateInWords, type CalendarDate } from '@kinfold/domain/dates';
import { showMoney } from '@kinfold/domain/money';
import { PAYOUT_METHOD_NAMES } from '@kinfold/domain/payout';
import { receiptNumber } from '@kinfold/domain/payment';
import { AppError } from '../../../platform/problem.ts';
import { isPrintable } from '../../../platform/pdf-fonts.ts';
import { renderPdf, type PdfBlock } from '../../../platform/pdf.ts';
import { letterheadLines, letterheadOf } from '../../people/contacts/letterhead.service.ts';
import { fullName, requireMember } from '../../people/members/member.service.ts';
import { requireCampaign } from '../campaigns/campaign.service.ts';
import type { ClaimRecord } from './claim-change.service.ts';
import { payoutOf } from './payout.service.ts';

const SIGNATURE = '_'.repeat(48);

/**
 * Renders the receipt of a payout, with its number: signed as it was on a phone, of which the drawing is read by `read`, if
 * it is still there and its key is. Throws 404 for an unknown one.
 */
export async function payoutReceiptPdf(
  claim: ClaimRecord,
  payoutId: string,
  { TIME_ZONE: timeZone, CURRENCY: currency }: { TIME_ZONE: string; CURRENCY: string },
  read: (documentId: string) => Promise<Buffer>,
): Promise<{ bytes: Buffer; number: string }> {
  const payout = payoutOf(claim, payoutId);
  const { campaignId, claimNbr, memberId, documents } = claim;
  const [campaign, member] = await Promise.all([requireCampaign(campaignId), requireMember(memberId)]);
  const head = await letterheadOf(campaign.organizationNumber);
  const number = receiptNumber(payoutId);
  const { amount, method, reference, paidDt, recordedDt, corrected, signed } = payout;
  // It is deleted when its term ends.
  const drawn = documents.find(({ documentId }) => documentId === signed?.documentId);
  const drawing = drawn && (await read(drawn.documentId).catch(withoutKey));
  const name = fullName(member);
  const correction: PdfBlock[] = corrected
    ? [
        {
          kind: 'text',
          text: `Corrected on ${showDateInWords(calendarDateOf(corrected.at, timeZone))}: this payout does not count.`,
        },
      ]
    : [];
  const bytes = await renderPdf({
    title: 'Receipt of a payout',
    organizationName: head.name,
    letterhead: letterheadLines(head),
    createdDt: recordedDt,
    blocks: [
      ...correction,
      {
        kind: 'facts',
        facts: [
          ['Number', number],
          ['Paid to', payout.payee],
          ['Amount', showMoney(amount, currency)],
          ['Paid by', [PAYOUT_METHOD_NAMES[method], reference].filter(Boolean).join(' ')],
          ['Day', showDateInWords(paidDt as CalendarDate)],
          ['Fund', campaign.campaignName],
          ['Claim', claimNbr],
          ['In memory of', isPrintable(name) ? name : member.memberId],
        ],
      },
      { kind: 'text', text: 'I have received this amount.' },
      ...(drawing ? [{ kind: 'picture' as const, png: drawing }] : []),
      {
        kind: 'facts',
        facts: signed
          ? [
              ['Name', signed.name],
              ['Date', showDateInWords(calendarDateOf(signed.at, timeZone))],
              ['Signature', `${howSigned(signed.documentId, drawing)} of who paid`],
            ]
          : [
              ['Signature', SIGNATURE],
              ['Name', SIGNATURE],
              ['Date', SIGNATURE],
            ],
      },
    ],
  });
  return { bytes, number };
}

function withoutKey(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'no_documents_key')) throw error;
}

const howSigned = (documentId: string | null, drawing: Buffer | undefined) =>
  documentId === null ? 'Ticked on the screen' : drawing ? 'Drawn on the screen' : 'Signed on the phone';
