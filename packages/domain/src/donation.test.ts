import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accountSummary,
  allocateOldestFirst,
  Balance,
  Donation,
  isGift,
  isPaused,
  lateBalance,
  owedOf,
  payableBalance,
  totalBalance,
  type Owed,
} from './donation.ts';
import { cents } from './money.ts';

const now = new Date('2026-11-21T09:00:00.000Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const runs = {
  active: { isActive: true, endDt: at(1) },
  paused: { isActive: false, endDt: at(1) },
  ended: { isActive: true, endDt: at(0) },
  'ended while paused': { isActive: false, endDt: at(-1) },
};
const owed = (due: number, paid: number, run: Owed['run'] = runs.active): Owed => ({
  minAmountDue: cents(due),
  paymentsTotal: cents(paid),
  run,
});

describe('a gift', () => {
  it.each([
    [0, 1, true],
    [0, 0, false],
    [1000, 0, false],
    [1000, 1000, false],
  ])('of dues of %i with %i paid: %s', (minAmountDue, paymentsTotal, expected) => {
    expect(isGift({ minAmountDue, paymentsTotal })).toBe(expected);
  });
});

describe('what is owed', () => {
  it.each([
    ['active', 1000, 0, { total: 1000, payable: 1000, late: 0 }],
    ['active', 1000, 999, { total: 1, payable: 1, late: 0 }],
    ['active', 1000, 1000, { total: 0, payable: 0, late: 0 }],
    ['active', 1000, 1001, { total: 0, payable: 0, late: 0 }],
    ['active', 0, 0, { total: 0, payable: 0, late: 0 }],
    ['paused', 1000, 400, { total: 600, payable: 0, late: 0, paused: true }],
    ['paused', 1000, 1000, { total: 0, payable: 0, late: 0 }],
    ['ended', 1000, 400, { total: 600, payable: 600, late: 600 }],
    ['ended', 1000, 1000, { total: 0, payable: 0, late: 0 }],
    ['ended while paused', 1000, 400, { total: 600, payable: 600, late: 600 }],
  ] as const)('in a run that is %s, of %d with %d paid, is %j', (run, due, paid, expected) => {
    const donation = owed(due, paid, runs[run]);
    expect({
      total: totalBalance(donation),
      payable: payableBalance(donation, now),
      late: lateBalance(donation, now),
      paused: isPaused(donation, now),
    }).toEqual({ paused: false, ...expected });
  });
});

describe('the account summary', () => {
  it('of nothing is nothing', () => {
    expect(accountSummary([], now)).toEqual({
      totalPaymentDue: 0,
      previousLateCharges: 0,
      lastPaymentReceived: 0,
      nextPaymentDue: null,
    });
  });

  it('adds active and ended dues, leaves paused ones out, and counts every payment', () => {
    const donations = [
      owed(1000, 300, runs.active),
      owed(2000, 500, runs.ended),
      owed(4000, 100, runs.paused),
      owed(8000, 8000, runs.active),
    ];
    expect(accountSummary(donations, now)).toEqual({
      totalPaymentDue: 700 + 1500,
      previousLateCharges: 1500,
      lastPaymentReceived: 300 + 500 + 100 + 8000,
      nextPaymentDue: runs.active.endDt,
    });
  });

  const day = 86_400_000;
  it.each([
    {
      name: 'the earliest end',
      ends: [
        [5, 0, true],
        [3, 0, true],
        [4, 0, true],
      ],
      next: 3,
    },
    {
      name: 'not that of a paid one',
      ends: [
        [5, 0, true],
        [3, 1000, true],
      ],
      next: 5,
    },
    {
      name: 'not that of a paused one',
      ends: [
        [5, 0, true],
        [3, 0, false],
      ],
      next: 5,
    },
    {
      name: 'not that of an ended one',
      ends: [
        [5, 0, true],
        [0, 0, true],
        [-1, 0, true],
      ],
      next: 5,
    },
    { name: 'none when only ended dues are open', ends: [[-1, 0, true]], next: null },
  ] as const)('shows as next payment due $name', ({ ends, next }) => {
    const donations = ends.map(([days, paid, isActive]) =>
      owed(1000, paid, { isActive, endDt: at(days * day) }),
    );
    expect(accountSummary(donations, now).nextPaymentDue).toEqual(next === null ? null : at(next * day));
  });
});

