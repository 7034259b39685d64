import { expect, it } from 'vitest';
import { cents } from './money.ts';
import { AGE_MAX, priceRuleFaults, type PriceRuleFault } from './price-rules.ts';

const rule = (minAge: number, maxAge: number, ...relationships: string[]) => ({
  label: 'Any',
  minAge,
  maxAge,
  price: cents(100),
  ...(relationships.length && { relationships }),
});
const toTheEnd = (fromAge: number): PriceRuleFault => ({ code: 'gap', fromAge, toAge: AGE_MAX });

it.each<[string, ReturnType<typeof rule>[], boolean, PriceRuleFault[]]>([
  ['no rules, and a default price', [], true, []],
  ['no rules and no price', [], false, []],
  ['rules that touch', [rule(0, 17), rule(18, AGE_MAX)], false, []],
  ['the last year is missing', [rule(0, AGE_MAX - 1)], false, [toTheEnd(AGE_MAX)]],
  ['a gap with a default price', [rule(0, 17), rule(65, AGE_MAX)], true, []],
  ['a gap without one', [rule(0, 17), rule(65, AGE_MAX)], false, [{ code: 'gap', fromAge: 18, toAge: 64 }]],
  [
    'a gap at the beginning and at the end',
    [rule(1, 99)],
    false,
    [{ code: 'gap', fromAge: 0, toAge: 0 }, toTheEnd(100)],
  ],
  ['a rule for some leaves a gap for others', [rule(0, AGE_MAX, 'Son')], false, [toTheEnd(0)]],
  [
    'one year twice',
    [rule(0, 18), rule(18, 64)],
    true,
    [{ code: 'overlap', rule: 1, earlier: 0, fromAge: 18, toAge: 18 }],
  ],
  ['the same ages for other relationships', [rule(0, 25, 'Son'), rule(0, 25, 'Spouse')], true, []],
  [
    'a relationship in two rules',
    [rule(0, 25, 'Son', 'Child'), rule(20, 30, 'Child')],
    true,
    [{ code: 'overlap', rule: 1, earlier: 0, fromAge: 20, toAge: 25 }],
  ],
  ['an exception before the rule for all', [rule(0, 25, 'Son'), rule(0, AGE_MAX)], false, []],
  [
    'an exception behind it',
    [rule(0, AGE_MAX), rule(0, 25, 'Son')],
    false,
    [{ code: 'unreachable', rule: 1 }],
  ],
  [
    'two that hide a third',
    [rule(0, 30), rule(31, 60), rule(20, 40)],
    true,
    [{ code: 'unreachable', rule: 2 }],
  ],
  ['ages the wrong way round', [rule(20, 10)], true, [{ code: 'unreachable', rule: 0 }]],
])('%s', (_name, rules, hasDefaultPrice, faults) => {
  expect(priceRuleFaults(rules, hasDefaultPrice)).toEqual(faults);
});
