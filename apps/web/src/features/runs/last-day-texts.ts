import { addDays, calendarDateOf, endOfDay, parseTypedDate, showDateInWords } from '@kinfold/domain/dates';
import type { CampaignRun } from '@kinfold/domain/campaign-run';
import { lateFrom, type FundRules } from '@kinfold/domain/fund-rules';
import type { RunFigures } from '@kinfold/domain/run-donations';
import { countOf, pluralOf } from '@kinfold/domain/text';
import { money } from '../../lib/format.ts';

/**
 * Returns the effects of another last day of a run on people who owe in it, in sentences: from when their dues are
 * late, and what that does to their cover. Empty while the day is unchanged or invalid, or if nobody owes anything.
 */
export function lastDayTexts(
  run: Pick<CampaignRun, 'endDt' | 'isActive'>,
  typed: string,
  {
    owed,
    fundRules,
    now,
    timeZone,
  }: { owed: Pick<RunFigures, 'open' | 'openBalance'>; fundRules: FundRules; now: Date; timeZone: string },
): string[] {
  const day = parseTypedDate(typed);
  if (!day || day === calendarDateOf(run.endDt, timeZone) || owed.open === 0) return [];
  const endDt = endOfDay(day, timeZone);
  const isLate = (end: Date) => lateFrom(end, fundRules, timeZone) <= now;
  const [wasLate, isLateThen] = [isLate(run.endDt), isLate(endDt)];
  const owe = `${countOf(owed.open, 'household owes', 'households owe')} ${money(owed.openBalance)} in this run.`;
  if (isLateThen)
    return [
      owe,
      wasLate
        ? 'Their dues stay late.'
        : 'Their dues are late as soon as you save: the people who owe them lose their cover then.',
    ];
  const current = wasLate
    ? ['Their dues are no longer late once you save, and the cover that they ended comes back.']
    : [];
  if (!run.isActive && endDt > now)
    return [owe, ...current, 'The run is paused then: dues are asked for again once it is activated.'];
  const { graceDays = 0 } = fundRules;
  const grace =
    graceDays > 0
      ? pluralOf(graceDays, ' (the last day and # day of grace)', ' (the last day and # days of grace)')
      : '';
  return [
    owe,
    ...current,
    `Their dues are late after ${showDateInWords(addDays(day, graceDays))}${grace}: people who have not paid by then lose their cover.`,
  ];
}
