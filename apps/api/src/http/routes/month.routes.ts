import { JournalAccounts, JournalAccountsForm, JournalQuery } from '@kinfold/domain/journal';
import type { Month } from '@kinfold/domain/month';
import { isMonth, MonthList, MonthReport } from '@kinfold/domain/month-report';
import { authorOf } from '../author.ts';
import { endpointFor, PdfReply, type Context } from '../endpoint.ts';
import { exportList } from '../export-list.ts';
import {
  journalAccounts,
  journalColumns,
  journalRows,
  nameAccounts,
} from '../../modules/money/office/journal.service.ts';
import { monthPdf } from '../../modules/money/office/month-pdf.service.ts';
import { closeMonth, monthList, monthReport } from '../../modules/money/office/month.service.ts';
import type { OrganizationGrant } from '../../modules/organizations/organizations/organization.service.ts';
import { notFound } from '../../platform/problem.ts';

const ofOrganization = endpointFor<OrganizationGrant>();

/** The month in the path. Throws 404 for anything else. */
function monthOfPath({ params }: Pick<Context, 'params'>): Month {
  const month = params['month'] ?? '';
  if (!isMonth(month)) throw notFound('There is no such month.');
  return month;
}

const siteOf = ({ deps, now }: Pick<Context, 'deps' | 'now'>) => ({
  now,
  timeZone: deps.config.TIME_ZONE,
  currency: deps.config.CURRENCY,
});

export const getMonths = ofOrganization({
  summary: 'The months of an organization in which something was booked, newest first',
  reply: MonthList,
  handle: (context) => monthList(context.granted.organization, siteOf(context)),
});

export const getMonthReport = ofOrganization({
  summary: 'A month of an organization to the cent, and what keeps it from being closed',
  reply: MonthReport,
  handle: async (context) => monthReport(context.granted.organization, monthOfPath(context), siteOf(context)),
});

export const getMonthPdf = ofOrganization({
  summary: 'A month of an organization as a paper for the meeting',
  reply: 'pdf',
  async handle(context) {
    const month = monthOfPath(context);
    const report = await monthReport(context.granted.organization, month, siteOf(context));
    return new PdfReply(await monthPdf(report, siteOf(context)), `month-${month}.pdf`);
  },
});

export const getMonthJournal = ofOrganization({
  summary: 'The journal of a month for an accountant: plain, or as QuickBooks Online or Xero import it',
  query: JournalQuery,
  reply: 'csv',
  async handle(context) {
    const { organizationNumber, organizationName } = context.granted.organization;
    const month = monthOfPath(context);
    const shape = context.query.shape || 'plain';
    return exportList(context, {
      list: 'journal',
      at: [organizationNumber],
      filter: [organizationName, month, shape],
      columns: journalColumns(shape, journalAccounts(context.granted.organization)),
      rows: journalRows(organizationNumber, month, context.deps.config.TIME_ZONE),
    });
  },
});

export const postMonthClose = ofOrganization({
  summary: 'Close a month: its figures are stored and never change',
  reply: MonthReport,
  answers: {
    409: { description: 'Something is open (`open_differences`), or it is closed already (`month_closed`)' },
  },
  handle: async (context) =>
    closeMonth(context.granted.organization, monthOfPath(context), {
      ...siteOf(context),
      author: await authorOf(context),
    }),
});

export const getAccounts = ofOrganization({
  summary: 'The accounts of the journal of an organization, with their names and numbers',
  reply: JournalAccounts,
  handle: async ({ granted }) => journalAccounts(granted.organization),
});

export const postAccounts = ofOrganization({
  summary: 'Name accounts of the journal of an organization',
  body: JournalAccountsForm,
  reply: JournalAccounts,
  handle: async (context) =>
    nameAccounts(context.granted.organization, context.body, await authorOf(context), context.now),
});
