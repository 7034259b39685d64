/** Letters on paper to those who owe in a run: who gets one, and why others do not. */
import * as z from 'zod/mini';
import type { Address } from './address.ts';
import { WireInstant, type CalendarDate } from './dates.ts';
import { requestText } from './free-text.ts';
import { Job } from './job.ts';
import { WireMoney } from './money.ts';
import { cursorFields, filterField } from './pagination.ts';
import { wayTo, type Reachable } from './preferred-way.ts';
import { NO_FIELDS } from './problem.ts';

/** For how many days the PDF of letters is kept. */
export const LETTERS_KEPT_DAYS = 30;

/** To whom letters go: those who are not reached by e-mail, or everybody who owes. */
export const LETTER_AUDIENCES = ['paper', 'everybody'] as const;
export type LetterAudience = (typeof LETTER_AUDIENCES)[number];

/** What becomes of somebody who owes: a letter, or why there is none. */
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
  has_email: 'No letter: is reached by email',
  is_called: 'No letter: prefers to be called',
  mourning: 'No letter: a death in the household, days of quiet',
  deceased: 'No letter: has died',
};

/** What decides about a letter to somebody. */
export type Addressee = Reachable & { deceasedDt: CalendarDate | null; address: Address | null };

/** Whether an address can be written on a letter: no part of it is missing. */
export function isCompleteAddress(address: Address | null): address is Address {
  if (!address) return false;
  const { streetAddress, cityNm, stateCd, postalCd } = address;
  return [streetAddress, cityNm, stateCd, postalCd].every((part) => part.trim() !== '');
}

/**
 * What becomes of somebody who owes. The dead and households in mourning get nothing. Of the others everybody gets a letter,
 * or those whom no reminder reaches by e-mail, unless they wish to be called.
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

/** `POST .../runs/{runId}/letters`; of an organization and what is below it, left out all that one may see. */
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

/** The letters that were made of a run at one time. */
export const RunLetters = z.object({
  _id: z.string(),
  audience: z.enum(LETTER_AUDIENCES),
  /** Of which organization and what is below it they are; null for all of the run. */
  organizationName: z.nullable(z.string()),
  createdBy: z.string(),
  createdDt: WireInstant,
  /** Null while they are being made. */
  doneDt: z.nullable(WireInstant),
  /** Who said that they were mailed, and when; null while nobody has. */
  mailed: z.nullable(z.object({ by: z.string(), at: WireInstant })),
  /** How many there are with each outcome. */
  counts: z.array(z.object({ outcome: z.enum(LETTER_OUTCOMES), count: z.number() })),
  /** Until when the PDF can be had; null where there is none, or no longer. */
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
      /** As it stood on the letter. */
      address: z.nullable(z.string()),
    }),
  ),
  next: z.nullable(z.string()),
});
