/**
 * All collections and indexes of the first release. Each index names the functions that query it, or what it guards: the
 * test beside this file follows the names. Lists seek on an index that ends in `_id`. After that release this file never
 * changes: a change of collections or indexes is a migration of its own.
 */
import type { Migration } from '../work/migrations.ts';
import { createCollections, expiry, index, unique, type Index } from './create-collections.ts';

const DAY_SECONDS = 86_400;

/** The collections, by name. */
export const schema: Readonly<Record<string, readonly Index[]>> = {
  counters: [],

  // Identity; expiry is also checked on reading
  users: [
    unique('email', { email: 1 }, 'one sign-in for an e-mail'),
    // Unlinked users lack this field, and a sparse index leaves them out.
    unique('member', { memberId: 1 }, 'one sign-in for a member', { sparse: true }),
  ],
  roles: [
    unique(
      'email_organization_role',
      { email: 1, organizationNumber: 1, role: 1 },
      'a role is given once to an e-mail at an organization',
    ),
    index('user', { userId: 1, _id: 1 }, 'readRolesOfUser'),
    index('organization_created', { organizationNumber: 1, createdDt: 1, _id: 1 }, 'readRolesAt'),
    index('end', { endDt: 1, _id: 1 }, 'readOverdueRoles'),
    index('pending_until', { pendingUntilDt: 1, _id: 1 }, 'readOverdueRoles'),
    index('role', { role: 1, _id: 1 }, 'readPlacesOfRole'),
  ],
  user_tokens: [expiry('expiry', 'expireDt')],
  user_codes: [
    index('user_purpose', { userId: 1, purpose: 1, _id: 1 }, 'readUserCodeIds, eraseCodesOf'),
    expiry('expiry', 'expireDt'),
  ],
  sign_in_changes: [
    index('scope_requested', { scope: 1, requestedDt: 1, _id: 1 }, 'readWaitingIds'),
    expiry('expiry', 'requestedDt', 30 * DAY_SECONDS),
  ],
  devices: [index('user', { userIds: 1, _id: 1 }, 'forgetDevices'), expiry('expiry', 'expireDt')],
  rate_limits: [expiry('expiry', 'expireDt')],
  security_events: [
    expiry('expiry', 'at', 180 * DAY_SECONDS),
    index('user', { userId: 1, at: -1, _id: -1 }, 'eraseSecurityEventsOf'),
  ],
  idempotent_answers: [expiry('expiry', 'expireDt')],

  // Organizations
  organizations: [
    unique('organizationNumber', { organizationNumber: 1 }, 'a number names one organization'),
    index(
      'path_name',
      { path: 1, organizationName: 1, _id: 1 },
      'readTrees, readNumbersWithin, readPathsBelow',
    ),
    index(
      'parent_name',
      { parentOrganization: 1, organizationName: 1, _id: 1 },
      'readLevel, readRootNumbers, countChildren',
    ),
    index('start_name', { searchStarts: 1, organizationName: 1, _id: 1 }, 'readByName, hasOrganizationWith'),
  ],
  name_words: [index('key', { keys: 1 }, 'readWordsLike')],
  groups: [
    unique(
      'organization_name',
      { organizationNumber: 1, groupName: 1 },
      'an organization has one group of a name',
    ),
    index('members', { memberIds: 1, _id: 1 }, 'findGroupsWith, pullFromGroups'),
  ],
  contacts: [
    unique(
      'member_title',
      { organizationNumber: 1, member_id: 1, title: 1 },
      'a member has a title once at an organization',
    ),
    index('organization_contacts', { organizationNumber: 1, name: 1, _id: 1 }, 'readContacts'),
    index('member', { member_id: 1, _id: 1 }, 'findContactsOf, COPYING'),
  ],
  connected_accounts: [
    index('account', { accountId: 1, _id: 1 }, 'readAccountUses, doubtAccount'),
    index('state', { state: 1, _id: 1 }, 'readBlocked'),
    index('due', { dueDt: 1, _id: 1 }, 'readDue'),
  ],
  connect_states: [expiry('expire', 'expireDt')],

  // Members
  members: [
    unique('memberId', { memberId: 1 }, 'a number names one member'),
    index(
      'organization_name',
      { organizationNumber: 1, nameKey: 1, _id: 1 },
      'readMemberRows, findMembersAfter, countMembers',
    ),
    index('search', { searchKeys: 1, _id: 1 }, 'readBySearch, readAlike, readByWords, hasNameWith'),
    index('linkKeys', { linkKeys: 1, _id: 1 }, 'readByLinkKey, readByBirthDate'),
    index('household', { household_id: 1, _id: 1 }, 'readHouseholdMembers'),
    index('household_death', { household_id: 1, deceasedDt: 1, _id: 1 }, 'readDeathsAfter', {
      partialFilterExpression: { deceasedDt: { $gt: '' } },
    }),
    index(
      'organization_start_name',
      { organizationNumber: 1, searchStarts: 1, nameKey: 1, _id: 1 },
      'readByWords, readMemberRows',
    ),
    index('name', { nameKey: 1, _id: 1 }, 'readMemberRows, readAlike'),
    index(
      'birth_name',
      { birthDt: 1, nameKey: 1, _id: 1, organizationNumber: 1, relationship: 1, isActive: 1 },
      'readBySearch, readAlike, readMemberRows, countUnknownBirthDates, readBornBetween',
    ),
    index(
      'organization_active_name',
      { organizationNumber: 1, isActive: 1, nameKey: 1, _id: 1 },
      'readMemberRows',
    ),
    index(
      'organization_contact_name',
      { organizationNumber: 1, contactDt: 1, nameKey: 1, _id: 1 },
      'readMemberRows',
    ),
    index(
      'organization_reachable_name',
      { organizationNumber: 1, isReachable: 1, nameKey: 1, _id: 1 },
      'readMemberRows',
    ),
    index('linked_households', { linkedHouseholds: 1, _id: 1 }, 'readLinkedTo, pullLinkedHousehold'),
    index('start_name', { searchStarts: 1, nameKey: 1, _id: 1 }, 'readBySearch, readMemberRows'),
    index(
      'organization_cover_name',
      { organizationNumber: 1, isCovered: 1, owesDues: 1, nameKey: 1, _id: 1 },
      'readMemberRows',
    ),
    index('cover_name', { isCovered: 1, owesDues: 1, nameKey: 1, _id: 1 }, 'readMemberRows'),
    index('cover_check', { coverCheckDt: 1, _id: 1 }, 'findCoverOverdue'),
    index('organization_number_order', { organizationNumber: 1, memberId: 1, _id: 1 }, 'readMemberRows'),
    index('email', { 'emails.email': 1, _id: 1 }, 'markBouncedEverywhere, ownEmails, readMembersOfEmail'),
    index('bounced', { nameKey: 1, _id: 1 }, 'countBouncedOf, readMemberRows', {
      partialFilterExpression: { bouncedEmail: { $gt: '' } },
    }),
    index('to_complete', { nameKey: 1, organizationNumber: 1, _id: 1 }, 'countToComplete, readMemberRows', {
      partialFilterExpression: { isToComplete: true },
    }),
  ],
  households: [unique('primaryMember', { primaryMemberId: 1 }, 'a member is primary of one household')],
  household_notes: [
    index(
      'household',
      { householdId: 1, createdDt: 1, _id: 1 },
      'findHouseholdNotes, moveHouseholdNotes, eraseHouseholdNotes',
    ),
    expiry('expiry', 'removedDt', DAY_SECONDS),
  ],
  death_reports: [
    index(
      'scope_status_created',
      { scope: 1, status: 1, createdDt: 1, _id: 1 },
      'readReports, countOpenOfDeaths',
    ),
    index('household', { householdId: 1, status: 1, createdDt: 1 }, 'readReportsOfHouseholds'),
    index(
      'member',
      { memberId: 1, status: 1, createdDt: 1, _id: 1 },
      'readOpenReports, readOpenReportIds, firstReportOf, eraseReportsOf',
    ),
    expiry('expiry', 'decision.at', 365 * DAY_SECONDS),
  ],
  death_tasks: [
    index(
      'scope_status_created',
      { scope: 1, status: 1, createdDt: 1, _id: 1 },
      'readTasks, countOpenOfDeaths',
    ),
    index('member', { memberId: 1, status: 1, _id: 1 }, 'keepTasks, eraseTasksOf'),
    expiry('expiry', 'done.at', 365 * DAY_SECONDS),
  ],
  claims: [
    unique('death_fund', { memberId: 1, campaignId: 1 }, 'one claim of a death and a fund'),
    unique('number', { claimNbr: 1 }, 'each claim has a number of its own; readClaimOfNumber'),
    index('family', { 'family.memberIds': 1, deceasedDt: 1 }, 'readClaimsOfFamily'),
    index('scope_created', { scope: 1, createdDt: -1, _id: -1 }, 'readClaims'),
    index('scope_state_created', { scope: 1, state: 1, createdDt: -1, _id: -1 }, 'readClaims, countClaims'),
  ],
  claim_files: [
    unique('document_part', { documentId: 1, part: 1 }, 'a file has each part once'),
    index('member', { memberId: 1 }, 'placesOf'),
    index('added', { addedDt: 1, _id: 1 }, 'readOldFiles', { sparse: true }),
    index('key', { keyId: 1 }, 'readKeyIds', { sparse: true }),
  ],
  intake_requests: [
    index(
      'scope_status_created',
      { scope: 1, status: 1, createdDt: -1, _id: -1 },
      'readIntakeRequests, countNew',
    ),
    expiry('expiry', 'decision.at', 365 * DAY_SECONDS),
    index('made', { 'decision.member_id': 1 }, 'readKnown', { sparse: true }),
    index('birth', { birthDt: 1, lastNm: 1 }, 'readKnown'),
  ],

  // Campaigns, runs and memberships
  campaigns: [
    index('offeredTo_name', { offeredTo: 1, campaignName: 1, _id: 1 }, 'findCampaignsOf, readCampaignPage'),
    index('start_name', { searchStarts: 1, campaignName: 1, _id: 1 }, 'readCampaignPage, readBySearch'),
    index('name', { campaignName: 1, _id: 1 }, 'readCampaignPage'),
  ],
  campaign_runs: [
    index(
      'campaign_start',
      { campaignId: 1, startDt: -1, _id: -1 },
      'readRunPage, readRunsOf, readRunsSwitchedOn',
    ),
    index('stale_total', { isTotalStale: 1, _id: 1 }, 'findStaleRunIds', {
      partialFilterExpression: { isTotalStale: true },
    }),
    index('ending', { isActive: 1, endDt: 1, _id: 1 }, 'findEndingRuns'),
    index('open_amount', { openAmount: 1, organizationNumber: 1, _id: 1 }, 'findRunsWithOpenDues'),
    unique(
      'campaign_before',
      { campaignId: 1, source: 1 },
      'a campaign has one run of what is owed from before',
      { partialFilterExpression: { source: 'import' } },
    ),
    unique(
      'campaign_joining',
      { campaignId: 1, startDt: 1 },
      'a campaign has one run of joining fees for a month',
      { partialFilterExpression: { source: 'joining' } },
    ),
  ],
  campaign_memberships: [
    unique(
      'campaign_primary',
      { campaignId: 1, primaryMemberId: 1 },
      'a member is primary of one membership in a campaign',
    ),
    index('campaign_name', { campaignId: 1, nameKey: 1, _id: 1 }, 'readRows'),
    index(
      'campaign_active',
      { campaignId: 1, isActive: 1, _id: 1 },
      'readIdsAfter, eachActive, eachState, sumActivePrices, readFirstCharged',
    ),
    index('primary', { primaryMemberId: 1, _id: 1 }, 'COPYING, readPerson'),
    index(
      'covered',
      { 'members.member_id': 1, _id: 1 },
      'findMembershipsCovering, findMembershipsCoveringAny, findFundsCovering',
    ),
    index('reference', { externalRef: 1, _id: 1 }, 'readByReference'),
    index('waiting', { isActive: 1, organizationNumber: 1, _id: 1 }, 'readNeedingOffice, hasMembershipsAt'),
    index('campaign_since', { campaignId: 1, isActive: 1, activeDt: 1, _id: 1 }, 'findActiveSince'),
    index('campaign_id', { campaignId: 1, _id: 1 }, 'readIdsAfter, findMembershipsAfter'),
    index('campaign_state_name', { campaignId: 1, isActive: 1, nameKey: 1, _id: 1 }, 'readRows'),
    index(
      'campaign_organization_name',
      { campaignId: 1, organizationNumber: 1, nameKey: 1, _id: 1 },
      'readRows, existsInCampaign',
    ),
    index(
      'campaign_organization_state_name',
      { campaignId: 1, organizationNumber: 1, isActive: 1, nameKey: 1, _id: 1 },
      'readRows',
    ),
    index(
      'campaign_different_name',
      { campaignId: 1, isPriceDifferent: 1, nameKey: 1, _id: 1, organizationNumber: 1, isActive: 1 },
      'readRows',
      { partialFilterExpression: { isPriceDifferent: true } },
    ),
    index(
      'campaign_outdated_price_name',
      { campaignId: 1, isPriceOutdated: 1, nameKey: 1, _id: 1, organizationNumber: 1, isActive: 1 },
      'readRows',
      { partialFilterExpression: { isPriceOutdated: true } },
    ),
    index('outdated_price', { isPriceOutdated: 1, organizationNumber: 1 }, 'readNeedingOffice', {
      partialFilterExpression: { isPriceOutdated: true },
    }),
    index('needs_payer', { needsPayer: 1, organizationNumber: 1 }, 'readNeedingOffice', {
      partialFilterExpression: { needsPayer: true },
    }),
  ],
  membership_counts: [index('campaign', { campaignId: 1, organizationNumber: 1 }, 'findMembershipCounts')],
  cover_changes: [
    index('date', { date: 1, _id: 1, kind: 1, people: 1 }, 'readCoverChanges, countLosing'),
    index('campaign_date', { campaignId: 1, date: 1, _id: 1, kind: 1, people: 1 }, 'readCoverChanges'),
    index(
      'organization_date',
      { organizationNumber: 1, date: 1, _id: 1, kind: 1, people: 1 },
      'readCoverChanges, countLosing',
    ),
    index('membership', { campaignMembershipId: 1, _id: 1 }, 'readKeptChanges'),
    index('member', { memberIds: 1, _id: 1 }, 'readKeptChanges'),
  ],
  double_covers: [
    index(
      'campaign',
      { campaignId: 1, _id: 1, organizationNumber: 1, otherOrganizationNumber: 1 },
      'readDoubleCovers, countDoubleCovers',
    ),
    index('member', { memberId: 1, _id: 1 }, 'readKeptDoubles'),
  ],
  stale: [
    index('kind', { kind: 1, _id: 1 }, 'firstMarks'),
    index('of', { of: 1, _id: 1 }, 'isStale, marksOf'),
  ],
  coverage_letters: [
    index('member', { memberId: 1 }, 'eraseLettersOf'),
    expiry('expiry', 'issuedDt', 730 * DAY_SECONDS),
  ],

  // Donations
  donations: [
    unique(
      'membership_run',
      { campaignMembershipId: 1, campaignRunId: 1 },
      'a membership has one donation in a run',
    ),
    index(
      'primary_listed',
      { 'primaryMember._id': 1, isListed: 1, createdDt: -1, _id: -1 },
      'readPageOfPrimary, countOfPrimary, findListedOf',
    ),
    index(
      'primary_open',
      { 'primaryMember._id': 1, isOpen: 1, createdDt: 1, _id: 1 },
      'readOpen, readOfMembershipsAndOpen',
    ),
    index('reference', { externalRef: 1, _id: 1 }, 'readByReference'),
    index(
      'run_listed_open',
      { campaignRunId: 1, isListed: 1, isOpen: 1, nameKey: 1, _id: 1 },
      'readRunPage, countOfRun, existsInRun, readSumsOfRun',
    ),
    index(
      'run_organization_open',
      { campaignRunId: 1, isListed: 1, organizationNumber: 1, isOpen: 1, nameKey: 1, _id: 1 },
      'readRunPage, countOfRun',
    ),

    // Memberships that owe in a campaign, by name: read from these keys alone.
    index(
      'campaign_open_name',
      {
        campaignId: 1,
        isOpen: 1,
        nameKey: 1,
        campaignMembershipId: 1,
        campaignRunId: 1,
        organizationNumber: 1,
      },
      'owingMemberships',
    ),
    index(
      'run_asks_for_call_name',
      {
        campaignRunId: 1,
        isListed: 1,
        isOpen: 1,
        'primaryMember.asksForCall': 1,
        nameKey: 1,
        _id: 1,
        organizationNumber: 1,
      },
      'findRunAfter',
      { partialFilterExpression: { 'primaryMember.asksForCall': true } },
    ),
    index('run_sharing', { campaignRunId: 1, 'sharing.number': 1 }, 'readSharingAfter, countSharing', {
      partialFilterExpression: { 'sharing.number': { $gt: 0 } },
    }),
  ],
  run_figures: [
    index(
      'run_open',
      { campaignRunId: 1, openAmount: -1, organizationNumber: 1 },
      'readLargestOpen, readAllFigures, readBoard, readReceived, readOpen, readNumbersInRun',
    ),
    index('organization_run', { organizationNumber: 1, campaignRunId: 1 }, 'findRunIdsOf'),
  ],
  organization_months: [
    unique('organization_month', { organizationNumber: 1, month: 1 }, 'an organization has each month once'),
  ],

  // Payments: `_id` decides (payments.md); these indexes only find
  payments: [
    index('member', { memberId: 1 }, 'countPaymentsOf, sourcesOf'),
    index('payee', { payeeMemberId: 1 }, 'readPerson'),
    index('user', { userId: 1 }, 'forgetPayer, readPerson', { partialFilterExpression: { memberId: null } }),
  ],
  open_payments: [index('urgency', { isAttempted: 1, nextDt: 1, _id: 1 }, 'mostUrgent')],
  donation_claims: [index('donation_epoch', { donationId: 1, epoch: -1 }, 'latestClaim, latestClaims')],
  payment_intents: [index('intent', { intentId: 1 }, 'paymentOf')],
  payment_attempts: [],
  payment_finals: [],
  ledger_entries: [
    index('donations', { donationIds: 1, _id: 1 }, 'entriesOn, settledOnDonations'),
    // Sparse and of one field: not every supported database uses a partial index.
    index('payment', { paymentId: 1 }, 'entriesBackOf, goneIds', { sparse: true }),
    index('credit', { creditOf: 1 }, 'creditEntriesOf', { sparse: true }),
    index('fund', { campaignId: 1 }, 'entriesOfFund', { sparse: true }),
    index(
      'organization_entry',
      { 'postings.organizationNumber': 1, entryDt: 1, _id: 1 },
      'bookedFor, newest, addUp, countedOf, receivedBetween',
    ),
    index('organization_back', { 'postings.organizationNumber': 1, paymentId: 1 }, 'goneIds', {
      partialFilterExpression: { paymentId: { $exists: true } },
    }),
    index('moved', { entryDt: 1, providerRef: 1 }, 'cursorOfMoney'),
  ],
  deposits: [
    index(
      'organization_arrival',
      { organizationNumbers: 1, arrivalDt: -1, _id: -1 },
      'readDepositPage, depositsBetween',
    ),
    index('arrival', { arrivalDt: -1, _id: -1 }, 'readDepositPage'),
  ],
  month_closings: [index('organization_month', { organizationNumber: 1, month: 1 }, 'readClosings')],
  payment_reversals: [index('payment_number', { paymentId: 1, number: 1 }, 'readReversals')],
  refund_registers: [],
  payment_disputes: [index('scope_step_at', { scope: 1, step: 1, answerBy: 1, _id: 1 }, 'listDisputes')],
  office_payments: [
    index('member', { memberId: 1 }, 'countOfficePaymentsOf'),
    index(
      'batch',
      { batchId: 1, createdDt: -1, _id: 1 },
      'readPaymentsOfBatch, sumBatches, readDepositedPayments',
    ),
    index(
      'deposit',
      { organizationNumber: 1, batchId: 1, depositId: 1, paidDt: 1, _id: 1 },
      'readUndepositedPayments',
    ),
  ],
  statement_people: [
    index('job', { jobId: 1, order: 1 }, 'statementPeopleOf, countStatementOutcomes'),
    index('member', { memberId: 1 }, 'placesOf'),
    expiry('expiry', 'createdDt', 730 * DAY_SECONDS),
  ],
  money_approvals: [
    index('scope_requested', { scope: 1, requestedDt: 1, _id: 1 }, 'readApprovals, countApprovals'),
    expiry('expiry', 'requestedDt', 30 * DAY_SECONDS),
  ],
  payment_batches: [
    index('newest', { organizationNumber: 1, createdDt: -1, _id: -1 }, 'readBatchPage, countBatches'),
    index(
      'deposit',
      { organizationNumber: 1, depositId: 1, dt: 1, _id: 1 },
      'readUndeposited, countOpenBatches',
    ),
  ],
  provider_events: [expiry('expiry', 'receivedDt', 90 * DAY_SECONDS)],
  provider_customers: [],
  autopays: [
    index('due', { isOn: 1, lookDt: 1, _id: 1 }, 'runAutopay'),
    index('stop', { stopHash: 1, _id: 1 }, 'find'),
    index('card', { cardHash: 1, _id: 1 }, 'find', {
      partialFilterExpression: { cardHash: { $exists: true } },
    }),
  ],
  autopay_tries: [index('donation', { donationId: 1, _id: 1 }, 'takePlace, countTries')],
  payment_reviews: [
    index(
      'scope_status_at',
      { scope: 1, status: 1, at: 1, _id: 1 },
      'readReviewItems, countOpenItems, readOpenItemsOf, openItemIds',
    ),
  ],
  card_setups: [
    index('member', { memberId: 1, _id: 1 }, 'startCardSetup'),
    index('created', { createdDt: -1, _id: -1 }, 'sweepSetups'),
  ],
  card_tries: [expiry('expiry', 'expireDt')],
  paid_cards: [],

  // The history, and jobs
  audit_entries: [
    unique(
      'organization_seq',
      { organizationNumber: 1, seq: 1 },
      'the chain of an organization has each place once',
      { partialFilterExpression: { seq: { $gte: 1 } } },
    ),
    index(
      'unsealed',
      { isUnsealed: 1, organizationNumber: 1, _id: 1 },
      'readUnsealed, readUnsealedOrganizations, countUnsealedFor',
      { partialFilterExpression: { isUnsealed: true } },
    ),
    index(
      'subject',
      { 'subject.type': 1, 'subject.id': 1, at: -1, _id: -1 },
      'readEntries, readNewestEntry, findEntriesOf',
    ),
    index('scope_at', { scope: 1, at: -1, _id: -1 }, 'readEntries'),
    index('scope_actor_at', { scope: 1, 'actor.email': 1, at: -1, _id: -1 }, 'readEntries'),
    index('scope_action_at', { scope: 1, action: 1, at: -1, _id: -1 }, 'readEntries'),
    index('members', { memberIds: 1 }, 'eachEntryAbout', { sparse: true }),
  ],
  audit_chains: [],
  jobs: [
    index('open', { isOpen: 1, leaseDt: 1, _id: 1 }, 'takeJob, isAnotherWaiting, jobFigures', {
      partialFilterExpression: { isOpen: true },
    }),
    unique('open_key', { openKey: 1 }, 'one open job for a key', {
      partialFilterExpression: { isOpen: true },
    }),
    expiry('expiry', 'expireDt'),
    index('scope_created', { scope: 1, createdDt: -1, _id: -1 }, 'listJobs, listStatements'),
    index('scope_state', { scope: 1, state: 1, type: 1, _id: 1 }, 'countUnfinishedJobs'),
  ],

  // Telling people
  outbox: [
    index('pending', { nextDt: 1, _id: 1 }, 'dueMails, mailFigures', {
      partialFilterExpression: { isPending: true },
    }),
    expiry('sent', 'sentDt', 90 * DAY_SECONDS),
    index('to', { to: 1 }, 'eraseMailsTo'),
  ],
  reminders: [index('run_created', { campaignRunId: 1, createdDt: -1, _id: -1 }, 'readRemindersOfRun')],
  messages: [
    index('run_created', { campaignRunId: 1, createdDt: -1, _id: -1 }, 'readMessagesAfter'),
    index('run_state_created', { campaignRunId: 1, state: 1, createdDt: -1, _id: -1 }, 'readMessagesAfter'),
    index(
      'member_created',
      { memberId: 1, createdDt: -1, _id: -1 },
      'readMessagesAfter, findMessagesTo, readWarned',
    ),
    index('reminder_state', { reminderId: 1, state: 1, _id: 1 }, 'readWaiting, readUnreached, countStates'),
    index('token', { tokenHash: 1 }, 'readByToken'),
    expiry('expiry', 'expireDt'),
  ],
  run_letters: [index('run_created', { campaignRunId: 1, createdDt: -1, _id: -1 }, 'listLetters')],
  run_letter_people: [
    index('letters_outcome_order', { lettersId: 1, outcome: 1, order: 1 }, 'listPeople, countOutcomes'),
    index('letters_order', { lettersId: 1, order: 1 }, 'listPeople, eachOfLetters'),
    index(
      'member_outcome_created',
      { memberId: 1, outcome: 1, createdDt: -1, _id: -1 },
      'lettersTo, findLettersTo',
    ),
    index('created', { createdDt: 1 }, 'forgetAddresses'),
  ],
  run_calls: [index('member_at', { memberId: 1, at: -1, _id: -1 }, 'readNewestCalls, findCallsTo')],
  run_call_holds: [
    index('run_user', { campaignRunId: 1, userId: 1 }, 'readClaimOf'),
    expiry('expiry', 'untilDt'),
  ],

  // Files in and out
  imports: [index('organization_created', { organizationNumber: 1, createdDt: -1, _id: -1 }, 'listImports')],
  import_chunks: [
    unique('import_part', { importId: 1, part: 1 }, 'a file has each part once'),
    expiry('expiry', 'createdDt', 7 * DAY_SECONDS),
  ],
  import_rows: [
    unique('import_row', { importId: 1, row: 1 }, 'a file has each row once'),
    index('import_group', { importId: 1, group: 1, row: 1 }, 'nextGroups'),
    index('import_state', { importId: 1, state: 1, row: 1 }, 'nextRows, countRows, listRows'),
    index('import_outcome', { importId: 1, outcome: 1, row: 1 }, 'countRows, listRows'),
    index('import_household', { importId: 1, householdKey: 1, row: 1 }, 'earlierGroups'),
    index('import_person', { importId: 1, personKey: 1, row: 1 }, 'earlierPeople, refuseTwice'),
    expiry('expiry', 'createdDt', 180 * DAY_SECONDS),
    index('import_fund', { importId: 1, fundIds: 1, group: 1, row: 1 }, 'nextGroups'),
    index('member', { memberId: 1 }, 'readImportRows', {
      partialFilterExpression: { memberId: { $gt: '' } },
    }),
    index('target', { target: 1 }, 'readImportRows', { partialFilterExpression: { target: { $gt: '' } } }),
  ],
  import_keys: [],
  import_households: [index('key', { key: 1 }, 'namedOf, namedBefore')],
  import_mappings: [],
  exports: [
    index('organization_created', { organizationNumber: 1, createdDt: -1, _id: -1 }, 'listExports'),
    expiry('expiry', 'expireDt'),
  ],
  export_pieces: [
    unique('export_part', { exportId: 1, part: 1 }, 'an archive has each piece once'),
    expiry('expiry', 'expireDt'),
  ],
};

export const baseline: Migration = {
  name: '001-baseline',
  up: (db) => createCollections(db, schema),
};
