/**
 * The URL map: every path with its policy and its endpoint, one line each. Paths and shapes are those of the HTTP
 * contract; a trailing slash is optional.
 */
import { EXPORT_PERMISSION } from '@kinfold/domain/export';
import type { Permission } from '@kinfold/domain/permission';
import { deprecated, type Endpoint, type Policy, type Route } from './endpoint.ts';
import { approvalPolicy, approvalsPolicy } from './policies/approvals.ts';
import { batchPolicy } from './policies/batches.ts';
import { claimDocumentPolicy } from './policies/claim-documents.ts';
import { claimActionPolicy, claimPolicy, claimsPolicy } from './policies/claims.ts';
import { deathReportPolicy, deathsPolicy, deathTaskPolicy } from './policies/deaths.ts';
import { historyPolicy } from './policies/history.ts';
import { jobPolicy, jobsPolicy } from './policies/jobs.ts';
import { depositPolicy, depositsPolicy } from './policies/deposits.ts';
import { disputePolicy, paymentPolicy } from './policies/payments.ts';
import { reviewItemPolicy, reviewItemsPolicy } from './policies/review-items.ts';
import { intakeRequestPolicy, intakeRequestsPolicy } from './policies/intake-requests.ts';
import {
  campaignRunPolicy,
  campaignRunPostPolicy,
  managedRunPolicy,
  lettersPolicy,
  runDonationPolicy,
  runMoneyPolicy,
} from './policies/campaign-runs.ts';
import {
  campaignPolicy,
  campaignPostPolicy,
  campaignMembershipsPolicy,
  coverChangesPolicy,
  fundPolicy,
  fundRecordPolicy,
} from './policies/campaigns.ts';
import {
  anyOrganizationPolicy,
  importPolicy,
  organizationAbovePolicy,
  organizationPolicy,
  organizationPostPolicy,
  rolePlacePolicy,
} from './policies/organizations.ts';
import {
  coveredPolicy,
  donationPolicy,
  membershipOfBodyPolicy,
  membershipPolicy,
  membershipPostPolicy,
} from './policies/memberships.ts';
import { memberOfBodyPolicy, memberPolicy, memberPostPolicy } from './policies/members.ts';
import { anyone, signedIn, staffPolicy } from './policies/signed-in.ts';
import * as approvals from './routes/approval.routes.ts';
import * as audit from './routes/audit.routes.ts';
import * as autopay from './routes/autopay.routes.ts';
import * as campaignRuns from './routes/campaign-run.routes.ts';
import * as campaigns from './routes/campaign.routes.ts';
import * as cards from './routes/card.routes.ts';
import * as charges from './routes/charge.routes.ts';
import * as office from './routes/office-payment.routes.ts';
import * as batches from './routes/batch.routes.ts';
import * as collections from './routes/collection.routes.ts';
import { putMemorial } from './routes/memorial.routes.ts';
import * as deposits from './routes/deposit.routes.ts';
import * as months from './routes/month.routes.ts';
import * as olderPayments from './routes/older-payment.routes.ts';
import * as claims from './routes/claim.routes.ts';
import * as claimDocuments from './routes/claim-document.routes.ts';
import { getFamilyClaims } from './routes/family-claim.routes.ts';
import * as clientLogs from './routes/client-log.routes.ts';
import * as coverage from './routes/coverage.routes.ts';
import * as referenceDues from './routes/dues-by-reference.routes.ts';
import * as deaths from './routes/death.routes.ts';
import * as funds from './routes/fund.routes.ts';
import * as families from './routes/family.routes.ts';
import * as exports from './routes/export.routes.ts';
import * as lists from './routes/list.routes.ts';
import * as donations from './routes/donation.routes.ts';
import * as runDonations from './routes/run-donation.routes.ts';
import * as health from './routes/health.routes.ts';
import * as notes from './routes/household-note.routes.ts';
import * as households from './routes/household.routes.ts';
import * as imports from './routes/import.routes.ts';
import * as intakeRequests from './routes/intake-request.routes.ts';
import * as jobs from './routes/job.routes.ts';
import * as ledger from './routes/ledger.routes.ts';
import * as erasure from './routes/erasure.routes.ts';
import * as memberRemoval from './routes/member-removal.routes.ts';
import * as members from './routes/member.routes.ts';
import * as membershipDues from './routes/membership-dues.routes.ts';
import * as memberships from './routes/membership.routes.ts';
import * as messages from './routes/message.routes.ts';
import * as connect from './routes/connect.routes.ts';
import * as contacts from './routes/contact.routes.ts';
import * as groups from './routes/group.routes.ts';
import * as organizations from './routes/organization.routes.ts';
import * as calls from './routes/call.routes.ts';
import * as letters from './routes/letter.routes.ts';
import * as papers from './routes/paper.routes.ts';
import * as receipts from './routes/receipt.routes.ts';
import { postPayoutSignature } from './routes/payout-signature.routes.ts';
import * as payouts from './routes/payout.routes.ts';
import * as refunds from './routes/refund.routes.ts';
import * as reviewItems from './routes/review-item.routes.ts';
import * as roles from './routes/role.routes.ts';
import * as search from './routes/search.routes.ts';
import * as statements from './routes/statement.routes.ts';
import * as signIns from './routes/sign-in.routes.ts';
import * as staffHome from './routes/staff-home.routes.ts';
import * as identity from './routes/identity.routes.ts';
import { postLetterReport } from './routes/letter-report.routes.ts';
import { postStepUp } from './routes/step-up.routes.ts';

const lineOf =
  (method: Route['method'], session: Route['session']) =>
  <G>(path: string, policy: Policy<G>, endpoint: Endpoint<NoInfer<G>>): Route => ({
    method,
    path,
    policy,
    endpoint,
    session,
  });
