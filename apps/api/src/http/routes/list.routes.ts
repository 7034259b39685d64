/** Lists as files, each with the filter and the permission of its list. */
import { AuditQuery } from '@kinfold/domain/audit';
import { CampaignListQuery } from '@kinfold/domain/campaign-list';
import { ClaimsQuery } from '@kinfold/domain/claim';
import { IntakeRequestsQuery } from '@kinfold/domain/intake';
import { JobsQuery } from '@kinfold/domain/job';
import { RunMessagesQuery } from '@kinfold/domain/message';
import { OrganizationsQuery } from '@kinfold/domain/organization';
import { actorOf, endpointFor, type Context } from '../endpoint.ts';
import { listHistory, type HistoryGrant } from '../../modules/operations/audit/audit.service.ts';
import {
  findRunPage,
  type CampaignRunGrant,
} from '../../modules/funds/campaign-runs/campaign-run.service.ts';
import {
  findParticipants,
  listCampaigns,
  withVisibleParticipants,
} from '../../modules/funds/campaigns/campaign-list.service.ts';
import { listClaims } from '../../modules/funds/claims/claim.service.ts';
import type { CampaignGrant } from '../../modules/funds/campaigns/campaign.service.ts';
import { listContacts } from '../../modules/people/contacts/contact.service.ts';
import { runsSeenBy } from '../../modules/funds/donations/runs-seen.service.ts';
import { presentImport } from '../../modules/moving/imports/import.presenter.ts';
import { jobOfImport, listImports } from '../../modules/moving/imports/import.service.ts';
import {
  listIntakeRequests,
  type IntakeRequestsGrant,
} from '../../modules/people/intake-requests/intake-review.service.ts';
import { listJobs, type JobsGrant } from '../../modules/operations/jobs/job.service.ts';
import { listMessages } from '../../modules/telling/messages/message.service.ts';
import { listGroups } from '../../modules/organizations/organizations/group.service.ts';
import {
  listLevel,
  listOrganizations,
  searchOrganizations,
} from '../../modules/organizations/organizations/organization-tree.service.ts';
import { presentOrganizationRow } from '../../modules/organizations/organizations/organization.presenter.ts';
import type {
  OrganizationGrant,
  ScopeGrant,
} from '../../modules/organizations/organizations/organization.service.ts';
import { presentRole } from '../../modules/identity/roles/role.presenter.ts';
import { listRoles, type RolePlaceGrant } from '../../modules/identity/roles/role.service.ts';
import { findUserNames, permittedOrganizations } from '../../modules/identity/users/user.service.ts';
import { eachOfCursors, eachOfPages, FILE_PAGE } from '../../modules/moving/exports/export-list.service.ts';
import { exportList } from '../export-list.ts';
import { claimGrantsOf } from '../policies/claims.ts';
import {
  campaignColumns,
  claimColumns,
  contactColumns,
  groupColumns,
  historyColumns,
  importColumns,
  intakeColumns,
  jobColumns,
  organizationColumns,
  roleColumns,
  runColumns,
  runMessageColumns,
} from '../../modules/moving/exports/list.presenter.ts';

const ofOrganization = endpointFor<OrganizationGrant>();
const zoneOf = ({ deps }: Pick<Context, 'deps'>) => deps.config.TIME_ZONE;
const shownBy = ({ deps: { config } }: Pick<Context, 'deps'>) => ({
  currency: config.CURRENCY,
  timeZone: config.TIME_ZONE,
});

export const getOrganizationsCsv = endpointFor<ScopeGrant>()({
  summary: 'The same organizations as a file',
  query: OrganizationsQuery,
  reply: 'csv',
  async handle(context) {
    const { organizationNumbers: scope } = context.granted;
    const { parent, search_term: term } = context.query;
    const rows = term
      ? await searchOrganizations(term, scope)
      : parent
        ? await listLevel(parent, scope)
        : await listOrganizations(scope);
    const filter = [term ? term : parent];
    return exportList(context, {
      list: 'organizations',
      at: scope,
      filter,
      columns: organizationColumns,
      rows,
    });
  },
});

