/** Which files a claim takes, recognized by their bytes alone (docs/decisions/054). Nothing in it is decoded. */
import * as z from 'zod/mini';
import { DOCUMENT_KINDS } from './claim.ts';
import { requestText, withoutUnseen } from './free-text.ts';
import { filterField } from './pagination.ts';
import { NO_FIELDS } from './problem.ts';

/** The maximum size of a document, in bytes. */
export const DOCUMENT_BYTES_MAX = 10 * 1024 * 1024;
/** The maximum number of documents of a claim. */
export const DOCUMENTS_MAX = 30;
/** A browser that shows a larger picture may run out of memory. */
const PIXELS_MAX = 100_000_000;
const NAME_MAX = 100;

/** `POST /v2/claims/{id}/documents`, with the file as the body. */
export const DocumentQuery = z.object(
  {
    /** Missing: other. */
    kind: filterField(z.enum(DOCUMENT_KINDS), 'kind is certificate, invoice, receipt or other'),
    file_name: filterField(requestText('file_name'), 'file_name is a text of at most 200'),
  },
  NO_FIELDS,
);

/** The file name of a document as it is listed: without folders and characters that nobody sees. */
export function documentName(given: string): string {
  const last =
    withoutUnseen(given)
      .replaceAll(/\p{Cc}/gu, ' ')
      .split(/[\\/]/)
      .at(-1) ?? '';
  return last.trim().slice(0, NAME_MAX) || 'Document';
}

export const DOCUMENT_TYPES = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
} as const;
export type DocumentType = keyof typeof DOCUMENT_TYPES;

/** What a file is: its type and where it ends, or why it is not taken, in a sentence. */
export type DocumentFile = { type: DocumentType; end: number } | { fault: string };

const NOT_WHOLE = { fault: 'This file is not whole. Choose it again, or take another photo.' };
const OTHER = { fault: 'Choose a photo (JPEG or PNG) or a PDF.' };
const HEIC = { fault: 'This photo is in the format HEIC. Send it as JPEG, or take a picture of the screen.' };
const TOO_LARGE = { fault: 'This picture has too many pixels. Take a smaller one.' };

const textAt = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length));
const short = (bytes: Uint8Array, at: number) => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
const long = (bytes: Uint8Array, at: number) => short(bytes, at) * 65_536 + short(bytes, at + 2);

/** What a file is, by its first bytes and its parts; what follows the end of a picture does not belong to it. */
export function documentFile(bytes: Uint8Array): DocumentFile {
  if (short(bytes, 0) === 0xff_d8 && bytes[2] === 0xff) return jpeg(bytes);
  if (textAt(bytes, 0, 8) === '\u0089PNG\r\n\u001a\n') return png(bytes);
  if (/^%PDF-[12]\.\d/.test(textAt(bytes, 0, 8))) return pdf(bytes);
  return /^ftyp(hei|hev|mif)/.test(textAt(bytes, 4, 7)) ? HEIC : OTHER;
}

const picture = (type: DocumentType, end: number, pixels: number): DocumentFile =>
  pixels > PIXELS_MAX ? TOO_LARGE : { type, end };

/** Whether a mark interrupts compressed data; FF 00 is a byte of it, and D0 to D7 divide it. */
function isMark(bytes: Uint8Array, at: number): boolean {
  const next = bytes[at + 1] ?? 0;
  return bytes[at] === 0xff && next !== 0 && (next < 0xd0 || next > 0xd7);
}

/** Walks the segments of a JPEG up to its end mark; compressed data between them is skipped, not decoded. */
function jpeg(bytes: Uint8Array): DocumentFile {
  let at = 2;
  let pixels = 0;
  let hasScan = false;
  while (at + 1 < bytes.length) {
    const mark = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || mark === 0) return NOT_WHOLE;
    if (mark === 0xff) at += 1;
    else if (mark === 0xd9) return hasScan && pixels > 0 ? picture('image/jpeg', at + 2, pixels) : NOT_WHOLE;
    else {
      // The frame: all of C0 to CF but tables (C4, CC) and an extension (C8).
      if (mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark))
        pixels = short(bytes, at + 5) * short(bytes, at + 7);
      const length = short(bytes, at + 2);
      if (length < 2) return NOT_WHOLE;
      at += 2 + length;
      if (mark !== 0xda) continue;
      hasScan = true;
      while (at < bytes.length && !isMark(bytes, at)) at += 1;
    }
  }
  return NOT_WHOLE;
}

// The names of chunks as numbers: there may be a million of them.
const [IHDR, IDAT, IEND] = [0x49_48_44_52, 0x49_44_41_54, 0x49_45_4e_44];

/** Walks the chunks of a PNG up to its end. */
function png(bytes: Uint8Array): DocumentFile {
  let hasData = false;
  for (let at = 8; at + 12 <= bytes.length; at += 12 + long(bytes, at)) {
    const name = long(bytes, at + 4);
    if ((name === IHDR) !== (at === 8)) return NOT_WHOLE;
    hasData ||= name === IDAT;
    if (name !== IEND) continue;
    const pixels = long(bytes, 16) * long(bytes, 20);
    return hasData && pixels > 0 ? picture('image/png', at + 12, pixels) : NOT_WHOLE;
  }
  return NOT_WHOLE;
}

/** A PDF has its end mark within its last kilobyte. */
function pdf(bytes: Uint8Array): DocumentFile {
  const tail = textAt(bytes, Math.max(0, bytes.length - 1_024), 1_024);
  return tail.includes('%%EOF') ? { type: 'application/pdf', end: bytes.length } : NOT_WHOLE;
}
