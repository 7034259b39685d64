/**
 * The authorization matrix: the answer of every route to each persona. A new route needs a line here, in the group of
 * personas who may use it (rules.md "Roles"); its number is the status for them. Requests have an empty body, so that
 * nothing is changed: a persona who may change something gets 422, or the answer for a missing record. The others get the
 * status of the group.
 */

/** The callers; `linked` has the member as a linked account, `family` is another member of the same organization. */
export const PERSONAS = [
  'nobody',
  'member',
  'linked',
  'family',
  'viewer',
  'treasurer',
  'manager',
  'otherManager',
  'administrator',
] as const;
export type Persona = (typeof PERSONAS)[number];

type Group = {
  may: readonly Persona[];
  /** The answer to all other signed-in personas. */
  otherwise: 403 | 404;
  /** Who may look at it, and not do this: 403. */
  sees?: readonly Persona[];
  /**
   * By method and path, with its query. A parameter of the path is replaced from `world`; an unknown one by an id that
   * does not exist.
   */
  routes: Readonly<Record<string, number>>;
};

const SIGNED_IN = PERSONAS.filter((persona) => persona !== 'nobody');
const FAMILY = ['member', 'linked'] as const;
const ALL_STAFF = ['viewer', 'treasurer', 'manager', 'administrator'] as const;
/** May read memberships and what is owed. */
const OFFICE = ['treasurer', 'manager', 'administrator'] as const;
const MONEY = ['treasurer', 'administrator'] as const;
const MANAGERS = ['manager', 'administrator'] as const;

