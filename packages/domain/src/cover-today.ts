/**
 * Whether somebody is covered today, as one sentence about them: the first line of rows, search hits, households and
 * memberships (rules.md "Covered today"). 'Am I covered?' in full is coverage.ts.
 */
import type * as z from 'zod/mini';
import type { Cover } from './cover.ts';
import { reasonText, type Shown } from './coverage-text.ts';
import {
  coverageOf,
  dateOf,
  earliest,
  isEnding,
  type Coverage,
  type CoverageInput,
  type CoverageReason,
} from './coverage.ts';
import { calendarDateOf, showDateInWords, type CalendarDate } from './dates.ts';
import { deathInWords, type DeathDay } from './death-day.ts';
import { totalBalance } from './donation.ts';
import { lateFrom } from './fund-rules.ts';
import { showMoney, sumCents, type Cents } from './money.ts';

/** Whether one person or several together are covered, with the sentence. */
export type CoverToday = { isCovered: boolean | null; text: string; until: Date | null };

/** What one membership says of a person: the input of `coverageOf`, its fund, and whether the reader may see amounts. */
export type CoverAsked = { input: CoverageInput; campaignName: string; showsAmounts: boolean };

/** Whose cover it is. */
export type CoverPerson = {
  firstNm: string;
  deceasedDt?: CalendarDate | null | undefined;
  deathDay?: DeathDay | null | undefined;
};

/** The day of an instant in a sentence, without its year if that is the present one: `October 12`. */
export function showDayInWords(date: Date | CalendarDate, now: Date, timeZone: string): string {
  const year = calendarDateOf(now, timeZone).slice(0, 4);
  return showDateInWords(date, timeZone).replace(new RegExp(`, ${year}$`), '');
}

const IN_NO_FUND = 'Not in a funeral fund.';

const OVER: readonly CoverageReason['code'][] = ['membership_inactive', 'person_inactive', 'died'];

type Stand = CoverAsked & { coverage: Coverage };

/**
 * Returns whether a person is covered today and the sentence about it. Any fund that covers them counts as cover; what the
 * others say is added. Funds that formerly covered them are left out while they are in another. Nobody who died
 * is covered.
 */
export function coverToday(
  person: CoverPerson,
  asked: readonly CoverAsked[],
  now: Date,
  shown: Shown,
): CoverToday {
  if (person.deceasedDt) {
    const died = `Died${person.deathDay === 'unknown' ? '; ' : person.deathDay === 'month' ? ' in ' : ' on '}`;
    const text = `${died}${deathInWords(person.deceasedDt, person.deathDay)}.`;
    return { isCovered: asked.length ? false : null, until: null, text };
  }
  const stands = counting(asked, now, shown.timeZone);
  if (!stands.length) return { isCovered: null, until: null, text: IN_NO_FUND };
  const texts = stands.map((stand) => sentenceOf(stand, person.firstNm, now, shown, ''));
  const isSame = texts.every((text) => text === texts[0]);
  const covering = stands.filter(({ coverage }) => coverage.isCovered === true);
  return {
    isCovered: isCoveredBy(stands),
    until: earliest(covering.map(({ coverage }) => coverage.until)),
    text: isSame
      ? (texts[0] ?? IN_NO_FUND)
      : inOrder(stands)
          .map((stand) => sentenceOf(stand, person.firstNm, now, shown, ` by ${stand.campaignName}`))
          .join(' '),
  };
}

/** The funds that count for somebody: those that they are in, or else the one that they were in last. */
function counting<A extends Pick<CoverAsked, 'input'>>(
  asked: readonly A[],
  now: Date,
  timeZone: string,
): (A & { coverage: Coverage })[] {
  const all = asked.map((one) => ({ ...one, coverage: coverageOf(one.input, now, timeZone) }));
  const current = all.filter(({ coverage }) => !coverage.reasons.some(({ code }) => OVER.includes(code)));
  const last = all.toSorted((a, b) => Number(b.input.person.endDt) - Number(a.input.person.endDt))[0];
  return current.length || !last ? current : [last];
}

/** One fund that covers somebody is enough. */
function isCoveredBy(stands: readonly { coverage: Coverage }[]): boolean | null {
  const states = stands.map(({ coverage }) => coverage.isCovered);
  return states.includes(true) || (states.includes(false) ? false : null);
}

/** Returns what `coverToday` does of whether somebody is covered, without the sentence; null of the dead, for lists of the living. */
export function isCoveredToday(
  { deceasedDt }: Pick<CoverPerson, 'deceasedDt'>,
  inputs: readonly CoverageInput[],
  now: Date,
  timeZone: string,
): boolean | null {
  const asked = inputs.map((input) => ({ input }));
  return deceasedDt ? null : isCoveredBy(counting(asked, now, timeZone));
}

/** The funds that cover somebody first. */
const inOrder = (stands: readonly Stand[]) =>
  stands.toSorted((a, b) => Number(b.coverage.isCovered === true) - Number(a.coverage.isCovered === true));

