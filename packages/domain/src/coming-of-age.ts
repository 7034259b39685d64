/** Children who turn 18: from then on they may have their own household (a life event, which staff enter). */
import { MINIMUM_AGE } from './constants.ts';
import { addDays, ageOn, type CalendarDate } from './dates.ts';

const ADULT_AGE = MINIMUM_AGE;
/** The error for a person under 18 who would pay, for a household or a membership, or be a contact. */
export const TOO_YOUNG = `Choose a person of ${MINIMUM_AGE} years or older`;

/**
 * Whether somebody is under 18 on a day: they pay for nobody and are no contact. Whose birth date is not known is none.
 */
export const isMinor = ({ birthDt }: { birthDt: CalendarDate | null }, today: CalendarDate): boolean =>
  birthDt !== null && ageOn(birthDt, today) < MINIMUM_AGE;
/** Staff are reminded this many days before, and this many after where the household itself does not show it. */
export const COMING_OF_AGE_DAYS = 30;
/** As what somebody lives in the household of their parents, or of who is in their place. */
export const CHILD_RELATIONSHIPS = ['Son', 'Daughter', 'Child', 'Grandchild', 'Stepchild'] as const;

type Child = {
  birthDt: CalendarDate | null;
  relationship: string;
  isActive: boolean | null;
  deceasedDt: CalendarDate | null;
};

/** Returns the day on which a person turns 18; for a birth on 02/29 it is 03/01. */
function turnsAdultOn(birthDt: CalendarDate): CalendarDate {
  const year = Number(birthDt.slice(0, 4)) + ADULT_AGE;
  return addDays(`${year}-${birthDt.slice(5, 7)}-01` as CalendarDate, Number(birthDt.slice(8)) - 1);
}

/**
 * Returns the day on which a child of a household turns 18, from 30 days before it until a year after; otherwise
 * undefined.
 */
export function comesOfAgeOn(child: Child, today: CalendarDate): CalendarDate | undefined {
  const isChild = CHILD_RELATIONSHIPS.some((relationship) => relationship === child.relationship);
  if (!isChild || child.isActive === false || child.deceasedDt !== null || child.birthDt === null)
    return undefined;
  const day = turnsAdultOn(child.birthDt);
  return day <= addDays(today, COMING_OF_AGE_DAYS) && day > addDays(today, -365) ? day : undefined;
}

/** Returns the first and the last birth date of people who turned 18 in the last 30 days or will in the next 30. */
export function comingOfAgeBirths(today: CalendarDate): { from: CalendarDate; to: CalendarDate } {
  const bornOn = (day: CalendarDate) =>
    `${Number(day.slice(0, 4)) - ADULT_AGE}${day.slice(4)}` as CalendarDate;
  return {
    from: bornOn(addDays(today, -COMING_OF_AGE_DAYS)),
    to: bornOn(addDays(today, COMING_OF_AGE_DAYS)),
  };
}
