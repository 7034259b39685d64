import * as z from 'zod/mini';
import { OrganizationChoice } from '@kinfold/domain/organization';
import {
  OrganizationRun,
  RunDonation,
  RunDonationFilters,
  RunDonationsQuery,
  RunFigures,
  RunFiguresQuery,
} from '@kinfold/domain/run-donations';
import { pageReply } from '@kinfold/domain/pagination';
import { endpointFor } from '../endpoint.ts';
import { presentPage } from '../../platform/lists.ts';
import { exportList, organizationsRecorded } from '../export-list.ts';
import type { OrganizationGrant } from '../../modules/organizations/organizations/organization.service.ts';
import {
  donationColumns,
  organizationRunColumns,
  presentFigures,
  presentOrganizationRun,
  presentRunDonation,
} from '../../modules/funds/donations/run-donation.presenter.ts';
import {
  eachRunDonation,
  listRunDonations,
  organizationsSeen,
  runDonationFilter,
  runsOfOrganization,
  type RunMoneyGrant,
} from '../../modules/funds/donations/run-donations.service.ts';
import { figuresOfRun, organizationsOfRun } from '../../modules/funds/donations/run-figures.service.ts';

const ofRun = endpointFor<RunMoneyGrant>();

export const getRunDonations = ofRun({
  summary: 'The donations of a run by name, of the organizations that the user may see',
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
  async handle(context) {
    const { granted, query, deps } = context;
    const filter = await runDonationFilter(granted, query);
    const { organization_number: number, open_balance: isOpen } = query;
    return exportList(context, {
      list: 'donations',
      at: await organizationsRecorded(context, granted),
      filter: [
        granted.run.name,
        number,
        typeof isOpen === 'boolean' ? (isOpen ? 'open' : 'not-open') : undefined,
      ],
      columns: donationColumns(deps.config.TIME_ZONE),
      rows: eachRunDonation(filter),
    });
  },
});

export const getRunFigures = ofRun({
  summary: 'What was due and paid in a run, by day and by organization',
  query: RunFiguresQuery,
  reply: RunFigures,
  async handle({ granted, query, deps }) {
    const organizationNumbers = await organizationsSeen(granted, query.organization_number);
    return presentFigures(await figuresOfRun(granted.run, organizationNumbers), deps.config.TIME_ZONE);
  },
});

export const getRunOrganizations = ofRun({
  summary: 'The organizations with dues in a run, of those that the user may see, by name',
  reply: z.array(OrganizationChoice),
  handle: ({ granted }) => organizationsOfRun(granted.run._id, granted.organizationNumbers),
});

export const getOrganizationRuns = endpointFor<OrganizationGrant>()({
  summary: 'The runs in which members of an organization, or of one below it, have dues, newest first',
  reply: z.array(OrganizationRun),
  async handle({ granted, now }) {
    const runs = await runsOfOrganization(granted.organization.organizationNumber, now);
    return runs.map(presentOrganizationRun);
  },
});

export const getOrganizationRunsCsv = endpointFor<OrganizationGrant>()({
  summary: 'The same runs as a file',
  reply: 'csv',
  async handle(context) {
    const { organizationNumber } = context.granted.organization;
    return exportList(context, {
      list: 'runs',
      at: [organizationNumber],
      filter: [organizationNumber],
      columns: organizationRunColumns(context.deps.config.TIME_ZONE),
      rows: await runsOfOrganization(organizationNumber, context.now),
    });
  },
});