/** A read that an ended session may still make for 5 s. */
const get = lineOf('GET', 'cached');
/** A read of money, cards or contact data, or an older GET that changes something: an ended session is refused at once. */
const getChecked = lineOf('GET', 'uncached');
const post = lineOf('POST', 'uncached');
const put = lineOf('PUT', 'uncached');
const patch = lineOf('PATCH', 'uncached');
const remove = lineOf('DELETE', 'uncached');
/** Only soon after the password was given: for what moves money out, and where it goes. */
const requireRecentSignIn = (route: Route): Route => ({ ...route, needsRecentSignIn: true });

/** The member named in the path or the body, and nobody else. */
const ofSelf = memberPolicy('id', { self: true });
/** Receipts and statements of a member: not those of a linked account. */
const ofPapers = memberPolicy('id', { self: true, staff: 'organization.donations.get' });
const self = (...fields: string[]) => memberOfBodyPolicy(fields, { self: true });

/** Who may read what of a member: the member, linked members (not everything), and staff. */
const ofMember = memberPolicy('id', { self: true, linked: true, staff: 'organization.members.get' });
const ofHousehold = memberPolicy('id', { self: true, staff: 'organization.members.get' });
const deletesMember = memberPolicy('id', { staff: 'members.delete' });
const readsNotes = memberPolicy('id', { staff: 'organization.members.get' });
const changesHousehold = memberPolicy('id', { staff: 'households.update' });
const changesMember = memberPolicy('id', { staff: 'members.update' });
const recordsFor = memberPolicy('id', { staff: 'payments.record' });
const reportsDeath = memberPolicy('id', { staff: 'claims.report' });
const campaignsOfMember = memberPolicy('id', {
  self: true,
  linked: true,
  staff: 'campaign.memberships.get',
});
/** Joining for oneself, or on behalf of a member. */
const joinFor = memberPolicy('id', { self: true, staff: 'memberships.update' });
const membersAnywhere = anyOrganizationPolicy('organization.members.get');
const moneyOfMember = (parameter: string) =>
  memberPolicy(parameter, { self: true, linked: true, staff: 'organization.donations.get' });
/** People whom a membership only covers see no amounts (rules.md "What is owed, and when"). */
const moneyOfMembership = { primary: true, linked: true, staff: 'organization.donations.get' } as const;
const ofMembership = membershipPolicy('membershipId', { self: true, staff: 'campaign.memberships.get' });
const atOrganization = (permission: Permission) => organizationPolicy('organizationNumber', permission);
const ofOrganization = atOrganization('organization.details.get');
const DOCUMENT = '/v2/claims/:claimId/documents/:documentId';
const MONTH = '/v2/organizations/:organizationNumber/months/:month';
const ofJob = jobPolicy('jobId');
const ofRoles = rolePlacePolicy('organizationNumber');

/** Changes of memberships by staff; the older paths name the member too. */
const changesMembership = membershipPolicy('membershipId', { staff: 'memberships.update' });
const changesCovered = coveredPolicy('id', 'membershipId', 'memberships.update');
const membershipsOf = campaignMembershipsPolicy('campaign.memberships.get');
const changesMembershipsOf = campaignMembershipsPolicy('memberships.update');
const COVERED = '/api/v1/member/:id/campaign-membership/:membershipId';
const REFRESH = '/v2/membership/:membershipId/refresh-price';
const membershipRoutes: readonly Route[] = [
  getChecked('/api/v1/membership/:membershipId', ofMembership, memberships.getMembership),
  remove('/api/v1/membership/:membershipId', changesMembership, membershipDues.deleteMembershipRoute),
  post(COVERED, changesCovered, memberships.postCovered),
  post(`${COVERED}/add`, changesCovered, memberships.postCoveredAdd),
  getChecked(`${COVERED}/add`, changesCovered, deprecated(memberships.postCoveredAdd)),
  remove(`${COVERED}/remove`, changesCovered, memberships.deleteCovered),
  getChecked(`${COVERED}/remove`, changesCovered, deprecated(memberships.deleteCovered)),
  getChecked('/v2/campaigns/:campaignId/memberships', membershipsOf, membershipDues.getMemberships),
  getChecked('/v2/campaigns/:campaignId/memberships.csv', membershipsOf, membershipDues.getMembershipsCsv),
  post('/v2/campaigns/:campaignId/memberships/state', changesMembershipsOf, membershipDues.postStates),
  post(
    '/v2/campaigns/:campaignId/memberships/state/preview',
    changesMembershipsOf,
    membershipDues.postStatesPreview,
  ),
  post('/v2/campaigns/:campaignId/refresh-prices', changesMembershipsOf, membershipDues.postRefreshPrices),
  post('/v2/membership', membershipPostPolicy, memberships.postMembership),
  post('/v2/membership/preview', membershipPostPolicy, memberships.postNewPreview),
  post(
    '/v2/membership/donations',
    membershipOfBodyPolicy('campaignMembershipId', { staff: 'memberships.update' }),
    membershipDues.postLateDues,
  ),
  post('/v2/membership/:membershipId/members', changesMembership, memberships.postMembers),
  post('/v2/membership/:membershipId/price', changesMembership, memberships.postPrice),
  post('/v2/membership/:membershipId/waiting', changesMembership, memberships.postWaiting),
  post('/v2/membership/:membershipId/preview', changesMembership, memberships.postPreview),
  post(REFRESH, changesMembership, memberships.postRefreshPrice),
  getChecked(REFRESH, changesMembership, deprecated(memberships.postRefreshPrice)),
];

