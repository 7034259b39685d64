import { describe, expect, it } from 'vitest';
import { cents } from './money.ts';
import { priceRuleFaults } from './price-rules.ts';
import {
  ageRangeText,
  priceFaultText,
  pricesSentence,
  priceTexts,
  relationshipsText,
  whomText,
} from './rule-text.ts';

it.each([
  [0, 25, 'Under 26'],
  [0, 0, 'Under 1'],
  [65, 150, 'From 65'],
  [65, 100, 'From 65'],
  [65, 99, '65 to 99'],
  [26, 64, '26 to 64'],
  [18, 18, 'Age 18'],
  [0, 150, ''],
])('the ages %d to %d are "%s"', (minAge, maxAge, text) => {
  expect(ageRangeText(minAge, maxAge)).toBe(text);
});

it.each([
  [['Spouse'], 'spouse'],
  [['Son', 'Daughter', 'Child'], 'child'],
  [['Son', 'Spouse', 'Daughter', 'Child'], 'spouse or child'],
  [['Son', 'Daughter'], 'son or daughter'],
  [['Spouse', 'Parent', 'Son-In-Law'], 'spouse, parent or son-in-law'],
])('the relationships %j are "%s"', (relationships, text) => {
  expect(relationshipsText(relationships)).toBe(text);
});

const rule = { label: '', minAge: 0, maxAge: 150 };
it.each([
  [{ ...rule, maxAge: 25, relationships: ['Son', 'Daughter', 'Child'] }, 'Under 26, child'],
  [{ ...rule, maxAge: 17, label: 'Child' }, 'Under 18, child'],
  [{ ...rule, maxAge: 17, label: 'under 18' }, 'Under 18'],
  [{ ...rule, minAge: 65, label: 'Retired' }, 'From 65, retired'],
  [{ ...rule, label: 'Household' }, 'Household'],
  [rule, 'Everybody'],
  [{ ...rule, relationships: ['Spouse'], label: 'Wife' }, 'Spouse'],
])('a rule %j is for "%s"', (given, text) => {
  expect(whomText(given)).toBe(text);
});

describe('prices as sentences', () => {
  const child = { label: 'Child', minAge: 0, maxAge: 25, price: cents(0) };
  const retired = { label: 'From 65', minAge: 65, maxAge: 150, price: cents(250) };

  it('are the rules in their order and what everybody else pays', () => {
    expect(priceTexts([child, retired], cents(1225), 'usd')).toEqual([
      'Under 26, child: $0.00',
      'From 65: $2.50',
      'Everybody else: $12.25',
    ]);
    expect(priceTexts([], cents(1225), 'usd')).toEqual(['Everybody: $12.25']);
    expect(priceTexts([child], cents(0), 'usd')).toEqual([
      'Under 26, child: $0.00',
      'This fund covers nobody else.',
    ]);
  });

  it('are one sentence for members', () => {
    expect(pricesSentence([child, retired], cents(1225), 'usd')).toBe(
      'Prices in each collection: under 26, child $0.00; from 65 $2.50; everybody else $12.25.',
    );
    expect(pricesSentence([child], cents(0), 'usd')).toBe(
      'Prices in each collection: under 26, child $0.00.',
    );
    expect(pricesSentence([], cents(1225), 'usd')).toBe('Prices in each collection: everybody $12.25.');
  });

  it('say what may be wrong with them', () => {
    const young = { label: '', minAge: 20, maxAge: 30, price: cents(100) };
    const none = { label: '', minAge: 22, maxAge: 24, price: cents(100) };
    const rules = [child, young, none];
    expect(priceRuleFaults(rules, false).map((fault) => priceFaultText(fault, rules))).toEqual([
      '“Under 26, child” and “20 to 30” both fit people aged 20 to 25: “Under 26, child” comes first and sets their price.',
      '“22 to 24” never sets a price: an earlier price fits everybody whom it fits.',
      'No price fits people from 31, and there is none for everybody else: this fund does not cover them.',
    ]);
  });
});
