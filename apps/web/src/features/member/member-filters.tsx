import { MEMBER_SEARCH_MIN_CHARS } from '@kinfold/domain/constants';
import { RECENT_DAYS } from '@kinfold/domain/member-list';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { freeText, oneOf, type useFilters } from '../../lib/use-filters.ts';
import { OrganizationFilter, type Chosen } from '../../parts/access/in-organization.tsx';
import { filterWords } from '../../parts/filter-words.ts';
import { useMayAnywhere } from '../../parts/access/use-may-anywhere.ts';
import { paths } from '../../paths.ts';
import type { MemberListFilters } from '../../queries/members.ts';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';

/** The filters of the list of members. */
export const MemberFilter = z.object({
  organization_number: freeText,
  active: oneOf('true', 'false'),
  covered: oneOf('true', 'false', 'lost', 'none'),
  owes: oneOf('true', 'false'),
  without_contact: oneOf('true'),
  bounced: oneOf('true'),
  birthDt: oneOf('unknown'),
  to_complete: oneOf('true'),
  changed: oneOf('week'),
  searchTerm: freeText,
});

const ALL = 'Everybody';
const STATES = { true: 'Active', false: 'Not active' };
const COVER = {
  true: 'Covered by a fund now',
  false: 'Not covered now',
  lost: 'In a fund, not covered',
  none: 'In no fund, or not confirmed',
};
const DUES = { true: 'Has dues to pay', false: 'Owes nothing now' };
const REACH = { true: 'Without phone and email' };
const BIRTH = { unknown: 'Not known: to ask for' };
const COMPLETE = { true: 'To be completed' };
const CHANGED = { week: `In the last ${RECENT_DAYS} days` };
const EMAIL = { true: 'With an address that bounces' };

const NAMES = {
  active: ['State', STATES],
  covered: ['Cover', COVER],
  owes: ['Dues', DUES],
  without_contact: ['To be reached', REACH],
  bounced: ['Email', EMAIL],
  birthDt: ['Born on', BIRTH],
  to_complete: ['Imported', COMPLETE],
  changed: ['Changed', CHANGED],
} as const satisfies Partial<
  Record<keyof z.infer<typeof MemberFilter>, readonly [string, Readonly<Record<string, string>>]>
>;

/** The filters of a list of members in words, as on paper. */
export const memberFilterWords = (filters: MemberListFilters, choices: Chosen['choices']) =>
  filterWords(filters, choices, NAMES);

/** The search and the filters of the list of members. */
export function MemberFilters({
  by,
  choices,
  tools,
  children,
}: Pick<Chosen, 'choices'> & {
  by: ReturnType<typeof useFilters<typeof MemberFilter>>;
  /** The head of the list. */
  tools: ReactNode;
  /** Folded with them: the order. */
  children?: ReactNode;
}) {
  const seesCover = useMayAnywhere('campaign.memberships.get');
  const mayChange = useMayAnywhere('members.update');
  const seesDues = useMayAnywhere('organization.donations.get');
  return (
    <FilterBar
      by={by}
      find={{
        hint: 'Name, member number, phone or its last 4 digits',
        minChars: MEMBER_SEARCH_MIN_CHARS,
        tooShort: `Type at least ${MEMBER_SEARCH_MIN_CHARS} characters`,
      }}
      tools={tools}
      clearTo={paths.members.href()}
    >
      {(shown) => (
        <>
          {children}
          <OrganizationFilter by={shown} choices={choices} />
          <FilterSelect by={shown} name="active" label="State" all={ALL} options={STATES} />
          {seesCover && <FilterSelect by={shown} name="covered" label="Cover" all={ALL} options={COVER} />}
          {seesDues && <FilterSelect by={shown} name="owes" label="Dues" all={ALL} options={DUES} />}
          <FilterSelect by={shown} name="without_contact" label="To be reached" all={ALL} options={REACH} />
          <FilterSelect by={shown} name="bounced" label="Email" all={ALL} options={EMAIL} />
          <FilterSelect by={shown} name="birthDt" label="Born on" all={ALL} options={BIRTH} />
          {mayChange && (
            <FilterSelect by={shown} name="to_complete" label="Imported" all={ALL} options={COMPLETE} />
          )}
          {mayChange && (
            <FilterSelect by={shown} name="changed" label="Changed" all={ALL} options={CHANGED} />
          )}
        </>
      )}
    </FilterBar>
  );
}
