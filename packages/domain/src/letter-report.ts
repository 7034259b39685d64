/** The report of a death by the holder of a letter of cover, without signing in (docs/decisions/054). */
import * as z from 'zod/mini';
import { DeathReportForm, TOLD_BY_MAX } from './death-report.ts';
import { requiredText } from './free-text.ts';
import { PhoneNumber } from './phone.ts';
import { NO_FIELDS } from './problem.ts';
import { foldText } from './text.ts';

/** `POST /v2/coverage-letters/{number}/death-reports`: `deceasedDt` is null where the day is not known. */
export const LetterReportForm = z.object(
  {
    whoDied: requiredText('Write the name of the person who has died'),
    deceasedDt: DeathReportForm.shape.deceasedDt,
    toldBy: requiredText('Write your name', { max: TOLD_BY_MAX }),
    phone: PhoneNumber,
    note: DeathReportForm.shape.note,
  },
  NO_FIELDS,
);
export type LetterReportForm = z.infer<typeof LetterReportForm>;

/** Answer of `POST /v2/coverage-letters/{number}/death-reports`: the same for every letter. */
export const LetterReportAnswer = z.object({ status: z.literal('received') });

const wordsOf = (name: string): string[] => foldText(name).match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * The one of some people whom a typed name means: all words of their name are in it, in any order, or all of its words,
 * at least two, are in their name. Undefined for nobody and for several.
 */
export function meantBy<T extends { firstNm: string; lastNm: string }>(
  typed: string,
  people: readonly T[],
): T | undefined {
  const words = wordsOf(typed);
  const fitting = people.filter(({ firstNm, lastNm }) => {
    const own = wordsOf(`${firstNm} ${lastNm}`);
    const isWhole = own.length > 0 && own.every((word) => words.includes(word));
    return isWhole || (words.length > 1 && words.every((word) => own.includes(word)));
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}
