import * as z from 'zod/mini';
import {
  OrganizationRun,
  RunDonation,
  RunDonationFilters,
  RunDonationsQuery,
  RunFigures,
  RunFiguresQuery,
} from '@kinfold/domain/run-donations';
import { pageReply } from '@kinfold/domain/pagination';
import { csvChunks, csvFileName } from '../../platform/csv.ts';
import { CsvReply, endpointFor } from '../../platform/endpoint.ts';
import { presentPage } from '../../platform/lists.ts';
import type { OrganizationGrant } from '../organizations/organization.service.ts';
import {
  DONATION_HEADING,
  donationCells,
  presentFigures,
  presentOrganizationRun,
  presentRunDonation,
} from './run-donation.presenter.ts';
import {
  eachRunDonation,
  listRunDonations,
  organizationsSeen,
  runDonationFilter,
  runsOfOrganization,
  type RunMoneyGrant,
} from './run-donations.service.ts';
import { figuresOfRun } from './run-figures.service.ts';

const ofRun = endpointFor<RunMoneyGrant>();

export const getRunDonations = ofRun({
  summary: 'The donations of a run by name, of the organizations that one may see',
  query: RunDonationsQuery,
  reply: pageReply('donations', RunDonation),
  async handle({ granted, query, now }) {
    const filter = await runDonationFilter(granted, query);
    const page = await listRunDonations(granted.run, filter, query);
    return presentPage('donations', page, (donation) => presentRunDonation(donation, now));
  },
});

export const getRunDonationsCsv = ofRun({
  summary: 'The same donations as a file, all pages of them',
  query: RunDonationFilters,
  reply: 'csv',
  async handle({ granted, query, today, deps }) {
    const filter = await runDonationFilter(granted, query);
    const { organization_number: number, open_balance: isOpen } = query;
    const state = typeof isOpen === 'boolean' ? (isOpen ? 'open' : 'not-open') : undefined;
    return new CsvReply(
      csvChunks(DONATION_HEADING, eachRunDonation(filter), (donation) =>
        donationCells(donation, deps.config.TIME_ZONE),
      ),
      csvFileName('donations', granted.run.name, number, state, today),
    );
  },
});

export const getRunFigures = ofRun({
  summary: 'What was asked for and paid in a run, by day and by organization',
  query: RunFiguresQuery,
  reply: RunFigures,
  async handle({ granted, query, deps }) {
    const organizationNumbers = await organizationsSeen(granted, query.organization_number);
    return presentFigures(await figuresOfRun(granted.run, organizationNumbers), deps.config.TIME_ZONE);
  },
});

export const getOrganizationRuns = endpointFor<OrganizationGrant>()({
  summary:
    'The runs in which members of an organization, or of what is below it, have dues; the newest first',
  reply: z.array(OrganizationRun),
  async handle({ granted, now }) {
    const runs = await runsOfOrganization(granted.organization.organizationNumber, now);
    return runs.map(presentOrganizationRun);
  },
});