/** A fund's sentence; `by` names the fund. */
function sentenceOf(stand: Stand, firstNm: string, now: Date, shown: Shown, by: string): string {
  const { coverage } = stand;
  const { timeZone } = shown;
  const { isCovered, until, reasons } = coverage;
  if (isCovered === true)
    return until ? `Covered${by} until ${showDateInWords(until, timeZone)}.` : `Covered${by}.`;
  const say = (reason: CoverageReason) => reasonText(reason, { firstNm, isReader: false }, shown);
  if (isCovered === null) {
    const why = reasons.find((reason) => reason.code.endsWith('_unknown'));
    const isWaiting = why?.code === 'membership_unknown' || why?.code === 'person_unknown';
    if (!why || isWaiting) return `Not confirmed yet${by}.`;
    return `Not known to be covered${by}. ${say(why)}`;
  }
  const ending = reasons.filter(isEnding);
  const begins = ending.find(({ code }) => code === 'waiting' || code === 'person_not_started');
  if (begins && ending.every(({ code }) => code === 'waiting' || code === 'person_not_started'))
    return `Not covered${by} yet. ${say(begins)}`;
  const from = lostOn(stand.input, ending, timeZone);
  const since = from ? ` since ${showDayInWords(from, now, timeZone)}` : '';
  const mend = bringsBack(stand, now, shown);
  const told = ending.filter(({ code }) => !['dues_late', 'person_inactive', 'died'].includes(code)).map(say);
  return [`Not covered${by}${since}.`, ...told, ...(mend ? [mend] : [])].join(' ');
}

/** When somebody lost the cover that they had; null where they never had it, or lost it by their age. */
function lostOn(
  { person, dues, fundRules, deaths }: CoverageInput,
  ending: readonly CoverageReason[],
  timeZone: string,
): Date | null {
  const has = (code: CoverageReason['code']) => ending.some((reason) => reason.code === code);
  const late = has('dues_late')
    ? dues
        .filter((due) => totalBalance(due) > 0)
        .map(({ run }) => lateFrom(run.endDt, fundRules, timeZone, deaths))
    : [];
  const isEnded = (has('person_inactive') || has('membership_inactive')) && person.startDt < person.endDt;
  const ended = isEnded
    ? ending.map((reason) => (reason.code === 'person_inactive' ? dateOf(reason) : null))
    : [];
  const at = earliest([...late, ...ended]);
  // The day after the last one that was covered: a run's last day ends a millisecond before the next one begins.
  return at && at > person.startDt ? new Date(at.getTime() + 1) : null;
}

/** What paying the late dues would do; undefined where it would not help alone. */
function bringsBack({ input, coverage, showsAmounts }: Stand, now: Date, shown: Shown): string | undefined {
  const late = coverage.reasons.flatMap((reason): { amount: Cents | null }[] =>
    reason.code === 'dues_late' ? [reason] : [],
  );
  if (!late.length) return undefined;
  const dues = input.dues.map((due) =>
    due.run.endDt <= now && totalBalance(due) > 0
      ? { ...due, paymentsTotal: due.minAmountDue, lastPaymentDt: now }
      : due,
  );
  const paid = coverageOf({ ...input, dues }, now, shown.timeZone);
  const ending = paid.reasons.filter(isEnding);
  const again = ending.every(({ code }) => code === 'reinstating') ? ending.map(dateOf)[0] : undefined;
  if (paid.isCovered !== true && !again) return undefined;
  const amount = sumCents(late.flatMap((one) => one.amount ?? []));
  const what = showsAmounts ? showMoney(amount, shown.currency) : 'Paying the dues';
  return `${what} would bring it back${again ? ` from ${showDateInWords(again, shown.timeZone)}` : ''}.`;
}

/** The cover of several people together: of a membership or a household. `covers` are those of the living in it. */
export function coverOfAll(covers: readonly CoverToday[], shown: Pick<Shown, 'timeZone'>): CoverToday {
  const [first] = covers;
  if (!first) return { isCovered: null, until: null, text: IN_NO_FUND };
  const covered = covers.filter(({ isCovered }) => isCovered === true);
  const until = earliest(covered.map((one) => one.until));
  const isCovered = covers.some((one) => one.isCovered === false)
    ? false
    : covered.length === covers.length || null;
  if (covers.every(({ text }) => text === first.text)) return { ...first, isCovered, until };
  const day = until ? ` until ${showDateInWords(until, shown.timeZone)}` : '';
  const text = covered.length
    ? `${covered.length === covers.length ? `All ${covers.length}` : `${covered.length} of ${covers.length}`} covered${day}.`
    : `None of ${covers.length} covered.`;
  return { isCovered, until, text };
}

/** A cover on the wire. */
export const presentCover = (
  { isCovered, text, until }: CoverToday,
  isQuiet: boolean,
): z.input<typeof Cover> => ({
  isCovered,
  text,
  until: until?.toISOString() ?? null,
  isQuiet,
});
