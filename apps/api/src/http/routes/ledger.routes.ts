import { DEFAULT_PAYMENTS_PAGE } from '@kinfold/domain/constants';
import { LatestPayment } from '@kinfold/domain/donation';
import { OrganizationPaymentPage, PaymentFilters, PaymentsQuery } from '@kinfold/domain/organization-payment';
import { pageQuery } from '@kinfold/domain/pagination';
import { MemberPaymentPage } from '@kinfold/domain/payment';
import { endpointFor } from '../endpoint.ts';
import { exportList } from '../export-list.ts';
import type { OrganizationGrant } from '../../modules/organizations/organizations/organization.service.ts';
import {
  eachOrganizationPayment,
  findOrganizationPayments,
  paymentColumns,
} from '../../modules/money/ledger/organization-payments.service.ts';
import type { MemberGrant } from '../../modules/identity/access/member-access.service.ts';
import type { MembershipGrant } from '../../modules/identity/access/membership-access.service.ts';
import { latestPaymentOn } from '../../modules/money/ledger/latest-payment.service.ts';
import { findPaymentPage } from '../../modules/money/ledger/member-payments.service.ts';

export const getMemberPayments = endpointFor<MemberGrant>()({
  summary: 'The payments by a member and on the memberships that cover them, newest first',
  query: pageQuery(DEFAULT_PAYMENTS_PAGE),
  reply: MemberPaymentPage,
  handle: ({ deps, granted, query }) => findPaymentPage(granted.member, query, deps.config.TIME_ZONE),
});

export const getLatestPayment = endpointFor<MembershipGrant>()({
  summary: 'The dues that the newest payment on a campaign membership paid, and when',
  reply: LatestPayment,
  handle: ({ deps, granted }) => latestPaymentOn(granted.membership, deps.config.TIME_ZONE),
});

const ofOrganization = endpointFor<OrganizationGrant>();

export const getOrganizationPayments = ofOrganization({
  summary: 'The payments that an organization and all below it received, newest first',
  query: PaymentsQuery,
  reply: OrganizationPaymentPage,
  handle: ({ deps, granted, query }) =>
    findOrganizationPayments(granted.organization.organizationNumber, query, deps.config.TIME_ZONE),
});

export const getOrganizationPaymentsCsv = ofOrganization({
  summary: 'The same payments as a file, all pages of them',
  query: PaymentFilters,
  reply: 'csv',
  async handle(context) {
    const { organizationNumber, organizationName } = context.granted.organization;
    const { from, to, method, status } = context.query;
    return exportList(context, {
      list: 'payments',
      at: [organizationNumber],
      filter: [organizationName, from, to, method, status].map((word) => word || undefined),
      columns: paymentColumns,
      rows: eachOrganizationPayment(organizationNumber, context.query, context.deps.config.TIME_ZONE),
    });
  },
});
