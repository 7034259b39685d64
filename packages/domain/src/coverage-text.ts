/** What 'Am I covered?' says: short, gentle and straight sentences (design: look.md "Words"). */
import { dateOf, earliest, type AgeRange, type Coverage, type CoverageReason } from './coverage.ts';
import { showDate } from './dates.ts';
import { showMoney, sumCents, type Cents } from './money.ts';

/** How money and dates are shown. */
export type Shown = { currency: string; timeZone: string };

/** Whom a sentence is about: the reader, or somebody by their first name. */
export type Subject = { firstNm: string; isReader: boolean };

/** How somebody stands with one fund, with the names that sentences need. */
export type PersonStand = Coverage & { member_id: string; subject: Subject; campaignName: string };

const are = ({ isReader }: Subject) => (isReader ? 'are' : 'is');
const nameOf = ({ firstNm, isReader }: Subject) => (isReader ? 'You' : firstNm);

/** `0 to 25`, `65 and over`; several joined by 'and'. */
function showAges(limits: readonly AgeRange[]): string {
  return limits
    .map(({ minAge, maxAge }) => (maxAge >= 100 ? `${minAge} and over` : `${minAge} to ${maxAge}`))
    .join(' and ');
}

function agesText(limits: readonly AgeRange[]): string {
  return limits.length
    ? `This fund covers ages ${showAges(limits)}`
    : 'This fund has no place for this relationship';
}

/** A reason as a sentence. */
export function reasonText(reason: CoverageReason, subject: Subject, shown: Shown): string {
  const date = (instant: Date) => showDate(instant, shown.timeZone);
  const whose = subject.isReader ? 'your' : `${subject.firstNm}’s`;
  switch (reason.code) {
    case 'dues_late':
      return `The dues for ${reason.runName} are open: ${showMoney(reason.amount, shown.currency)}.`;
    case 'dues_open':
      return `The dues for ${reason.runName} are open: ${showMoney(reason.amount, shown.currency)}, due by ${date(reason.date)}.`;
    case 'membership_inactive':
      return 'This membership is not active.';
    case 'membership_unknown':
      return 'The office has not confirmed this membership yet.';
    case 'person_inactive':
      return reason.date ? `The cover ended on ${date(reason.date)}.` : 'The cover has ended.';
    case 'person_unknown':
      return `The office has not confirmed ${whose} place in this membership yet.`;
    case 'person_not_started':
      return `The cover starts on ${date(reason.date)}.`;
    case 'outside_ages':
      return `${agesText(reason.limits)}; ${nameOf(subject).replace(/^You$/, 'you')} ${are(subject)} ${reason.age}.`;
    case 'leaves_ages':
      // A birthday is a day of the calendar, the same in every zone.
      return `${agesText(reason.limits)}; ${subject.isReader ? 'you turn' : `${subject.firstNm} turns`} ${reason.age} on ${showDate(reason.date)}.`;
    case 'ends':
      return `The cover ends on ${date(reason.date)}.`;
  }
}

/** The day until which somebody is covered, as it is shown. */
export function untilText({ until, reasons }: Pick<Coverage, 'until' | 'reasons'>, shown: Shown): string {
  if (!until) return '';
  const isBirthday = reasons.some(
    (reason) => reason.code === 'leaves_ages' && dateOf(reason)?.getTime() === until.getTime(),
  );
  return ` until ${showDate(until, isBirthday ? 'UTC' : shown.timeZone)}`;
}

/** `You`, `You and Sam`, `You and 3 others`. */
function everybody(subjects: readonly Subject[]): { who: string; verb: string } {
  const [first, second] = subjects;
  if (!first) return { who: 'Nobody', verb: 'is' };
  if (!second) return { who: nameOf(first), verb: are(first) };
  const rest = subjects.length > 2 ? `${subjects.length - 1} others` : nameOf(second);
  return { who: `${nameOf(first)} and ${rest}`, verb: 'are' };
}

type Person = { subject: Subject; isCovered: boolean | null; stands: PersonStand[] };

