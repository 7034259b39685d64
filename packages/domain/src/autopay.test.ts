import { describe, expect, it } from 'vitest';
import { retryOn, stepsOf, type AutopayDue, type AutopayLeft, type AutopayStep } from './autopay.ts';
import { cents, ZERO } from './money.ts';

const TODAY = '2026-11-26';
const due = (total: number, given: Partial<AutopayDue> = {}): AutopayDue => ({
  donationId: 'a',
  total: cents(total),
  asksBank: false,
  isForDeceased: false,
  ...given,
});
const planned = (payOn: string, total = 3000) => ({ planned: { payOn, total: cents(total) } });
const only = (one: AutopayDue, cap: number, spent: Record<string, number> = {}, today = TODAY) =>
  stepsOf([one], { today, cap: cents(cap), spent: (month) => cents(spent[month] ?? 0) }).get('a');
const announce = (payOn: string): AutopayStep => ({ do: 'announce', payOn });
const leave = (why: AutopayLeft): AutopayStep => ({ do: 'leave', why });

describe('what happens with dues today', () => {
  it.each<[string, AutopayDue, number, Record<string, number>, AutopayStep]>([
    ['new: announced five days before', due(3000), 5000, {}, announce('2026-12-01')],
    ['exactly the cap', due(5000), 5000, {}, announce('2026-12-01')],
    ['a cent above the cap', due(5001), 5000, {}, leave('above_cap')],
    ['the month is used up', due(3000), 5000, { '2026-12': 2001 }, announce('2027-01-01')],
    ['the month has just enough left', due(3000), 5000, { '2026-12': 2000 }, announce('2026-12-01')],
    ['two months are used up', due(1), 1, { '2026-12': 1, '2027-01': 1 }, announce('2027-02-01')],
    [
      'the day before its day',
      due(3000, planned('2026-11-27')),
      5000,
      {},
      { do: 'wait', payOn: '2026-11-27' },
    ],
    ['its day', due(3000, planned('2026-11-26')), 5000, {}, { do: 'pay' }],
    ['three days late', due(3000, planned('2026-11-23')), 5000, {}, { do: 'pay' }],
    ['four days late', due(3000, planned('2026-11-22')), 5000, {}, announce('2026-12-01')],
    ['less than was announced', due(2000, planned('2026-11-26')), 5000, {}, { do: 'pay' }],
    ['a cent more than was announced', due(3001, planned('2026-11-26')), 5000, {}, announce('2026-12-01')],
    [
      'its day, but the month is used up',
      due(3000, planned('2026-11-26')),
      5000,
      { '2026-11': 2001 },
      announce('2026-12-01'),
    ],
    ['waiting, and the limit was lowered', due(3000, planned('2026-11-27')), 2999, {}, leave('above_cap')],
    ['the bank asks', due(3000, { ...planned('2026-11-26'), asksBank: true }), 5000, {}, leave('ask_bank')],
    ['refused', due(3000, { ...planned('2026-11-26'), isRefused: true }), 5000, {}, leave('refused')],
    [
      'for a person who has died',
      due(3000, { ...planned('2026-11-26'), isForDeceased: true }),
      5000,
      {},
      leave('deceased'),
    ],
  ])('%s', (_what, one, cap, spent, step) => {
    expect(only(one, cap, spent)).toEqual(step);
  });

  it('never comes to more than the cap of a month, with what is planned before', () => {
    const dues = ['a', 'b', 'c', 'd'].map((donationId) => due(2000, { donationId }));
    const steps = stepsOf(dues, { today: TODAY, cap: cents(4000), spent: () => ZERO });
    expect([...steps.values()]).toEqual(
      ['2026-12-01', '2026-12-01', '2027-01-01', '2027-01-01'].map(announce),
    );
  });

  it('pays in order until the month is used up, and plans the rest for the next', () => {
    const dues = ['a', 'b'].map((donationId) => due(3000, { donationId, ...planned(TODAY) }));
    const steps = stepsOf(dues, { today: TODAY, cap: cents(5000), spent: () => ZERO });
    expect([...steps.values()]).toEqual([{ do: 'pay' }, announce('2026-12-01')]);
  });

  it.each([
    ['2027-01-26', '2027-01-31'],
    ['2027-01-27', '2027-02-01'],
    ['2028-02-24', '2028-02-29'],
    ['2026-12-27', '2027-01-01'],
  ])('on %s announces for %s', (today, payOn) => {
    expect(only(due(1000), 1000, {}, today)).toEqual(announce(payOn));
  });

  it('holds for any amounts: no month has more than the cap', () => {
    let seed = 7;
    const random = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max;
    for (let round = 0; round < 500; round += 1) {
      const cap = 1 + random(9000);
      const spent = { '2026-11': random(cap + 1), '2026-12': random(cap + 1) } as Record<string, number>;
      const dues = Array.from({ length: 6 }, (_, index) =>
        due(1 + random(6000), {
          donationId: String(index),
          ...(random(2) ? planned(`2026-11-2${random(9)}`, 1 + random(6000)) : {}),
        }),
      );
      const sums = { ...spent };
      const steps = stepsOf(dues, {
        today: TODAY,
        cap: cents(cap),
        spent: (month) => cents(spent[month] ?? 0),
      });
      for (const one of dues) {
        const step = steps.get(one.donationId);
        if (!step || step.do === 'leave') continue;
        const month = (step.do === 'pay' ? TODAY : step.payOn).slice(0, 7);
        sums[month] = (sums[month] ?? 0) + one.total;
      }
      for (const sum of Object.values(sums)) expect(sum).toBeLessThanOrEqual(cap);
    }
  });
});

it('tries a declined card three times over nine days', () => {
  expect([1, 2, 3].map((declines) => retryOn(declines, TODAY))).toEqual([
    '2026-11-30',
    '2026-12-01',
    undefined,
  ]);
  expect(retryOn(2, retryOn(1, TODAY) ?? '')).toBe('2026-12-05');
});
