/** QR codes in PDFs. */
import { encode } from 'uqr';
import type { Doc } from './pdf-lines.ts';

export type Code = ReturnType<typeof encode>;

/** A white edge that cameras need, in squares. */
const EDGE = 4;

/** The QR code of an address. */
export const codeOf = (url: string): Code => encode(url, { ecc: 'M', border: EDGE });

/** Draws a QR code with its top left corner at a point, `side` points wide; adjacent dark squares of a row are one rectangle. */
export function drawCode(doc: Doc, { data, size }: Code, x: number, y: number, side: number): void {
  const square = side / size;
  for (const [row, squares] of data.entries())
    for (let from = 0; from < squares.length; from += 1) {
      let to = from;
      while (squares[to]) to += 1;
      if (to > from) doc.rect(x + from * square, y + row * square, (to - from) * square, square);
      from = to;
    }
  doc.fill('#000000');
}
