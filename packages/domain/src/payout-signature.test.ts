import { expect, it } from 'vitest';
import { drawingOf, SignatureForm } from './payout-signature.ts';

const chunk = (name: string, data: readonly number[]) => [
  ...[0, 0, data.length >> 8, data.length & 0xff],
  ...[...name].map((letter) => letter.charCodeAt(0)),
  ...[...data, 0, 0, 0, 0],
];
const png = ({ width = 2, height = 3, depth = 8, colors = 6, interlaced = 0 } = {}) =>
  Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10],
    ...chunk(
      'IHDR',
      [0, 0, width >> 8, width & 0xff, 0, 0, height >> 8, height & 0xff].concat([
        ...[depth, colors, 0, 0, interlaced],
      ]),
    ),
    ...chunk('tEXt', [65, 66]),
    ...chunk('IDAT', [1, 2, 3]),
    ...chunk('IDAT', [4]),
    ...chunk('IEND', []),
  ]);

it('is its pixels alone, with how many there must be', () => {
  const drawing = drawingOf(png());
  expect(drawing).toMatchObject({ rowBytes: 9, rows: 3 });
  expect(drawing?.pixels.map((part) => [...part])).toEqual([[1, 2, 3], [4]]);
  const kept = String.fromCharCode(...(drawing?.png ?? []).flatMap((part) => [...part]));
  expect([kept.includes('IEND'), kept.includes('tEXt')]).toEqual([true, false]);
  expect(drawingOf(png({ colors: 2 }))?.rowBytes).toBe(7);
});

it.each([{ width: 1201 }, { height: 601 }, { depth: 16 }, { colors: 3 }, { interlaced: 1 }])(
  'is none as no browser makes it: %j',
  (wrong) => {
    expect(drawingOf(png(wrong))).toBeUndefined();
  },
);

it('is never without a name and a tick', () => {
  const faults = (form: object) =>
    (SignatureForm.safeParse(form).error?.issues ?? []).map(({ path }) => path[0]);
  expect(faults({ name: 'Ruth', received: true })).toEqual([]);
  expect(faults({ name: '', received: false, png: 'no <base64>' })).toEqual(['name', 'received', 'png']);
});
