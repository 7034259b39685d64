/** What making several memberships active or inactive means, in sentences: said before it is done. */
import type { Shown } from './coverage-text.ts';
import { showDateInWords } from './dates.ts';
import type { FundRules } from './fund-rules.ts';
import { isSameMembership, type MembershipState } from './membership-change.ts';
import { coverChange } from './membership-sentence.ts';
import { showMoney, sumCents } from './money.ts';
import { countOf } from './text.ts';

/** Memberships before and after, how many the rules refuse, and what the sentences need beside them. */
export type StatesTold = {
  changes: readonly { before: MembershipState; after: MembershipState }[];
  refused: number;
  isActive: boolean;
  fundRules: FundRules;
  shown: Shown;
};

const people = (count: number) => countOf(count, 'person', 'people');

/** How many people lose this cover, or reach it and when, what that costs, and how many memberships stay as they are. */
export function statesSentences({ changes, refused, isActive, fundRules, shown }: StatesTold): string[] {
  const { timeZone, currency } = shown;
  const changed = changes.filter(({ before, after }) => !isSameMembership(before, after));
  const covers = changed.flatMap(({ before, after }) =>
    after.members.flatMap((one) => coverChange(before, after, one, { fundRules, timeZone }) ?? []),
  );
  const lost = covers.filter((cover) => cover === 'lost').length;
  const begun = covers.flatMap((cover) => (cover === 'lost' ? [] : [cover.begins]));
  const waits = begun
    .flatMap((begins) => begins ?? [])
    .toSorted((one, other) => one.getTime() - other.getTime())
    .map((day) => showDateInWords(day, timeZone));
  const atOnce = begun.length - waits.length;
  const price = sumCents(changed.map(({ after }) => after.totalPrice));
  const same = changes.length - changed.length;
  const [first, last] = [waits[0], waits.at(-1)];
  return [
    ...(lost > 0 ? [`${people(lost)} ${lost === 1 ? 'loses' : 'lose'} this cover now.`] : []),
    ...(atOnce > 0 ? [`${people(atOnce)} ${atOnce === 1 ? 'is' : 'are'} covered from now on.`] : []),
    ...(waits.length > 0
      ? [
          `${people(waits.length)} ${waits.length === 1 ? 'is' : 'are'} covered ${first === last ? `from ${first}` : `between ${first} and ${last}`}, after the waiting time of this fund.`,
        ]
      : []),
    ...(isActive && price > 0
      ? [
          `${changed.length === 1 ? 'It costs' : 'They cost'} ${showMoney(price, currency)} in all, in each run.`,
        ]
      : []),
    ...(covers.length === 0 ? ['Nobody gains or loses cover.'] : []),
    ...(same > 0
      ? [`${same} ${same === 1 ? 'is' : 'are'} ${isActive ? 'active' : 'inactive'} already.`]
      : []),
    ...(refused > 0
      ? [
          `${refused} ${refused === 1 ? 'stays as it is' : 'stay as they are'}: ${refused === 1 ? 'its primary member is' : 'their primary members are'} inactive.`,
        ]
      : []),
  ];
}
