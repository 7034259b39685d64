import { CheckedLetter } from '@kinfold/domain/coverage-letter';
import { LetterReportAnswer, type LetterReportForm } from '@kinfold/domain/letter-report';
import { http } from '../lib/http.ts';
import { urlPath } from '../lib/url-path.ts';

/**
 * Returns whether a letter of coverage is still true: `GET /v2/coverage-letters/{number}`. Throws 404 for an unknown
 * number.
 */
export function fetchLetterCheck(number: string) {
  return http.get(urlPath`/v2/coverage-letters/${number}`, CheckedLetter, { isPublic: true });
}

/** Reports a death by a letter (`POST /v2/coverage-letters/{number}/death-reports`); idempotent by key. Throws 404. */
export async function reportDeathByLetter(
  number: string,
  form: LetterReportForm,
  idempotencyKey: string,
): Promise<void> {
  const path = urlPath`/v2/coverage-letters/${number}/death-reports`;
  await http.post(path, form, LetterReportAnswer, { isPublic: true, idempotencyKey });
}
