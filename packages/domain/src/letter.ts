/** Paper letters to households that owe in a run: who gets one, and why others do not. */
import * as z from 'zod/mini';
import type { Address } from './address.ts';
import { WireInstant, type CalendarDate } from './dates.ts';
import { requestText } from './free-text.ts';
import { Job } from './job.ts';
import { WireMoney } from './money.ts';
import { cursorFields, filterField } from './pagination.ts';
import { wayTo, type Reachable } from './preferred-way.ts';
import { NO_FIELDS } from './problem.ts';

/** How many days the PDF of letters is kept. */
export const LETTERS_KEPT_DAYS = 30;

/** The recipients of letters: households not reached by e-mail, or everybody who owes. */
export const LETTER_AUDIENCES = ['paper', 'everybody'] as const;
export type LetterAudience = (typeof LETTER_AUDIENCES)[number];

/** The outcome for a household that owes: a letter, or the reason for none. */
export const LETTER_OUTCOMES = [
  'letter',
  'no_address',
  'has_email',
  'is_called',
  'mourning',
  'deceased',
] as const;
export type LetterOutcome = (typeof LETTER_OUTCOMES)[number];

/** The outcome in words, for lists and files. */
export const LETTER_OUTCOME_TEXTS: Readonly<Record<LetterOutcome, string>> = {
  letter: 'Letter',
  no_address: 'No letter: no complete address',
  has_email: 'No letter: reached by email',
  is_called: 'No letter: a call is preferred',
  mourning: 'No letter: a death in the household, days of quiet',
  deceased: 'No letter: deceased',
};

/** What decides about a letter to somebody. */
export type Addressee = Reachable & { deceasedDt: CalendarDate | null; address: Address | null };

/** Returns whether an address is complete enough for a letter. */
export function isCompleteAddress(address: Address | null): address is Address {
  if (!address) return false;
  const { streetAddress, cityNm, stateCd, postalCd, countryCd } = address;
  // Other countries have places without a region or a postal code.
  const needed = countryCd ? [streetAddress, cityNm] : [streetAddress, cityNm, stateCd, postalCd];
  return needed.every((part) => part.trim() !== '');
}

/**
 * Returns the outcome for a household that owes. People who have died and households in mourning get nothing. Of the
 * others, everybody gets a letter, or only those whom no reminder reaches by e-mail, unless they chose calls.
 */
export function letterOutcome(
  person: Addressee,
  audience: LetterAudience,
  isMourning: boolean,
): LetterOutcome {
  const { deceasedDt, address } = person;
  if (deceasedDt !== null) return 'deceased';
  if (isMourning) return 'mourning';
  if (audience === 'paper') {
    const { way } = wayTo(person);
    if (way === 'call') return 'is_called';
    if (way === 'mail') return 'has_email';
  }
  return isCompleteAddress(address) ? 'letter' : 'no_address';
}

/** `POST .../runs/{runId}/letters`: for an organization and everything below it; default: all that the user may see. */
export const LettersPost = z.object(
  {
    audience: z.enum(LETTER_AUDIENCES, 'audience is paper or everybody'),
    organization_number: filterField(
      requestText('organization_number'),
      'organization_number is a text of at most 200',
    ),
  },
  NO_FIELDS,
);
export type LettersPost = z.infer<typeof LettersPost>;

/** The letters of a run that were made at one time. */
export const RunLetters = z.object({
  _id: z.string(),
  audience: z.enum(LETTER_AUDIENCES),
  /** The organization (with everything below it) whose letters they are; null for the whole run. */
  organizationName: z.nullable(z.string()),
  createdBy: z.string(),
  createdDt: WireInstant,
  /** Null while they are being made. */
  doneDt: z.nullable(WireInstant),
  /** Who marked them as mailed, and when; null until then. */
  mailed: z.nullable(z.object({ by: z.string(), at: WireInstant })),
  /** The number of households with each outcome. */
  counts: z.array(z.object({ outcome: z.enum(LETTER_OUTCOMES), count: z.number() })),
  /** Until when the PDF can be downloaded; null if there is none, or no longer. */
  downloadUntil: z.nullable(WireInstant),
  job: z.nullable(Job),
});
export type RunLetters = z.infer<typeof RunLetters>;

const LETTERS_PAGE = 5;

/** `GET .../runs/{runId}/letters`, newest first. */
export const LettersQuery = z.object(cursorFields(LETTERS_PAGE), NO_FIELDS);
export const RunLettersPage = z.object({ letters: z.array(RunLetters), next: z.nullable(z.string()) });

const PEOPLE_PAGE = 50;

/** `GET .../letters/{lettersId}/people`: in the order of the postal codes. */
export const LetterPeopleQuery = z.object(
  {
    outcome: filterField(z.enum(LETTER_OUTCOMES), 'There is no such outcome'),
    ...cursorFields(PEOPLE_PAGE),
  },
  NO_FIELDS,
);
export const LetterPeople = z.object({
  people: z.array(
    z.object({
      member_id: z.string(),
      memberId: z.string(),
      name: z.string(),
      organizationName: z.string(),
      balance: WireMoney,
      outcome: z.enum(LETTER_OUTCOMES),
      /** As printed on the letter. */
      address: z.nullable(z.string()),
    }),
  ),
  next: z.nullable(z.string()),
});
