import type { AutopayLink } from '@kinfold/domain/autopay';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { asProblem, type Problem } from '../../../lib/problem.ts';

/** What a page finds at the token of a mailed link, or why it finds nothing. */
export type FoundLink = { link?: AutopayLink; problem?: Problem };

/** Returns the loader of a page that a mail links to; reading the link changes nothing. */
export const linkLoader =
  (fetchLink: (token: string) => Promise<AutopayLink>) =>
  async ({ params }: LoaderFunctionArgs): Promise<FoundLink> => {
    try {
      return { link: await fetchLink(params['token'] ?? '') };
    } catch (error) {
      return { problem: asProblem(error) };
    }
  };
