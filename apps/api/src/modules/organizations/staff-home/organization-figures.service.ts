/** Figures of the organizations at the top of the user's scope, each with all below it. */
import type * as z from 'zod/mini';
import { campaignRunStatus } from '@kinfold/domain/campaign-run';
import { sumCents } from '@kinfold/domain/money';
import { monthOf, monthsUpTo } from '@kinfold/domain/month';
import { isPermittedAt } from '@kinfold/domain/permission';
import { HOME_MONTHS, HOME_ORGANIZATIONS, type StaffOrganizations } from '@kinfold/domain/staff-home';
import { findRunsWithOpenDues } from '../../funds/campaign-runs/campaign-run.service.ts';
import { findMonths } from '../../money/ledger/organization-months.service.ts';
import { findHighestOrganizations, findWithin } from '../organizations/organization.service.ts';
import type { PermissionScopes } from '../../identity/users/user.service.ts';
import { scopeReader } from '../../identity/users/scope-reader.service.ts';
import { presentFigures, presentMonth } from './staff-home.presenter.ts';

/** The first organizations of a scope by name; money only of those where the reader may see it. At most six queries. */
export async function organizationFigures(
  scopes: PermissionScopes,
  now: Date,
  timeZone: string,
): Promise<z.input<typeof StaffOrganizations>> {
  const top = await findHighestOrganizations(scopes('organization.details.get'));
  const shown = top.slice(0, HOME_ORGANIZATIONS);
  const within = await findWithin(shown.map(({ organizationNumber }) => organizationNumber));
  const money = scopes('organization.donations.get');
  const runs = await scopeReader(scopes)('organization.donations.get', [], findRunsWithOpenDues);
  const payable = runs.filter((run) => campaignRunStatus(run, now) !== 'paused');
  const months = monthsUpTo(monthOf(now, timeZone), HOME_MONTHS);
  const paid = within.filter(({ path }) => isPermittedAt(money, path));
  const received = await findMonths(
    paid.map(({ organizationNumber }) => organizationNumber),
    months,
  );
  const sumOf = (rows: typeof received) => sumCents(rows.map(({ collected }) => collected));
  const figures = shown.map((organization) => {
    const below = within.filter(({ path }) => path.includes(organization.organizationNumber));
    const numbers = new Set(below.map(({ organizationNumber }) => organizationNumber));
    const own = payable.filter(({ organizationNumber }) => numbers.has(organizationNumber));
    const mayReadMoney = isPermittedAt(money, organization.path);
    return {
      organization,
      members: below.reduce((sum, { membersCnt }) => sum + membersCnt, 0),
      campaigns: below.reduce((sum, { campaignsCnt }) => sum + campaignsCnt, 0),
      openDues: mayReadMoney ? sumCents(own.map(({ openAmount }) => openAmount)) : null,
      collected: mayReadMoney
        ? sumOf(received.filter((one) => one.month === months.at(-1) && numbers.has(one.organizationNumber)))
        : null,
    };
  });
  const byMonth = months.map((month) => ({
    month,
    collected: sumOf(received.filter((one) => one.month === month)),
  }));
  return {
    organizations: figures.map(presentFigures),
    more: top.length - shown.length,
    months: paid.length ? byMonth.map(presentMonth) : [],
  };
}