describe('an amount spread over dues', () => {
  const due = (name: string, balance: number, dueDt: string) => ({
    name,
    balance: cents(balance),
    dueDt: new Date(dueDt),
  });
  const dues = [due('new', 300, '2026-03-01'), due('old', 100, '2026-01-01'), due('paid', 0, '2025-01-01')];
  const spread = (amount: number, over = dues) =>
    allocateOldestFirst(over, cents(amount))?.map((line) => [line.due.name, line.amount]);

  it.each([
    [0, []],
    [1, [['old', 1]]],
    [99, [['old', 99]]],
    [100, [['old', 100]]],
    [
      101,
      [
        ['old', 100],
        ['new', 1],
      ],
    ],
    [
      400,
      [
        ['old', 100],
        ['new', 300],
      ],
    ],
    [401, undefined],
    [-1, undefined],
  ])('of %d cents goes to the oldest first: %j', (amount, lines) => {
    expect(spread(amount)).toEqual(lines);
  });

  it('never takes from an overpaid one to give to the next', () => {
    expect(
      spread(150, [due('overpaid', -100, '2026-01-01'), due('open', 100, '2026-02-01')]),
    ).toBeUndefined();
    expect(spread(100, [due('overpaid', -100, '2026-01-01'), due('open', 100, '2026-02-01')])).toEqual([
      ['open', 100],
    ]);
  });

  it('keeps the given order among dues of one instant, and the given list as it is', () => {
    const same = [due('a', 5, '2026-01-01'), due('b', 5, '2026-01-01')];
    expect(spread(6, same)).toEqual([
      ['a', 5],
      ['b', 1],
    ]);
    spread(400);
    expect(dues.map((item) => item.name)).toEqual(['new', 'old', 'paid']);
  });

  it('is never more than the amount, nor more on one than it needs', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5000), { maxLength: 8 }), fc.nat(20_000), (balances, amount) => {
        const over = balances.map((balance, index) => due(String(index), balance, `2026-01-0${index + 1}`));
        const lines = allocateOldestFirst(over, cents(amount));
        const all = balances.reduce((sum, balance) => sum + balance, 0);
        expect(lines === undefined).toBe(amount > all);
        if (!lines) return;
        expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(amount);
        for (const line of lines) {
          expect(line.amount).toBeGreaterThan(0);
          expect(line.amount).toBeLessThanOrEqual(line.due.balance);
        }
      }),
    );
  });
});

describe('a donation of the wire', () => {
  const wire = {
    _id: 'd'.repeat(24),
    createdDt: '2026-10-01T00:00:00.000Z',
    modifiedDt: '2026-10-02T00:00:00.000Z',
    externalRef: null,
    minAmountDue: 10.29,
    paymentsTotal: 0.1,
    totalBalance: 10.19,
    payableBalance: 10.19,
    lastPaymentDt: '2026-10-02T00:00:00.000Z',
    campaignId: 'c',
    campaignName: 'Funeral Fund',
    campaignRunId: 'r',
    campaignRunName: 'Fall',
    runStatus: 'active',
    runEndDt: '2026-11-21T09:00:00.001Z',
    campaignMembershipId: 'm',
    isMembershipActive: null,
    primaryMember: { _id: 'p', firstNm: 'Ana', lastNm: 'Rivera', phoneNbr: null },
  };

  it.each([
    ['active', '2026-11-21T09:00:00.001Z', 1019, 0],
    ['paused', '2026-11-21T09:00:00.001Z', 0, 0],
    ['ended', '2026-11-21T09:00:00.000Z', 1019, 1019],
  ])(
    'whose run is %s until %s has %d cents payable, %d of them late',
    (runStatus, runEndDt, payable, late) => {
      const donation = owedOf(Donation.parse({ ...wire, runStatus, runEndDt }));
      expect(payableBalance(donation, now)).toBe(payable);
      expect(lateBalance(donation, now)).toBe(late);
    },
  );

  it('stays payable when the server says ended and a slow clock does not know yet', () => {
    const donation = owedOf(Donation.parse({ ...wire, runStatus: 'ended' }));
    expect(payableBalance(donation, now)).toBe(1019);
  });

  it.each([
    [{ donation_id: 'd1', balance: 10.29 }, true],
    [{ donation_id: -1, balance: 0 }, true],
    [{ donation_id: -2, balance: 0 }, false],
    [{ donation_id: null, balance: 0 }, false],
  ])('has a balance such as %j: %s', (balance, isGood) => {
    expect(Balance.safeParse(balance).success).toBe(isGood);
  });
});
