/** The receipt of a payout, signed on the phone of the one who pays (rules.md "Paying out", docs/decisions/054). */
import { inflateSync } from 'node:zlib';
import { documentFile, DOCUMENTS_MAX } from '@kinfold/domain/document-file';
import {
  drawingOf,
  SIGNATURE_BYTES_MAX,
  type Drawing,
  type SignatureForm,
} from '@kinfold/domain/payout-signature';
import { conflict, invalid } from '../../../platform/problem.ts';
import type { FileKeys } from '../../../platform/sealed-file.ts';
import {
  changeClaim,
  personOf,
  readClaim,
  type ClaimAsked,
  type ClaimRecord,
} from './claim-change.service.ts';
import { keepDocument, newDocument } from './claim-document.service.ts';
import { entryOf, payoutOf, withPayout } from './payout.service.ts';

/**
 * The drawing alone, without what else is in its file. Throws 422 for what is no drawing of a browser: its pixels must be as
 * many as it says, because the printed receipt decodes them.
 */
function readDrawing(base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64');
  const file = documentFile(bytes);
  const isPng = 'type' in file && file.type === 'image/png' && bytes.length <= SIGNATURE_BYTES_MAX;
  const drawing = isPng ? drawingOf(bytes.subarray(0, file.end)) : undefined;
  if (!drawing || !isWhole(drawing))
    throw invalid([{ path: 'png', message: 'This drawing is not whole: draw it again' }]);
  return Buffer.concat(drawing.png);
}

function isWhole({ pixels, rowBytes, rows }: Drawing): boolean {
  const size = rowBytes * rows;
  try {
    const inflated = inflateSync(Buffer.concat(pixels), { maxOutputLength: size });
    // Each row begins with one of five filters.
    return inflated.length === size && inflated.every((byte, at) => at % rowBytes !== 0 || byte <= 4);
  } catch {
    return false;
  }
}

/**
 * Keeps that a payee has received a payout, with the drawing as a document of the claim. Again by the same name it changes
 * nothing. Throws 409 `payout_signed` where somebody else signed, 409 for a payout that was corrected, 422 for a drawing
 * that is none, or one document too many.
 */
export async function signPayout(
  asked: ClaimAsked,
  payoutId: string,
  { name, png }: SignatureForm,
  keys: () => FileKeys,
): Promise<ClaimRecord> {
  const { claim, author, now } = asked;
  const isSigned = (one: ClaimRecord) => payoutOf(one, payoutId).signed?.name === name;
  if (isSigned(claim)) return claim;
  const added =
    png &&
    newDocument(
      asked,
      { kind: 'receipt', fileName: 'Signature.png', type: 'image/png', bytes: readDrawing(png) },
      keys(),
    );
  try {
    return await changeClaim(asked, { action: 'pay' }, async (current, session) => {
      const payout = payoutOf(current, payoutId);
      if (payout.state === 'corrected')
        throw conflict('payout_corrected', 'This payout was taken back: it cannot be signed for.');
      if (payout.signed)
        throw conflict('payout_signed', `${payout.signed.name} has signed for this already.`);
      if (added && current.documents.length >= DOCUMENTS_MAX) throw invalid([TOO_MANY]);
      const documents = added && (await keepDocument(current, added, now, session));
      const signed = {
        ...{ name, by: personOf(author), at: now },
        documentId: added ? added.document.documentId : null,
      };
      return {
        set: { ...withPayout(current, { ...payout, signed }), ...(documents && { documents }) },
        entry: entryOf('claim.payout_signed', payout),
      };
    });
  } catch (error) {
    // By the same name at the same time.
    const other = await readClaim(claim._id);
    if (!other || !isSigned(other)) throw error;
    return other;
  }
}

const TOO_MANY = {
  path: 'png',
  message: `This claim has ${DOCUMENTS_MAX} documents, and room for no drawing: clear it, the name and the tick are enough`,
};
