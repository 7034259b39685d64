/**
 * All collections and indexes of the first release. Lists seek on an index that ends in `_id`; unique ones decide who was
 * first. From that release on this file stays as it is: a change of collections or indexes is a migration of its own.
 */
import type { Migration } from '../work/migrations.ts';
import { createCollections, type Index } from './create-collections.ts';

const DAY_SECONDS = 86_400;

const schema: Record<string, Index[]> = {
  counters: [],
  seedings: [],

  // Identity; what expires is also checked when it is read
  users: [
    { name: 'email', key: { email: 1 }, unique: true },

    // One user a member; who is not linked has no such field, and a sparse index leaves them out.
    { name: 'member', key: { memberId: 1 }, unique: true, sparse: true },
  ],
  roles: [
    { name: 'email_organization_role', key: { email: 1, organizationNumber: 1, role: 1 }, unique: true },
    { name: 'user', key: { userId: 1, _id: 1 } },
    { name: 'organization_created', key: { organizationNumber: 1, createdDt: 1, _id: 1 } },
    { name: 'end', key: { endDt: 1, _id: 1 } },
    { name: 'pending_until', key: { pendingUntilDt: 1, _id: 1 } },
    { name: 'role', key: { role: 1, _id: 1 } },
  ],
  user_tokens: [{ name: 'expiry', key: { expireDt: 1 }, expireAfterSeconds: 0 }],
  user_codes: [
    { name: 'user_purpose', key: { userId: 1, purpose: 1, _id: 1 } },
    { name: 'expiry', key: { expireDt: 1 }, expireAfterSeconds: 0 },
  ],
  devices: [
    { name: 'user', key: { userIds: 1, _id: 1 } },
    { name: 'expiry', key: { expireDt: 1 }, expireAfterSeconds: 0 },
  ],
  rate_limits: [{ name: 'expiry', key: { expireDt: 1 }, expireAfterSeconds: 0 }],
  security_events: [
    { name: 'expiry', key: { at: 1 }, expireAfterSeconds: 180 * DAY_SECONDS },
    { name: 'user', key: { userId: 1, at: -1, _id: -1 } },
  ],
  idempotent_answers: [{ name: 'expiry', key: { expireDt: 1 }, expireAfterSeconds: 0 }],

  // Organizations
  organizations: [
    { name: 'organizationNumber', key: { organizationNumber: 1 }, unique: true },
    { name: 'path_name', key: { path: 1, organizationName: 1, _id: 1 } },
    { name: 'parent_name', key: { parentOrganization: 1, organizationName: 1, _id: 1 } },
    { name: 'start_name', key: { searchStarts: 1, organizationName: 1, _id: 1 } },
  ],
  groups: [{ name: 'organization_name', key: { organizationNumber: 1, groupName: 1 }, unique: true }],
  contacts: [
    { name: 'member_title', key: { organizationNumber: 1, member_id: 1, title: 1 }, unique: true },
    { name: 'organization_contacts', key: { organizationNumber: 1, name: 1, _id: 1 } },
    { name: 'member', key: { member_id: 1, _id: 1 } },
  ],
  connected_accounts: [
    { name: 'account', key: { accountId: 1, _id: 1 } },
    { name: 'state', key: { state: 1, _id: 1 } },
    { name: 'due', key: { dueDt: 1, _id: 1 } },
  ],
  connect_states: [{ name: 'expire', key: { expireDt: 1 }, expireAfterSeconds: 0 }],

  // Members
  members: [
    { name: 'memberId', key: { memberId: 1 }, unique: true },
    { name: 'organization_name', key: { organizationNumber: 1, nameKey: 1, _id: 1 } },
    { name: 'organization_search', key: { organizationNumber: 1, searchKeys: 1, _id: 1 } },
    { name: 'search', key: { searchKeys: 1, _id: 1 } },
    { name: 'linkKeys', key: { linkKeys: 1, _id: 1 } },
    { name: 'household', key: { household_id: 1, _id: 1 } },
    { name: 'organization_start_name', key: { organizationNumber: 1, searchStarts: 1, nameKey: 1, _id: 1 } },
    { name: 'name', key: { nameKey: 1, _id: 1 } },
    { name: 'birth_name', key: { birthDt: 1, nameKey: 1, _id: 1 } },
    { name: 'organization_active_name', key: { organizationNumber: 1, isActive: 1, nameKey: 1, _id: 1 } },
    {
      name: 'organization_reachable_name',
      key: { organizationNumber: 1, isReachable: 1, nameKey: 1, _id: 1 },
    },
    { name: 'linked_households', key: { linkedHouseholds: 1, _id: 1 } },
    { name: 'start_name', key: { searchStarts: 1, nameKey: 1, _id: 1 } },
    {
      name: 'organization_cover_name',
      key: { organizationNumber: 1, isCovered: 1, owesDues: 1, nameKey: 1, _id: 1 },
    },
    { name: 'cover_name', key: { isCovered: 1, owesDues: 1, nameKey: 1, _id: 1 } },
    {
      name: 'relationship_birth',
      key: { relationship: 1, birthDt: 1, organizationNumber: 1, isActive: 1, _id: 1 },
    },
    { name: 'cover_check', key: { coverCheckDt: 1, _id: 1 } },
    { name: 'organization_number_order', key: { organizationNumber: 1, memberId: 1, _id: 1 } },
    { name: 'email', key: { 'emails.email': 1, _id: 1 } },
    {
      name: 'bounced_name',
      key: { nameKey: 1, _id: 1 },
      partialFilterExpression: { bouncedEmail: { $gt: '' } },
    },
    {
      name: 'bounced_organization',
      key: { organizationNumber: 1, nameKey: 1, _id: 1 },
      partialFilterExpression: { bouncedEmail: { $gt: '' } },
    },
  ],
  households: [{ name: 'primaryMember', key: { primaryMemberId: 1 }, unique: true }],
  intake_requests: [
    { name: 'scope_status_created', key: { scope: 1, status: 1, createdDt: -1, _id: -1 } },
    { name: 'expiry', key: { 'decision.at': 1 }, expireAfterSeconds: 365 * DAY_SECONDS },
    // Who is handed out or erased: by the member that was made, and by what was asked.
    { name: 'made', key: { 'decision.member_id': 1 }, sparse: true },
    { name: 'birth', key: { birthDt: 1, lastNm: 1 } },
  ],
  deaths: [],

  // Campaigns, runs and memberships
  campaigns: [
    { name: 'offeredTo_name', key: { offeredTo: 1, campaignName: 1, _id: 1 } },
    { name: 'start_name', key: { searchStarts: 1, campaignName: 1, _id: 1 } },
    { name: 'name', key: { campaignName: 1, _id: 1 } },
  ],
  campaign_runs: [
    { name: 'campaign_start', key: { campaignId: 1, startDt: -1, _id: -1 } },
    { name: 'campaign_active', key: { campaignId: 1, isActive: 1, startDt: -1, _id: -1 } },
    {
      name: 'stale_total',
      key: { isTotalStale: 1, _id: 1 },
      partialFilterExpression: { isTotalStale: true },
    },
    { name: 'ending', key: { isActive: 1, endDt: 1, _id: 1 } },
    { name: 'open_amount', key: { openAmount: 1, organizationNumber: 1, _id: 1 } },
    {
      name: 'campaign_before',
      key: { campaignId: 1, source: 1 },
      unique: true,
      partialFilterExpression: { source: 'import' },
    },
  ],
  campaign_memberships: [
    { name: 'campaign_primary', key: { campaignId: 1, primaryMemberId: 1 }, unique: true },
    { name: 'campaign_name', key: { campaignId: 1, nameKey: 1, _id: 1 } },
    { name: 'campaign_active', key: { campaignId: 1, isActive: 1, _id: 1 } },
    { name: 'primary', key: { primaryMemberId: 1, _id: 1 } },
    { name: 'covered', key: { 'members.member_id': 1, _id: 1 } },
    { name: 'reference', key: { externalRef: 1, _id: 1 } },
    { name: 'waiting', key: { isActive: 1, organizationNumber: 1, _id: 1 } },
    { name: 'campaign_since', key: { campaignId: 1, isActive: 1, activeDt: 1, _id: 1 } },
    { name: 'campaign_id', key: { campaignId: 1, _id: 1 } },
    { name: 'campaign_state_name', key: { campaignId: 1, isActive: 1, nameKey: 1, _id: 1 } },
    { name: 'campaign_organization_name', key: { campaignId: 1, organizationNumber: 1, nameKey: 1, _id: 1 } },
    {
      name: 'campaign_organization_state_name',
      key: { campaignId: 1, organizationNumber: 1, isActive: 1, nameKey: 1, _id: 1 },
    },
    {
      name: 'campaign_different_name',
      key: { campaignId: 1, isPriceDifferent: 1, nameKey: 1, _id: 1, organizationNumber: 1, isActive: 1 },
    },
    {
      name: 'needs_payer',
      key: { needsPayer: 1, organizationNumber: 1 },
      partialFilterExpression: { needsPayer: true },
    },
  ],
  membership_counts: [{ name: 'campaign', key: { campaignId: 1, organizationNumber: 1 } }],
  cover_changes: [
    { name: 'date', key: { date: 1, _id: 1, kind: 1, people: 1 } },
    { name: 'campaign_date', key: { campaignId: 1, date: 1, _id: 1, kind: 1, people: 1 } },
    { name: 'organization_date', key: { organizationNumber: 1, date: 1, _id: 1, kind: 1, people: 1 } },
    { name: 'membership', key: { campaignMembershipId: 1, _id: 1 } },
    { name: 'member', key: { memberIds: 1, _id: 1 } },
  ],
  double_covers: [
    { name: 'campaign', key: { campaignId: 1, _id: 1 } },
    {
      name: 'campaign_organizations',
      key: { campaignId: 1, organizationNumber: 1, _id: 1, otherOrganizationNumber: 1 },
    },
    { name: 'member', key: { memberId: 1, _id: 1 } },
  ],
  stale_covers: [
    { name: 'kind', key: { kind: 1, _id: 1 } },
    { name: 'of', key: { of: 1, _id: 1 } },
  ],
  coverage_letters: [{ name: 'member', key: { memberId: 1 } }],

  // Donations
  donations: [
    { name: 'membership_run', key: { campaignMembershipId: 1, campaignRunId: 1 }, unique: true },
    { name: 'primary_listed', key: { 'primaryMember._id': 1, isListed: 1, createdDt: -1, _id: -1 } },
    { name: 'primary_open', key: { 'primaryMember._id': 1, isOpen: 1, createdDt: 1, _id: 1 } },
    { name: 'run_listed_open', key: { campaignRunId: 1, isListed: 1, isOpen: 1, nameKey: 1, _id: 1 } },
    {
      name: 'run_organization_open',
      key: { campaignRunId: 1, isListed: 1, organizationNumber: 1, isOpen: 1, nameKey: 1, _id: 1 },
    },

    // Who owes something in a campaign, by name: of these keys alone.
    {
      name: 'campaign_open_name',
      key: {
        campaignId: 1,
        isOpen: 1,
        nameKey: 1,
        campaignMembershipId: 1,
        campaignRunId: 1,
        organizationNumber: 1,
      },
    },
    {
      name: 'run_asks_for_call_name',
      key: {
        campaignRunId: 1,
        isListed: 1,
        isOpen: 1,
        'primaryMember.asksForCall': 1,
        nameKey: 1,
        _id: 1,
        organizationNumber: 1,
      },
      partialFilterExpression: { 'primaryMember.asksForCall': true },
    },
    { name: 'run_membership', key: { campaignRunId: 1, campaignMembershipId: 1 } },
  ],
  run_figures: [
    { name: 'run_open', key: { campaignRunId: 1, openAmount: -1, organizationNumber: 1 } },
    { name: 'run_organization', key: { campaignRunId: 1, organizationNumber: 1 } },
    { name: 'organization_run', key: { organizationNumber: 1, campaignRunId: 1 } },
  ],
  organization_months: [
    { name: 'organization_month', key: { organizationNumber: 1, month: 1 }, unique: true },
  ],
  stale_months: [{ name: 'organization', key: { organizationNumber: 1, _id: 1 } }],

  // Payments: `_id` decides (payments.md); these indexes only find
  payments: [
    { name: 'user_created', key: { userId: 1, createdDt: -1, _id: -1 } },
    { name: 'member_created', key: { memberId: 1, createdDt: -1, _id: -1 } },
    // Whose account was paid, when they are handed out or erased.
    { name: 'payee', key: { payeeMemberId: 1 } },
  ],
  open_payments: [{ name: 'urgency', key: { isAttempted: 1, nextDt: 1, _id: 1 } }],
  donation_claims: [{ name: 'donation_epoch', key: { donationId: 1, epoch: -1 } }],
  payment_intents: [{ name: 'intent', key: { intentId: 1 } }],
  payment_attempts: [],
  payment_finals: [],
  ledger_entries: [
    { name: 'donations', key: { donationIds: 1, _id: 1 } },
    { name: 'organization_entry', key: { 'postings.organizationNumber': 1, entryDt: 1, _id: 1 } },
  ],
  provider_events: [{ name: 'expiry', key: { receivedDt: 1 }, expireAfterSeconds: 90 * DAY_SECONDS }],
  provider_customers: [],
  payment_reviews: [
    { name: 'scope_status_at', key: { scope: 1, status: 1, at: 1, _id: 1 } },
    { name: 'status', key: { status: 1, _id: 1 } },
  ],
  card_setups: [
    { name: 'member', key: { memberId: 1, _id: 1 } },
    { name: 'created', key: { createdDt: -1, _id: -1 } },
  ],
  card_tries: [{ name: 'expiry', key: { expireDt: 1 }, expireAfterSeconds: 0 }],
  paid_cards: [],

  // The history, and jobs
  audit_entries: [
    {
      name: 'organization_seq',
      key: { organizationNumber: 1, seq: 1 },
      unique: true,
      partialFilterExpression: { seq: { $gte: 1 } },
    },
    {
      name: 'unsealed',
      key: { isUnsealed: 1, organizationNumber: 1, _id: 1 },
      partialFilterExpression: { isUnsealed: true },
    },
    { name: 'subject', key: { 'subject.type': 1, 'subject.id': 1, at: -1, _id: -1 } },
    { name: 'scope_at', key: { scope: 1, at: -1, _id: -1 } },
    { name: 'scope_actor_at', key: { scope: 1, 'actor.email': 1, at: -1, _id: -1 } },
    { name: 'scope_action_at', key: { scope: 1, action: 1, at: -1, _id: -1 } },
    // What names a member beside its subject, when they are handed out or erased.
    { name: 'members', key: { memberIds: 1 }, sparse: true },
  ],
  audit_chains: [],
  open_jobs: [],
  jobs: [
    { name: 'open', key: { isOpen: 1, leaseDt: 1, _id: 1 }, partialFilterExpression: { isOpen: true } },
    { name: 'expiry', key: { expireDt: 1 }, expireAfterSeconds: 0 },
    { name: 'scope_created', key: { scope: 1, createdDt: -1, _id: -1 } },
    { name: 'scope_state', key: { scope: 1, state: 1, type: 1, _id: 1 } },
  ],

  // Telling people
  outbox: [
    { name: 'pending', key: { nextDt: 1, _id: 1 }, partialFilterExpression: { isPending: true } },
    // Mails to whom a sign-in is deleted.
    { name: 'to', key: { to: 1 } },
    { name: 'sent', key: { sentDt: 1 }, expireAfterSeconds: 90 * DAY_SECONDS },
  ],
  reminders: [{ name: 'run_created', key: { campaignRunId: 1, createdDt: -1, _id: -1 } }],
  messages: [
    { name: 'run_created', key: { campaignRunId: 1, createdDt: -1, _id: -1 } },
    { name: 'run_state_created', key: { campaignRunId: 1, state: 1, createdDt: -1, _id: -1 } },
    { name: 'member_created', key: { memberId: 1, createdDt: -1, _id: -1 } },
    { name: 'reminder_state', key: { reminderId: 1, state: 1, _id: 1 } },
    { name: 'token', key: { tokenHash: 1 } },
    { name: 'expiry', key: { expireDt: 1 }, expireAfterSeconds: 0 },
  ],
  run_letters: [{ name: 'run_created', key: { campaignRunId: 1, createdDt: -1, _id: -1 } }],
  run_letter_people: [
    { name: 'letters_outcome_order', key: { lettersId: 1, outcome: 1, order: 1 } },
    { name: 'letters_order', key: { lettersId: 1, order: 1 } },
    { name: 'member_outcome_created', key: { memberId: 1, outcome: 1, createdDt: -1, _id: -1 } },
    { name: 'created', key: { createdDt: 1 } },
  ],
  run_calls: [
    { name: 'donation_at', key: { donationId: 1, at: -1, _id: -1 } },
    { name: 'member_at', key: { memberId: 1, at: -1, _id: -1 } },
  ],
  run_call_holds: [
    { name: 'run_user', key: { campaignRunId: 1, userId: 1 } },
    { name: 'expiry', key: { untilDt: 1 }, expireAfterSeconds: 0 },
  ],

  // Files in and out
  imports: [{ name: 'organization_created', key: { organizationNumber: 1, createdDt: -1, _id: -1 } }],
  import_chunks: [
    { name: 'import_part', key: { importId: 1, part: 1 }, unique: true },
    { name: 'expiry', key: { createdDt: 1 }, expireAfterSeconds: 7 * DAY_SECONDS },
  ],
  import_rows: [
    { name: 'import_row', key: { importId: 1, row: 1 }, unique: true },
    { name: 'import_group', key: { importId: 1, group: 1, row: 1 } },
    { name: 'import_state', key: { importId: 1, state: 1, row: 1 } },
    { name: 'import_outcome', key: { importId: 1, outcome: 1, row: 1 } },
    { name: 'import_household', key: { importId: 1, householdKey: 1, row: 1 } },
    { name: 'import_person', key: { importId: 1, personKey: 1, row: 1 } },
    { name: 'expiry', key: { createdDt: 1 }, expireAfterSeconds: 180 * DAY_SECONDS },
    { name: 'import_fund', key: { importId: 1, fundIds: 1, group: 1, row: 1 } },
    // Rows about a member, when they are handed out or erased.
    { name: 'member', key: { memberId: 1 }, partialFilterExpression: { memberId: { $gt: '' } } },
    { name: 'target', key: { target: 1 }, partialFilterExpression: { target: { $gt: '' } } },
  ],
  import_keys: [],
  import_households: [],
  import_mappings: [],
  exports: [
    { name: 'organization_created', key: { organizationNumber: 1, createdDt: -1, _id: -1 } },
    { name: 'expiry', key: { expireDt: 1 }, expireAfterSeconds: 0 },
  ],
  export_pieces: [
    { name: 'export_part', key: { exportId: 1, part: 1 }, unique: true },
    { name: 'expiry', key: { expireDt: 1 }, expireAfterSeconds: 0 },
  ],
};

export const baseline: Migration = {
  name: '001-baseline',
  up: (db) => createCollections(db, schema),
};