export const getCampaignsCsv = endpointFor<ScopeGrant>()({
  summary: 'The same campaigns as a file, all pages of them, with their prices and rules',
  query: CampaignListQuery,
  reply: 'csv',
  async handle(context) {
    const { granted, query, now } = context;
    const { organization_number: number, searchTerm } = query;
    const scope = granted.organizationNumbers;
    const read = (page: { page_number: number; page_size: number }) =>
      listCampaigns(scope, { ...query, ...page }, now);
    // The first page refuses another organization before the export is recorded.
    await read({ page_number: 1, page_size: 1 });
    const rows = eachOfPages(async (page) => {
      const { rows: listed } = await read(page);
      return {
        rows: await withVisibleParticipants(
          listed.map(({ campaign }) => campaign),
          scope,
        ),
      };
    });
    const at = number ? [number] : scope;
    return exportList(context, {
      list: 'campaigns',
      at,
      filter: [number, searchTerm],
      columns: campaignColumns(shownBy(context)),
      rows,
    });
  },
});

/** The actor's organizations with a permission for a campaign: the export is recorded in their histories. */
const ownOf = (context: Pick<Context, 'actor'>) =>
  permittedOrganizations(actorOf(context), 'organization.campaigns.get');

export const getParticipantsCsv = endpointFor<CampaignGrant>()({
  summary: 'The same participating organizations as a file',
  reply: 'csv',
  async handle(context) {
    const { campaign } = context.granted;
    const at = await ownOf(context);
    const rows = (await findParticipants(campaign, at)).map(presentOrganizationRow);
    const filter = [campaign.campaignName];
    return exportList(context, { list: 'participants', at, filter, columns: organizationColumns, rows });
  },
});

export const getRunsCsv = endpointFor<CampaignGrant>()({
  summary: 'The same runs as a file, all pages of them',
  reply: 'csv',
  async handle(context) {
    const { campaign } = context.granted;
    const { _id, campaignName } = campaign;
    const { seen } = await runsSeenBy(actorOf(context), campaign);
    const rows = eachOfPages(async (page) => {
      const { rows: runs } = await findRunPage(_id, page);
      return { rows: await Promise.all(runs.map(async (run) => ({ ...(await seen(run)), campaignName }))) };
    });
    return exportList(context, {
      list: 'runs',
      at: await ownOf(context),
      filter: [campaignName],
      columns: runColumns(shownBy(context), context.now),
      rows,
    });
  },
});

export const getRunMessagesCsv = endpointFor<CampaignRunGrant>()({
  summary: 'The same messages as a file, all pages of them',
  query: RunMessagesQuery,
  reply: 'csv',
  handle(context) {
    const { run } = context.granted;
    const { query } = context;
    const rows = eachOfCursors(async (cursor) => {
      const { messages, next } = await listMessages({ run }, { ...query, cursor, page_size: FILE_PAGE });
      return { rows: messages, next };
    });
    return exportList(context, {
      list: 'reminders',
      at: [run.organizationNumber],
      filter: [run.name, query.state],
      columns: runMessageColumns(zoneOf(context)),
      rows,
    });
  },
});

export const getContactsCsv = ofOrganization({
  summary: 'The same contacts as a file',
  reply: 'csv',
  async handle(context) {
    const { organizationNumber: number } = context.granted.organization;
    const rows = await listContacts(number);
    return exportList(context, {
      list: 'contacts',
      at: [number],
      filter: [number],
      columns: contactColumns,
      rows,
    });
  },
});

export const getGroupsCsv = ofOrganization({
  summary: 'The same groups as a file',
  reply: 'csv',
  async handle(context) {
    const { organizationNumber: number } = context.granted.organization;
    const rows = await listGroups(number);
    return exportList(context, {
      list: 'groups',
      at: [number],
      filter: [number],
      columns: groupColumns,
      rows,
    });
  },
});

