/** The reasons of a coverage and what to do, as sentences (docs/words.md). */
import { earliest, needsOffice, type AgeRange, type Coverage, type CoverageReason } from './coverage.ts';
import { showDateInWords, type CalendarDate } from './dates.ts';
import { showMoney, sumCents, type Cents } from './money.ts';

/**
 * The currency (ISO 4217) and the time zone (IANA) in which money and dates are shown; `on` is the day in question,
 * when it is not today.
 */
export type Shown = { currency: string; timeZone: string; on?: CalendarDate | undefined };

/** The subject of a sentence: the reader, or another person by their first name. */
export type Subject = { firstNm: string; isReader: boolean };

/** The verb for a subject. */
export const are = ({ isReader }: Subject) => (isReader ? 'are' : 'is');
/** The beginning of a sentence about a subject. */
export const nameOf = ({ firstNm, isReader }: Subject) => (isReader ? 'You' : firstNm);

/** `0 to 25`, `65 and over`; several joined by 'and'. */
function showAges(limits: readonly AgeRange[]): string {
  return limits
    .map(({ minAge, maxAge }) => (maxAge >= 100 ? `${minAge} and over` : `${minAge} to ${maxAge}`))
    .join(' and ');
}

function agesText(limits: readonly AgeRange[]): string {
  return limits.length
    ? `This fund covers ages ${showAges(limits)}`
    : 'This fund does not cover this relationship';
}

/** A reason as a sentence. */
export function reasonText(reason: CoverageReason, subject: Subject, shown: Shown): string {
  const date = (instant: Date) => showDateInWords(instant, shown.timeZone);
  const amount = (cents: Cents | null) => (cents === null ? '' : `: ${showMoney(cents, shown.currency)}`);
  // What was open on a former day may be paid since.
  const areOpen = shown.on ? `were open on ${showDateInWords(shown.on)}` : 'are open';
  const whose = subject.isReader ? 'your' : `${subject.firstNm}’s`;
  switch (reason.code) {
    case 'dues_late':
      return `The dues for ${reason.runName} ${areOpen}${amount(reason.amount)}.`;
    case 'dues_grace':
      return `The dues for ${reason.runName} are late${amount(reason.amount)}. Unpaid, they end the cover on ${date(reason.date)}.`;
    case 'dues_open':
      return `The dues for ${reason.runName} ${areOpen}${amount(reason.amount)}, due by ${date(reason.date)}.`;
    case 'membership_inactive':
      return 'This membership is not active.';
    case 'membership_unknown':
      return 'The office has not confirmed this membership yet.';
    case 'person_inactive':
      return reason.date ? `The cover ended on ${date(reason.date)}.` : 'The cover has ended.';
    case 'death_day_unknown':
      return `${subject.isReader ? 'You' : subject.firstNm} died. The day is not known.`;
    case 'cause_unknown':
      return 'The cause of the death decides: the claim asks for it.';
    case 'cause_decided':
      return 'This was decided with the claim.';
    case 'died':
      if (reason.isDayUnknown)
        return `${subject.isReader ? 'You' : subject.firstNm} died. The day is not known.`;
      return `${subject.isReader ? 'You' : subject.firstNm} died. The cover ended at the end of ${date(reason.date)}.`;
    case 'person_unknown':
      return `The office has not confirmed ${whose} place in this membership yet.`;
    case 'person_not_started':
      return `The cover starts on ${date(reason.date)}.`;
    case 'outside_ages':
      return `${agesText(reason.limits)}; ${nameOf(subject).replace(/^You$/, 'you')} ${are(subject)} ${reason.age}.`;
    case 'age_unknown':
      return `This fund goes by age, and ${whose} birth date is not known.`;
    case 'leaves_ages':
      return `${agesText(reason.limits)}; ${subject.isReader ? 'you turn' : `${subject.firstNm} turns`} ${reason.age} on ${date(reason.date)}.`;
    case 'waiting':
      return `This fund has a waiting time. The cover begins on ${date(reason.date)}.`;
    case 'reinstating':
      return `The cover was lost for too long. It begins again on ${date(reason.date)}.`;
    case 'over_age_limit':
      return `This fund covers ${whose === 'your' ? 'you' : subject.firstNm} up to age ${reason.maxAge}; ${nameOf(subject).replace(/^You$/, 'you')} ${are(subject)} ${reason.age}.`;
    case 'reaches_age_limit':
      return `This fund covers ${whose === 'your' ? 'you' : subject.firstNm} up to age ${reason.maxAge}; ${subject.isReader ? 'you turn' : `${subject.firstNm} turns`} ${reason.age} on ${date(reason.date)}.`;
    case 'ends':
      return `The cover ends on ${date(reason.date)}.`;
  }
}

/**
 * What to do: pay, or whom to ask; null when nothing needs to be done. `payer` is null when the subject pays, and
 * `isPayerReader` if it is the reader.
 */
export function coverageAction(
  coverage: Coverage,
  whom: { organizationName: string; payer: string | null; isPayerReader?: boolean; subject: Subject },
  shown: Shown,
): string | null {
  const { organizationName, payer, isPayerReader, subject } = whom;
  const pays = isPayerReader ? 'You pay' : `${payer} pays`;
  if (needsOffice(coverage.reasons)) return `Please ask ${organizationName} about it.`;
  const late = moneyOf(coverage, ['dues_late'], shown);
  if (late)
    return payer === null
      ? `Pay ${late.sum} to be covered again.`
      : `${pays} for this membership: ${late.sum ? `${late.sum} brings` : 'paying its dues brings'} the cover back.`;
  const open = moneyOf(coverage, ['dues_grace', 'dues_open'], shown);
  if (open)
    return payer === null
      ? `Pay ${open.sum} by ${open.by} to stay covered.`
      : `${pays} for this membership: ${open.sum ? `${open.sum} is` : 'its dues are'} due by ${open.by}.`;
  if (coverage.reasons.some(({ code }) => /^(leaves_ages|reaches_age_limit|ends)$/.test(code)))
    return `Please ask ${organizationName} about a membership of ${subject.isReader ? 'your' : 'their'} own.`;
  return null;
}

/** The sum of some dues and their earliest day, as shown; the sum is null where the reader may not see amounts. */
function moneyOf(
  { reasons }: Coverage,
  codes: readonly CoverageReason['code'][],
  { currency, timeZone }: Shown,
): { sum: string | null; by: string } | undefined {
  const dues = reasons.flatMap((reason) =>
    codes.includes(reason.code) && 'amount' in reason ? { amount: reason.amount, date: reason.date } : [],
  );
  const by = earliest(dues.map(({ date }) => date));
  if (!by) return undefined;
  const amounts = dues.flatMap(({ amount }) => amount ?? []);
  const sum = amounts.length === dues.length ? showMoney(sumCents(amounts), currency) : null;
  return { sum, by: showDateInWords(by, timeZone) };
}
