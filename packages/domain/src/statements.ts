/** The yearly statements of everybody of an organization: who gets theirs how (rules.md "Statements of a year"). */
import * as z from 'zod/mini';
import { Job } from './job.ts';
import { cursorFields, filterField } from './pagination.ts';
import { mailAddressOf, type Reachable } from './preferred-way.ts';
import { NO_FIELDS } from './problem.ts';

/** How somebody gets their statement; `quiet` and `deceased` are left to the office. */
export const STATEMENT_OUTCOMES = ['mailed', 'unchanged', 'printed', 'quiet', 'deceased'] as const;
export type StatementOutcome = (typeof STATEMENT_OUTCOMES)[number];

/** The outcome in words, for lists. */
export const STATEMENT_OUTCOME_TEXTS: Readonly<Record<StatementOutcome, string>> = {
  mailed: 'By email',
  unchanged: 'Has the same one by email already',
  printed: 'To print',
  quiet: 'Left to you: a death in the household, days of quiet',
  deceased: 'Left to you: has died, and nobody speaks for the household',
};

/** The first year of a statement. */
export const FIRST_STATEMENT_YEAR = 2000;

/**
 * Returns how a person with payments gets their statement, and the address of a mail. Who prefers letters gets it printed;
 * nothing goes to the dead, or to a household in its days of quiet.
 */
export function statementOutcome(
  person: Reachable & { deceasedDt: string | null },
  isQuiet: boolean,
): { outcome: Exclude<StatementOutcome, 'unchanged' | 'mailed'> } | { outcome: 'mailed'; email: string } {
  if (person.deceasedDt !== null) return { outcome: 'deceased' };
  if (isQuiet) return { outcome: 'quiet' };
  const email = person.preferredWay === 'letter' ? undefined : mailAddressOf(person);
  return email === undefined ? { outcome: 'printed' } : { outcome: 'mailed', email };
}

const NO_YEAR = 'Choose a year';

/** `POST /v2/organizations/{n}/statements`: of a year, of all payments or of those for one fund. */
export const StatementsPost = z.object(
  {
    year: z.int(NO_YEAR).check(z.minimum(FIRST_STATEMENT_YEAR, NO_YEAR)),
    campaignId: z.optional(
      z.nullable(
        z.string('There is no such fund').check(z.regex(/^[0-9a-f]{24}$/i, 'There is no such fund')),
      ),
    ),
  },
  NO_FIELDS,
);
export type StatementsPost = z.infer<typeof StatementsPost>;

const STATEMENTS_PAGE = 10;

/** `GET /v2/organizations/{n}/statements`, newest first; the ids are those of their jobs. */
export const StatementsQuery = z.object(cursorFields(STATEMENTS_PAGE), NO_FIELDS);
export const StatementsPage = z.object({
  statements: z.array(
    z.object({ _id: z.string(), year: z.number(), campaignId: z.nullable(z.string()), job: Job }),
  ),
  next: z.nullable(z.string()),
});
export type MadeStatements = z.infer<typeof StatementsPage>['statements'][number];

const PEOPLE_PAGE = 50;

/** `GET /v2/organizations/{n}/statements/{id}/people`: by name. */
export const StatementPeopleQuery = z.object(
  {
    outcome: filterField(z.enum(STATEMENT_OUTCOMES), 'There is no such outcome'),
    ...cursorFields(PEOPLE_PAGE),
  },
  NO_FIELDS,
);
export const StatementPeople = z.object({
  people: z.array(z.object({ member_id: z.string(), name: z.string(), outcome: z.enum(STATEMENT_OUTCOMES) })),
  next: z.nullable(z.string()),
});
export type StatementPeople = z.infer<typeof StatementPeople>;
