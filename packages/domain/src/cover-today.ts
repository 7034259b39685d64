/**
 * Whether somebody is covered today, as codes with values: the first line of rows, search hits, households and
 * memberships (rules.md "Covered today"), which cover-today-text.ts renders. 'Am I covered?' in full is coverage.ts.
 */
import {
  coverageOf,
  dateOf,
  earliest,
  isEnding,
  type Coverage,
  type CoverageInput,
  type CoverageReason,
} from './coverage.ts';
import { calendarDateOf, startOfDay, type CalendarDate } from './dates.ts';
import type { DeathDay } from './death-day.ts';
import { totalBalance } from './donation.ts';
import { lateFrom } from './fund-rules.ts';
import { sumCents, type Cents } from './money.ts';

/** A reason, with the name of the person where its sentence has it. */
export type NamedReason = { reason: CoverageReason; firstNm: string };

/**
 * A fact about a cover. `brings` is what paying the late dues would do: the amount is null where the reader may not
 * see it, `from` null where the cover would be back at once.
 */
export type CoverFact =
  | { code: 'no_fund' | 'not_confirmed' }
  | { code: 'died'; deceasedDt: CalendarDate; deathDay: DeathDay | null }
  | { code: 'covered'; until: CalendarDate | null }
  | { code: 'not_known' | 'not_yet'; why: NamedReason }
  | {
      code: 'not_covered';
      since: CalendarDate | null;
      reasons: NamedReason[];
      brings: { amount: Cents | null; from: CalendarDate | null } | null;
    }
  | { code: 'several'; covered: number; of: number; until: CalendarDate | null };

/** Whether one person or several together are covered, and the facts; by which fund, where funds differ. */
export type CoverToday = {
  isCovered: boolean | null;
  until: Date | null;
  facts: { fact: CoverFact; campaignName?: string }[];
};

/** What one membership says of a person: the input of `coverageOf`, its fund, and whether the reader may see amounts. */
export type CoverAsked = { input: CoverageInput; campaignName: string; showsAmounts: boolean };

/** The person whose cover a sentence is about. */
export type CoverPerson = {
  firstNm: string;
  deceasedDt?: CalendarDate | null | undefined;
  deathDay?: DeathDay | null | undefined;
};

const OVER: readonly CoverageReason['code'][] = ['membership_inactive', 'person_inactive', 'died'];

/** The reasons whose sentences name the person. */
const NAMING: readonly CoverageReason['code'][] = ['outside_ages', 'over_age_limit', 'age_unknown'];

const NO_FUND: CoverToday['facts'] = [{ fact: { code: 'no_fund' } }];

type Stand = CoverAsked & { coverage: Coverage };

/** Whether two facts are the same. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Returns whether a person is covered today, and the facts. Any fund that covers them counts as cover; what the
 * others say is added. Funds that formerly covered them are left out while they are in another. Nobody who died
 * is covered.
 */
export function coverToday(
  person: CoverPerson,
  asked: readonly CoverAsked[],
  now: Date,
  timeZone: string,
): CoverToday {
  const { deceasedDt, deathDay = null, firstNm } = person;
  if (deceasedDt) {
    const isCovered = asked.length ? false : null;
    return { isCovered, until: null, facts: [{ fact: { code: 'died', deceasedDt, deathDay } }] };
  }
  const stands = counting(asked, now, timeZone).toSorted((a, b) => Number(covers(b)) - Number(covers(a)));
  const [first, ...others] = stands.map((stand) => ({
    fact: factOf(stand, firstNm, now, timeZone),
    campaignName: stand.campaignName,
  }));
  if (!first) return { isCovered: null, until: null, facts: NO_FUND };
  return {
    isCovered: isCoveredBy(stands),
    until: earliest(stands.filter(covers).map(({ coverage }) => coverage.until)),
    facts: others.every(({ fact }) => isSame(fact, first.fact)) ? [{ fact: first.fact }] : [first, ...others],
  };
}

const covers = ({ coverage }: Stand) => coverage.isCovered === true;

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

/** The fact about one fund. */
function factOf(stand: Stand, firstNm: string, now: Date, timeZone: string): CoverFact {
  const { isCovered, until, reasons } = stand.coverage;
  if (isCovered === true) return { code: 'covered', until: until && calendarDateOf(until, timeZone) };
  const told = (reason: CoverageReason): NamedReason => ({
    // The sentence has the day alone.
    reason:
      'date' in reason && reason.date
        ? { ...reason, date: startOfDay(calendarDateOf(reason.date, timeZone), timeZone) }
        : reason,
    firstNm: NAMING.includes(reason.code) ? firstNm : '',
  });
  if (isCovered === null) {
    const why = reasons.find((reason) => reason.code.endsWith('_unknown'));
    const isWaiting = why?.code === 'membership_unknown' || why?.code === 'person_unknown';
    return !why || isWaiting ? { code: 'not_confirmed' } : { code: 'not_known', why: told(why) };
  }
  const ending = reasons.filter(isEnding);
  const begins = ending.find(({ code }) => code === 'waiting' || code === 'person_not_started');
  if (begins && ending.every(({ code }) => code === 'waiting' || code === 'person_not_started'))
    return { code: 'not_yet', why: told(begins) };
  const from = lostOn(stand.input, ending, timeZone);
  return {
    code: 'not_covered',
    since: from && calendarDateOf(from, timeZone),
    reasons: ending.filter(({ code }) => !['dues_late', 'person_inactive', 'died'].includes(code)).map(told),
    brings: whatPayingBrings(stand, now, timeZone),
  };
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

/** What paying the late dues would do; null where it would not help alone. */
function whatPayingBrings({ input, coverage, showsAmounts }: Stand, now: Date, timeZone: string) {
  const late = coverage.reasons.flatMap((reason): { amount: Cents | null }[] =>
    reason.code === 'dues_late' ? [reason] : [],
  );
  if (!late.length) return null;
  const dues = input.dues.map((due) =>
    due.run.endDt <= now && totalBalance(due) > 0
      ? { ...due, paymentsTotal: due.minAmountDue, lastPaymentDt: now }
      : due,
  );
  const paid = coverageOf({ ...input, dues }, now, timeZone);
  const ending = paid.reasons.filter(isEnding);
  const again = ending.every(({ code }) => code === 'reinstating') ? ending.map(dateOf)[0] : undefined;
  if (paid.isCovered !== true && !again) return null;
  return {
    amount: showsAmounts ? sumCents(late.flatMap((one) => one.amount ?? [])) : null,
    from: again ? calendarDateOf(again, timeZone) : null,
  };
}

/** The cover of several people together: of a membership or a household. `all` are those of the living in it. */
export function coverOfAll(all: readonly CoverToday[], timeZone: string): CoverToday {
  const [first] = all;
  if (!first) return { isCovered: null, until: null, facts: NO_FUND };
  const covered = all.filter(({ isCovered }) => isCovered === true);
  const until = earliest(covered.map((one) => one.until));
  const isCovered = all.some((one) => one.isCovered === false)
    ? false
    : covered.length === all.length || null;
  const several: CoverFact = {
    code: 'several',
    ...{ covered: covered.length, of: all.length },
    until: until && calendarDateOf(until, timeZone),
  };
  const isOne = all.every(({ facts }) => isSame(facts, first.facts));
  return { isCovered, until, facts: isOne ? first.facts : [{ fact: several }] };
}
