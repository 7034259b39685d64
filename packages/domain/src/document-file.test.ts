/** Files that claim to be documents: each is recognized by its bytes, or not taken. */
import { crc32, deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { DOCUMENT_BYTES_MAX, documentFile, documentName } from './document-file.ts';

const bytes = (...parts: (string | number[] | Uint8Array)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
const segment = (mark: number, content: number[]) => [
  ...[0xff, mark, (content.length + 2) >> 8, (content.length + 2) & 0xff],
  ...content,
];
const frame = (width: number, height: number) =>
  segment(0xc0, [8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0]);
const scan = [...segment(0xda, [1, 1, 0, 0, 63, 0]), 0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56];
const END = [0xff, 0xd9];
const jpeg = (width = 800, height = 600, before: number[] = []) =>
  bytes([0xff, 0xd8, ...before, ...frame(width, height), ...scan, ...END]);
/** A photo with a small one within it, whose end is not its own. */
const thumbnail = segment(0xe1, [...Buffer.from('Exif\0\0'), 0xff, 0xd8, ...END, 0, 0]);

function chunk(name: string, content: Uint8Array = new Uint8Array()) {
  const body = bytes(name, content);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return bytes(size, body, sum);
}
function header(width: number, height: number) {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width, 0);
  content.writeUInt32BE(height, 4);
  content[8] = 1;
  return chunk('IHDR', content);
}
const PNG = '\u0089PNG\r\n\u001a\n';
const data = chunk('IDAT', deflateSync(Buffer.alloc(100)));
const png = (width = 10, height = 10, ...more: Uint8Array[]) =>
  bytes(PNG, header(width, height), ...more, data, chunk('IEND'));
const pdf = (content: string) => bytes('%PDF-1.7\n', content, '\nstartxref\n0\n%%EOF\n');
const HTML = '<!doctype html><script>alert(1)</script>';

it.each<[string, Buffer, string, number?]>([
  ['a photo', jpeg(), 'image/jpeg'],
  ['a photo with a preview', jpeg(800, 600, thumbnail), 'image/jpeg'],
  [
    'a photo with a film behind it, as phones store it',
    bytes(jpeg(), 'ftypmp42 film'),
    'image/jpeg',
    jpeg().length,
  ],
  ['a scanned picture', png(), 'image/png'],
  ['a PDF', pdf('1 0 obj'), 'application/pdf'],
  // Hostile: taken for what they are, or cut off where the picture ends. Nothing in them is decoded or run here.
  ['a page behind a photo', bytes(jpeg(), HTML), 'image/jpeg', jpeg().length],
  ['an archive behind a picture', bytes(png(), 'PK\u0003\u0004'), 'image/png', png().length],
  ['a script in a comment of a photo', jpeg(8, 8, segment(0xfe, [...Buffer.from(HTML)])), 'image/jpeg'],
  [
    'a text that unpacks to much',
    png(1, 1, chunk('zTXt', deflateSync(Buffer.alloc(5_000_000)))),
    'image/png',
  ],
  ['a PDF of 10,000 pages', pdf('<</Type/Page>>\n'.repeat(10_000)), 'application/pdf'],
  [
    'a PDF that unpacks to much',
    pdf(deflateSync(Buffer.alloc(5_000_000)).toString('latin1')),
    'application/pdf',
  ],
  [
    'a PDF with a script, which only who saves it could open',
    pdf('/OpenAction<</S/JavaScript>>'),
    'application/pdf',
  ],
])('%s is taken', (_what, file, type, end = file.length) => {
  expect(documentFile(file)).toEqual({ type, end });
});

const [whole, pixels, other] = [/not whole/, /too many pixels/, /^Choose a photo/];
it.each<[string, Buffer, RegExp]>([
  ['nothing', bytes(), other],
  ['an SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), other],
  ['a page called a PDF', bytes(HTML), other],
  ['a page before a PDF', bytes(HTML, pdf('')), other],
  ['a page in the signature of a PDF', bytes('%PDF-', HTML), other],
  ['a GIF', bytes('GIF89a'), other],
  ['a program', bytes('MZ\u0090\0'), other],
  ['an archive', bytes('PK\u0003\u0004'), other],
  ['a photo of an iPhone', bytes('\0\0\0\u0018ftypheic\0\0\0\0'), /HEIC/],
  ['half a photo', jpeg().subarray(0, -6), whole],
  ['the head of a photo', jpeg().subarray(0, 4), whole],
  ['a photo without a picture', bytes([0xff, 0xd8, ...END]), whole],
  ['a segment of no length', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 0], jpeg()), whole],
  [
    'segments that do not follow each other',
    bytes([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff], HTML.repeat(3_000)),
    whole,
  ],
  ['fill bytes without end', bytes([0xff, 0xd8], Buffer.alloc(DOCUMENT_BYTES_MAX, 0xff)), whole],
  ['a photo of 65,500 pixels a side', jpeg(65_500, 65_500), pixels],
  ['half a picture', png().subarray(0, -12), whole],
  ['a chunk longer than the file', bytes(PNG, header(1, 1), [0xff, 0xff, 0xff, 0xff], 'IDAT', data), whole],
  ['chunks of no length without end', bytes(PNG, header(1, 1), Buffer.alloc(DOCUMENT_BYTES_MAX)), whole],
  ['a picture without data', bytes(PNG, header(1, 1), chunk('IEND')), whole],
  ['a picture of two sizes', png(1, 1, header(9, 9)), whole],
  ['a picture of 100,000 pixels a side', png(100_000, 100_000), pixels],
  ['half a PDF', pdf('x').subarray(0, 12), whole],
])('%s is not taken', (_what, file, why) => {
  const started = performance.now();
  expect(documentFile(file)).toEqual({ fault: expect.stringMatching(why) });
  expect(performance.now() - started).toBeLessThan(500);
});

it.each([
  ['certificate.pdf', 'certificate.pdf'],
  ['../../etc/passwd', 'passwd'],
  [String.raw`C:\Users\anna\scan.png`, 'scan.png'],
  ['bill\r\nSet-Cookie: a=b', 'bill  Set-Cookie: a=b'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['a'.repeat(300), 'a'.repeat(100)],
  [' \u200B/ ', 'Document'],
])('the name %j is listed as %j', (given, shown) => {
  expect(documentName(given)).toBe(shown);
});
