/** The effects of activating or deactivating several memberships, in sentences for the preview. */
import type { Shown } from './coverage-text.ts';
import { showDateInWords } from './dates.ts';
import { isSameMembership, type MembershipPerson } from './membership-change.ts';
import type { MembershipState } from './membership-state.ts';
import { coverChange, coverWaits, type CoverAsked } from './membership-effect.ts';
import { showMoney, sumCents } from './money.ts';
import { pluralOf } from './text.ts';

/** Memberships before and after with their dues, how many the rules refuse, and what the sentences need beside them. */
export type StatesSentenceInput = Pick<CoverAsked, 'fund' | 'now'> & {
  changes: readonly { before: MembershipState; after: MembershipState; dues: CoverAsked['dues'] }[];
  people: ReadonlyMap<string, Pick<MembershipPerson, 'birthDt' | 'relationship' | 'deaths'>>;
  refused: number;
  isActive: boolean;
  shown: Shown;
};

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
  const [first = '', last = ''] = [waits[0], waits.at(-1)];
  const some: typeof pluralOf = (count, ...texts) => (count > 0 ? pluralOf(count, ...texts) : '');
  return [
    some(lost, '# person loses this cover now.', '# people lose this cover now.'),
    some(atOnce, '# person is covered from now on.', '# people are covered from now on.'),
    first === last
      ? some(
          waits.length,
          '# person is covered from {first}, after the waiting time of this fund.',
          '# people are covered from {first}, after the waiting time of this fund.',
          { first },
        )
      : some(
          waits.length,
          '# person is covered between {first} and {last}, after the waiting time of this fund.',
          '# people are covered between {first} and {last}, after the waiting time of this fund.',
          { first, last },
        ),
    some(
      kept,
      '# person is not covered by the rules of this fund: late dues must be paid first, or they are outside the ages that it covers.',
      '# people are not covered by the rules of this fund: late dues must be paid first, or they are outside the ages that it covers.',
    ),
    some(
      isActive && price > 0 ? changed.length : 0,
      'It costs {price} in all, in each run.',
      'They cost {price} in all, in each run.',
      { price: showMoney(price, currency) },
    ),
    lost + atOnce + without.length === 0 ? 'Nobody gains or loses cover.' : '',
    isActive
      ? some(same, '# is active already.', '# are active already.')
      : some(same, '# is inactive already.', '# are inactive already.'),
    some(
      refused,
      '# stays as it is: its primary member is inactive.',
      '# stay as they are: their primary members are inactive.',
    ),
  ].filter(Boolean);
}
