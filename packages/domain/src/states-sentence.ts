/** The effects of activating or deactivating several memberships, in sentences for the preview. */
import type { Shown } from './coverage-text.ts';
import { showDateInWords } from './dates.ts';
import { isSameMembership, type MembershipPerson } from './membership-change.ts';
import type { MembershipState } from './membership-state.ts';
import { coverChange, coverWaits, type CoverAsked } from './membership-sentence.ts';
import { showMoney, sumCents } from './money.ts';
import { countOf } from './text.ts';

/** Memberships before and after with their dues, how many the rules refuse, and what the sentences need beside them. */
export type StatesSentenceInput = Pick<CoverAsked, 'fund' | 'now'> & {
  changes: readonly { before: MembershipState; after: MembershipState; dues: CoverAsked['dues'] }[];
  people: ReadonlyMap<string, Pick<MembershipPerson, 'birthDt' | 'relationship' | 'deaths'>>;
  refused: number;
  isActive: boolean;
  shown: Shown;
};

const people = (count: number) => countOf(count, 'person', 'people');

/** How many people lose or gain cover and when, what that costs, and how many memberships stay as they are. */
export function statesSentences(context: StatesSentenceInput): string[] {
  const { changes, refused, isActive, shown } = context;
  const { timeZone, currency } = shown;
  const changed = changes.filter(({ before, after }) => !isSameMembership(before, after));
  const covers = changed.flatMap(({ before, after, dues }) =>
    after.members.flatMap((each) => {
      const person = context.people.get(each.member_id);
      return person ? coverChange(before, after, each, person, { ...context, dues, timeZone }) : [];
    }),
  );
  const lost = covers.filter(({ was, is }) => was === true && is.isCovered !== true).length;
  const atOnce = covers.filter(({ was, is }) => was !== true && is.isCovered === true).length;
  const without = covers.filter(({ is, isAdded }) => isAdded && is.isCovered !== true);
  const waits = without
    .flatMap(({ is }) => coverWaits(is)?.from ?? [])
    .toSorted((a, b) => a.getTime() - b.getTime())
    .map((day) => showDateInWords(day, timeZone));
  const kept = without.length - waits.length;
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
    ...(kept > 0
      ? [
          `${people(kept)} ${kept === 1 ? 'is' : 'are'} not covered by the rules of this fund: late dues must be paid first, or they are outside the ages that it covers.`,
        ]
      : []),
    ...(isActive && price > 0
      ? [
          `${changed.length === 1 ? 'It costs' : 'They cost'} ${showMoney(price, currency)} in all, in each run.`,
        ]
      : []),
    ...(lost + atOnce + without.length === 0 ? ['Nobody gains or loses cover.'] : []),
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