const MATRIX: readonly Group[] = [
  {
    may: PERSONAS,
    otherwise: 403,
    routes: {
      'GET /health': 200,
      'GET /ready': 200,
      'GET /client-config': 200,
      // Off by default; with METRICS_TOKEN it needs the token.
      'GET /metrics': 404,
      'GET /v2/intake-requests/organization/:organizationNumber': 200,
      // An unknown letter.
      'GET /v2/coverage-letters/:number': 404,
      'POST /v2/coverage-letters/:number/death-reports': 422,
      'POST /log': 422,
      'POST /v2/intake-requests': 422,
      'POST /register': 422,
      'POST /confirm-email': 422,
      'POST /confirm-email/resend': 422,
      'POST /forgot-password': 422,
      'POST /change-password': 422,
      'POST /v2/token': 422,
      'POST /token/refresh': 422,
      // An unknown link: the answer reveals nothing.
      'POST /v2/messages/:token/opened': 204,
      'POST /v2/messages/:token/stop': 404,
      'GET /v2/autopay-links/:token': 404,
      'POST /v2/autopay-links/:token/stop': 404,
      'GET /v2/autopay-links/:token/card': 404,
      'POST /v2/autopay-links/:token/card/setup': 404,
      'POST /v2/autopay-links/:token/card': 422,
    },
  },
  {
    may: SIGNED_IN,
    otherwise: 403,
    routes: {
      'GET /v2/my/scope': 200,
      'GET /v2/my/donations': 200,
      'GET /v2/my/organization': 200,
      'POST /v2/identity/account-link': 422,
      'POST /v2/dues-by-reference': 422,
      'POST /v2/dues-by-reference/pay': 422,
      'POST /v2/identity/password': 422,
      'POST /v2/identity/account/delete': 422,
      'POST /v2/identity/step-up': 422,
      'POST /v2/identity/permission/check': 422,
      // The handler checks the payer.
      'GET /v2/payments/:paymentId': 404,
      'GET /v2/payments/:paymentId/receipt.pdf': 404,
      // The handler checks the recipient.
      'GET /v2/messages/:token': 404,
    },
  },
  {
    may: ['member', ...MANAGERS],
    otherwise: 404,
    routes: {
      'POST /v2/members/:id/campaigns/:campaignId/join': 200,
      'GET /v2/members/:id/campaigns/:campaignId/join': 200,
    },
  },
  {
    may: ['member'],
    otherwise: 404,
    routes: {
      'GET /v2/members/:id/payments': 200,
      'GET /v2/members/:id/family-claims': 200,
      'GET /api/v1/member/:id/cards': 200,
      'POST /api/v1/member/:id/cards': 422,
      'POST /api/v1/member/:id/cards/setup': 200,
      'DELETE /api/v1/member/:id/cards/:cardId': 204,
      'GET /v2/members/:id/autopay': 200,
      'PUT /v2/members/:id/autopay/:campaignId': 422,
      // Nothing is set.
      'DELETE /v2/members/:id/autopay/:campaignId': 404,
    },
  },
  {
    may: [...FAMILY, ...ALL_STAFF],
    otherwise: 404,
    routes: {
      'GET /api/v1/member/memberId/:id': 200,
      'GET /api/v1/member/:id': 200,
      'GET /v2/members/:id': 200,
    },
  },
  {
    may: ALL_STAFF,
    otherwise: 404,
    routes: {
      'POST /v2/members/:id/death-reports': 422,
      'GET /v2/members/:id/death-reports': 200,
      'GET /v2/members/:id/household/notes': 200,
      // Of nobody.
      'POST /v2/claims': 404,
      'GET /v2/claims/:claimId': 200,
    },
  },
  {
    may: MANAGERS,
    otherwise: 404,
    sees: ALL_STAFF,
    routes: {
      'POST /v2/claims/:claimId/propose': 422,
      'POST /v2/claims/:claimId/collection': 422,
      'POST /v2/claims/:claimId/collection/preview': 422,
      'PUT /v2/claims/:claimId/memorial': 422,
      'POST /v2/claims/:claimId/documents': 422,
      'DELETE /v2/claims/:claimId/documents/:documentId': 404,
    },
  },
  {
    may: OFFICE,
    otherwise: 404,
    sees: ALL_STAFF,
    routes: { 'GET /v2/claims/:claimId/documents/:documentId': 404 },
  },
  {
    may: MONEY,
    otherwise: 404,
    sees: ALL_STAFF,
    routes: {
      'POST /v2/claims/:claimId/payouts': 422,
      // There is none.
      'POST /v2/claims/:claimId/payouts/:payoutId/confirm': 404,
      'POST /v2/claims/:claimId/payouts/:payoutId/correct': 422,
      'POST /v2/claims/:claimId/payouts/:payoutId/signature': 422,
      'GET /v2/claims/:claimId/payouts/:payoutId/receipt.pdf': 404,
      // Nothing is proposed.
      'POST /v2/claims/:claimId/approve': 409,
      'POST /v2/claims/:claimId/refuse': 422,
      'POST /v2/claims/:claimId/close': 422,
    },
  },
  {
    may: OFFICE,
    otherwise: 404,
    sees: ALL_STAFF,
    routes: { 'PATCH /v2/claims/:claimId': 422, 'POST /v2/claims/:claimId/reopen': 422 },
  },
  {
    may: ['member', ...ALL_STAFF],
    otherwise: 404,
    routes: {
      'GET /api/v1/member/:id/household': 200,
      'GET /api/v1/member/:id/household/linked': 200,
    },
  },
  {
    may: [...FAMILY, ...OFFICE],
    otherwise: 404,
    routes: {
      'GET /api/v1/member/:id/campaigns': 200,
      'GET /v2/members/:id/campaigns': 200,
      'GET /v2/members/:id/campaigns/other': 200,
      'GET /v2/members/:id/coverage': 200,
      'GET /v2/members/:id/coverage/letter.pdf': 200,
      'GET /v2/members/:id/coverage-letter.pdf': 200,
      'GET /v2/members/:id/linked-members': 200,
      'GET /v2/members/:id/donations': 200,
      'GET /api/v1/member/:id/:campaignId/balance': 200,
      'GET /v2/membership/:membershipId/latest-payment': 200,
      'GET /v2/donations/:donationId': 200,
      'GET /api/v1/donation/:membershipId/dues': 200,
    },
  },
  {
    may: [...FAMILY, ...MONEY],
    otherwise: 404,
    routes: { 'GET /v2/members/:id/credit': 200 },
  },
  {
    may: ['member', ...OFFICE],
    otherwise: 404,
    routes: {
      'GET /api/v1/membership/:membershipId': 200,
      'GET /v2/membership/:membershipId': 200,
      'GET /v2/members/:id/payments/:paymentId/receipt.pdf': 404,
      'GET /v2/members/:id/statements': 200,
      'GET /v2/members/:id/statements/:year.pdf': 200,
    },
  },
  {
    may: OFFICE,
    otherwise: 404,
    routes: { 'GET /v2/members/:id/messages': 200, 'GET /v2/members/:id/outreach': 200 },
  },
  {
    may: FAMILY,
    otherwise: 404,
    routes: { 'POST /api/v1/member/:id/donation/pay': 422 },
  },
  {
    // The member is named in the body, which is empty.
    may: [],
    otherwise: 404,
    routes: { 'POST /api/v1/donation/pay': 404 },
  },
  {
    // Named in the body; an empty one is a new member.
    may: [...MANAGERS, 'otherManager'],
    otherwise: 403,
    routes: { 'POST /api/v1/member': 422, 'POST /v2/members': 422 },
  },
  {
    may: [...ALL_STAFF, 'otherManager'],
    otherwise: 403,
    routes: {
      'GET /v2/organizations': 200,
      'GET /api/v1/organization': 200,
      'GET /v2/organizations/list': 200,
      'GET /v2/members': 200,
      'GET /v2/members.csv': 200,
      'GET /v2/campaigns': 200,
      'GET /v2/campaigns.csv': 200,
      'GET /v2/organizations.csv': 200,
      'GET /v2/search?q=rut': 200,
      'GET /v2/staff/attention': 200,
      'GET /v2/staff/organizations': 200,
    },
  },
  {
    may: [...OFFICE, 'otherManager'],
    otherwise: 403,
    routes: { 'GET /v2/cover-changes': 200, 'GET /v2/cover-changes.csv': 200 },
  },
  {
    // A new record: without a body, nobody says where, nor of which campaign.
    may: [...MANAGERS, 'otherManager'],
    otherwise: 403,
    routes: { 'POST /api/v1/campaign': 422 },
  },
  {
    may: [],
    otherwise: 403,
    routes: { 'POST /api/v1/organization': 403 },
  },
  {
    may: [],
    otherwise: 404,
    routes: {
      'POST /api/v1/campaign-run': 404,
      'POST /v2/campaign-run': 404,
      'POST /v2/membership/donations': 404,
    },
  },
  {
    may: ALL_STAFF,
    otherwise: 403,
    routes: {
      'GET /v2/organizations/:organizationNumber/claims': 200,
      'GET /v2/organizations/:organizationNumber/claims.csv': 200,
      'GET /api/v1/organization/:organizationNumber': 200,
      'GET /v2/organizations/:organizationNumber': 200,
      'GET /v2/organizations/:organizationNumber/contacts': 200,
      'GET /v2/organizations/:organizationNumber/members/search?search_term=rut': 200,
      'GET /api/v1/campaign/:campaignId': 200,
      'GET /v2/campaigns/:campaignId/organizations': 200,
      'GET /v2/campaigns/:campaignId/organizations.csv': 200,
      'GET /v2/campaigns/:campaignId/runs': 200,
      'GET /v2/campaigns/:campaignId/runs.csv': 200,
      'GET /v2/organizations/:organizationNumber/contacts.csv': 200,
      'GET /v2/organizations/:organizationNumber/groups.csv': 200,
      'GET /api/v1/campaign-run/:campaignRunId': 200,
      'GET /v2/campaign-run/:campaignRunId': 200,
      'GET /v2/campaigns/:campaignId/runs/:campaignRunId': 200,
      'GET /v2/runs/:campaignRunId/board': 200,
      'GET /api/v1/organization/:organizationNumber/campaigns': 200,
      'GET /api/v1/organization/:organizationNumber/groups': 200,
      'GET /v2/organizations/:organizationNumber/groups/:groupId/members': 404,
      'GET /v2/organizations/:organizationNumber/groups/:groupId/members.csv': 404,
      'GET /api/v1/organization/:organizationNumber/members/page/:page/size/:size': 200,
      'GET /v2/organizations/:organizationNumber/above': 200,
      'GET /v2/organizations/:organizationNumber/members.csv': 200,
      'GET /v2/organizations/:organizationNumber/members/duplicates?firstNm=Ruth&lastNm=Rutland': 200,
    },
  },
  {
    may: MANAGERS,
    otherwise: 404,
    routes: {
      'DELETE /api/v1/member/:id': 409,
      'POST /v2/members/:id/person': 200,
      'POST /v2/members/:id/erasure/preview': 200,
      // No name was typed.
      'POST /v2/members/:id/erasure': 422,
      // Nothing is requested, and nothing changes.
      'POST /v2/members/:id/household/notes': 422,
      'DELETE /v2/members/:id/household/notes/:noteId': 204,
      'POST /v2/members/:id/household/notes/:noteId/restore': 404,
      'POST /api/v1/member/:id/household/add': 422,
      'POST /api/v1/member/:id/household/add/preview': 422,
      'POST /api/v1/member/:id/household/linked': 422,
      'DELETE /api/v1/member/:id/household/linked/:householdId': 204,
      'DELETE /api/v1/member/:id/household/:householdId/remove': 404,
      'GET /api/v1/member/:id/household/:householdId/remove': 404,
      'POST /api/v1/member/:id/household/:householdId/remove/preview': 404,
      'GET /v2/members/:id/sign-in': 200,
      'POST /v2/members/:id/sign-in/change': 422,
      'POST /v2/members/:id/sign-in/change/confirm': 422,
      'DELETE /v2/members/:id/sign-in/change': 204,
      'POST /v2/members/:id/life-events': 422,
      'POST /v2/members/:id/life-events/preview': 422,
      'POST /v2/death-reports/:deathReportId/dismiss': 422,
      // Of an unknown one.
      'POST /v2/death-tasks/:deathTaskId/done': 404,
      'DELETE /v2/death-tasks/:deathTaskId/done': 404,
      'GET /v2/intake-requests/:requestId': 200,
      'POST /v2/intake-requests/:requestId/member': 422,
      'POST /v2/intake-requests/:requestId/dismiss': 422,
      'POST /v2/intake-requests/:requestId/restore': 409,
    },
  },
  {
    may: MANAGERS,
    otherwise: 403,
    routes: {
      'GET /v2/campaigns/:campaignId/runs/:campaignRunId/preview': 200,
      'GET /v2/organizations/:organizationNumber/intake-requests': 200,
      'GET /v2/organizations/:organizationNumber/death-reports': 200,
      'GET /v2/organizations/:organizationNumber/death-tasks': 200,
      'POST /v2/organizations/:organizationNumber/families': 422,
      'POST /v2/organizations/:organizationNumber/families/preview': 422,
      'POST /v2/organizations/:organizationNumber/imports': 422,
      'GET /v2/organizations/:organizationNumber/imports': 200,
      'GET /v2/organizations/:organizationNumber/imports/template.csv': 200,
      'GET /v2/organizations/:organizationNumber/imports/:importId': 404,
      'POST /v2/organizations/:organizationNumber/imports/:importId': 404,
      'POST /v2/organizations/:organizationNumber/imports/:importId/run': 404,
      'POST /v2/organizations/:organizationNumber/imports/:importId/undo': 404,
      'GET /v2/organizations/:organizationNumber/imports/:importId/rows': 404,
      'GET /v2/organizations/:organizationNumber/imports/:importId/errors.csv': 404,
      'POST /api/v1/organization/:organizationNumber/groups': 422,
      'DELETE /api/v1/organization/:organizationNumber/groups/:groupId': 404,
      'POST /v2/organizations/:organizationNumber/groups/:groupId/members': 422,
      'DELETE /v2/organizations/:organizationNumber/groups/:groupId/members/:id': 404,
      'POST /v2/organizations/:organizationNumber/contacts': 422,
      'DELETE /v2/organizations/:organizationNumber/contacts/:contactId': 404,
      'GET /v2/organizations/:organizationNumber/imports.csv': 200,
      'GET /v2/organizations/:organizationNumber/intake-requests.csv': 200,
    },
  },
  {
    may: MONEY,
    otherwise: 403,
    routes: {
      'GET /v2/campaigns/:campaignId/fund': 200,
      'GET /v2/runs/:campaignRunId/report': 200,
      'GET /v2/runs/:campaignRunId/report.pdf': 200,
      'GET /v2/runs/:campaignRunId/report/preview': 200,
      'POST /v2/runs/:campaignRunId/report/preview': 202,
      'POST /v2/runs/:campaignRunId/report': 422,
      'POST /v2/campaigns/:campaignId/fund/opening': 422,
      'POST /v2/organizations/:organizationNumber/statements': 422,
      'GET /v2/organizations/:organizationNumber/statements': 200,
      'GET /v2/organizations/:organizationNumber/statements/:statementsId/people': 404,
      'GET /v2/organizations/:organizationNumber/statements/:statementsId.pdf': 404,
      'GET /v2/organizations/:organizationNumber/review-items': 200,
      'GET /v2/organizations/:organizationNumber/disputes': 200,
      'GET /v2/organizations/:organizationNumber/approvals': 200,
      'GET /v2/organizations/:organizationNumber/batches': 200,
      'POST /v2/organizations/:organizationNumber/batches': 422,
      'GET /v2/organizations/:organizationNumber/deposits': 200,
      'POST /v2/organizations/:organizationNumber/deposits': 422,
      'GET /v2/organizations/:organizationNumber/depositable': 200,
      'GET /v2/organizations/:organizationNumber/months': 200,
      'GET /v2/organizations/:organizationNumber/months/:month': 200,
      'GET /v2/organizations/:organizationNumber/months/:month/report.pdf': 200,
      'GET /v2/organizations/:organizationNumber/months/:month/journal.csv': 200,
      'POST /v2/organizations/:organizationNumber/months/:month/close': 422,
      'GET /v2/organizations/:organizationNumber/accounts': 200,
      'POST /v2/organizations/:organizationNumber/accounts': 422,
    },
  },
  {
    may: MONEY,
    otherwise: 404,
    routes: {
      'POST /v2/review-items/:reviewItemId/done': 422,
      // The handler of no request: there is no such payment.
      'POST /v2/payments/:paymentId/refunds': 404,
      'POST /v2/donations/:donationId/waive': 422,
      'GET /v2/deposits/:depositId': 200,
      'GET /v2/deposits/:depositId/slip.pdf': 200,
      'GET /v2/batches/:batchId': 200,
      'POST /v2/batches/:batchId/entries': 422,
      'POST /v2/batches/:batchId/entries/:entryId/assign': 422,
      'DELETE /v2/batches/:batchId/entries/:entryId': 404,
      'POST /v2/batches/:batchId/close': 422,
      // There is no such dispute.
      'GET /v2/disputes/:disputeId/evidence.pdf': 404,
      // Nothing waits for a second person.
      'POST /v2/approvals/:approvalId/approve': 404,
      'POST /v2/approvals/:approvalId/decline': 404,
      'POST /v2/members/:id/payments': 422,
      'GET /v2/members/:id/payments/dues': 200,
      'POST /v2/members/:id/credit': 422,
      'POST /v2/members/:id/credit/pay-back': 422,
    },
  },
  {
    may: OFFICE,
    otherwise: 403,
    routes: {
      'GET /v2/campaigns/:campaignId/runs/:campaignRunId/reminders': 200,
      'GET /v2/campaigns/:campaignId/runs/:campaignRunId/reminders/preview': 200,
      'POST /v2/campaigns/:campaignId/runs/:campaignRunId/reminders/preview': 202,
      'POST /v2/campaigns/:campaignId/runs/:campaignRunId/reminders/test': 422,
      'POST /v2/campaigns/:campaignId/runs/:campaignRunId/reminders': 422,
      'GET /v2/campaigns/:campaignId/runs/:campaignRunId/messages': 200,
      'GET /v2/campaigns/:campaignId/runs/:campaignRunId/messages.csv': 200,
      'GET /v2/campaigns/:campaignId/runs/:campaignRunId/donations': 200,
      'GET /v2/campaigns/:campaignId/runs/:campaignRunId/donations.csv': 200,
      'GET /v2/organizations/:organizationNumber/payments': 200,
      'GET /v2/organizations/:organizationNumber/payments.csv': 200,
      'GET /v2/campaigns/:campaignId/runs/:campaignRunId/figures': 200,
      'GET /v2/campaigns/:campaignId/runs/:campaignRunId/organizations': 200,
      'GET /v2/jobs?organization_number=:organizationNumber': 200,
      'GET /v2/jobs.csv?organization_number=:organizationNumber': 200,
      'GET /v2/organizations/:organizationNumber/runs': 200,
      'GET /v2/organizations/:organizationNumber/runs.csv': 200,
      'GET /v2/campaigns/:campaignId/runs/:campaignRunId/calls': 200,
      'GET /v2/campaigns/:campaignId/runs/:campaignRunId/calls.csv': 200,
      'POST /v2/campaigns/:campaignId/runs/:campaignRunId/calls/next': 200,
      'POST /v2/campaigns/:campaignId/runs/:campaignRunId/calls/:callDonationId/take': 404,
      'POST /v2/campaigns/:campaignId/runs/:campaignRunId/calls/:callDonationId/release': 404,
      'POST /v2/campaigns/:campaignId/runs/:campaignRunId/calls/:callDonationId/notes': 404,
      'DELETE /v2/campaigns/:campaignId/runs/:campaignRunId/calls/:callDonationId/notes/:callId': 404,
      'POST /v2/campaigns/:campaignId/runs/:campaignRunId/letters': 422,
      'GET /v2/campaigns/:campaignId/runs/:campaignRunId/letters': 200,
      'GET /v2/campaigns/:campaignId/runs/:campaignRunId/letters/:lettersId': 404,
      'GET /v2/campaigns/:campaignId/runs/:campaignRunId/letters/:lettersId/letters.pdf': 404,
      'POST /v2/campaigns/:campaignId/runs/:campaignRunId/letters/:lettersId/mailed': 404,
      'DELETE /v2/campaigns/:campaignId/runs/:campaignRunId/letters/:lettersId/mailed': 404,
      'GET /v2/campaigns/:campaignId/runs/:campaignRunId/letters/:lettersId/people': 404,
      'GET /v2/campaigns/:campaignId/runs/:campaignRunId/letters/:lettersId/people.csv': 404,
    },
  },
  {
    // There are no entries of another tree: the same answer as for a subject that does not exist.
    may: [...MANAGERS, 'otherManager'],
    otherwise: 403,
    routes: {
      'GET /v2/audit?subject_type=member&subject_id=:id': 200,
      'GET /v2/audit.csv?subject_type=member&subject_id=:id': 200,
    },
  },
  // Memberships of campaigns
  {
    may: OFFICE,
    otherwise: 403,
    routes: {
      'GET /v2/campaigns/:campaignId/memberships': 200,
      'GET /v2/campaigns/:campaignId/memberships.csv': 200,
      'GET /v2/campaigns/:campaignId/double-covers': 200,
      'GET /v2/campaigns/:campaignId/double-covers.csv': 200,
    },
  },
  {
    may: MANAGERS,
    otherwise: 403,
    routes: {
      'POST /v2/campaigns/:campaignId/memberships/state': 422,
      'POST /v2/campaigns/:campaignId/memberships/state/preview': 422,
      'POST /v2/campaigns/:campaignId/refresh-prices': 202,
    },
  },
  {
    // The member is missing: reported to users who may make memberships somewhere.
    may: [...MANAGERS, 'otherManager'],
    otherwise: 404,
    routes: { 'POST /v2/membership': 422, 'POST /v2/membership/preview': 422 },
  },
  {
    may: MANAGERS,
    otherwise: 404,
    routes: {
      'POST /v2/membership/:membershipId/members': 422,
      'POST /v2/membership/:membershipId/price': 422,
      'POST /v2/membership/:membershipId/waiting': 422,
      'POST /v2/membership/:membershipId/preview': 422,
      'POST /v2/membership/:membershipId/refresh-price': 200,
      'GET /v2/membership/:membershipId/refresh-price': 200,
      'POST /api/v1/member/:id/campaign-membership/:membershipId': 422,
      'POST /api/v1/member/:id/campaign-membership/:membershipId/add': 200,
      'GET /api/v1/member/:id/campaign-membership/:membershipId/add': 200,
      // The member is the primary one, and there are payments.
      'DELETE /api/v1/member/:id/campaign-membership/:membershipId/remove': 409,
      'GET /api/v1/member/:id/campaign-membership/:membershipId/remove': 409,
      'DELETE /api/v1/membership/:membershipId': 409,
    },
  },
  {
    may: MANAGERS,
    otherwise: 404,
    routes: {
      'GET /v2/jobs/:jobId': 200,
      'POST /v2/jobs/:jobId/retry': 200,
      'POST /v2/jobs/:jobId/cancel': 200,
    },
  },
  {
    may: OFFICE,
    otherwise: 403,
    routes: { 'GET /v2/organizations/:organizationNumber/connect': 200 },
  },
  {
    may: ['administrator'],
    otherwise: 403,
    routes: {
      'GET /v2/audit?organization_number=:organizationNumber': 200,
      'GET /v2/audit.csv?organization_number=:organizationNumber': 200,
      'GET /v2/organizations/:organizationNumber/roles.csv': 200,
      'GET /v2/organizations/:organizationNumber/exports': 200,
      'POST /v2/organizations/:organizationNumber/exports': 202,
      'GET /v2/organizations/:organizationNumber/exports/:exportId/archive.zip': 404,
      'POST /v2/organizations/:organizationNumber/connect': 200,
      'DELETE /v2/organizations/:organizationNumber/connect': 404,
      'GET /v2/connect/return?state=none&code=none': 404,
      'DELETE /api/v1/organization/:organizationNumber': 409,
      'GET /v2/organizations/:organizationNumber/roles': 200,
      'POST /v2/organizations/:organizationNumber/roles': 422,
      'POST /v2/organizations/:organizationNumber/roles/view-as': 422,
      'DELETE /v2/organizations/:organizationNumber/roles/:roleId': 404,
    },
  },
  // Ends the session of the caller, so it is last.
  { may: SIGNED_IN, otherwise: 403, routes: { 'POST /logout': 204 } },
];

/** A line of the matrix: the request, and the status for each persona. */
export type Line = { method: string; path: string; query: string; statuses: Record<Persona, number> };

/** All lines, in order. */
export function matrixLines(): Line[] {
  return MATRIX.flatMap(({ may, otherwise, sees, routes }) =>
    Object.entries(routes).map(([name, status]) => {
      const [method = '', address = ''] = name.split(' ');
      const [path = '', query = ''] = address.split('?');
      const statusOf = (persona: Persona) => {
        if (may.includes(persona)) return status;
        if (sees?.includes(persona)) return 403;
        return persona === 'nobody' ? 401 : otherwise;
      };
      const statuses = Object.fromEntries(PERSONAS.map((persona) => [persona, statusOf(persona)]));
      return { method, path, query, statuses: statuses as Record<Persona, number> };
    }),
  );
}
