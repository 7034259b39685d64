import { describe, expect, it } from 'vitest';
import { processingFee } from './fee.ts';
import { cents, showMoney } from './money.ts';
import {
  organizationOfLine,
  organizationsText,
  cardAmountProblem,
  donationAccount,
  DonationPayRequest,
  isBalanced,
  paidOn,
  paymentFigures,
  receiptNumber,
} from './payment.ts';

const id = (number: number) => number.toString(16).padStart(24, '0');
const line = { donation_id: id(1), amount: 1000, extRef: 'POL-1', isPrimary: true };
const good = {
  payee_member_id: id(9),
  cardData: { token: 'pm_card_visa' },
  donationAmount: 1000,
  processingFee: 61,
  campaign_id: null,
  campaignName: 'Funeral Fund',
  donation_id: -1,
  donations: [line],
};
const issuesOf = (request: unknown) =>
  DonationPayRequest.safeParse(request).error?.issues.map((issue) => [issue.path.join('.'), issue.message]);
const INTEGER = 'Amounts are integer cents';

describe('a pay request', () => {
  it.each([
    [{}, {}],
    [{ cardData: { id: 'pm_1', cardType: 'Visa', last4: '4242', expirationDate: '0429' } }, {}],
    [{ cardData: { id: 'pm_1', cardType: null, last4: null, expirationDate: null } }, {}],
    [{ donation_id: id(1), donations: [] }, {}],
    [{ donations: [{ donation_id: -1, amount: 1 }] }, {}],
    [{ donationAmount: 1, processingFee: 0 }, {}],
    [{ donationAmount: 98_000_000 }, {}],
    [{ donations: Array.from({ length: 100 }, (_, index) => ({ donation_id: id(index), amount: 1 })) }, {}],
    [{ donation_id: undefined }, { donation_id: -1 }],
    [{ donations: undefined }, { donations: [] }],
    [
      { donations: [{ ...line, donation_id: 'ABCDEF'.repeat(4) }] },
      { donations: [{ ...line, donation_id: 'abcdef'.repeat(4) }] },
    ],
  ])('with %j is taken', (change, read) => {
    expect(DonationPayRequest.parse({ ...good, ...change })).toEqual({ ...good, ...change, ...read });
  });

  it('drops unknown fields at every depth', () => {
    const request = {
      ...good,
      isPaid: true,
      cardData: { ...good.cardData, cardNumber: '4242424242424242', CVV: '123' },
      donations: [{ ...line, balance: 0 }],
    };
    expect(DonationPayRequest.parse(request)).toEqual(good);
  });

  it.each([
    [{ donationAmount: -1 }, ['donationAmount', INTEGER]],
    [{ donationAmount: 10.5 }, ['donationAmount', INTEGER]],
    [{ donationAmount: '1000' }, ['donationAmount', INTEGER]],
    [{ donationAmount: null }, ['donationAmount', INTEGER]],
    [{ donationAmount: undefined }, ['donationAmount', INTEGER]],
    [{ donationAmount: Number.NaN }, ['donationAmount', INTEGER]],
    [{ donationAmount: Infinity }, ['donationAmount', INTEGER]],
    [{ donationAmount: 100_000_000 }, ['donationAmount', 'The amount is too large']],
    [{ processingFee: -1 }, ['processingFee', INTEGER]],
    [{ processingFee: 60.5 }, ['processingFee', INTEGER]],
    [{ processingFee: undefined }, ['processingFee', INTEGER]],
    [{ donations: [{ ...line, amount: -1 }] }, ['donations.0.amount', INTEGER]],
    [{ donations: [{ ...line, amount: 0.1 }] }, ['donations.0.amount', INTEGER]],
    [{ donations: [line, { ...line, amount: '1' }] }, ['donations.1.amount', INTEGER]],
    [{ donations: [{ ...line, donation_id: 'x' }] }, ['donations.0.donation_id', 'Not a donation']],
    [
      { donations: [{ ...line, donation_id: 'g'.repeat(24) }] },
      ['donations.0.donation_id', 'Not a donation'],
    ],
    [{ donations: [{ ...line, donation_id: { $gt: '' } }] }, ['donations.0.donation_id', 'Not a donation']],
    [{ donations: [{ ...line, donation_id: undefined }] }, ['donations.0.donation_id', 'Not a donation']],
    [{ donations: [{ ...line, isPrimary: 'yes' }] }, ['donations.0.isPrimary', 'isPrimary is true or false']],
    [{ donations: [{ ...line, extRef: 5 }] }, ['donations.0.extRef', 'extRef is a text of at most 200']],
    [{ donations: [null] }, ['donations.0', 'Not a donation']],
    [{ donations: 'all' }, ['donations', 'donations is a list']],
    [{ donations: null }, ['donations', 'donations is a list']],
    [{ donations: { 0: line, length: 1 } }, ['donations', 'donations is a list']],
    [{ donations: [line, line] }, ['donations', 'A donation is paid once in a payment']],
    [
      {
        donations: [
          { ...line, donation_id: 'a'.repeat(24) },
          { ...line, donation_id: 'A'.repeat(24) },
        ],
      },
      ['donations', 'A donation is paid once in a payment'],
    ],
    [{ donation_id: -2 }, ['donation_id', 'Not a donation']],
    [{ donation_id: null }, ['donation_id', 'Not a donation']],
    [{ donation_id: { $ne: null } }, ['donation_id', 'Not a donation']],
    [{ payee_member_id: 7 }, ['payee_member_id', 'payee_member_id is a text']],
    [{ campaign_id: { $ne: 1 } }, ['campaign_id', 'campaign_id is a text']],
    [{ campaignName: 'n'.repeat(201) }, ['campaignName', 'campaignName is a text of at most 200']],
    [{ cardData: undefined }, ['cardData', 'Choose a card']],
    [{ cardData: 'pm_card_visa' }, ['cardData', 'Choose a card']],
    [{ cardData: {} }, ['cardData.token', 'Choose a card']],
    [{ cardData: { token: '', id: '' } }, ['cardData.token', 'Choose a card']],
    [{ cardData: { token: 'x'.repeat(256) } }, ['cardData.token', 'Choose a card']],
    [{ cardData: { token: 5 } }, ['cardData.token', 'Choose a card']],
    [{ cardData: { id: 'pm_1', last4: '42424' } }, ['cardData.last4', 'last4 is a text of at most 4']],
    [{ cardData: { id: 'pm_1', cardType: 4 } }, ['cardData.cardType', 'cardType is a text of at most 50']],
    [
      { cardData: { id: 'pm_1', expirationDate: 429 } },
      ['cardData.expirationDate', 'expirationDate is a text of at most 7'],
    ],
  ])('with %j says %j', (change, issue) => {
    expect(issuesOf({ ...good, ...change })).toEqual([issue]);
  });

  it('takes at most 100 donations', () => {
    const donations = Array.from({ length: 101 }, (_, index) => ({ donation_id: id(index), amount: 1 }));
    expect(issuesOf({ ...good, donations })).toEqual([['donations', 'At most 100 donations in one payment']]);
  });
});

