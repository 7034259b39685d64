/** What a household reads of a death in it: whether the person was covered on that day, and who pays since then. */
import { nameOf, type Subject } from './coverage-text.ts';
import type { CalendarDate } from './dates.ts';
import { deathInWords, type DeathDay } from './death-day.ts';
import { showMoney, type Cents } from './money.ts';
import { listOf } from './text.ts';

/** For this many days after a death the household reads of it beside its cover. */
export const DEATH_TOLD_DAYS = 90;

/**
 * Who took over memberships of the deceased: `price` is null where the reader may not see amounts; `isOpen` if dues are
 * open, which the price does not change.
 */
export type TakenOver = { payer: Subject; campaignName: string; price: Cents | null; isOpen?: boolean };

/** What a household is told of a death: who died, which funds covered them on that day, and who pays since then. */
export type DeathTold = {
  person: { firstNm: string; deceasedDt: CalendarDate; deathDay?: DeathDay | null };
  covers: readonly { campaignName: string; isCovered: boolean | null }[];
  takenOver: readonly TakenOver[];
};

/** `Hans died on November 23, 2026, and was covered by Field Fund on that day. From the next collection on you pay …`. */
export function deathSentence({ person, covers, takenOver }: DeathTold, currency: string): string {
  const { firstNm, deceasedDt, deathDay } = person;
  const day = deathInWords(deceasedDt, deathDay);
  const known = deathDay === 'month' ? ` in ${day}` : ` on ${day}`;
  const died = deathDay === 'unknown' ? ` (${day})` : known;
  const by = (state: boolean | null) =>
    [...new Set(covers.flatMap((one) => (one.isCovered === state ? one.campaignName : [])))].join(' and ');
  const then = deathDay ? 'then' : 'on that day';
  const [yes, no, unknown] = [by(true), by(false), by(null)];
  const not = yes ? `, and not by ${no},` : ` not covered by ${no}`;
  const clauses = [
    ...(yes || no ? [`was${yes && ` covered by ${yes}`}${no && not} ${then}`] : []),
    ...(unknown ? [`it is not known whether ${unknown} covered ${firstNm} ${then}`] : []),
  ];
  const told = clauses.length ? `, and ${listOf(clauses)}` : '';
  return `${firstNm} died${died}${told}.${payingSince(takenOver, currency)}`;
}

function payingSince(takenOver: readonly TakenOver[], currency: string): string {
  const [first] = takenOver;
  if (!first) return '';
  const what = takenOver.map(({ campaignName, price }) =>
    price === null ? `for ${campaignName}` : `${showMoney(price, currency)} for ${campaignName}`,
  );
  const who = first.payer.isReader ? 'you pay' : `${nameOf(first.payer)} pays`;
  const from = first.price === null ? 'now' : 'the next collection';
  const stays = takenOver.some(({ isOpen }) => isOpen) ? ' What is open now stays as it is.' : '';
  return ` From ${from} on ${who} ${listOf(what)}.${stays}`;
}
