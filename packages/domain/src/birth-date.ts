import { dateField } from './dates.ts';

/**
 * A birth date where the spec says 'Invalid Date of Birth' (section 5): member forms and account linking. One in the
 * future needs the clock and is refused where the request is handled.
 */
export const BirthDate = dateField('Invalid Date of Birth');
