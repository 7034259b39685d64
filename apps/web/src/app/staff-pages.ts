/**
 * The pages of the staff side by their names in `paths.ts`, each loaded on its first visit. The names of their files come
 * with this one, so that they are not in the first bundle of members.
 */
export const campaign = () => import('./pages/campaign-page.tsx').then((m) => m.CampaignPage);
export const campaignCreate = () =>
  import('./pages/campaign-create-page.tsx').then((m) => m.CampaignCreatePage);
export const campaigns = () => import('./pages/campaigns-page.tsx').then((m) => m.CampaignsPage);
export const coverChanges = () => import('./pages/cover-changes-page.tsx').then((m) => m.CoverChangesPage);
export const doubleCovers = () => import('./pages/double-covers-page.tsx').then((m) => m.DoubleCoversPage);
export const campaignRun = () => import('./pages/campaign-run-page.tsx').then((m) => m.CampaignRunPage);
export const campaignsRun = () => campaignRun();
export const history = () => import('./pages/history-page.tsx').then((m) => m.HistoryPage);
export const connectReturn = () => import('./pages/connect-return-page.tsx').then((m) => m.ConnectReturnPage);
export const job = () => import('./pages/job-page.tsx').then((m) => m.JobPage);
export const imports = () => import('./pages/imports-page.tsx').then((m) => m.ImportsPage);
const exportsPage = () => import('./pages/exports-page.tsx').then((m) => m.ExportsPage);
export { exportsPage as exports };
export const roles = () => import('./pages/roles-page.tsx').then((m) => m.RolesPage);
export const intake = () => import('./pages/intake-page.tsx').then((m) => m.IntakePage);
export const intakeLink = () => import('./pages/intake-link-page.tsx').then((m) => m.IntakeLinkPage);
export const intakeRequest = () => import('./pages/intake-request-page.tsx').then((m) => m.IntakeRequestPage);
export const reviewItems = () => import('./pages/review-items-page.tsx').then((m) => m.ReviewItemsPage);
export const staff = () => import('./pages/staff-home-page.tsx').then((m) => m.StaffHomePage);
export const search = () => import('./pages/search-page.tsx').then((m) => m.SearchPage);
export const jobs = () => import('./pages/jobs-page.tsx').then((m) => m.JobsPage);
export const member = () => import('./pages/staff-member-page.tsx').then((m) => m.StaffMemberPage);
export const memberCreate = () => import('./pages/member-create-page.tsx').then((m) => m.MemberCreatePage);
export const campaignMemberships = () =>
  import('./pages/campaign-memberships-page.tsx').then((m) => m.CampaignMembershipsPage);
export const membership = () => import('./pages/membership-page.tsx').then((m) => m.MembershipPage);
export const memberEdit = () => import('./pages/member-edit-page.tsx').then((m) => m.MemberEditPage);
export const members = () => import('./pages/members-page.tsx').then((m) => m.MembersPage);
export const organization = () => import('./pages/organization-page.tsx').then((m) => m.OrganizationPage);
export const organizationCreate = () =>
  import('./pages/organization-create-page.tsx').then((m) => m.OrganizationCreatePage);
export const organizations = () => import('./pages/organizations-page.tsx').then((m) => m.OrganizationsPage);
const importOne = () => import('./pages/import-page.tsx').then((m) => m.ImportPage);
export { importOne as import };