/** Reminders of a run, and the links in them. */
const remindsOfRun = managedRunPolicy('campaign.memberships.get');
const reportsOnRun = managedRunPolicy('reports.get');
const RUN = '/v2/campaigns/:campaignId/runs/:campaignRunId';
const messageRoutes: readonly Route[] = [
  getChecked(`${RUN}/reminders`, remindsOfRun, messages.getReminders),
  getChecked(`${RUN}/reminders/preview`, remindsOfRun, messages.getReminderPreview),
  post(`${RUN}/reminders/preview`, remindsOfRun, messages.postReminderPreview),
  post(`${RUN}/reminders/test`, remindsOfRun, messages.postReminderTest),
  post(`${RUN}/reminders`, remindsOfRun, messages.postReminder),
  getChecked(`${RUN}/messages`, remindsOfRun, messages.getRunMessages),
  getChecked(`${RUN}/messages.csv`, remindsOfRun, lists.getRunMessagesCsv),
  getChecked(
    '/v2/members/:id/messages',
    memberPolicy('id', { staff: 'organization.donations.get' }),
    messages.getMemberMessages,
  ),
  getChecked('/v2/messages/:token', signedIn, messages.getLink),
  post('/v2/messages/:token/opened', anyone, messages.postLinkOpened),
  post('/v2/messages/:token/stop', anyone, messages.postStopReminders),
];

/** Everything of an organization as an archive, and lists as files, each with the policy of its list. */
const exportsOf = atOrganization(EXPORT_PERMISSION);
const exportRoutes: readonly Route[] = [
  post('/v2/organizations/:organizationNumber/exports', exportsOf, exports.postExport),
  getChecked('/v2/organizations/:organizationNumber/exports', exportsOf, exports.getExports),
  getChecked(
    '/v2/organizations/:organizationNumber/exports/:exportId/archive.zip',
    exportsOf,
    exports.getArchive,
  ),
  getChecked(
    '/v2/organizations.csv',
    anyOrganizationPolicy('organization.details.get'),
    lists.getOrganizationsCsv,
  ),
  getChecked(
    '/v2/organizations/:organizationNumber/contacts.csv',
    atOrganization('organization.contacts.get'),
    lists.getContactsCsv,
  ),
  getChecked(
    '/v2/organizations/:organizationNumber/groups.csv',
    atOrganization('organization.groups.get'),
    lists.getGroupsCsv,
  ),
  getChecked('/v2/organizations/:organizationNumber/roles.csv', ofRoles, lists.getRolesCsv),
  getChecked(
    '/v2/organizations/:organizationNumber/runs.csv',
    atOrganization('organization.donations.get'),
    runDonations.getOrganizationRunsCsv,
  ),
  getChecked('/v2/organizations/:organizationNumber/claims.csv', claimsPolicy, lists.getClaimsCsv),
  getChecked(
    '/v2/organizations/:organizationNumber/imports.csv',
    atOrganization('members.import'),
    lists.getImportsCsv,
  ),
  getChecked(
    '/v2/organizations/:organizationNumber/intake-requests.csv',
    intakeRequestsPolicy,
    lists.getIntakeRequestsCsv,
  ),
  getChecked('/v2/campaigns.csv', anyOrganizationPolicy('organization.campaigns.get'), lists.getCampaignsCsv),
  getChecked(
    '/v2/campaigns/:campaignId/organizations.csv',
    campaignPolicy('organization.campaigns.get'),
    lists.getParticipantsCsv,
  ),
  getChecked(
    '/v2/campaigns/:campaignId/runs.csv',
    campaignPolicy('organization.campaigns.get'),
    lists.getRunsCsv,
  ),
  getChecked('/v2/audit.csv', historyPolicy, lists.getHistoryCsv),
  getChecked('/v2/jobs.csv', jobsPolicy, lists.getJobsCsv),
];

/** Letters and calls to people who owe in a run. */
const LETTERS = '/v2/campaigns/:campaignId/runs/:campaignRunId/letters';
const CALLS = '/v2/campaigns/:campaignId/runs/:campaignRunId/calls';
const outreachRoutes: readonly Route[] = [
  getChecked(CALLS, runMoneyPolicy, calls.getCalls),
  getChecked(`${CALLS}.csv`, runMoneyPolicy, calls.getCallsCsv),
  post(`${CALLS}/next`, runMoneyPolicy, calls.postNextCall),
  post(`${CALLS}/:donationId/take`, runDonationPolicy, calls.postTake),
  post(`${CALLS}/:donationId/release`, runDonationPolicy, calls.postRelease),
  post(`${CALLS}/:donationId/notes`, runDonationPolicy, calls.postCallNote),
  remove(`${CALLS}/:donationId/notes/:callId`, runDonationPolicy, calls.deleteCallNote),
  getChecked(
    '/v2/members/:id/outreach',
    memberPolicy('id', { staff: 'campaign.memberships.get' }),
    calls.getOutreach,
  ),
  post(LETTERS, runMoneyPolicy, letters.postLetters),
  getChecked(LETTERS, runMoneyPolicy, letters.getLettersOfRun),
  getChecked(`${LETTERS}/:lettersId`, lettersPolicy, letters.getLetters),
  getChecked(`${LETTERS}/:lettersId/letters.pdf`, lettersPolicy, letters.getLettersPdf),
  post(`${LETTERS}/:lettersId/mailed`, lettersPolicy, letters.postMailed),
  remove(`${LETTERS}/:lettersId/mailed`, lettersPolicy, letters.deleteMailed),
  getChecked(`${LETTERS}/:lettersId/people`, lettersPolicy, letters.getLetterPeople),
  getChecked(`${LETTERS}/:lettersId/people.csv`, lettersPolicy, letters.getLetterPeopleCsv),
];

