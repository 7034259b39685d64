import { expect, it } from 'vitest';
import { addDays, showDateInWords, startOfDay } from './dates.ts';
import { coverBegins, reinstatedOn, type FundRules } from './fund-rules.ts';
import { fundRulesText, graceExample, reinstatementExample, waitingExample } from './fund-rules-text.ts';
import { cents } from './money.ts';

const PLAIN = [
  'Dues that stay open after the last day to pay them end the cover.',
  'Cover that was lost comes back as soon as everything is paid.',
];
const [lost, back] = PLAIN as [string, string];
const wait =
  'Cover begins 180 days (about 6 months) after joining, and for a person who is added later 180 days after that.';

it.each<[FundRules, string[]]>([
  [{}, PLAIN],
  [{ waitingDays: 0, graceDays: 0 }, PLAIN],
  [{ waitingDays: 180 }, [wait, lost, back]],
  [{ graceDays: 1 }, ['Dues that stay open end the cover 1 day after the last day to pay them.', back]],
  [
    { lapseDays: 0, reinstatementWaitingDays: 180 },
    [
      lost,
      'Cover that was lost comes back after everything is paid and another wait of 180 days (about 6 months).',
    ],
  ],
  [
    { lapseDays: 30, reinstatementWaitingDays: 10 },
    [
      lost,
      'Cover that was lost for more than 30 days comes back after everything is paid and another wait of 10 days.',
    ],
  ],
  // One of the two alone is not a rule.
  [{ lapseDays: 30 }, PLAIN],
  [{ entryAge: { min: 18, max: 70 } }, ['To join: 18 to 70, on the day of joining.', lost, back]],
  [{ entryAge: { min: 0, max: 64 } }, ['To join: under 65, on the day of joining.', lost, back]],
  [{ entryAge: { min: 0, max: 150 } }, ['People of any age may join.', lost, back]],
  [
    { ageLimits: [{ relationships: ['Son', 'Daughter', 'Child'], maxAge: 17 }] },
    [lost, back, 'Child: covered until the day of turning 18.'],
  ],
  [
    {
      oneCoverPerPerson: true,
      benefits: [
        { label: 'Child', minAge: 0, maxAge: 17, amount: cents(250_000) },
        { label: '', minAge: 0, maxAge: 150, amount: cents(500_000) },
      ],
      claimWithinDays: 90,
    },
    [
      lost,
      back,
      'A person is covered by one membership only.',
      'At a death the fund pays $2,500.00: under 18, child.',
      'At a death the fund pays $5,000.00: everybody.',
      'A death is to be reported within 90 days.',
    ],
  ],
  [
    { quietDays: 40 },
    [
      lost,
      back,
      'For 40 days after a death nothing is sent to the household unasked, and open dues do not end its cover.',
    ],
  ],
  [
    { waitingDays: 180, suicideWaitingDays: 730, accidentWaitingDays: 0 },
    [
      wait,
      'Where somebody takes their own life, cover begins 730 days (about 24 months) after joining.',
      'After an accident nobody has to have waited.',
      lost,
      back,
    ],
  ],
  [
    { walletMinimum: cents(100_00) },
    [
      lost,
      back,
      'Each membership keeps at least $100.00 paid ahead: its dues are taken from it, and it is filled up again.',
    ],
  ],
  [
    { walletMinimum: cents(40_00), walletDormantDays: 90 },
    [
      lost,
      back,
      'Each membership keeps at least $40.00 paid ahead: its dues are taken from it, and it is filled up again. With less for more than 90 days it is dormant.',
    ],
  ],
  [{ accidentWaitingDays: 30 }, ['After an accident, cover begins 30 days after joining.', lost, back]],
  [
    {
      benefits: [
        { label: '', minAge: 0, maxAge: 150, amount: cents(800_000), isUpTo: true },
        { label: '', minAge: 0, maxAge: 150, amount: cents(70_000), isInKind: true, isUpTo: true },
      ],
    },
    [
      lost,
      back,
      'At a death the fund pays what the funeral costs, up to $8,000.00: everybody.',
      'At a death the fund gives, in kind and worth up to $700.00: everybody.',
    ],
  ],
  [{ quietDays: 0 }, [lost, back, 'After a death the household is written to as before.']],
])('the rules %j are said as %j', (rules, sentences) => {
  expect(fundRulesText(rules, 'usd')).toEqual(sentences);
});

it('gives the examples that the rules give', () => {
  const at = (day: string) => startOfDay(day, 'UTC');
  expect(waitingExample(180, '2026-11-21')).toBe(
    'Samuel, added on November 21, 2026, is covered from May 20, 2027.',
  );
  expect(showDateInWords(coverBegins(at('2026-11-21'), { waitingDays: 180 }, false, 'UTC'), 'UTC')).toBe(
    'May 20, 2027',
  );
  expect(graceExample(30, '2026-11-21')).toBe(
    'Dues to be paid by November 21, 2026 end the cover when they are still open after December 21, 2026.',
  );
  const rules = { lapseDays: 30, reinstatementWaitingDays: 180 };
  const example = reinstatementExample(30, 180, '2026-01-01');
  const paid = addDays('2026-01-01', 31);
  const again = reinstatedOn(
    [{ from: at('2026-01-01'), to: new Date(at(paid).getTime() + 1) }],
    rules,
    at(paid),
    'UTC',
  );
  expect(example).toBe(
    `Samuel, not covered since January 1, 2026, pays everything on ${showDateInWords(paid)}: he is covered again from ${again && showDateInWords(again, 'UTC')}.`,
  );
});
