import { MemberCoverage } from '@kinfold/domain/coverage';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../lib/http.ts';
import { prefetchedPaths } from '../lib/prefetch.ts';
import { urlPath, withQuery } from '../lib/url-path.ts';
import { MEMBER_DATA } from './member-data.ts';

/** 'Am I covered?': `GET /v2/members/{id}/coverage`. */
export const coverageQuery = (memberId: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'coverage', memberId],
    queryFn: ({ signal }) => http.get(prefetchedPaths.coverage(memberId), MemberCoverage, { signal }),
  });

/** Who was covered on a given day, for staff: `GET /v2/members/{id}/coverage?on=YYYY-MM-DD`. */
export const coverageOnQuery = (memberId: string, on: string) =>
  queryOptions({
    queryKey: [MEMBER_DATA, 'coverage', memberId, on],
    queryFn: ({ signal }) =>
      http.get(withQuery(urlPath`/v2/members/${memberId}/coverage`, { on }), MemberCoverage, { signal }),
  });

/** The path of the PDF of the coverage letter. */
export const coverageLetterPath = (memberId: string) => urlPath`/v2/members/${memberId}/coverage/letter.pdf`;

/** The path of the same letter for the office. */
export const officeLetterPath = (memberId: string) => urlPath`/v2/members/${memberId}/coverage-letter.pdf`;