export const routes: readonly Route[] = [
  ...exportRoutes,

  // The process
  get('/health', anyone, health.getHealth),
  get('/ready', anyone, health.getReady),
  get('/client-config', anyone, health.getClientConfig),
  // Checks its own token.
  get('/metrics', anyone, health.getMetrics),

  // Without signing in
  post('/log', anyone, clientLogs.postLog),
  post('/v2/intake-requests', anyone, intakeRequests.postIntakeRequest),
  get('/v2/intake-requests/organization/:organizationNumber', anyone, intakeRequests.getIntakeOrganization),

  get('/v2/coverage-letters/:number', anyone, coverage.getLetterCheck),
  post('/v2/coverage-letters/:number/death-reports', anyone, postLetterReport),

  // Identity
  post('/register', anyone, identity.postRegister),
  post('/confirm-email', anyone, identity.postConfirmEmail),
  post('/confirm-email/resend', anyone, identity.postResendConfirmation),
  post('/forgot-password', anyone, identity.postForgotPassword),
  post('/change-password', anyone, identity.postChangePassword),
  post('/v2/token', anyone, identity.postToken),
  post('/token/refresh', anyone, identity.postTokenRefresh),
  post('/logout', signedIn, identity.postLogout),
  post('/v2/identity/account-link', signedIn, identity.postAccountLink),
  post('/v2/identity/password', signedIn, identity.postOwnPassword),
  post('/v2/identity/step-up', signedIn, postStepUp),
  post('/v2/identity/account/delete', signedIn, identity.postDeleteSignIn),
  post('/v2/identity/permission/check', signedIn, identity.postPermissionCheck),
  get('/v2/my/scope', signedIn, identity.getScope),

  // Members
  getChecked('/api/v1/member/memberId/:id', ofMember, members.getMember),
  getChecked('/api/v1/member/:id', ofMember, members.getMember),
  getChecked('/v2/members/:id', ofMember, members.getMember),
  post('/api/v1/member', memberPostPolicy, members.postMember),
  post('/v2/members', memberPostPolicy, members.postMember),
  getChecked('/api/v1/member/:id/campaigns', campaignsOfMember, donations.getMemberCampaigns),
  getChecked('/v2/members/:id/campaigns', campaignsOfMember, donations.getMemberCampaigns),
  get('/v2/members/:id/campaigns/other', campaignsOfMember, members.getOtherCampaigns),
  post('/v2/members/:id/campaigns/:campaignId/join', joinFor, donations.postJoin),
  getChecked('/v2/members/:id/campaigns/:campaignId/join', joinFor, deprecated(donations.postJoin)),
  getChecked('/v2/members/:id/coverage', campaignsOfMember, coverage.getCoverage),
  getChecked('/v2/members/:id/coverage/letter.pdf', campaignsOfMember, coverage.getCoverageLetter),
  getChecked('/v2/cover-changes', coverChangesPolicy, coverage.getCoverChanges),
  getChecked('/v2/cover-changes.csv', coverChangesPolicy, coverage.getCoverChangesCsv),
  getChecked(
    '/v2/campaigns/:campaignId/double-covers',
    campaignMembershipsPolicy('campaign.memberships.get'),
    coverage.getDoubleCovers,
  ),
  getChecked(
    '/v2/campaigns/:campaignId/double-covers.csv',
    campaignMembershipsPolicy('campaign.memberships.get'),
    coverage.getDoubleCoversCsv,
  ),
  getChecked('/v2/members/:id/linked-members', moneyOfMember('id'), donations.getLinkedMembers),

  remove('/api/v1/member/:id', deletesMember, memberRemoval.deleteMember),
  post('/v2/members/:id/person', deletesMember, erasure.postPerson),
  post('/v2/members/:id/erasure/preview', deletesMember, erasure.postErasurePreview),
  post('/v2/members/:id/erasure', deletesMember, erasure.postErasure),
  getChecked('/v2/members', membersAnywhere, members.getMembers),
  getChecked('/v2/members.csv', membersAnywhere, members.getMembersCsv),
  getChecked(
    '/v2/organizations/:organizationNumber/members.csv',
    atOrganization('organization.members.get'),
    members.getOrganizationMembersCsv,
  ),
  getChecked(
    '/v2/organizations/:organizationNumber/members/duplicates',
    atOrganization('organization.members.get'),
    members.getDuplicates,
  ),

  // Households
  post(
    '/v2/organizations/:organizationNumber/families',
    atOrganization('members.create'),
    families.postFamily,
  ),
  post(
    '/v2/organizations/:organizationNumber/families/preview',
    atOrganization('members.create'),
    families.postFamilyPreview,
  ),
  get('/api/v1/member/:id/household', ofHousehold, households.getHousehold),
  get('/api/v1/member/:id/household/linked', ofHousehold, households.getLinkedHouseholds),
  post('/api/v1/member/:id/household/linked', changesHousehold, households.postLinkedHousehold),
  remove(
    '/api/v1/member/:id/household/linked/:householdId',
    changesHousehold,
    households.deleteLinkedHousehold,
  ),
  post('/api/v1/member/:id/household/add', changesHousehold, households.postAdd),
  post('/api/v1/member/:id/household/add/preview', changesHousehold, households.postAddPreview),
  remove(
    '/api/v1/member/:id/household/:householdId/remove',
    changesHousehold,
    households.deleteFromHousehold,
  ),
  getChecked(
    '/api/v1/member/:id/household/:householdId/remove',
    changesHousehold,
    deprecated(households.deleteFromHousehold),
  ),
  post(
    '/api/v1/member/:id/household/:householdId/remove/preview',
    changesHousehold,
    households.postRemovePreview,
  ),
  getChecked('/v2/members/:id/household/notes', readsNotes, notes.getHouseholdNotes),
  post('/v2/members/:id/household/notes', changesHousehold, notes.postHouseholdNote),
  remove('/v2/members/:id/household/notes/:noteId', changesHousehold, notes.deleteHouseholdNote),
  post('/v2/members/:id/household/notes/:noteId/restore', changesHousehold, notes.postRestoreHouseholdNote),
  post('/v2/members/:id/life-events', changesHousehold, households.postLifeEvent),
  post('/v2/members/:id/life-events/preview', changesHousehold, households.postLifeEventPreview),
  getChecked('/v2/members/:id/sign-in', changesMember, signIns.getSignIn),
  post('/v2/members/:id/sign-in/change', changesMember, signIns.postSignInChange),
  post('/v2/members/:id/sign-in/change/confirm', changesMember, signIns.postConfirmSignInChange),
  remove('/v2/members/:id/sign-in/change', changesMember, signIns.deleteSignInChange),
  post('/v2/members/:id/death-reports', reportsDeath, deaths.postDeathReport),
  getChecked('/v2/members/:id/death-reports', reportsDeath, deaths.getDeathReportsOfMember),
  getChecked('/v2/organizations/:organizationNumber/death-reports', deathsPolicy, deaths.getDeathReports),
  post('/v2/death-reports/:deathReportId/dismiss', deathReportPolicy, deaths.postDismissReport),
  getChecked('/v2/organizations/:organizationNumber/death-tasks', deathsPolicy, deaths.getDeathTasks),
  post('/v2/death-tasks/:deathTaskId/done', deathTaskPolicy, deaths.postDeathTaskDone),
  remove('/v2/death-tasks/:deathTaskId/done', deathTaskPolicy, deaths.deleteDeathTaskDone),

  // Claims
  post('/v2/claims', memberOfBodyPolicy(['member_id'], { staff: 'claims.report' }), claims.postClaim),
  getChecked('/v2/organizations/:organizationNumber/claims', claimsPolicy, claims.getClaims),
  getChecked('/v2/claims/:claimId', claimPolicy, claims.getClaim),
  patch('/v2/claims/:claimId', claimActionPolicy('edit'), claims.patchClaim),
  post('/v2/claims/:claimId/propose', claimActionPolicy('propose'), claims.postPropose),
  requireRecentSignIn(
    post('/v2/claims/:claimId/approve', claimActionPolicy('approve'), claims.postApproveClaim),
  ),
  post('/v2/claims/:claimId/refuse', claimActionPolicy('refuse'), claims.postRefuse),
  post('/v2/claims/:claimId/reopen', claimActionPolicy('reopen'), claims.postReopen),
  post('/v2/claims/:claimId/close', claimActionPolicy('close'), claims.postCloseClaim),
  post('/v2/claims/:claimId/documents', claimActionPolicy('document'), claimDocuments.postClaimDocument),
  getChecked(DOCUMENT, claimDocumentPolicy, claimDocuments.getClaimDocument),
  remove(DOCUMENT, claimActionPolicy('document_remove'), claimDocuments.deleteClaimDocument),
  getChecked('/v2/members/:id/family-claims', ofSelf, getFamilyClaims),

  // Organizations
  getChecked('/v2/my/organization', signedIn, organizations.getMyOrganization),
  getChecked(
    '/v2/organizations',
    anyOrganizationPolicy('organization.details.get'),
    organizations.getOrganizations,
  ),
  getChecked(
    '/v2/organizations/list',
    anyOrganizationPolicy('organization.details.get'),
    organizations.getOrganizationList,
  ),
  getChecked(
    '/api/v1/organization',
    anyOrganizationPolicy('organization.details.get'),
    organizations.getOrganizations,
  ),
  post('/api/v1/organization', organizationPostPolicy, organizations.postOrganization),
  remove(
    '/api/v1/organization/:organizationNumber',
    atOrganization('organizations.delete'),
    organizations.deleteOrganization,
  ),
  getChecked(
    '/api/v1/organization/:organizationNumber/campaigns',
    atOrganization('organization.campaigns.get'),
    campaigns.getOrganizationCampaigns,
  ),
  getChecked(
    '/api/v1/organization/:organizationNumber/members/page/:page/size/:size',
    atOrganization('organization.members.get'),
    members.getOrganizationMembers,
  ),
  getChecked(
    '/api/v1/organization/:organizationNumber/groups',
    atOrganization('organization.groups.get'),
    groups.getGroups,
  ),
  post(
    '/api/v1/organization/:organizationNumber/groups',
    atOrganization('organization.groups.create'),
    groups.postGroup,
  ),
  remove(
    '/api/v1/organization/:organizationNumber/groups/:groupId',
    atOrganization('organization.groups.delete'),
    groups.deleteGroup,
  ),
  getChecked(
    '/v2/organizations/:organizationNumber/groups/:groupId/members',
    atOrganization('organization.members.get'),
    groups.getGroupPeople,
  ),
  getChecked(
    '/v2/organizations/:organizationNumber/groups/:groupId/members.csv',
    atOrganization('organization.members.get'),
    groups.getGroupPeopleCsv,
  ),
  post(
    '/v2/organizations/:organizationNumber/groups/:groupId/members',
    atOrganization('organization.groups.create'),
    groups.postGroupPeople,
  ),
  remove(
    '/v2/organizations/:organizationNumber/groups/:groupId/members/:id',
    atOrganization('organization.groups.delete'),
    groups.deleteGroupPerson,
  ),
  getChecked(
    '/v2/organizations/:organizationNumber/above',
    organizationAbovePolicy('organizationNumber', 'organization.details.get'),
    organizations.getOrganizationsAbove,
  ),
  getChecked('/api/v1/organization/:organizationNumber', ofOrganization, organizations.getOrganization),
  getChecked('/v2/organizations/:organizationNumber', ofOrganization, organizations.getOrganization),
  getChecked(
    '/v2/organizations/:organizationNumber/members/search',
    atOrganization('organization.members.get'),
    members.getMemberSearch,
  ),
  getChecked(
    '/v2/organizations/:organizationNumber/contacts',
    atOrganization('organization.contacts.get'),
    contacts.getContacts,
  ),
  post(
    '/v2/organizations/:organizationNumber/contacts',
    atOrganization('organization.contacts.create'),
    contacts.postContact,
  ),
  remove(
    '/v2/organizations/:organizationNumber/contacts/:contactId',
    atOrganization('organization.contacts.delete'),
    contacts.deleteContact,
  ),

  // Accounts at the card provider
  getChecked(
    '/v2/organizations/:organizationNumber/connect',
    atOrganization('organization.donations.get'),
    connect.getConnect,
  ),
  requireRecentSignIn(
    post(
      '/v2/organizations/:organizationNumber/connect',
      atOrganization('organization.payments.connect'),
      connect.postConnect,
    ),
  ),
  requireRecentSignIn(
    remove(
      '/v2/organizations/:organizationNumber/connect',
      atOrganization('organization.payments.connect'),
      connect.deleteConnect,
    ),
  ),
  getChecked(
    '/v2/connect/return',
    anyOrganizationPolicy('organization.payments.connect'),
    connect.getConnectReturn,
  ),

  // Campaigns and memberships
  getChecked(
    '/api/v1/campaign/:campaignId',
    campaignPolicy('organization.campaigns.get'),
    campaigns.getCampaign,
  ),
  getChecked('/v2/campaigns/:campaignId/fund', fundPolicy, funds.getFund),
  post('/v2/campaigns/:campaignId/fund/opening', fundRecordPolicy, funds.postFundOpening),
  post('/api/v1/campaign', campaignPostPolicy, campaigns.postCampaign),
  getChecked('/v2/campaigns', anyOrganizationPolicy('organization.campaigns.get'), campaigns.getCampaigns),
  getChecked(
    '/v2/campaigns/:campaignId/organizations',
    campaignPolicy('organization.campaigns.get'),
    campaigns.getParticipants,
  ),
  getChecked(
    '/v2/campaigns/:campaignId/runs',
    campaignPolicy('organization.campaigns.get'),
    campaignRuns.getRuns,
  ),
  ...['/v2/campaigns/:campaignId/runs/:campaignRunId', '/v2/campaign-run/:campaignRunId'].map((path) =>
    getChecked(path, campaignRunPolicy('organization.campaigns.get'), campaignRuns.getRun),
  ),
  getChecked(
    '/v2/campaigns/:campaignId/runs/:campaignRunId/preview',
    managedRunPolicy('campaign-runs.update'),
    campaignRuns.getRunPreview,
  ),
  getChecked(
    '/v2/campaigns/:campaignId/runs/:campaignRunId/donations',
    runMoneyPolicy,
    runDonations.getRunDonations,
  ),
  getChecked(
    '/v2/campaigns/:campaignId/runs/:campaignRunId/donations.csv',
    runMoneyPolicy,
    runDonations.getRunDonationsCsv,
  ),
  getChecked(
    '/v2/campaigns/:campaignId/runs/:campaignRunId/figures',
    runMoneyPolicy,
    runDonations.getRunFigures,
  ),
  getChecked(
    '/v2/campaigns/:campaignId/runs/:campaignRunId/organizations',
    runMoneyPolicy,
    runDonations.getRunOrganizations,
  ),
  getChecked(
    '/v2/organizations/:organizationNumber/runs',
    atOrganization('organization.donations.get'),
    runDonations.getOrganizationRuns,
  ),
  post('/api/v1/campaign-run', campaignRunPostPolicy, campaignRuns.postRun),
  post('/v2/campaign-run', campaignRunPostPolicy, campaignRuns.postRun),
  getChecked(
    '/api/v1/campaign-run/:campaignRunId',
    campaignRunPolicy('organization.campaigns.get'),
    campaignRuns.getRun,
  ),
  getChecked(
    '/v2/runs/:campaignRunId/board',
    campaignRunPolicy('organization.campaigns.get'),
    collections.getRunBoard,
  ),
  getChecked('/v2/runs/:campaignRunId/report', reportsOnRun, collections.getRunReport),
  getChecked('/v2/runs/:campaignRunId/report.pdf', reportsOnRun, collections.getRunReportPdf),
  getChecked('/v2/runs/:campaignRunId/report/preview', reportsOnRun, messages.getReportPreview),
  post('/v2/runs/:campaignRunId/report/preview', reportsOnRun, messages.postReportPreview),
  post('/v2/runs/:campaignRunId/report', reportsOnRun, messages.postReport),
  post('/v2/claims/:claimId/collection', claimActionPolicy('collect'), collections.postCollection),
  post(
    '/v2/claims/:claimId/collection/preview',
    claimActionPolicy('collect'),
    collections.postCollectionPreview,
  ),
  put('/v2/claims/:claimId/memorial', claimActionPolicy('collect'), putMemorial),
  requireRecentSignIn(post('/v2/claims/:claimId/payouts', claimActionPolicy('pay'), payouts.postPayout)),
  requireRecentSignIn(
    post(
      '/v2/claims/:claimId/payouts/:payoutId/confirm',
      claimActionPolicy('pay'),
      payouts.postPayoutConfirm,
    ),
  ),
  requireRecentSignIn(
    post(
      '/v2/claims/:claimId/payouts/:payoutId/correct',
      claimActionPolicy('pay'),
      payouts.postPayoutCorrect,
    ),
  ),
  post('/v2/claims/:claimId/payouts/:payoutId/signature', claimActionPolicy('pay'), postPayoutSignature),
  getChecked(
    '/v2/claims/:claimId/payouts/:payoutId/receipt.pdf',
    claimActionPolicy('pay'),
    payouts.getPayoutReceipt,
  ),
  ...membershipRoutes,
  ...messageRoutes,
  ...outreachRoutes,
  getChecked('/v2/membership/:membershipId', ofMembership, memberships.getMembership),
  getChecked(
    '/v2/membership/:membershipId/latest-payment',
    membershipPolicy('membershipId', moneyOfMembership),
    ledger.getLatestPayment,
  ),

  // Donations
  getChecked('/v2/my/donations', signedIn, donations.getMyDonations),
  getChecked('/v2/donations/:donationId', donationPolicy(moneyOfMembership), donations.getDonation),
  post('/v2/donations/:donationId/waive', donationPolicy({ staff: 'payments.record' }), office.postWaiver),
  getChecked('/v2/members/:id/donations', moneyOfMember('id'), donations.getMemberDonations),
  getChecked('/api/v1/member/:memberId/:campaignId/balance', moneyOfMember('memberId'), donations.getBalance),
  getChecked(
    '/api/v1/donation/:campaignMembershipId/dues',
    membershipPolicy('campaignMembershipId', moneyOfMembership),
    donations.getDues,
  ),

  // Payments and cards
  post(
    '/api/v1/member/:payee_member_id/donation/pay',
    memberPolicy('payee_member_id', { self: true, linked: true }),
    charges.postDonationPay,
  ),
  post('/api/v1/donation/pay', self('memberId'), olderPayments.postOlderPay),
  getChecked('/v2/payments/:paymentId', signedIn, receipts.getReceipt),
  requireRecentSignIn(
    post('/v2/payments/:paymentId/refunds', paymentPolicy('payments.refund'), refunds.postRefund),
  ),
  getChecked(
    '/v2/organizations/:organizationNumber/payments',
    atOrganization('organization.donations.get'),
    ledger.getOrganizationPayments,
  ),
  getChecked(
    '/v2/organizations/:organizationNumber/payments.csv',
    atOrganization('organization.donations.get'),
    ledger.getOrganizationPaymentsCsv,
  ),
  getChecked('/v2/organizations/:organizationNumber/disputes', reviewItemsPolicy, refunds.getDisputes),
  getChecked('/v2/disputes/:disputeId/evidence.pdf', disputePolicy, refunds.getDisputeEvidence),
  getChecked('/v2/payments/:paymentId/receipt.pdf', signedIn, receipts.getReceiptPdf),
  getChecked('/v2/members/:id/payments', ofSelf, ledger.getMemberPayments),
  getChecked('/v2/members/:id/payments/:paymentId/receipt.pdf', ofPapers, papers.getMemberReceiptPdf),
  post('/v2/members/:id/payments', recordsFor, office.postOfficePayment),
  getChecked('/v2/members/:id/payments/dues', recordsFor, office.getHouseholdDues),
  getChecked(
    '/v2/members/:id/credit',
    memberPolicy('id', { self: true, linked: true, staff: 'payments.record' }),
    office.getCredit,
  ),
  post('/v2/members/:id/credit', recordsFor, office.postCreditUse),
  requireRecentSignIn(post('/v2/members/:id/credit/pay-back', recordsFor, office.postPayBack)),
  getChecked('/v2/members/:id/statements', ofPapers, receipts.getStatements),
  getChecked('/v2/members/:id/statements/:year.pdf', ofPapers, receipts.getStatementPdf),
  getChecked(
    '/v2/members/:memberId/coverage-letter.pdf',
    moneyOfMember('memberId'),
    coverage.getCoverageLetter,
  ),
  post(
    '/v2/organizations/:organizationNumber/statements',
    atOrganization('reports.get'),
    statements.postStatements,
  ),
  getChecked(
    '/v2/organizations/:organizationNumber/statements',
    atOrganization('reports.get'),
    statements.getStatements,
  ),
  getChecked(
    '/v2/organizations/:organizationNumber/statements/:statementsId/people',
    atOrganization('reports.get'),
    statements.getStatementPeople,
  ),
  getChecked(
    '/v2/organizations/:organizationNumber/statements/:statementsId.pdf',
    atOrganization('reports.get'),
    statements.getStatementsPdf,
  ),
  post('/v2/organizations/:organizationNumber/batches', atOrganization('payments.record'), batches.postBatch),
  getChecked(
    '/v2/organizations/:organizationNumber/batches',
    atOrganization('payments.record'),
    batches.getBatches,
  ),
  getChecked('/v2/organizations/:organizationNumber/approvals', approvalsPolicy, approvals.getApprovals),
  requireRecentSignIn(post('/v2/approvals/:approvalId/approve', approvalPolicy, approvals.postApprove)),
  post('/v2/approvals/:approvalId/decline', approvalPolicy, approvals.postDecline),
  getChecked('/v2/batches/:batchId', batchPolicy, batches.getBatch),
  post('/v2/batches/:batchId/entries', batchPolicy, batches.postBatchEntry),
  post('/v2/batches/:batchId/entries/:entryId/assign', batchPolicy, batches.postBatchAssign),
  remove('/v2/batches/:batchId/entries/:entryId', batchPolicy, batches.deleteBatchEntry),
  post('/v2/batches/:batchId/close', batchPolicy, batches.postBatchClose),
  getChecked('/v2/organizations/:organizationNumber/deposits', depositsPolicy, deposits.getDeposits),
  post(
    '/v2/organizations/:organizationNumber/deposits',
    atOrganization('payments.record'),
    deposits.postDeposit,
  ),
  getChecked(
    '/v2/organizations/:organizationNumber/depositable',
    atOrganization('payments.record'),
    deposits.getDepositable,
  ),
  getChecked('/v2/deposits/:depositId', depositPolicy, deposits.getDeposit),
  getChecked('/v2/deposits/:depositId/slip.pdf', depositPolicy, deposits.getDepositSlip),
  getChecked('/v2/organizations/:organizationNumber/months', atOrganization('reports.get'), months.getMonths),
  getChecked(MONTH, atOrganization('reports.get'), months.getMonthReport),
  getChecked(`${MONTH}/report.pdf`, atOrganization('reports.get'), months.getMonthPdf),
  getChecked(`${MONTH}/journal.csv`, atOrganization('reports.get'), months.getMonthJournal),
  requireRecentSignIn(post(`${MONTH}/close`, atOrganization('payments.record'), months.postMonthClose)),
  getChecked(
    '/v2/organizations/:organizationNumber/accounts',
    atOrganization('reports.get'),
    months.getAccounts,
  ),
  post(
    '/v2/organizations/:organizationNumber/accounts',
    atOrganization('payments.record'),
    months.postAccounts,
  ),
  getChecked('/api/v1/member/:id/cards', ofSelf, cards.getCards),
  post('/api/v1/member/:id/cards', ofSelf, cards.postCard),
  post('/api/v1/member/:id/cards/setup', ofSelf, cards.postCardSetup),
  remove('/api/v1/member/:id/cards/:cardId', ofSelf, cards.deleteCard),
  getChecked('/v2/members/:id/autopay', ofSelf, autopay.getAutopays),
  put('/v2/members/:id/autopay/:campaignId', ofSelf, autopay.putAutopay),
  remove('/v2/members/:id/autopay/:campaignId', ofSelf, autopay.deleteAutopay),
  get('/v2/autopay-links/:token', anyone, autopay.getStopLink),
  post('/v2/autopay-links/:token/stop', anyone, autopay.postStopLink),
  get('/v2/autopay-links/:token/card', anyone, autopay.getCardLink),
  post('/v2/autopay-links/:token/card/setup', anyone, autopay.postCardLinkSetup),
  post('/v2/autopay-links/:token/card', anyone, autopay.postCardLink),
  post('/v2/dues-by-reference', signedIn, referenceDues.postDuesReference),
  post('/v2/dues-by-reference/pay', signedIn, referenceDues.postReferencePay),

  // Imports of members from files
  post(
    '/v2/organizations/:organizationNumber/imports',
    atOrganization('members.import'),
    imports.postImportFile,
  ),
  getChecked(
    '/v2/organizations/:organizationNumber/imports',
    atOrganization('members.import'),
    imports.getImports,
  ),
  getChecked(
    '/v2/organizations/:organizationNumber/imports/template.csv',
    atOrganization('members.import'),
    imports.getTemplate,
  ),
  getChecked('/v2/organizations/:organizationNumber/imports/:importId', importPolicy, imports.getImport),
  post('/v2/organizations/:organizationNumber/imports/:importId', importPolicy, imports.postImport),
  post('/v2/organizations/:organizationNumber/imports/:importId/run', importPolicy, imports.postRun),
  post('/v2/organizations/:organizationNumber/imports/:importId/undo', importPolicy, imports.postUndo),
  getChecked('/v2/organizations/:organizationNumber/imports/:importId/rows', importPolicy, imports.getRows),
  getChecked(
    '/v2/organizations/:organizationNumber/imports/:importId/errors.csv',
    importPolicy,
    imports.getErrors,
  ),

  // Staff
  getChecked('/v2/organizations/:organizationNumber/roles', ofRoles, roles.getRoles),
  post('/v2/organizations/:organizationNumber/roles', ofRoles, roles.postRole),
  post('/v2/organizations/:organizationNumber/roles/view-as', ofRoles, roles.postViewAs),
  remove('/v2/organizations/:organizationNumber/roles/:roleId', ofRoles, roles.deleteRole),
  getChecked('/v2/search', staffPolicy, search.getSearch),
  getChecked('/v2/staff/attention', staffPolicy, staffHome.getAttention),
  getChecked('/v2/staff/organizations', staffPolicy, staffHome.getStaffOrganizations),
  getChecked(
    '/v2/organizations/:organizationNumber/intake-requests',
    intakeRequestsPolicy,
    intakeRequests.getIntakeRequests,
  ),
  getChecked('/v2/intake-requests/:requestId', intakeRequestPolicy, intakeRequests.getIntakeRequest),
  post('/v2/intake-requests/:requestId/member', intakeRequestPolicy, intakeRequests.postIntakeMember),
  post('/v2/intake-requests/:requestId/dismiss', intakeRequestPolicy, intakeRequests.postDismiss),
  post('/v2/intake-requests/:requestId/restore', intakeRequestPolicy, intakeRequests.postRestore),
  getChecked(
    '/v2/organizations/:organizationNumber/review-items',
    reviewItemsPolicy,
    reviewItems.getReviewItems,
  ),
  post('/v2/review-items/:reviewItemId/done', reviewItemPolicy, reviewItems.postReviewDone),
  getChecked('/v2/audit', historyPolicy, audit.getHistory),
  getChecked('/v2/jobs', jobsPolicy, jobs.getJobs),
  getChecked('/v2/jobs/:jobId', ofJob, jobs.getJob),
  post('/v2/jobs/:jobId/retry', ofJob, jobs.postRetry),
  post('/v2/jobs/:jobId/cancel', ofJob, jobs.postCancel),
];