/** Everybody once, in the order of the stands; somebody's worst fund decides. */
function peopleOf(stands: readonly PersonStand[]): Person[] {
  const byId = new Map<string, Person>();
  for (const stand of stands) {
    const person = byId.get(stand.member_id) ?? { subject: stand.subject, isCovered: true, stands: [] };
    person.stands.push(stand);
    person.isCovered = worstOf([person.isCovered, stand.isCovered]);
    byId.set(stand.member_id, person);
  }
  return [...byId.values()];
}

/** Not covered when somebody is not, unknown when somebody is, else covered. */
export function worstOf(states: readonly (boolean | null)[]): boolean | null {
  if (states.includes(false)) return false;
  return states.includes(null) ? null : true;
}

/**
 * How some people stand, in one to three sentences: 'You and 3 others are covered until 12.15.2026.' Funds are
 * named when there is more than one. Nobody at all: `subject` is in no funeral fund.
 */
export function coverageSentence(stands: readonly PersonStand[], subject: Subject, shown: Shown): string {
  if (!stands.length) return `${nameOf(subject)} ${are(subject)} not in a funeral fund.`;
  const people = peopleOf(stands);
  const areSeveral = new Set(stands.map(({ campaignName }) => campaignName)).size > 1;
  const of = (state: boolean | null) => people.filter(({ isCovered }) => isCovered === state);
  const say = (state: boolean | null, text: (who: string, verb: string, funds: string) => string) => {
    const group = of(state);
    if (!group.length) return [];
    const { who, verb } = everybody(group.map((person) => person.subject));
    const names = group.flatMap((person) =>
      person.stands.filter(({ isCovered }) => isCovered === state).map(({ campaignName }) => campaignName),
    );
    return [text(who, verb, areSeveral ? ` by ${[...new Set(names)].join(' and ')}` : '')];
  };
  return [
    ...say(true, (who, verb) => {
      const covered = of(true).flatMap((person) => person.stands);
      const until = earliest(covered.map((stand) => stand.until));
      const first = covered.find((stand) => stand.until?.getTime() === until?.getTime());
      return `${who} ${verb} covered${first ? untilText(first, shown) : ''}.`;
    }),
    ...say(false, (who, verb, funds) => `${who} ${verb} not covered${funds} right now.`),
    ...say(
      null,
      (who, verb, funds) =>
        `We cannot say yet whether ${who.replace(/^You\b/, 'you')} ${verb} covered${funds}.`,
    ),
  ].join(' ');
}

/** What to do: pay, or whom to ask; null when there is nothing to do. `payer` is null when the subject pays. */
export function coverageAction(
  coverage: Coverage,
  whom: { organizationName: string; payer: string | null; subject: Subject },
  shown: Shown,
): string | null {
  const { organizationName, payer, subject } = whom;
  const sumOf = (code: CoverageReason['code']): Cents =>
    sumCents(
      coverage.reasons.flatMap((reason) => (reason.code === code && 'amount' in reason ? reason.amount : [])),
    );
  const needsOffice = coverage.reasons.some(({ code }) => /^(membership|person)_|^outside_/.test(code));
  if (needsOffice) return `Please ask ${organizationName} about it.`;
  const late = sumOf('dues_late');
  const by = payer === null ? null : `${payer} pays for this membership`;
  if (late > 0) {
    const money = showMoney(late, shown.currency);
    return by ? `${by}: ${money} brings the cover back.` : `Pay ${money} to be covered again.`;
  }
  const open = sumOf('dues_open');
  if (open > 0) {
    const date = showDate(
      earliest(coverage.reasons.map((reason) => (reason.code === 'dues_open' ? reason.date : null))) ?? '',
      shown.timeZone,
    );
    const money = showMoney(open, shown.currency);
    return by ? `${by}: ${money} is due by ${date}.` : `Pay ${money} by ${date} to stay covered.`;
  }
  if (coverage.reasons.some(({ code }) => code === 'leaves_ages' || code === 'ends'))
    return `Please ask ${organizationName} about a membership of ${subject.isReader ? 'your' : 'their'} own.`;
  return null;
}
