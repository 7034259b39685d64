/** Children who turn 18: then they may have a household of their own (a life event, which staff enter). */
import { MINIMUM_AGE } from './constants.ts';
import { addDays, ageOn, type CalendarDate } from './dates.ts';

const ADULT_AGE = MINIMUM_AGE;
/** The error where somebody under 18 is to pay, of a household or a membership, or to be a contact. */
export const TOO_YOUNG = `Choose somebody of ${MINIMUM_AGE} years or older`;

/**
 * Whether somebody is under 18 on a day: they pay for nobody and are no contact. Whose birth date is not known is none.
 */
export const isMinor = ({ birthDt }: { birthDt: CalendarDate | null }, today: CalendarDate): boolean =>
  birthDt !== null && ageOn(birthDt, today) < MINIMUM_AGE;
/** Staff are told so many days before, and so many after where it is not shown with the household itself. */
export const COMING_OF_AGE_DAYS = 30;
/** As what somebody lives in the household of their parents, or of who is in their place. */
export const CHILD_RELATIONSHIPS = ['Son', 'Daughter', 'Child', 'Grandchild', 'Stepchild'] as const;

type Child = {
  birthDt: CalendarDate | null;
  relationship: string;
  isActive: boolean | null;
  deceasedDt: CalendarDate | null;
};

/** The day on which somebody turns 18; who was born on 02/29, on 03/01. */
function turnsAdultOn(birthDt: CalendarDate): CalendarDate {
  const year = Number(birthDt.slice(0, 4)) + ADULT_AGE;
  return addDays(`${year}-${birthDt.slice(5, 7)}-01` as CalendarDate, Number(birthDt.slice(8)) - 1);
}

/** The day on which a child of a household turns 18, from 30 days before it until a year after; undefined else. */
export function comesOfAgeOn(child: Child, today: CalendarDate): CalendarDate | undefined {
  const isChild = CHILD_RELATIONSHIPS.some((relationship) => relationship === child.relationship);
  if (!isChild || child.isActive === false || child.deceasedDt !== null || child.birthDt === null)
    return undefined;
  const day = turnsAdultOn(child.birthDt);
  return day <= addDays(today, COMING_OF_AGE_DAYS) && day > addDays(today, -365) ? day : undefined;
}

/** The first and the last birth date of those who turned 18 in the last 30 days or will in the next. */
export function comingOfAgeBirths(today: CalendarDate): { from: CalendarDate; to: CalendarDate } {
  const bornOn = (day: CalendarDate) =>
    `${Number(day.slice(0, 4)) - ADULT_AGE}${day.slice(4)}` as CalendarDate;
  return {
    from: bornOn(addDays(today, -COMING_OF_AGE_DAYS)),
    to: bornOn(addDays(today, COMING_OF_AGE_DAYS)),
  };
}