it.each([
  { lines: [], figures: { amount: 0, processingFee: 0, total: 0 } },
  { lines: [1], figures: { amount: 1, processingFee: 48, total: 49 } },
  // One fee on the sum, not one on each line: 1.2625 + 0.48 is 1.74.
  { lines: [10_000, 100], figures: { amount: 10_100, processingFee: 174, total: 10_274 } },
])('lines of $lines cents are charged as $figures', ({ lines, figures }) => {
  expect(paymentFigures(lines.map((amount) => ({ amount: cents(amount) })))).toEqual(figures);
});

it.each([
  ['1a2b3c4d-5e6f-4a8b-9c0d-1e2f3a4b5c6d', 'K-1A2B-3C4D-5E6F'],
  ['1A2B3C4D-5E6F-4A8B-9C0D-1E2F3A4B5C6D', 'K-1A2B-3C4D-5E6F'],
  ['00000000-0000-4000-8000-000000000001', 'K-0000-0000-0000'],
])('the receipt of payment %s is number %s', (paymentId, number) => {
  expect(receiptNumber(paymentId)).toBe(number);
});

describe('an amount for a card', () => {
  const TOO_LITTLE = 'A card can pay $0.02 or more, before the fee.';
  const LEAVES = 'This would leave $0.01 open, too little for a card to pay later. Please pay $0.01 more.';
  it.each([
    { amount: 0, rests: [2000], problem: undefined, why: 'nothing is another matter' },
    { amount: 1, rests: [], problem: TOO_LITTLE, why: 'with its fee 49 cents' },
    { amount: 2, rests: [0], problem: undefined, why: 'with its fee 50 cents' },
    { amount: 1999, rests: [1], problem: LEAVES, why: 'one cent that no card can pay' },
    { amount: 1998, rests: [2], problem: undefined, why: 'two cents can be paid' },
    { amount: 2000, rests: [0, 4500], problem: undefined, why: 'the first dues whole' },
    { amount: 6499, rests: [0, 1], problem: LEAVES, why: 'one cent on the second dues' },
    {
      amount: 100,
      rests: [1, 1],
      problem: 'This would leave $0.02 open, too little for a card to pay later. Please pay $0.02 more.',
      why: 'one cent on each of two dues',
    },
  ])('$amount that leaves $rests: $why', ({ amount, rests, problem }) => {
    expect(cardAmountProblem(cents(amount), rests.map(cents), showMoney)).toBe(problem);
  });

  it('is taken exactly when its charge reaches the least of the provider, 50 cents', () => {
    for (let amount = 1; amount <= 100; amount += 1)
      expect(cardAmountProblem(cents(amount), [], showMoney) === undefined).toBe(
        amount + processingFee(cents(amount)) >= 50,
      );
  });
});

