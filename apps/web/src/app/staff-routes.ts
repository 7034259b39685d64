import type { RouteObject } from 'react-router-dom';
import { paths } from '../paths.ts';
import { page } from './page-route.ts';

/** The routes of the staff side, children of `MemberArea`; the router loads this file when one of them is visited. */
export const staffRoutes: RouteObject[] = [
  page(paths.staff.path, () => import('./pages/staff/staff-home-page.tsx').then((m) => m.StaffHomePage)),
  page(paths.death.path, () => import('./pages/staff/death-page.tsx').then((m) => m.DeathPage)),
  page(paths.claims.path, () => import('./pages/staff/claims-page.tsx').then((m) => m.ClaimsPage)),
  page(paths.claim.path, () => import('./pages/staff/claim-page.tsx').then((m) => m.ClaimPage)),
  page(paths.search.path, () => import('./pages/staff/search-page.tsx').then((m) => m.SearchPage)),
  page(paths.organizations.path, () =>
    import('./pages/staff/organizations-page.tsx').then((m) => m.OrganizationsPage),
  ),
  page(paths.organizationCreate.path, () =>
    import('./pages/staff/organization-create-page.tsx').then((m) => m.OrganizationCreatePage),
  ),
  page(paths.organization.path, () =>
    import('./pages/staff/organization-page.tsx').then((m) => m.OrganizationPage),
  ),
  page(paths.roles.path, () => import('./pages/staff/roles-page.tsx').then((m) => m.RolesPage)),
  page(paths.statements.path, () =>
    import('./pages/staff/statements-page.tsx').then((m) => m.StatementsPage),
  ),
  page(paths.exports.path, () => import('./pages/staff/exports-page.tsx').then((m) => m.ExportsPage)),
  page(paths.imports.path, () => import('./pages/staff/imports-page.tsx').then((m) => m.ImportsPage)),
  page(paths.import.path, () => import('./pages/staff/import-page.tsx').then((m) => m.ImportPage)),
  page(paths.members.path, () => import('./pages/staff/members-page.tsx').then((m) => m.MembersPage)),
  page(paths.memberCreate.path, () =>
    import('./pages/staff/member-create-page.tsx').then((m) => m.MemberCreatePage),
  ),
  page(paths.familyCreate.path, () =>
    import('./pages/staff/family-create-page.tsx').then((m) => m.FamilyCreatePage),
  ),
  page(paths.memberEdit.path, () =>
    import('./pages/staff/member-edit-page.tsx').then((m) => m.MemberEditPage),
  ),
  page(paths.campaigns.path, () => import('./pages/staff/campaigns-page.tsx').then((m) => m.CampaignsPage)),
  page(paths.campaignCreate.path, () =>
    import('./pages/staff/campaign-create-page.tsx').then((m) => m.CampaignCreatePage),
  ),
  page(paths.campaign.path, () => import('./pages/staff/campaign-page.tsx').then((m) => m.CampaignPage)),
  page(paths.coverChanges.path, () =>
    import('./pages/staff/cover-changes-page.tsx').then((m) => m.CoverChangesPage),
  ),
  page(paths.doubleCovers.path, () =>
    import('./pages/staff/double-covers-page.tsx').then((m) => m.DoubleCoversPage),
  ),
  page(paths.campaignMemberships.path, () =>
    import('./pages/staff/campaign-memberships-page.tsx').then((m) => m.CampaignMembershipsPage),
  ),
  page(paths.membership.path, () =>
    import('./pages/staff/membership-page.tsx').then((m) => m.MembershipPage),
  ),
  page(paths.campaignRun.path, () =>
    import('./pages/staff/campaign-run-page.tsx').then((m) => m.CampaignRunPage),
  ),
  page(paths.campaignsRun.path, () =>
    import('./pages/staff/campaign-run-page.tsx').then((m) => m.CampaignRunPage),
  ),
  page(paths.intake.path, () => import('./pages/staff/intake-page.tsx').then((m) => m.IntakePage)),
  page(paths.intakeLink.path, () =>
    import('./pages/staff/intake-link-page.tsx').then((m) => m.IntakeLinkPage),
  ),
  page(paths.intakeRequest.path, () =>
    import('./pages/staff/intake-request-page.tsx').then((m) => m.IntakeRequestPage),
  ),
  page(paths.batches.path, () => import('./pages/staff/batches-page.tsx').then((m) => m.BatchesPage)),
  page(paths.reviewItems.path, () =>
    import('./pages/staff/review-items-page.tsx').then((m) => m.ReviewItemsPage),
  ),
  page(paths.payments.path, () => import('./pages/staff/payments-page.tsx').then((m) => m.PaymentsPage)),
  page(paths.payment.path, () => import('./pages/staff/payment-page.tsx').then((m) => m.PaymentPage)),
  page(paths.approvals.path, () => import('./pages/staff/approvals-page.tsx').then((m) => m.ApprovalsPage)),
  page(paths.disputes.path, () => import('./pages/staff/disputes-page.tsx').then((m) => m.DisputesPage)),
  page(paths.deposits.path, () => import('./pages/staff/deposits-page.tsx').then((m) => m.DepositsPage)),
  page(paths.deposit.path, () => import('./pages/staff/deposit-page.tsx').then((m) => m.DepositPage)),
  page(paths.months.path, () => import('./pages/staff/months-page.tsx').then((m) => m.MonthsPage)),
  page(paths.month.path, () => import('./pages/staff/month-page.tsx').then((m) => m.MonthPage)),
  page(paths.history.path, () => import('./pages/staff/history-page.tsx').then((m) => m.HistoryPage)),
  page(paths.jobs.path, () => import('./pages/staff/jobs-page.tsx').then((m) => m.JobsPage)),
  page(paths.job.path, () => import('./pages/staff/job-page.tsx').then((m) => m.JobPage)),
  page(paths.connectReturn.path, () =>
    import('./pages/staff/connect-return-page.tsx').then((m) => m.ConnectReturnPage),
  ),
];
