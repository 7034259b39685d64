import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { cents } from './money.ts';
import {
  cardExpiryYears,
  formatTypedCardNumber,
  fullYear,
  OlderCardForm,
  olderPaymentLines,
  OlderPayRequest,
  testNumberProblem,
  TYPED_CARD_NUMBER_MAX,
} from './older-payment.ts';

const card = { cardNumber: '4242 4242 4242 4242', expMonth: 4, expYear: '29', CVV: '123' };
const good = { memberId: 'M-000001', orderTotal: 1561, processingFee: 61, cardholderName: 'Ana Lima', card };

describe('a request of the older screen', () => {
  it('takes numbers and texts, and the spaces of a card number', () => {
    const request = z.parse(OlderPayRequest, { ...good, employee: { any: 'thing' } });
    expect(request.card).toEqual({
      cardNumber: '4242424242424242',
      expMonth: '4',
      expYear: '29',
      CVV: '123',
    });
    expect(request).toMatchObject({ orderTotal: 1561, lineItems: [] });
    expect(request).not.toHaveProperty('employee');
  });

  it.each<[object, string, string]>([
    [{ cardholderName: 'A' }, 'cardholderName', 'cardholderName name is required'],
    [{ cardholderName: 'Ana L.' }, 'cardholderName', 'cardholderName name is required'],
    [{ cardholderName: undefined }, 'cardholderName', 'cardholderName name is required'],
    [{ card: { ...card, cardNumber: '424242424' } }, 'card.cardNumber', 'Invalid card number'],
    [{ card: { ...card, cardNumber: '4'.repeat(17) } }, 'card.cardNumber', 'Invalid card number'],
    [{ card: { ...card, cardNumber: '4242x42424242' } }, 'card.cardNumber', 'Invalid card number'],
    [{ card: undefined }, 'card', 'Invalid card number'],
    [{ card: { ...card, expMonth: 13 } }, 'card.expMonth', 'Select the month'],
    [{ card: { ...card, expYear: null } }, 'card.expYear', 'Select the year'],
    [{ card: { ...card, CVV: '12' } }, 'card.CVV', 'Invalid CVV'],
    [{ card: { ...card, CVV: '123456' } }, 'card.CVV', 'Invalid CVV'],
    [{ orderTotal: 15.61 }, 'orderTotal', 'Amounts are integer cents'],
    [{ lineItems: [{ name: 'x', price: -1 }] }, 'lineItems.0.price', 'Amounts are integer cents'],
    [{ lineItems: [{ price: 1 }] }, 'lineItems.0.name', 'name is a text of at most 200'],
    [{ memberName: 'x'.repeat(201) }, 'memberName', 'memberName is a text of at most 200'],
    [{ memberId: '' }, 'memberId', 'memberId is required'],
  ])('with %j is refused', (change, path, message) => {
    const { error } = z.safeParse(OlderPayRequest, { ...good, ...change });
    expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, message]]);
  });

  it('takes the same card in its form', () => {
    const form = {
      cardholderName: 'José Ñu',
      cardNumber: '4242 4242 4242 4242',
      expMM: '04',
      expYY: '2029',
      CCV: '1234',
    };
    expect(z.parse(OlderCardForm, form)).toEqual({ ...form, cardNumber: '4242424242424242' });
  });
});

describe('a typed card number', () => {
  it.each([
    ['', ''],
    ['4242', '4242'],
    ['42424', '4242 4'],
    ['4242-4242 4242x4242', '4242 4242 4242 4242'],
    ['42424242424242424242', '4242 4242 4242 4242'],
  ])('%j becomes %j', (text, shown) => {
    expect(formatTypedCardNumber(text)).toBe(shown);
  });

  it('is as long as a field for it, once it is whole', () => {
    expect(formatTypedCardNumber('4242424242424242')).toHaveLength(TYPED_CARD_NUMBER_MAX);
  });
});

describe('which dues are paid', () => {
  const dues = [
    { _id: 'a', externalRef: 'INV-1', balance: cents(1000) },
    { _id: 'b', externalRef: 'INV-2', balance: cents(500) },
    { _id: 'c', externalRef: null, balance: cents(200) },
  ];
  const item = (name: string, price: number) => ({ name, price: cents(price) });
  const everything = ['a:1000', 'b:500', 'c:200'];
  it.each<[object[], string[] | undefined, (string | null)?]>([
    [[], everything],
    [[], ['b:500'], 'INV-2'],
    [[item('Funeral Fund', 300)], ['b:300'], 'INV-2'],
    [[item('Ruth', 300), item('Daniel', 200)], ['b:500'], 'INV-2'],
    [[item('INV-1', 1000)], ['a:1000'], 'INV-2'],
    [[item('Dues', 1700)], everything, 'Multiple'],
    [[item('Dues', 1700)], everything, ''],
    [[item('Dues', 500)], undefined, 'INV-9'],
    [[], undefined, 'INV-9'],
    [[item('INV-2', 500)], ['b:500']],
    [
      [item(' INV-2 ', 100), item('INV-1', 1000)],
      ['b:100', 'a:1000'],
    ],
    [[item('INV-2', 500), item('INV-2', 500)], everything],
    [[item('INV-1', 1000), item('Funeral Fund', 700)], everything],
    [[item('Dues', 1700)], everything],
  ])('%j pays %j, under the reference %j', (items, lines, externalRef = null) => {
    const request = z.parse(OlderPayRequest, { ...good, lineItems: items, externalRef });
    const paid = olderPaymentLines(request, dues);
    expect(paid?.map((line) => `${line.donation_id}:${line.amount}`)).toEqual(lines);
  });
});

describe('a test number', () => {
  const published = ['4242424242424242', '378282246310005'];
  it.each([
    ['4242424242424242', null],
    ['378282246310005', null],
    ['4242424242424241', 'last4'],
    ['42424242424', 'last4'],
    ['4111111111111111', 'first6'],
  ])('%s: %s', (number, problem) => {
    expect(testNumberProblem(number, published)).toBe(problem);
  });
});

describe('expiry years', () => {
  it('are this one and the eleven after it', () => {
    const years = cardExpiryYears('2026-06-15');
    expect([years.length, years[0], years.at(-1)]).toEqual([12, 2026, 2037]);
  });
  it('of two digits are of this century', () => {
    expect([fullYear('29'), fullYear('2031')]).toEqual([2029, 2031]);
  });
});
