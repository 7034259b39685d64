import * as z from 'zod/mini';
import { dateField, type CalendarDate } from './dates.ts';

/**
 * A birth date where the spec says 'Invalid Date of Birth' (section 5): member forms and account linking. One in the
 * future needs the clock and is refused where the request is handled.
 */
export const BirthDate = dateField('Invalid Date of Birth');

/** Says that a birth date is not known: nothing of `birthDt` counts then. An empty `birthDt` alone is refused. */
export const BirthDateUnknown = z.optional(z.nullable(z.boolean('isBirthDtUnknown is true or false')));

type BirthDateGiven = {
  birthDt?: CalendarDate | null | undefined;
  isBirthDtUnknown?: boolean | null | undefined;
};

/** Refuses a form with no birth date that does not say that it is not known; also while other fields are wrong. */
export const birthDateNeeded = (message: string) =>
  z.refine<BirthDateGiven>(
    ({ birthDt, isBirthDtUnknown }) =>
      isBirthDtUnknown === true || (birthDt !== undefined && birthDt !== null),
    {
      error: message,
      path: ['birthDt'],
      when: ({ value }) => typeof value === 'object' && value !== null,
    },
  );

/** The birth date that a form gives; null where it is not known. */
export const givenBirthDate = ({ birthDt, isBirthDtUnknown }: BirthDateGiven): CalendarDate | null =>
  isBirthDtUnknown === true ? null : (birthDt ?? null);

/** The birth date of a form of staff, as it is typed, and the box that says that it is not known; one that is typed wins. */
export const TypedBirth = {
  // Its message comes first: a resolver takes that of the first alternative.
  birthDt: z.union([BirthDate, z.literal('')], 'Invalid Date of Birth'),
  isBirthDtUnknown: z.boolean(),
};

/** Refuses an empty birth date unless it is said that it is not known. */
export const typedBirthNeeded = z.refine<{ birthDt: string; isBirthDtUnknown: boolean }>(
  ({ birthDt, isBirthDtUnknown }) => isBirthDtUnknown || birthDt !== '',
  {
    error: 'Invalid Date of Birth',
    path: ['birthDt'],
    when: ({ value }) => typeof value === 'object' && value !== null,
  },
);

/** A typed birth date as it is sent. */
export const sentBirthOf = (birthDt: CalendarDate) => ({
  birthDt: birthDt || null,
  isBirthDtUnknown: birthDt === '' || undefined,
});
