import type { Permission } from '@kinfold/domain/permission';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { withQuery } from '../../lib/url-path.ts';
import { paths } from '../../paths.ts';
import { scopeQuery } from '../../queries/scopes.ts';
import { TabLink, TabLinks } from '../../ui/tab-links.tsx';

/** The pages about money in the order of the work, each for users with its permission anywhere. */
const PAGES = {
  payments: ['Payments', 'organization.donations.get'],
  batches: ['Batches', 'payments.record'],
  disputes: ['Disputes', 'payments.refund'],
  deposits: ['Deposits', 'reports.get'],
  months: ['Months', 'reports.get'],
} as const satisfies Record<string, readonly [string, Permission]>;
type MoneyPage = keyof typeof PAGES;

/** The pages about money as tabs; they keep the organization of the address. */
export function MoneyTabs({ current }: { current: MoneyPage }) {
  const [query] = useSearchParams();
  const scope = useQuery(scopeQuery);
  const organization_number = query.get('organization_number') ?? undefined;
  const shown = (Object.keys(PAGES) as MoneyPage[]).filter((page) =>
    scope.data?.permissions.includes(PAGES[page][1]),
  );
  if (shown.length < 2) return null;
  return (
    <TabLinks label="Pages about money">
      {shown.map((page) => (
        <TabLink
          key={page}
          to={withQuery(paths[page].href(), { organization_number })}
          isCurrent={page === current}
        >
          {PAGES[page][0]}
        </TabLink>
      ))}
    </TabLinks>
  );
}
