import { parseDate, typedDate, type CalendarDate } from '@kinfold/domain/dates';
import { CORRECTION_MAX, TOLD_BY_MAX, type DeathReport } from '@kinfold/domain/death-report';
import { freeText } from '@kinfold/domain/free-text';
import type { Member } from '@kinfold/domain/member';
import * as z from 'zod/mini';

/** How exactly the day of a death is known. */
export const KNOWN = {
  day: 'The day',
  month: 'The month',
  unknown: 'Not known',
} as const;

const text = z.string();
const WRONG_DATE = 'Invalid date of death';

/** A death as typed; the server checks the days. */
export const DeathValues = z
  .object({
    known: z.enum(Object.keys(KNOWN) as (keyof typeof KNOWN)[]),
    ...{ deceasedDt: text, reportedDt: text, payerMemberId: text },
    toldBy: freeText(`At most ${TOLD_BY_MAX} characters`, { max: TOLD_BY_MAX }),
    reason: freeText(`At most ${CORRECTION_MAX} characters`, { max: CORRECTION_MAX }),
  })
  .check(
    z.refine(({ known, deceasedDt }) => known === 'unknown' || parseDate(deceasedDt) !== undefined, {
      error: WRONG_DATE,
      path: ['deceasedDt'],
    }),
  );
export type DeathValues = z.infer<typeof DeathValues>;

/** Returns the initial values of the form: those of a stored death, or of a report. */
export function firstValues(
  { deceasedDt, deathDay }: Pick<Member, 'deceasedDt' | 'deathDay'>,
  report: Pick<DeathReport, 'deceasedDt' | 'deathDay' | 'toldBy'> | undefined,
  reportedDt: CalendarDate,
): DeathValues {
  const day = deceasedDt ?? report?.deceasedDt ?? null;
  const isMonth = (deceasedDt ? deathDay : report?.deathDay) === 'month';
  const isUnknown = deceasedDt ? deathDay === 'unknown' : report !== undefined && day === null;
  return {
    known: isUnknown ? 'unknown' : isMonth ? 'month' : 'day',
    deceasedDt: day && !isUnknown ? typedDate(day as CalendarDate) : '',
    // The last day on which they can have died is the day of the report, or before it: entered again nothing moves.
    reportedDt: typedDate(deceasedDt && deathDay ? deceasedDt : reportedDt),
    toldBy: report?.toldBy ?? '',
    reason: '',
    payerMemberId: '',
  };
}

/** Returns the day for the request; undefined until it is complete. */
export function dayOfDeath({
  known,
  deceasedDt,
  reportedDt,
}: Pick<DeathValues, 'known' | 'deceasedDt' | 'reportedDt'>) {
  const day = parseDate(deceasedDt);
  if (known !== 'unknown' && !day) return undefined;
  if (known === 'day') return { deceasedDt: day };
  const reported = parseDate(reportedDt);
  return {
    deceasedDt: known === 'month' ? day : null,
    isDayUnknown: true,
    ...(reported && { reportedDt: reported }),
  };
}
