import { Job } from '@kinfold/domain/job';
import {
  StatementPeople,
  StatementPeopleQuery,
  StatementsPage,
  StatementsPost,
  StatementsQuery,
} from '@kinfold/domain/statements';
import { endpointFor, PdfReply, Reply } from '../endpoint.ts';
import { authorOf } from '../author.ts';
import { recordExport } from '../../modules/moving/exports/export-list.service.ts';
import {
  listStatementPeople,
  listStatements,
  startStatements,
  statementsPdf,
  type StatementsInput,
} from '../../modules/money/receipts/statements.service.ts';
import { presentJob } from '../../modules/operations/jobs/job.presenter.ts';
import type { OrganizationGrant } from '../../modules/organizations/organizations/organization.service.ts';

const ofOrganization = endpointFor<OrganizationGrant>();

export const postStatements = ofOrganization({
  summary:
    'Make the statements of a year for everybody of an organization and all below it, in the background',
  body: StatementsPost,
  reply: Job,
  answers: { 202: { description: 'They are being made', reply: Job } },
  async handle(context) {
    const { granted, body, now, deps } = context;
    const { organizationNumber } = granted.organization;
    const at = { now, timeZone: deps.config.TIME_ZONE };
    return new Reply(
      202,
      presentJob(await startStatements(organizationNumber, body, await authorOf(context), at)),
    );
  },
});

export const getStatements = ofOrganization({
  summary: 'The statements that were made for everybody of an organization, newest first',
  query: StatementsQuery,
  reply: StatementsPage,
  async handle({ granted, query }) {
    const { page, next } = await listStatements(granted.organization.organizationNumber, query);
    const statements = page.map((job) => {
      const { year, campaignId } = job.input as StatementsInput;
      return { _id: job._id, year, campaignId, job: presentJob(job) };
    });
    return { statements, next };
  },
});

export const getStatementPeople = ofOrganization({
  summary: 'Who got a statement of these, and how, by name; the id is that of the job',
  query: StatementPeopleQuery,
  reply: StatementPeople,
  handle: ({ granted, params, query }) =>
    listStatementPeople(granted.organization.organizationNumber, params['statementsId'] ?? '', query),
});

export const getStatementsPdf = ofOrganization({
  summary: 'The statements to print as one PDF, by name; the id is that of the job',
  reply: 'pdf',
  answers: { 409: { description: 'They are still being made' } },
  async handle(context) {
    const { granted, params, now, deps } = context;
    const { organizationNumber } = granted.organization;
    const id = params['statementsId'] ?? '';
    const pdf = await statementsPdf(organizationNumber, id, now, deps.config);
    const fields = { list: 'statements as PDF' };
    await recordExport([organizationNumber], 'list.exported', fields, await authorOf(context), now);
    return new PdfReply(pdf, `statements-${organizationNumber.replaceAll(/[^A-Za-z0-9]/g, '')}.pdf`);
  },
});
