import { CheckedLetter } from '@kinfold/domain/coverage-letter';
import { http } from '../lib/http.ts';
import { urlPath } from '../lib/url-path.ts';

/**
 * Returns whether a letter of coverage is still true: `GET /v2/coverage-letters/{number}`. Throws 404 for an unknown
 * number.
 */
export function fetchLetterCheck(number: string) {
  return http.get(urlPath`/v2/coverage-letters/${number}`, CheckedLetter, { isPublic: true });
}