export const getRolesCsv = endpointFor<RolePlaceGrant>()({
  summary: 'The same roles and invitations as a file',
  reply: 'csv',
  async handle(context) {
    const { place } = context.granted;
    const { organizationNumber: number } = place;
    const { roles, organizationNames } = await listRoles(place, context.now);
    const names = await findUserNames(roles.flatMap(({ userId }) => userId ?? []));
    return exportList(context, {
      list: 'roles',
      at: [number],
      filter: [number],
      columns: roleColumns(zoneOf(context)),
      rows: roles.map((role) => presentRole(role, number, organizationNames, names)),
    });
  },
});

export const getHistoryCsv = endpointFor<HistoryGrant>()({
  summary: 'The same entries as a file, all pages of them',
  query: AuditQuery,
  reply: 'csv',
  handle(context) {
    const { granted, query } = context;
    const { organization_number, subject_type, action, actor, from, to } = query;
    const timeZone = zoneOf(context);
    const rows = eachOfCursors(async (cursor) => {
      const { entries, next } = await listHistory(
        granted,
        { ...query, cursor, page_size: FILE_PAGE },
        timeZone,
      );
      return { rows: entries, next };
    });
    return exportList(context, {
      list: 'history',
      at: granted.organizationNumbers,
      filter: [organization_number, subject_type, action, actor, from, to],
      columns: historyColumns(timeZone),
      rows,
    });
  },
});

export const getIntakeRequestsCsv = endpointFor<IntakeRequestsGrant>()({
  summary: 'The same requests as a file, all pages of them',
  query: IntakeRequestsQuery,
  reply: 'csv',
  handle(context) {
    const { granted, query } = context;
    // The file has no likely duplicates: none are searched.
    const grant = { ...granted, scopes: () => [] };
    const rows = eachOfCursors(async (cursor) => {
      const { intakeRequests, next } = await listIntakeRequests(grant, {
        ...query,
        cursor,
        page_size: FILE_PAGE,
      });
      return { rows: intakeRequests, next };
    });
    const { organizationNumber: number } = granted;
    return exportList(context, {
      list: 'intake requests',
      at: [number],
      filter: [number, query.status ? query.status : 'new'],
      columns: intakeColumns(zoneOf(context)),
      rows,
    });
  },
});

export const getClaimsCsv = endpointFor<{ organizationNumber: string }>()({
  summary: 'The same claims as a file, all pages of them, without causes of deaths',
  query: ClaimsQuery,
  reply: 'csv',
  handle(context) {
    const { granted, query } = context;
    const { organizationNumber: number } = granted;
    const actor = actorOf(context);
    const reader = { actor, grantOf: claimGrantsOf(actor) };
    const rows = eachOfCursors(async (cursor) => {
      const { claims, next } = await listClaims(number, { ...query, cursor, page_size: FILE_PAGE }, reader);
      return { rows: claims, next };
    });
    return exportList(context, {
      list: 'claims',
      at: [number],
      filter: [number, query.state],
      columns: claimColumns(zoneOf(context)),
      rows,
    });
  },
});

export const getJobsCsv = endpointFor<JobsGrant>()({
  summary: 'The same jobs as a file, all pages of them',
  query: JobsQuery,
  reply: 'csv',
  handle(context) {
    const { granted, query } = context;
    const rows = eachOfCursors(async (cursor) => {
      const { jobs, next } = await listJobs(granted, { ...query, cursor, page_size: FILE_PAGE });
      return { rows: jobs, next };
    });
    const { organizationNumber: number } = granted;
    return exportList(context, {
      list: 'jobs',
      at: [number],
      filter: [number],
      columns: jobColumns(zoneOf(context)),
      rows,
    });
  },
});

export const getImportsCsv = ofOrganization({
  summary: 'The same imports as a file, all pages of them',
  reply: 'csv',
  handle(context) {
    const { organizationNumber: number } = context.granted.organization;
    const rows = eachOfCursors(async (cursor) => {
      const { page, next } = await listImports(number, { cursor, page_size: FILE_PAGE });
      const jobs = await Promise.all(page.map(jobOfImport));
      const shown = page.map((given, index) =>
        presentImport(given, { job: jobs[index], today: context.today }),
      );
      return { rows: shown, next };
    });
    return exportList(context, {
      list: 'imports',
      at: [number],
      filter: [number],
      columns: importColumns(zoneOf(context)),
      rows,
    });
  },
});
