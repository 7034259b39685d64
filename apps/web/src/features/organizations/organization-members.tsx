import { MEMBER_LIST_PAGE } from '@kinfold/domain/constants';
import { listName } from '@kinfold/domain/person-name';
import { countOf } from '@kinfold/domain/text';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { ageText } from '../../lib/format.ts';
import { freeText, useFilters } from '../../lib/use-filters.ts';
import { useListQuery } from '../../lib/use-list-query.ts';
import { MemberOrderSelect, MemberTable, useMemberOrder } from '../../parts/member/member-table.tsx';
import { DidYouMean } from '../../parts/member/did-you-mean.tsx';
import { filterWords } from '../../parts/filter-words.ts';
import { PrintRows } from '../../parts/print-rows.tsx';
import { Phone } from '../../parts/member/phone.tsx';
import { paths } from '../../paths.ts';
import { organizationMembersQuery } from '../../queries/organizations.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { ExportCsv } from '../../parts/export-csv.tsx';
import { listFiles } from '../../queries/list-files.ts';
import { Icon } from '../../ui/icon.tsx';
import { ListHead } from '../../ui/list-head.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { SearchBox } from './search-box.tsx';

const TermFilter = z.object({ searchTerm: freeText });

/** The members of an organization by name, 20 a page, with a search; its state is kept in the address. */
export function OrganizationMembers({
  organizationNumber,
  mayAdd,
}: {
  organizationNumber: string;
  mayAdd: boolean;
}) {
  const client = useQueryClient();
  const { filters, show } = useFilters(TermFilter);
  const { searchTerm: term = '' } = filters;
  const { order, onOrder } = useMemberOrder();
  const list = useListQuery([MEMBER_LIST_PAGE], (page) =>
    organizationMembersQuery(organizationNumber, { searchTerm: term, sort: order }, page),
  );
  const results = list.query.data?.results;
  return (
    <>
      <div className="filter-head">
        <SearchBox
          // Back and Forward change the address without the field.
          key={term}
          label="Search members"
          hint="Part of the name, the member number, the phone or its last 4 digits"
          term={term}
          onSearch={(searchTerm) => show({ searchTerm })}
        />
        <ListHead
          main={
            mayAdd && (
              <ButtonLink
                to={paths.memberCreate.href()}
                state={{ organizationNumber }}
                variant="outline-primary"
              >
                Add New
              </ButtonLink>
            )
          }
          tools={
            <>
              {mayAdd && (
                <ButtonLink
                  to={paths.familyCreate.href({ organization_number: organizationNumber })}
                  variant="outline-primary"
                >
                  <Icon name="people" /> New family
                </ButtonLink>
              )}
              {results !== 0 && (
                <PrintRows
                  title="Members"
                  filter={filterWords({ searchTerm: term }, [])}
                  notes="Relationship, age"
                  pageOf={async (page) => {
                    const asked = { searchTerm: term, sort: order };
                    const { members, ...found } = await client.fetchQuery(
                      organizationMembersQuery(organizationNumber, asked, page),
                    );
                    const rows = members.map((one) => ({
                      id: one._id,
                      name: listName(one),
                      note: `${one.relationship}, ${ageText(one.age)}`,
                      phone: one.phones[0]?.phoneNbr,
                    }));
                    return { ...found, rows };
                  }}
                />
              )}
              {results !== 0 && (
                <ExportCsv path={listFiles.members(organizationNumber, { searchTerm: term, sort: order })} />
              )}
            </>
          }
        >
          <p role="status" className={term ? 'muted' : 'visually-hidden'}>
            {term && results !== undefined && `${countOf(results, 'member', 'members')} found for “${term}”`}
          </p>
        </ListHead>
      </div>
      {results === 0 && term && <DidYouMean term={term} onChoose={(searchTerm) => show({ searchTerm })} />}
      {results ? <MemberOrderSelect order={order} onOrder={onOrder} /> : null}
      <PagedList
        list={list}
        rowsOf={({ members }) => members}
        one="member"
        many="members"
        skeletonRows={6}
        emptyTitle={term ? 'Nobody was found' : 'No members yet'}
        emptyHint={
          term
            ? 'Each word must begin a name, the member number or a phone number, or be its last 4 or 7 digits.'
            : 'People who belong to this organization are listed here, by name.'
        }
      >
        {(members) => (
          <MemberTable
            members={members}
            order={order}
            onOrder={onOrder}
            notes="Relationship, age"
            note={({ relationship, age }) => `${relationship}, ${ageText(age)}`}
            reach={({ phones: [phone] }) => phone && <Phone value={phone.phoneNbr} />}
          />
        )}
      </PagedList>
    </>
  );
}
