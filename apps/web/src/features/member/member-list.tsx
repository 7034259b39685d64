import { MEMBER_LIST_PAGE } from '@kinfold/domain/constants';
import { ROOT } from '@kinfold/domain/permission';
import { listName } from '@kinfold/domain/person-name';
import { countOf } from '@kinfold/domain/text';
import { useQueryClient } from '@tanstack/react-query';
import { ageText } from '../../lib/format.ts';
import { useFilters } from '../../lib/use-filters.ts';
import { useListQuery } from '../../lib/use-list-query.ts';
import type { Chosen } from '../../parts/access/in-organization.tsx';
import { useMayAnywhere } from '../../parts/access/use-may-anywhere.ts';
import { MemberOrderSelect, MemberTable, useMemberOrder } from '../../parts/member/member-table.tsx';
import { DidYouMean } from '../../parts/member/did-you-mean.tsx';
import { PrintRows } from '../../parts/print-rows.tsx';
import { Phone } from '../../parts/member/phone.tsx';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { paths } from '../../paths.ts';
import { memberPageQuery, membersCsvPath, type MemberListFilters } from '../../queries/members.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListHead } from '../../ui/list-head.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { MemberFilter, memberFilterWords, MemberFilters } from './member-filters.tsx';

/** The members of the user's organizations with filters, 20 a page, and as a file. */
export function Members({ choices }: Pick<Chosen, 'choices'>) {
  const client = useQueryClient();
  const by = useFilters(MemberFilter);
  const { filters } = by;
  const { order, onOrder } = useMemberOrder();
  // The server's default order is by name.
  const asked = order === 'name' ? filters : { ...filters, sort: order };
  const list = useListQuery([MEMBER_LIST_PAGE], (page) => memberPageQuery(asked, page));
  const mayAdd = useMayAnywhere('members.create');
  const total = list.query.data?.results;
  return (
    <>
      <MemberFilters
        by={by}
        choices={choices}
        tools={
          <ListHead
            main={
              mayAdd && (
                <ButtonLink
                  to={paths.memberCreate.href({
                    organization_number: plainNumber(filters.organization_number),
                  })}
                >
                  Add member
                </ButtonLink>
              )
            }
            tools={
              <>
                {mayAdd && (
                  <ButtonLink
                    variant="outline-primary"
                    to={paths.familyCreate.href({
                      organization_number: plainNumber(filters.organization_number),
                    })}
                  >
                    <Icon name="people" /> New family
                  </ButtonLink>
                )}
                {total !== 0 && (
                  <PrintRows
                    title="Members"
                    filter={memberFilterWords(filters, choices)}
                    notes="Number, age, organization, cover"
                    pageOf={async (page) => {
                      const { members, ...found } = await client.fetchQuery(memberPageQuery(asked, page));
                      const rows = members.map((one) => ({
                        id: one._id,
                        name: listName(one),
                        note: [one.memberId, ageText(one.age), one.organizationName, one.cover?.text]
                          .filter(Boolean)
                          .join(' · '),
                        phone: one.phoneNbr,
                      }));
                      return { ...found, rows };
                    }}
                  />
                )}
                <ExportCsv path={membersCsvPath(asked)} fileName={fileName(filters)} />
              </>
            }
          >
            <p className="muted tabular" role="status">
              {total !== undefined && countOf(total, 'member', 'members')}
            </p>
          </ListHead>
        }
      >
        <MemberOrderSelect order={order} onOrder={onOrder} />
      </MemberFilters>
      {total === 0 && filters.searchTerm && (
        <DidYouMean term={filters.searchTerm} onChoose={(searchTerm) => by.show({ searchTerm })} />
      )}
      <PagedList
        list={list}
        rowsOf={({ members }) => members}
        one="member"
        many="members"
        skeletonRows={8}
        emptyTitle="No members found"
        emptyHint="No member matches these filters. Clear them, or add a member."
      >
        {(members) => (
          <MemberTable
            members={members}
            order={order}
            onOrder={onOrder}
            notes="Age, organization"
            note={({ age, organizationName }) => `${ageText(age)} · ${organizationName}`}
            reach={({ phoneNbr, email }) =>
              phoneNbr ? (
                <Phone value={phoneNbr} />
              ) : (
                (email ?? <span className="muted">No phone or email</span>)
              )
            }
          />
        )}
      </PagedList>
    </>
  );
}

const plainNumber = (organizationNumber: string | undefined) =>
  organizationNumber === ROOT ? undefined : organizationNumber;

const wordOf = (value: string | undefined, yes: string, no: string) => value && (value === 'true' ? yes : no);

/**
 * Returns the name of the file, with its filter, as the server names it: downloads with tokens have no name of their
 * own.
 */
function fileName(filters: MemberListFilters): string {
  const { organization_number, active, covered, owes, without_contact, searchTerm } = filters;
  const words = [
    plainNumber(organization_number),
    wordOf(active, 'active', 'not-active'),
    covered === 'lost'
      ? 'cover-lost'
      : covered === 'none'
        ? 'in-no-fund'
        : wordOf(covered, 'covered', 'not-covered'),
    wordOf(owes, 'owes', 'owes-nothing'),
    without_contact && 'without-contact',
    searchTerm,
  ];
  const plain = words.flatMap((word) => word?.match(/[\p{L}\p{N}]+/gu) ?? []);
  return `${['members', ...plain].join('-')}.csv`;
}
