/** One search over everything that staff look for, each kind within the reader's own scope. */
import { SEARCH_LIMIT, searchKeysOfName, searchWords, type SearchResults } from '@kinfold/domain/search';
import type { Spelling } from '@kinfold/domain/spelling';
import { onPaths, searchCampaigns } from '../../funds/campaigns/campaign.service.ts';
import { searchMembersWithin } from '../../people/members/member-search.service.ts';
import { searchMemberships } from '../../funds/memberships/membership.service.ts';
import { findOrganizationsByTerm } from '../organizations/organization.service.ts';
import { scopeReader } from '../../identity/users/scope-reader.service.ts';
import type { PermissionScopes } from '../../identity/users/user.service.ts';
import { presentSearchResults } from './search.presenter.ts';
import { readWordsLike } from './word.model.ts';
import { keysOfWord, nearestWords } from './words.service.ts';

/** Finds claims by a term, where the roles of some organizations see them. */
type SearchClaims = (
  organizationNumbers: readonly string[],
  term: string,
) => Promise<NonNullable<SearchResults['claims']>>;

/**
 * What fits a term, at most 10 of each kind: members by names, number, phone or birth date, organizations and campaigns by
 * words of their names, memberships by reference, claims by number. Of each only what the reader's permissions show; campaigns also those of
 * organizations above, which members of the reader's own may join. Where nothing fits, what is spelled alike is offered.
 */
export async function searchEverything(
  scopes: PermissionScopes,
  term: string,
  searchClaims: SearchClaims,
): Promise<SearchResults> {
  const read = scopeReader(scopes);
  const [members, organizations, campaigns, memberships, claims] = await Promise.all([
    read('organization.members.get', [], (within) => searchMembersWithin(within, term)),
    findOrganizationsByTerm(scopes('organization.details.get'), term, SEARCH_LIMIT),
    read('organization.campaigns.get', [], (_numbers, within) =>
      searchCampaigns(within && onPaths(within), term),
    ),
    read('campaign.memberships.get', [], (within) => searchMemberships(within, term)),
    searchClaims(scopes('claims.report'), term),
  ]);
  const isFound = [members, organizations, campaigns, memberships, claims].some(({ length }) => length > 0);
  const didYouMean = isFound ? [] : await spelledAlike(scopes, read, term);
  return presentSearchResults({ members, organizations, campaigns, memberships, claims, didYouMean });
}

/** How many words are compared with a typed one, how many of them are offered for it, and how many searches are tried. */
const COMPARED = 200;
const OFFERED = 3;
const TRIED = 6;

/**
 * What may have been meant by a misspelled term, the nearest first: at most three searches that find members or organizations
 * of the reader's scope, with how many they find (at most `SEARCH_LIMIT` of each).
 */
async function spelledAlike(
  scopes: PermissionScopes,
  read: ReturnType<typeof scopeReader>,
  term: string,
): Promise<SearchResults['didYouMean']> {
  const words = searchWords(term);
  if (!words.length || words.some((word) => !/^\p{L}{2,}$/u.test(word))) return [];
  const offers = await Promise.all(words.map(spellingsOf));
  const found = await Promise.all(
    combinations(offers)
      .slice(0, TRIED)
      .map(async (spellings) => {
        const text = spellings.map(({ word }) => word).join(' ');
        const [members, organizations] = await Promise.all([
          read('organization.members.get', [], (within) => searchMembersWithin(within, text)),
          findOrganizationsByTerm(scopes('organization.details.get'), text, SEARCH_LIMIT),
        ]);
        const names = [
          ...members.map(({ firstNm, lastNm }) => `${firstNm} ${lastNm}`),
          ...organizations.map(({ organizationName }) => organizationName),
        ];
        return { text: asWritten(text, names), count: names.length };
      }),
  );
  return found.filter(({ count }) => count > 0).slice(0, OFFERED);
}

/** The words that are spelled like a typed one, the nearest first; the word itself where a name has it. */
async function spellingsOf(typed: string): Promise<Spelling[]> {
  const found = await readWordsLike(keysOfWord(typed), COMPARED);
  return nearestWords(typed, found).slice(0, OFFERED);
}

/** One spelling of each word, the nearest together first. */
function combinations(offers: readonly Spelling[][]): Spelling[][] {
  const all = offers.reduce<Spelling[][]>(
    (before, offered) => before.flatMap((one) => offered.map((spelling) => [...one, spelling])),
    [[]],
  );
  const lettersOf = (spellings: Spelling[]) => spellings.reduce((sum, { letters }) => sum + letters, 0);
  return all.toSorted((one, other) => lettersOf(one) - lettersOf(other));
}

/** Folded words as the names write them that they find. */
function asWritten(text: string, names: readonly string[]): string {
  const written = names.flatMap((name) => [...name.split(/\s+/), ...name.split(/[\s‐‑–-]+/)]);
  const find = (word: string) => written.find((part) => searchKeysOfName(part)[0] === word) ?? word;
  return text.split(' ').map(find).join(' ');
}
