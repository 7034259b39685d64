import { SEARCH_MAX_RESULTS } from '@kinfold/domain/constants';
import { pluralOf } from '@kinfold/domain/text';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { organizationSearchQuery } from '../../queries/organizations.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { organizationCounts } from './organization-counts.ts';

/** The organizations whose names match the words of a term, each with its path from the top. */
export function FoundOrganizations({ term }: { term: string }) {
  const query = useQuery(organizationSearchQuery(term));
  return (
    <Loaded query={query} what="the organizations" title="We cannot search the organizations at the moment.">
      {(data) => {
        if (data.length === 0)
          return (
            <EmptyState title="No organization was found">
              Each word must begin a word of the name, in any order: check the spelling, or type less of it.
            </EmptyState>
          );
        return (
          <div className="d-grid gap-2" aria-busy={query.isPlaceholderData || undefined}>
            <p role="status" className="muted">
              {data.length >= SEARCH_MAX_RESULTS
                ? `Only ${SEARCH_MAX_RESULTS} organizations are shown. Type more of the name to see others.`
                : pluralOf(data.length, '# organization found', '# organizations found')}
            </p>
            <ul className="rows">
              {data.map((row) => (
                <li className="row-item" key={row.organizationNumber}>
                  <div className="row-text">
                    <Link
                      className="row-link row-name"
                      to={paths.organization.href(row.organizationNumber)}
                      state={{ above: row.above }}
                    >
                      {row.organizationName}
                    </Link>
                    {row.above.length > 0 && (
                      <p className="row-note">{row.above.map((one) => one.organizationName).join(' › ')}</p>
                    )}
                  </div>
                  <p className="row-note tabular">{organizationCounts(row)}</p>
                </li>
              ))}
            </ul>
          </div>
        );
      }}
    </Loaded>
  );
}
