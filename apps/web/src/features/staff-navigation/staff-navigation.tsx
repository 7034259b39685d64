import { JOB_PERMISSIONS } from '@kinfold/domain/job';
import type { Permission } from '@kinfold/domain/permission';
import type { ReactNode } from 'react';
import { Link, matchPath, useLocation } from 'react-router-dom';
import { useSession } from '../../lib/session.ts';
import { paths } from '../../paths.ts';
import '../../theme/staff-navigation.scss';
import { FoldOut } from '../../ui/fold-out.tsx';

type Entry = {
  name: string;
  path: string;
  /** Pages besides those below `path`. */
  others?: readonly string[];
  permissions: readonly Permission[];
};

/** The entries of the staff side in order, each for users with one of its permissions anywhere. */
const ENTRIES: readonly Entry[] = [
  // Every role has this permission.
  {
    name: 'Home',
    path: paths.staff.path,
    others: [paths.reviewItems.path, paths.approvals.path, paths.claims.path, paths.claim.path],
    permissions: ['organization.details.get'],
  },
  { name: 'Organizations', path: paths.organizations.path, permissions: ['organization.details.get'] },
  {
    name: 'Members',
    path: paths.members.path,
    others: [paths.familyCreate.path, paths.memberEdit.path, paths.member.path],
    permissions: ['organization.members.get'],
  },
  {
    name: 'Campaigns',
    path: paths.campaigns.path,
    others: [
      paths.coverChanges.path,
      paths.doubleCovers.path,
      paths.campaignCreate.path,
      paths.campaign.path,
      paths.campaignRun.path,
      paths.membership.path,
    ],
    permissions: ['organization.campaigns.get'],
  },
  {
    name: 'Payments',
    path: paths.payments.path,
    others: [
      paths.batches.path,
      paths.disputes.path,
      paths.deposits.path,
      paths.deposit.path,
      paths.months.path,
      paths.month.path,
    ],
    permissions: ['organization.donations.get'],
  },
  { name: 'Intake', path: paths.intake.path, permissions: ['intake.review'] },
  { name: 'History', path: paths.history.path, permissions: ['audit.get'] },
  { name: 'Jobs', path: paths.jobs.path, permissions: Object.values(JOB_PERMISSIONS) },
];

/** My account and Staff and, on the staff side, its entries. */
export function StaffNavigation({
  permissions,
  accountPath,
  children,
}: {
  /** All permissions that the user holds anywhere. */
  permissions: readonly string[];
  accountPath: string;
  /** The element beside them: the search. */
  children?: ReactNode;
}) {
  const { pathname } = useLocation();
  const ownId = useSession()?.memberId ?? '';
  const entries = ENTRIES.filter((entry) => entry.permissions.some((name) => permissions.includes(name)));
  const [first] = entries;
  if (!first) return null;
  const isOwn = matchPath(paths.member.path, pathname)?.params.memberId === ownId;
  const current = entries.find(
    ({ path, others = [] }) =>
      matchPath({ path, end: false }, pathname) ??
      (!isOwn && others.some((other) => matchPath(other, pathname))),
  );
  // The search is not one of the entries, but belongs to the staff side.
  const isOnStaffSide = current !== undefined || pathname === paths.search.path;
  return (
    <div className="staff-bar">
      <nav className="sides targets" aria-label="My account and Staff">
        <Link to={accountPath} aria-current={isOnStaffSide ? undefined : 'true'}>
          My account
        </Link>
        <Link to={first.path} aria-current={isOnStaffSide ? 'true' : undefined}>
          Staff
        </Link>
      </nav>
      {children}
      {/* The key closes the menu when the address changes. */}
      {isOnStaffSide && <StaffPlaces key={pathname} entries={entries} current={current} />}
    </div>
  );
}

/** A row of links, on a phone a menu. */
function StaffPlaces({ entries, current }: { entries: readonly Entry[]; current: Entry | undefined }) {
  return (
    <nav className="staff-places" aria-label="Staff">
      <FoldOut
        opener={
          <>
            Menu <span className="visually-hidden">of the staff side</span>
          </>
        }
      >
        <ul>
          {entries.map(({ name, path }) => (
            <li key={path}>
              <Link to={path} aria-current={path === current?.path ? 'page' : undefined}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </FoldOut>
    </nav>
  );
}
