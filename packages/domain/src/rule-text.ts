/** Whom a rule of a campaign is for and what it says, in words: 'Under 26, child: $0.00'. */
import { NO_UPPER_AGE, type PriceRule } from './campaign-membership.ts';
import { showMoney, type Cents } from './money.ts';
import type { PriceRuleFault } from './price-rules.ts';
import { listOf } from './text.ts';

const CHILDREN = ['Son', 'Daughter', 'Child'];

/**
 * The people whom a rule applies to: ages inclusive, no relationships means any. `label` is the name that staff use for
 * them.
 */
export type RuleFor = Pick<PriceRule, 'minAge' | 'maxAge' | 'relationships'> & { label?: string };

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Relationships in words: 'spouse or child'; sons, daughters and children together are 'child'. */
export function relationshipsText(relationships: readonly string[]): string {
  const isAllChildren = CHILDREN.every((child) => relationships.includes(child));
  const rest = isAllChildren ? relationships.filter((each) => !CHILDREN.includes(each)) : relationships;
  return listOf(
    [...rest, ...(isAllChildren ? ['child'] : [])].map((each) => each.toLowerCase()),
    'disjunction',
  );
}

/** `Under 26`, `From 65`, `26 to 64`, `Age 18`; empty for any age. */
export function ageRangeText(minAge: number, maxAge: number): string {
  if (maxAge >= NO_UPPER_AGE) return minAge > 0 ? `From ${minAge}` : '';
  if (minAge === 0) return `Under ${maxAge + 1}`;
  return minAge === maxAge ? `Age ${minAge}` : `${minAge} to ${maxAge}`;
}

/** Describes whom a rule applies to, by its ages and relationships alone: 'Under 26, child', 'From 65', 'Everybody'. */
export function ruleName({ minAge, maxAge, relationships = [] }: Omit<RuleFor, 'label'>): string {
  const parts = [ageRangeText(minAge, maxAge), relationshipsText(relationships)].filter(Boolean);
  return capitalized(parts.join(', ')) || 'Everybody';
}

/** The same, with the staff's name for these people if the relationships do not say it: 'From 65, retired'. */
export function whomText(rule: RuleFor): string {
  const { label = '', relationships = [] } = rule;
  const name = ruleName(rule);
  if (!label || relationships.length > 0 || label.toLowerCase() === name.toLowerCase()) return name;
  return name === 'Everybody' ? capitalized(label) : `${name}, ${label.toLowerCase()}`;
}

/** A price rule as a sentence: 'Under 26, child: $0.00'. */
const priceRuleText = (rule: PriceRule, currency: string): string =>
  `${whomText(rule)}: ${showMoney(rule.price, currency)}`;

/** The price for people whom no rule fits, as a sentence; without rules that is everybody. */
function defaultPriceText(defaultPrice: Cents, hasRules: boolean, currency: string): string {
  if (hasRules && defaultPrice === 0) return 'This fund covers nobody else.';
  return `${hasRules ? 'Everybody else' : 'Everybody'}: ${showMoney(defaultPrice, currency)}`;
}

/** All prices of a campaign as sentences, in the order in which they are tried. */
export function priceTexts(rules: readonly PriceRule[], defaultPrice: Cents, currency: string): string[] {
  return [
    ...rules.map((rule) => priceRuleText(rule, currency)),
    defaultPriceText(defaultPrice, rules.length > 0, currency),
  ];
}

/** The same prices in one sentence: 'Prices in each collection: under 26, child $0.00; everybody else $12.25.' */
export function pricesSentence(rules: readonly PriceRule[], defaultPrice: Cents, currency: string): string {
  const prices = rules.map((rule) => `${whomText(rule).toLowerCase()} ${showMoney(rule.price, currency)}`);
  const rest = rules.length ? 'everybody else' : 'everybody';
  if (!rules.length || defaultPrice > 0) prices.push(`${rest} ${showMoney(defaultPrice, currency)}`);
  return `Prices in each collection: ${prices.join('; ')}.`;
}

/** A fault of price rules as a sentence; `rules` are those in which it was found. */
export function priceFaultText(fault: PriceRuleFault, rules: readonly RuleFor[]): string {
  const named = (place: number) => `“${rules[place] ? whomText(rules[place]) : `Rule ${place + 1}`}”`;
  const ages = ({ fromAge, toAge }: { fromAge: number; toAge: number }) => {
    if (toAge >= NO_UPPER_AGE) return `from ${fromAge}`;
    return fromAge === toAge ? `aged ${fromAge}` : `aged ${fromAge} to ${toAge}`;
  };
  switch (fault.code) {
    case 'gap':
      return `No price fits people ${ages(fault)}, and there is none for everybody else: this fund does not cover them.`;
    case 'overlap':
      return `${named(fault.earlier)} and ${named(fault.rule)} both fit people ${ages(fault)}: ${named(fault.earlier)} comes first and sets their price.`;
    case 'unreachable':
      return `${named(fault.rule)} never sets a price: an earlier price fits everybody whom it fits.`;
  }
}
