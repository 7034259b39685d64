/** What is told of a cover today, as sentences (docs/words.md), and a cover on the wire. */
import type * as z from 'zod/mini';
import type { Cover } from './cover.ts';
import type { CoverFact, CoverToday, NamedReason } from './cover-today.ts';
import { reasonText, type Shown } from './coverage-text.ts';
import { calendarDateOf, showDateInWords, type CalendarDate } from './dates.ts';
import { deathInWords } from './death-day.ts';
import { showMoney } from './money.ts';

/** The day of an instant in a sentence, without its year if that is the present one: `October 12`. */
export function showDayInWords(date: Date | CalendarDate, now: Date, timeZone: string): string {
  const year = calendarDateOf(now, timeZone).slice(0, 4);
  return showDateInWords(date, timeZone).replace(new RegExp(`, ${year}$`), '');
}

/** What is told of a cover, in sentences. */
export const coverText = ({ facts }: Pick<CoverToday, 'facts'>, now: Date, shown: Shown): string =>
  facts
    .map(({ fact, campaignName }) => factText(fact, campaignName ? ` by ${campaignName}` : '', now, shown))
    .join(' ');

/** One fact; `by` names the fund. */
function factText(fact: CoverFact, by: string, now: Date, shown: Shown): string {
  const until = (day: CalendarDate | null) => (day ? ` until ${showDateInWords(day)}` : '');
  const say = ({ reason, firstNm }: NamedReason) => reasonText(reason, { firstNm, isReader: false }, shown);
  switch (fact.code) {
    case 'no_fund':
      return 'Not in a funeral fund.';
    case 'died': {
      const { deceasedDt, deathDay } = fact;
      const died = `Died${deathDay === 'unknown' ? '; ' : deathDay === 'month' ? ' in ' : ' on '}`;
      return `${died}${deathInWords(deceasedDt, deathDay)}.`;
    }
    case 'covered':
      return `Covered${by}${until(fact.until)}.`;
    case 'not_confirmed':
      return `Not confirmed yet${by}.`;
    case 'not_known':
      return `Not known to be covered${by}. ${say(fact.why)}`;
    case 'not_yet':
      return `Not covered${by} yet. ${say(fact.why)}`;
    case 'not_covered': {
      const since = fact.since ? ` since ${showDayInWords(fact.since, now, shown.timeZone)}` : '';
      return [`Not covered${by}${since}.`, ...fact.reasons.map(say), ...bringsText(fact.brings, shown)].join(
        ' ',
      );
    }
    case 'several': {
      const { covered, of } = fact;
      if (!covered) return `None of ${of} covered.`;
      return `${covered === of ? `All ${of}` : `${covered} of ${of}`} covered${until(fact.until)}.`;
    }
  }
}

function bringsText(
  brings: Extract<CoverFact, { code: 'not_covered' }>['brings'],
  { currency }: Shown,
): string[] {
  if (!brings) return [];
  const what = brings.amount === null ? 'Paying the dues' : showMoney(brings.amount, currency);
  return [`${what} would bring it back${brings.from ? ` from ${showDateInWords(brings.from)}` : ''}.`];
}

/** A cover on the wire. */
export const presentCover = (
  cover: CoverToday,
  isQuiet: boolean,
  now: Date,
  shown: Shown,
): z.input<typeof Cover> => ({
  isCovered: cover.isCovered,
  text: coverText(cover, now, shown),
  until: cover.until?.toISOString() ?? null,
  isQuiet,
});
