/** The price rules of a campaign (rules.md "Membership price") as staff edit them, and their possible faults. */
import type { PriceRule } from './campaign-membership.ts';

/** The highest age that a rule may name. */
export const AGE_MAX = 150;

/**
 * The faults of price rules: ages that no rule fits while there is no default price (`gap`), ages for which an earlier
 * rule wins (`overlap`), or a rule that never wins (`unreachable`). `rule` is its position in the list.
 */
export type PriceRuleFault =
  | { code: 'gap'; fromAge: number; toAge: number }
  | { code: 'overlap'; rule: number; earlier: number; fromAge: number; toAge: number }
  | { code: 'unreachable'; rule: number };

/** Returns whether every relationship of a rule is among another's; no relationships means all of them. */
const isWithin = ({ relationships: own }: PriceRule, { relationships: other }: PriceRule) =>
  !other?.length || (own?.length ? own.every((each) => other.includes(each)) : false);

const meet = (a: PriceRule, b: PriceRule) =>
  !a.relationships?.length ||
  !b.relationships?.length ||
  a.relationships.some((each) => b.relationships?.includes(each));

/**
 * Returns the faults of price rules, which are tried in their order: the first that fits sets the price. A rule for
 * some relationships before one for all is an exception, not an overlap.
 */
export function priceRuleFaults(rules: readonly PriceRule[], hasDefaultPrice: boolean): PriceRuleFault[] {
  const faults = rules.flatMap((rule, index): PriceRuleFault[] => {
    const earlier = rules.slice(0, index);
    if (rule.minAge > rule.maxAge || isShadowed(rule, earlier)) return [{ code: 'unreachable', rule: index }];
    return earlier.flatMap((other, place): PriceRuleFault[] => {
      const [fromAge, toAge] = [Math.max(rule.minAge, other.minAge), Math.min(rule.maxAge, other.maxAge)];
      const isException = Boolean(other.relationships?.length) && !rule.relationships?.length;
      return fromAge <= toAge && meet(rule, other) && !isException
        ? [{ code: 'overlap', rule: index, earlier: place, fromAge, toAge }]
        : [];
    });
  });
  return [...faults, ...(hasDefaultPrice || !rules.length ? [] : gaps(rules))];
}

/** Returns whether earlier rules together fit everybody whom a rule fits. */
function isShadowed(rule: PriceRule, earlier: readonly PriceRule[]): boolean {
  const wider = earlier.filter((other) => isWithin(rule, other));
  return ages(rule.minAge, rule.maxAge).every((age) =>
    wider.some(({ minAge, maxAge }) => age >= minAge && age <= maxAge),
  );
}

/** The ages without a price for any relationship. */
function gaps(rules: readonly PriceRule[]): PriceRuleFault[] {
  const found: { code: 'gap'; fromAge: number; toAge: number }[] = [];
  for (const age of ages(0, AGE_MAX)) {
    if (rules.some((rule) => !rule.relationships?.length && age >= rule.minAge && age <= rule.maxAge))
      continue;
    const last = found.at(-1);
    if (last?.toAge === age - 1) last.toAge = age;
    else found.push({ code: 'gap', fromAge: age, toAge: age });
  }
  return found;
}

const ages = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
