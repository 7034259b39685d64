/** The receipt of a payout, signed on the phone of the one who pays: a name and a tick, and a drawing where somebody draws one. */
import * as z from 'zod/mini';
import { requiredText } from './free-text.ts';
import { NO_FIELDS } from './problem.ts';

/** The size of a drawing at most, in bytes, and its sides, in pixels. */
export const SIGNATURE_BYTES_MAX = 64 * 1024;
export const SIGNATURE_SIDES_MAX = { width: 1200, height: 600 };

/** `POST /v2/claims/{id}/payouts/{payoutId}/signature`; `png` is the drawing in base64, and may be missing. */
export const SignatureForm = z.object(
  {
    name: requiredText('Enter who has received it', { min: 2, max: 100 }),
    received: z.literal(true, 'Tick that it was received'),
    png: z.optional(
      z.nullable(
        z.string('png is a text').check(
          z.maxLength(Math.ceil(SIGNATURE_BYTES_MAX / 3) * 4, {
            error: 'This drawing is too large',
            abort: true,
          }),
          // As every PNG begins.
          z.regex(/^iVBORw0KGgo[A-Za-z\d+/]+={0,2}$/, 'png is a PNG in base64'),
        ),
      ),
    ),
  },
  NO_FIELDS,
);
export type SignatureForm = z.infer<typeof SignatureForm>;

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const [IHDR, IDAT, IEND] = [0x49_48_44_52, 0x49_44_41_54, 0x49_45_4e_44];

/** A drawing: the PNG without anything but its pixels, these compressed, and how many bytes and rows they are. */
export type Drawing = { png: Uint8Array[]; pixels: Uint8Array[]; rowBytes: number; rows: number };

/** A drawing as a browser makes it, from a PNG that is whole; undefined for any other picture. Nothing is decoded. */
export function drawingOf(bytes: Uint8Array): Drawing | undefined {
  const data = view(bytes);
  const [width, height] = [data.getUint32(16), data.getUint32(20)];
  // 8 bits a channel, with or without alpha, not interlaced.
  const channels = { 2: 3, 6: 4 }[data.getUint8(25)];
  const isPlain = data.getUint32(8) === 13 && data.getUint8(24) === 8 && data.getUint8(28) === 0;
  const { width: widest, height: highest } = SIGNATURE_SIDES_MAX;
  if (!channels || !isPlain || width > widest || height > highest) return undefined;
  const png = [bytes.subarray(0, 8)];
  const pixels: Uint8Array[] = [];
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + data.getUint32(at);
    const name = data.getUint32(at + 4);
    if (name === IDAT) pixels.push(bytes.subarray(at + 8, end - 4));
    if (name === IDAT || name === IHDR || name === IEND) png.push(bytes.subarray(at, end));
    at = end;
  }
  return { png, pixels, rowBytes: width * channels + 1, rows: height };
}
