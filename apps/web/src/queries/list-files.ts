/** The paths of list files, with all pages: each has the filter of its list, and the server's file name. */
import type { AuditFilters } from '@kinfold/domain/audit';
import type { ClaimState } from '@kinfold/domain/claim';
import { urlPath, withQuery } from '../lib/url-path.ts';
import type { IntakeStatus } from './intake-review.ts';
import type { PaymentListFilters } from './organization-payments.ts';
import type { CampaignFilters } from './staff-campaigns.ts';

const ofOrganization = (organizationNumber: string, list: string) =>
  `${urlPath`/v2/organizations/${organizationNumber}`}/${list}.csv`;

export const listFiles = {
  organizations: (term: string) => withQuery('/v2/organizations.csv', { search_term: term }),
  campaigns: (filters: CampaignFilters) => withQuery('/v2/campaigns.csv', filters),
  participants: (campaignId: string) => urlPath`/v2/campaigns/${campaignId}/organizations.csv`,
  runs: (campaignId: string) => urlPath`/v2/campaigns/${campaignId}/runs.csv`,
  members: (organizationNumber: string, filters: { searchTerm: string; sort: string | undefined }) =>
    withQuery(ofOrganization(organizationNumber, 'members'), filters),
  contacts: (organizationNumber: string) => ofOrganization(organizationNumber, 'contacts'),
  groups: (organizationNumber: string) => ofOrganization(organizationNumber, 'groups'),
  roles: (organizationNumber: string) => ofOrganization(organizationNumber, 'roles'),
  imports: (organizationNumber: string) => ofOrganization(organizationNumber, 'imports'),
  claims: (organizationNumber: string, state: ClaimState | undefined) =>
    withQuery(ofOrganization(organizationNumber, 'claims'), { state }),
  intakeRequests: (organizationNumber: string, status: IntakeStatus) =>
    withQuery(ofOrganization(organizationNumber, 'intake-requests'), { status }),
  payments: (organizationNumber: string, filters: PaymentListFilters) =>
    withQuery(ofOrganization(organizationNumber, 'payments'), filters),
  history: (filters: AuditFilters) => withQuery('/v2/audit.csv', filters),
  jobs: (organizationNumber: string) =>
    withQuery('/v2/jobs.csv', { organization_number: organizationNumber }),
};
