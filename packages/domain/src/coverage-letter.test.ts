import { describe, expect, it } from 'vitest';
import { letterNumber, parseLetterNumber } from './coverage-letter.ts';

const BYTES = Uint8Array.from([7, 19, 3, 20, 9, 23, 29, 2, 4, 13, 26, 24]);

describe('a letter number', () => {
  it('has three groups of four signs, of 5 bits each', () => {
    expect(letterNumber(BYTES)).toBe('C-7K3M-9QX2-4DTR');
    expect(letterNumber(BYTES.map((byte) => byte + 224))).toBe('C-7K3M-9QX2-4DTR');
  });

  it.each([
    ['C-7K3M-9QX2-4DTR', 'C-7K3M-9QX2-4DTR'],
    [' c 7k3m 9qx2 4dtr ', 'C-7K3M-9QX2-4DTR'],
    ['7K3M9QX24DTR', 'C-7K3M-9QX2-4DTR'],
    ['C–7K3M–9QX2–4DTR', 'C-7K3M-9QX2-4DTR'],
    // Letters that look like digits.
    ['C-OK3M-IQX2-LDTR', 'C-0K3M-1QX2-1DTR'],
    // A number that begins with the letter of all numbers.
    ['CK3M-9QX2-4DTR', 'C-CK3M-9QX2-4DTR'],
    ['C-CK3M-9QX2-4DTR', 'C-CK3M-9QX2-4DTR'],
    ['', undefined],
    ['C-7K3M-9QX2-4DT', undefined],
    ['C-7K3M-9QX2-4DTRR', undefined],
    ['X-7K3M-9QX2-4DTR', undefined],
    ['C-7K3M-9QX2-4DTU', undefined],
    ['K-1A2B-3C4D-5E6F', undefined],
    ['C-7K3M-9QX2-4DT💐', undefined],
  ])('typed as "%s" is %s', (typed, number) => {
    expect(parseLetterNumber(typed)).toBe(number);
  });
});
