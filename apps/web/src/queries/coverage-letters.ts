import { CheckedLetter } from '@kinfold/domain/coverage-letter';
import { http } from '../lib/http.ts';
import { urlPath } from '../lib/url-path.ts';

/** Whether a letter of coverage still holds: `GET /v2/coverage-letters/{number}`. Throws 404 for a number of none. */
export function fetchLetterCheck(number: string) {
  return http.get(urlPath`/v2/coverage-letters/${number}`, CheckedLetter, { isPublic: true });
}
