/** The rules of a fund as plain sentences: 'How this fund works' (rules.md "Fund rules"), for members and staff alike. */
import type { CalendarDate } from './dates.ts';
import { addDays, showDateInWords } from './dates.ts';
import type { AgeLimit, Benefit, FundRules } from './fund-rules.ts';
import { joiningFeeText } from './joining-fee.ts';
import { showMoney, type Cents } from './money.ts';
import { ageRangeText, relationshipsText, whomText } from './rule-text.ts';
import { countOf } from './text.ts';

const days = (count: number) => countOf(count, 'day', 'days');

/** A number of days, also in months from two months on: '180 days (about 6 months)'. */
function longDays(count: number): string {
  const months = Math.round(count / 30.4);
  return months >= 2 ? `${days(count)} (about ${months} months)` : days(count);
}

/** An age limit as a sentence; the limit is the highest age that is covered. */
export function ageLimitText({ relationships, maxAge }: AgeLimit): string {
  const whom = relationshipsText(relationships);
  return `${whom.charAt(0).toUpperCase()}${whom.slice(1)}: covered until the day of turning ${maxAge + 1}.`;
}

/** `pays $5,000.00`, `would pay what the funeral costs, up to $5,000.00`. */
export function givesText(
  { isInKind, isUpTo }: { isInKind?: boolean | undefined; isUpTo?: boolean | undefined },
  amount: string,
  { isSure = true } = {},
): string {
  const verb = isInKind ? 'give' : 'pay';
  const how = isInKind
    ? `, in kind and worth${isUpTo ? ' up to' : ''}`
    : isUpTo
      ? ' what the funeral costs, up to'
      : '';
  return `${isSure ? `${verb}s` : `would ${verb}`}${how} ${amount}`;
}

/** The payout at a death, as a sentence. */
export const benefitText = (benefit: Benefit, currency: string): string =>
  `At a death the fund ${givesText(benefit, showMoney(benefit.amount, currency))}: ${whomText(benefit).toLowerCase()}.`;

/** The rules of a fund as sentences, in the order in which a member meets them. */
export function fundRulesText(rules: FundRules, currency: string): string[] {
  const { waitingDays = 0, graceDays = 0, lapseDays, reinstatementWaitingDays = 0 } = rules;
  const { suicideWaitingDays, accidentWaitingDays } = rules;
  const { joiningFee, walletMinimum, walletDormantDays } = rules;
  const { entryAge, ageLimits = [], benefits = [], claimWithinDays, quietDays } = rules;
  return [
    ...(entryAge ? [entryAgeText(entryAge)] : []),
    ...(joiningFee ? [joiningFeeText(joiningFee, currency)] : []),
    ...(waitingDays > 0
      ? [
          `Cover begins ${longDays(waitingDays)} after joining, and for a person who is added later ${days(waitingDays)} after that.`,
        ]
      : []),
    ...(suicideWaitingDays === undefined
      ? []
      : [`Where somebody takes their own life, cover begins ${longDays(suicideWaitingDays)} after joining.`]),
    ...(accidentWaitingDays === undefined ? [] : [accidentText(accidentWaitingDays)]),
    ...(graceDays > 0
      ? [`Dues that stay open end the cover ${days(graceDays)} after the last day to pay them.`]
      : ['Dues that stay open after the last day to pay them end the cover.']),
    ...(lapseDays !== undefined && reinstatementWaitingDays > 0
      ? [
          `Cover that was lost${lapseDays > 0 ? ` for more than ${days(lapseDays)}` : ''} comes back after everything is paid and another wait of ${longDays(reinstatementWaitingDays)}.`,
        ]
      : ['Cover that was lost comes back as soon as everything is paid.']),
    ...(walletMinimum ? [walletText(walletMinimum, walletDormantDays, currency)] : []),
    ...ageLimits.map(ageLimitText),
    ...(rules.oneCoverPerPerson ? ['A person is covered by one membership only.'] : []),
    ...benefits.map((benefit) => benefitText(benefit, currency)),
    ...(claimWithinDays === undefined ? [] : [`A death is to be reported within ${days(claimWithinDays)}.`]),
    ...(quietDays === undefined ? [] : [quietText(quietDays)]),
  ];
}

function entryAgeText({ min, max }: { min: number; max: number }): string {
  const ages = ageRangeText(min, max);
  return ages ? `To join: ${ages.toLowerCase()}, on the day of joining.` : 'People of any age may join.';
}

const walletText = (minimum: Cents, dormantDays: number | undefined, currency: string) =>
  `Each membership keeps at least ${showMoney(minimum, currency)} paid ahead: its dues are taken from it, and it is filled up again.${
    dormantDays === undefined ? '' : ` With less for more than ${days(dormantDays)} it is dormant.`
  }`;

const accidentText = (waitingDays: number) =>
  waitingDays > 0
    ? `After an accident, cover begins ${longDays(waitingDays)} after joining.`
    : 'After an accident nobody has to have waited.';

const quietText = (quietDays: number) =>
  quietDays > 0
    ? `For ${days(quietDays)} after a death nothing is sent to the household unasked, and open dues do not end its cover.`
    : 'After a death the household is written to as before.';

/** An example of a waiting time: 'Samuel, added on November 21, 2026, is covered from May 20, 2027.' */
export function waitingExample(waitingDays: number, added: CalendarDate): string {
  return `Samuel, added on ${showDateInWords(added)}, is covered from ${showDateInWords(addDays(added, waitingDays))}.`;
}

/** An example of days of grace, for dues whose last day is `lastDay`. */
export function graceExample(graceDays: number, lastDay: CalendarDate): string {
  return `Dues to be paid by ${showDateInWords(lastDay)} end the cover when they are still open after ${showDateInWords(addDays(lastDay, graceDays))}.`;
}

/** An example of cover that was lost on a day and is paid for again one day after the rule applies. */
export function reinstatementExample(lapseDays: number, waitingDays: number, lost: CalendarDate): string {
  const paid = addDays(lost, lapseDays + 1);
  return `Samuel, not covered since ${showDateInWords(lost)}, pays everything on ${showDateInWords(paid)}: he is covered again from ${showDateInWords(addDays(paid, waitingDays))}.`;
}
