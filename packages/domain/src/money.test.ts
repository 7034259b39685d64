import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cents,
  centsFromDollars,
  centsFromText,
  dollarsFromCents,
  plainMoney,
  IntegerCents,
  showMoney,
  sumCents,
  WireCents,
  WireMoney,
} from './money.ts';

// Every amount whose dollars a JSON number can hold to the cent.
const anyCents = fc.integer({ min: -1e15, max: 1e15 }).map(cents);

describe('cents', () => {
  it.each([0.5, 1e-7, Number.NaN, Infinity, -Infinity, 2 ** 53])('refuses %s', (value) => {
    expect(() => cents(value)).toThrow(RangeError);
  });

  it('knows no negative zero', () => {
    expect(Object.is(cents(-0), 0)).toBe(true);
  });

  it('refuses a sum that leaves the safe integers', () => {
    expect(() => sumCents([cents(Number.MAX_SAFE_INTEGER), cents(1)])).toThrow(RangeError);
  });

  it.each([
    { amounts: [], sum: 0 },
    { amounts: [10, 20], sum: 30 },
    { amounts: [5, -5], sum: 0 },
  ])('$amounts add up to $sum', ({ amounts, sum }) => {
    expect(sumCents(amounts.map(cents))).toBe(sum);
  });
});

describe('money text', () => {
  it.each([
    ['0', 0],
    ['12', 1200],
    ['12.5', 1250],
    ['12.05', 1205],
    ['0.01', 1],
    ['0.29', 29],
    ['1.10', 110],
    ['4.35', 435],
    ['1,234.56', 123_456],
    ['$1,234.56', 123_456],
    ['1,234,567', 123_456_700],
    [' $5 ', 500],
    ['-5.25', -525],
    ['-$5.25', -525],
    ['-0', 0],
    ['007', 700],
    ['90071992547409.91', Number.MAX_SAFE_INTEGER],
  ])('%j is %d cents', (text, amount) => {
    expect(centsFromText(text)).toBe(amount);
  });

  it.each([
    ...['', ' ', '.', '.5', '5.', '1.234', '12,34', '1,2345', ',123', '1e3', '0x10', '--5', '+5', '$-5', '$'],
    ...[
      '5 $',
      '1 000',
      '1.000,00',
      'NaN',
      'Infinity',
      'five',
      '５',
      '1.5.5',
      '90071992547409.92',
      '9'.repeat(400),
    ],
  ])('%j is not an amount', (text) => {
    expect(centsFromText(text)).toBeUndefined();
  });

  it.each([
    [0, '0.00', '$0.00'],
    [1, '0.01', '$0.01'],
    [10, '0.10', '$0.10'],
    [100, '1.00', '$1.00'],
    [99_999, '999.99', '$999.99'],
    [100_000, '1000.00', '$1,000.00'],
    [123_456_789, '1234567.89', '$1,234,567.89'],
    [-1, '-0.01', '-$0.01'],
    [-123_456, '-1234.56', '-$1,234.56'],
  ])('%d cents read %s and %s', (amount, plain, shown) => {
    expect(plainMoney(cents(amount))).toBe(plain);
    expect(showMoney(cents(amount))).toBe(shown);
  });

  it.each([
    ['usd', '$5.00'],
    ['USD', '$5.00'],
    ['eur', '€5.00'],
    ['gbp', '£5.00'],
    ['cad', 'CA$5.00'],
    ['aud', 'A$5.00'],
    ['chf', 'CHF 5.00'],
  ])('shows %s as %s', (currency, shown) => {
    expect(showMoney(cents(500), currency)).toBe(shown);
  });

  it('comes back as it was printed, for every amount', () => {
    fc.assert(
      fc.property(anyCents, (amount) => {
        expect(centsFromText(plainMoney(amount))).toBe(amount);
        expect(centsFromText(showMoney(amount))).toBe(amount);
      }),
    );
  });

  it('is either refused or read exactly, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('0123456789.,-$ ')) }), (text) => {
        const amount = centsFromText(text);
        if (amount === undefined) return;
        const [whole = '', fraction = ''] = text.replace(/[^\d.]/g, '').split('.');
        expect(BigInt(Math.abs(amount))).toBe(BigInt(whole + fraction.padEnd(2, '0')));
      }),
    );
  });
});

describe('money on the wire', () => {
  it('keeps every amount to the cent through dollars and JSON', () => {
    fc.assert(
      fc.property(anyCents, (amount) => {
        const wire: unknown = JSON.parse(JSON.stringify(dollarsFromCents(amount)));
        expect(WireMoney.parse(wire)).toBe(amount);
        expect(centsFromDollars(dollarsFromCents(amount))).toBe(amount);
      }),
    );
  });

  it.each([
    [0, 0],
    [0.29, 29],
    [1.1, 110],
    [1.15, 115],
    [8.2, 820],
    [-3.5, -350],
  ])('%d dollars are %d cents', (dollars, amount) => {
    expect(WireMoney.parse(dollars)).toBe(amount);
  });

  it.each([0.1 + 0.2, 1.005, 1e-7, 1e21])('%d has more than two decimals, or is no amount', (dollars) => {
    expect(WireMoney.safeParse(dollars).error?.issues[0]?.message).toBe('An amount has at most two decimals');
    expect(() => centsFromDollars(dollars)).toThrow(RangeError);
  });

  it.each(['1.00', null, undefined, true, Number.NaN, Infinity])('%s is no number of dollars', (dollars) => {
    expect(WireMoney.safeParse(dollars).error?.issues[0]?.message).toBe('An amount is a number');
  });

  it.each([0, 1, 98_000_000])('%d is an amount in cents', (amount) => {
    expect(WireCents.parse(amount)).toBe(amount);
  });

  it.each([-1, 0.5, 48.0125, Number.NaN, Infinity, '100', null, undefined, true, [1], {}])(
    '%s is not an amount in cents',
    (amount) => {
      expect(WireCents.safeParse(amount).error?.issues[0]?.message).toBe('Amounts are integer cents');
    },
  );

  it('may be larger, or below zero, where it is not asked for', () => {
    for (const amount of [-1, 0, 99_225_048]) expect(IntegerCents.parse(amount)).toBe(amount);
    for (const amount of [0.5, 2 ** 53, '1', null])
      expect(IntegerCents.safeParse(amount).error?.issues[0]?.message).toBe('Amounts are integer cents');
  });

  it('takes at most what one charge can be', () => {
    expect(WireCents.safeParse(100_000_000).error?.issues[0]?.message).toBe('The amount is too large');
  });
});
