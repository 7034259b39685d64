import { inflateSync } from 'node:zlib';

/** The characters of Windows-1252 from 0x80 to 0x9f, where Latin-1 has none. */
const WINDOWS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** The letters of a standard font: one byte each. */
const standardLetters = (hex: string) =>
  [...Buffer.from(hex, 'hex')]
    .map((byte) => (byte >= 0x80 && byte <= 0x9f ? (WINDOWS[byte - 0x80] ?? '') : String.fromCharCode(byte)))
    .join('');

/** The text of a PDF of ours, one drawn piece per line: its content streams hold letters as hex, in pieces for kerning. */
export function pdfTextOf(pdf: Buffer): string {
  if (pdf.subarray(0, 5).toString('latin1') !== '%PDF-') throw new Error('this is no PDF');
  const source = pdf.toString('latin1');
  const objects = new Map(
    [...source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => [id, body]),
  );
  const fonts = new Map<string, (hex: string) => string>();
  for (const [, name = '', id = ''] of source.matchAll(/\/(F\d+) (\d+) 0 R/g))
    fonts.set(name, lettersOf(objects.get(id) ?? '', objects));
  const lines: string[] = [];
  for (const body of objects.values()) {
    let letters = standardLetters;
    for (const [, font, pieces] of streamOf(body).matchAll(
      /\/(F\d+) [\d.]+ Tf|\[((?:<[0-9a-f]*>|[-\d.\s])*)\] TJ/gi,
    ))
      if (font) letters = fonts.get(font) ?? standardLetters;
      else
        lines.push(
          [...(pieces ?? '').matchAll(/<([0-9a-f]*)>/gi)].map(([, hex = '']) => letters(hex)).join(''),
        );
  }
  return lines.join('\n');
}

/** How the codes of a font are read: an embedded font has its own numbers, and a map to characters. */
function lettersOf(font: string, objects: ReadonlyMap<string, string>): (hex: string) => string {
  const mapId = /\/ToUnicode (\d+) 0 R/.exec(font)?.[1];
  if (!mapId) return standardLetters;
  const meanings = new Map<number, string>();
  const ranges = streamOf(objects.get(mapId) ?? '').matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi);
  for (const [, first = '', list = ''] of ranges)
    for (const [index, [, hex = '']] of [...list.matchAll(/<([0-9a-f\s]*)>/gi)].entries())
      meanings.set(
        parseInt(first, 16) + index,
        Buffer.from(hex.replace(/\s/g, ''), 'hex').swap16().toString('utf16le'),
      );
  return (hex) =>
    (hex.match(/.{4}/g) ?? []).map((code) => meanings.get(parseInt(code, 16)) ?? '\ufffd').join('');
}

/** The stream of an object, decompressed if needed; empty when it has none. Its last byte may be a line break. */
function streamOf(body: string): string {
  const begin = /stream\r?\n/.exec(body);
  if (!begin) return '';
  const start = begin.index + begin[0].length;
  const stream = body.slice(start, start + Number(/\/Length (\d+)/.exec(body)?.[1]));
  try {
    return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
  } catch {
    return stream;
  }
}
