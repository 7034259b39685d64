import { DEFAULT_PAYMENTS_PAGE } from '@kinfold/domain/constants';
import { LatestPayment } from '@kinfold/domain/donation';
import { pageQuery } from '@kinfold/domain/pagination';
import { MemberPaymentPage } from '@kinfold/domain/payment';
import { endpointFor } from '../endpoint.ts';
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
