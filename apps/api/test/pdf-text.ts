import { inflateSync } from 'node:zlib';

/** What Windows' Latin letters have from 0x80 to 0x9f, where Latin-1 has none. */
const WINDOWS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

const letters = (hex: string) =>
  [...Buffer.from(hex, 'hex')]
    .map((byte) => (byte >= 0x80 && byte <= 0x9f ? (WINDOWS[byte - 0x80] ?? '') : String.fromCharCode(byte)))
    .join('');

/** The text of a PDF of ours, one drawn piece a line: its content streams hold letters as hex, in pieces to kern. */
export function pdfTextOf(pdf: Buffer): string {
  if (pdf.subarray(0, 5).toString('latin1') !== '%PDF-') throw new Error('this is no PDF');
  const streams = pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g);
  const lines: string[] = [];
  for (const [, stream = ''] of streams)
    for (const [, pieces = ''] of inflated(stream).matchAll(/\[((?:<[0-9a-f]*>|[-\d.\s])*)\] TJ/gi))
      lines.push([...pieces.matchAll(/<([0-9a-f]*)>/gi)].map(([, hex = '']) => letters(hex)).join(''));
  return lines.join('\n');
}

function inflated(stream: string): string {
  try {
    return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
  } catch {
    return stream;
  }
}