describe('the ledger', () => {
  const entry = (...postings: [string, number][]) => ({
    postings: postings.map(([account, amount]) => ({ account, amount: cents(amount) })),
  });

  it.each([
    [entry(['card', 1061], ['donation:a', -1000], ['fees', -61]), true],
    [entry(['card', 1061], ['donation:a', -1000], ['fees', -60]), false],
    [entry(['card', 1]), false],
    [entry(['card', -2]), false],
  ])('entry %j is balanced: %s', ({ postings }, expected) => {
    expect(isBalanced(postings)).toBe(expected);
  });

  it.each([
    ['a', 1400, 'two charges less a refund'],
    ['b', 500, 'its part of a charge over several'],
    ['c', 0, 'nothing'],
    ['donation:a', 0, 'an account name is no id'],
  ])('has paid on %s %d cents: %s', (donationId, paid) => {
    const entries = [
      entry(['card', 1561], [donationAccount('a'), -1000], [donationAccount('b'), -500], ['fees', -61]),
      entry(['cash', 600], [donationAccount('a'), -600]),
      entry(['card', -200], [donationAccount('a'), 200]),
    ];
    expect(paidOn(donationId, entries)).toBe(paid);
  });
});

it.each([
  [['Grace'], 'Grace', [undefined]],
  [['Grace', 'Grace'], 'Grace', [undefined, undefined]],
  [['Grace', 'Hope', 'Grace'], 'Grace and Hope', ['Grace', 'Hope', 'Grace']],
  [['Grace', 'Hope', 'Peace'], 'Grace, Hope and Peace', ['Grace', 'Hope', 'Peace']],
])('a payment to %j went to %j and names %j at its lines', (names, together, apart) => {
  const lines = names.map((organizationName) => ({ organizationName }));
  expect(organizationsText(lines)).toBe(together);
  expect(lines.map((each) => organizationOfLine(each, lines))).toEqual(apart);
});
