import { Deposit, Depositable, DepositForm, DepositPage, DepositsQuery } from '@kinfold/domain/deposit';
import { endpointFor, PdfReply, Reply } from '../endpoint.ts';
import {
  depositable,
  depositDetail,
  depositPage,
  depositSlip,
  makeDeposit,
  type DepositGrant,
} from '../../modules/money/office/deposit.service.ts';
import type { OrganizationGrant } from '../../modules/organizations/organizations/organization.service.ts';
import { recordingOf } from './office-payment.routes.ts';

const ofDeposit = endpointFor<DepositGrant>();

export const getDeposits = endpointFor<{ organizationNumber: string }>()({
  summary: 'The deposits with money of an organization and all below it, newest first',
  query: DepositsQuery,
  reply: DepositPage,
  handle: ({ granted, query }) => depositPage(granted.organizationNumber, query),
});

export const getDepositable = endpointFor<OrganizationGrant>()({
  summary: 'The closed batches and other payments whose cash and checks are in no deposit yet',
  reply: Depositable,
  handle: ({ deps, granted }) => depositable(granted.organization.organizationNumber, deps.config.TIME_ZONE),
});

export const postDeposit = endpointFor<OrganizationGrant>()({
  summary: 'Record that batches and payments were taken to the bank as one deposit',
  body: DepositForm,
  reply: Deposit,
  answers: {
    409: { description: 'Some of these are in a deposit, open, or not of this organization: `deposited`' },
  },
  handle: async (context) =>
    new Reply(201, await makeDeposit(context.granted.organization, context.body, await recordingOf(context))),
});

export const getDeposit = ofDeposit({
  summary: 'A deposit with the payments, fees, refunds and disputes that it consists of',
  reply: Deposit,
  handle: ({ granted }) => depositDetail(granted),
});

export const getDepositSlip = ofDeposit({
  summary: 'The deposit slip of cash and checks: the cash, each check, and the total',
  reply: 'pdf',
  handle: async ({ granted }) =>
    new PdfReply(await depositSlip(granted), `deposit-${granted.deposit.arrivalDt}.pdf`),
});
