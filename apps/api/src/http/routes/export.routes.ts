import { Export, ExportPage, ExportsQuery } from '@kinfold/domain/export';
import { endpointFor, Reply, ZipReply } from '../endpoint.ts';
import { authorOf } from '../author.ts';
import type { OrganizationGrant } from '../../modules/organizations/organizations/organization.service.ts';
import { presentExport } from '../../modules/moving/exports/export.presenter.ts';
import {
  jobOfExport,
  listExports,
  openArchive,
  startExport,
} from '../../modules/moving/exports/export.service.ts';

const ofOrganization = endpointFor<OrganizationGrant>();

export const postExport = ofOrganization({
  summary: 'Make an archive of all data of an organization and all below it, in the background',
  reply: Export,
  answers: { 202: { description: 'It is being made', reply: Export } },
  async handle(context) {
    const { organizationNumber } = context.granted.organization;
    const given = await startExport(organizationNumber, await authorOf(context), context.now);
    return new Reply(202, presentExport(given, await jobOfExport(given)));
  },
});

export const getExports = ofOrganization({
  summary: 'The archives of an organization that can be downloaded or are being made, newest first',
  query: ExportsQuery,
  reply: ExportPage,
  async handle({ granted, query, now }) {
    const { page, next } = await listExports(granted.organization.organizationNumber, query, now);
    const shown = await Promise.all(
      page.map(async (given) => presentExport(given, await jobOfExport(given))),
    );
    return { exports: shown, next };
  },
});

export const getArchive = ofOrganization({
  summary: 'The archive: CSV files with a README of their columns, kept for 7 days',
  reply: 'zip',
  answers: { 409: { description: 'It is still being made' } },
  async handle(context) {
    const { granted, params, now, today } = context;
    const { organizationNumber } = granted.organization;
    const chunks = await openArchive(
      params['exportId'] ?? '',
      organizationNumber,
      await authorOf(context),
      now,
    );
    return new ZipReply(chunks, `export-${organizationNumber.replace(/[^A-Za-z0-9]+/g, '-')}-${today}.zip`);
  },
});
