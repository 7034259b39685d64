/**
 * Every field that refers to a document of another collection (docs/decisions/047). `npm run verify` walks `REFERENCES`;
 * the fields of `RECORDS` outlive the document, and the test of stored documents allows no other field to refer to one.
 */

/** A field of a collection that refers to a document of another one by its `_id`, or to an organization by its number. */
export type Reference = { from: string; field: string; to: string };

/** The key of organizations; everything else is referred to by its `_id`. */
export const ORGANIZATION_KEY = 'organizationNumber';

const of = (from: string, fields: Readonly<Record<string, string>>): Reference[] =>
  Object.entries(fields).map(([field, to]) => ({ from, field, to }));

/** References that never dangle: a removal refuses, or removes as well, whatever refers to the removed document. */
export const REFERENCES: readonly Reference[] = [
  ...of('organizations', { parentOrganization: 'organizations', path: 'organizations' }),
  ...of('groups', { organizationNumber: 'organizations', memberIds: 'members' }),
  ...of('connected_accounts', { _id: 'organizations' }),
  ...of('roles', { organizationNumber: 'organizations', userId: 'users' }),
  ...of('users', { memberId: 'members' }),
  ...of('user_tokens', { userId: 'users' }),
  ...of('user_codes', { userId: 'users' }),
  ...of('contacts', { organizationNumber: 'organizations', member_id: 'members' }),
  ...of('household_notes', { householdId: 'households' }),
  ...of('households', { primaryMemberId: 'members' }),
  ...of('members', {
    organizationNumber: 'organizations',
    household_id: 'households',
    linkedHouseholds: 'households',
  }),
  ...of('provider_customers', { _id: 'members' }),
  ...of('campaigns', {
    organizationNumber: 'organizations',
    participatingOrganizations: 'organizations',
    offeredTo: 'organizations',
  }),
  ...of('campaign_runs', { campaignId: 'campaigns', organizationNumber: 'organizations' }),
  ...of('run_figures', { campaignRunId: 'campaign_runs', organizationNumber: 'organizations' }),
  ...of('campaign_memberships', {
    campaignId: 'campaigns',
    organizationNumber: 'organizations',
    primaryMemberId: 'members',
    'members.member_id': 'members',
    'payers.member_id': 'members',
    openingEntryId: 'ledger_entries',
  }),
  ...of('membership_counts', { campaignId: 'campaigns', organizationNumber: 'organizations' }),
  ...of('donations', {
    campaignMembershipId: 'campaign_memberships',
    campaignId: 'campaigns',
    campaignRunId: 'campaign_runs',
    organizationNumber: 'organizations',
    'primaryMember._id': 'members',
    'members.member_id': 'members',
  }),
  ...of('ledger_entries', {
    donationIds: 'donations',
    'postings.organizationNumber': 'organizations',
  }),
  ...of('organization_months', { organizationNumber: 'organizations' }),
  ...of('payments', { memberId: 'members', payeeMemberId: 'members' }),
  ...of('payment_attempts', { paymentId: 'payments' }),
  ...of('coverage_letters', { memberId: 'members' }),
  ...of('death_reports', { memberId: 'members' }),
  ...of('death_tasks', { memberId: 'members' }),
  ...of('sign_in_changes', { _id: 'members' }),
  ...of('run_calls', { memberId: 'members' }),
  ...of('run_letter_people', { memberId: 'members', lettersId: 'run_letters' }),
  ...of('import_chunks', { importId: 'imports' }),
  ...of('import_rows', { importId: 'imports' }),
  ...of('import_keys', { importId: 'imports' }),
  ...of('import_households', { importId: 'imports' }),
];

/**
 * Collections, and fields with all below them, that refer to documents and are not walked: what they refer to may be
 * gone, for the given reason.
 */
export const RECORDS: Readonly<Record<string, string>> = {
  audit_entries: 'the history also records what was removed',
  audit_chains: 'the chain of an organization stays when the organization is removed',
  jobs: 'what was done is shown for a while, then it expires',
  'imports.organizationNumber': 'a record of what was imported, also of what was removed since',
  'imports.balances': 'what a file said',
  'imports.columns': 'what a file said',
  'imports.jobId': 'jobs expire',
  'import_rows.cells': 'what a file said',
  'import_rows.values': 'what a file said',
  'import_rows.target': 'what a file was compared with',
  'household_notes.author': 'who wrote it, also when the sign-in was deleted since',
  'death_reports.organizationNumber': 'the report is listed, also when they have moved since',
  'death_reports.scope': 'as death_reports.organizationNumber',
  'death_reports.householdId': 'where they lived when it was reported',
  'death_tasks.organizationNumber': 'the task is listed, also when its membership was removed since',
  'death_tasks.scope': 'as death_tasks.organizationNumber',
  'run_calls.campaignRunId':
    'a record of a call, also when its run was undone with the balances of an import',
  'run_letters.campaignRunId': 'as run_calls.campaignRunId',
  'import_rows.memberId': 'a record of what a row created, also when it was removed since',
  'import_rows.fundIds': 'as import_rows.memberId',
  'import_rows.membershipIds': 'as import_rows.memberId',
  'import_rows.joined': 'as import_rows.memberId',
  'import_rows.householdId': 'as import_rows.memberId',
  'import_rows.organizationNumber': 'as import_rows.memberId',
  'import_rows.donationId': 'as import_rows.memberId',
  'import_rows.contentKey': 'a hash, by which import_keys are found',
  'import_keys.memberId': 'as import_rows.memberId',
  'import_households.householdId': 'as import_rows.memberId',
  'exports.organizationNumber': 'archives expire',
  'exports.jobId': 'jobs expire',
  'export_pieces.exportId': 'pieces of archives expire by themselves',
  'intake_requests.organizationNumber':
    'requests that were answered expire; those that wait keep the organization',
  'intake_requests.scope': 'as intake_requests.organizationNumber',
  'intake_requests.decision.member_id': 'as intake_requests.organizationNumber',
  'organizations.searchKeys': 'words to search by',
  name_words: 'words to search by',
  'members.remindedBy': 'messages expire',
  'members.memberId': 'their own number',
  'campaign_runs.duesJobId': 'jobs expire',
  'donations.madeBy': 'the job that made them, which expires',
  'donations.repricedBy': 'as donations.madeBy',
  'campaign_memberships.repricedBy': 'as donations.madeBy',
  'campaign_memberships.members._id': 'their own ids',
  'members.death': 'the state before a death, for an undo',
  'run_calls.donationId': 'what was said about dues that were undone since',
  'sign_in_changes.organizationNumber':
    'where the member was when it was requested, also when they have moved since',
  'sign_in_changes.scope': 'as sign_in_changes.organizationNumber',
  'sign_in_changes.author': 'who did it, also when the sign-in was deleted since',
  'run_calls.author': 'who did it, also when the sign-in was deleted since',
  run_call_holds: 'expire',
  'run_letters.organizationNumber': 'a record of what was sent, also of what was removed since',
  'run_letters.jobId': 'jobs expire',
  'run_letter_people.memberNumber': 'as it was printed',
  'reminders.campaignId': 'a record of what was sent, also of what was removed since',
  'reminders.campaignRunId': 'as reminders.campaignId',
  'reminders.organizationNumber': 'as reminders.campaignId',
  'reminders.jobId': 'jobs expire',
  'reminders.author': 'who did it, also when the sign-in was deleted since',
  messages: 'expire',
  'coverage_letters.covers': 'what a letter says that was printed',
  cover_changes: 'recomputed every day; verify compares them',
  double_covers: 'as cover_changes',
  stale: 'a list of what must be recomputed',
  donation_claims: 'the payments in progress; verify compares the ledger with them',
  open_payments: 'a queue of the sweep; verify compares it with the ledger',
  payment_finals: 'how payments and holds on dues ended; verify compares the ledger with them',
  'payment_attempts.failure': 'counters of tries expire',
  payment_intents: 'the provider’s id of a payment or a card setup',
  'payments.userId': 'who paid, also when the sign-in was deleted since',
  'payments.lines': 'what was requested; the ledger has the dues that were paid',
  'payments.tryKeys': 'counters of tries expire',
  'payments.customerId': 'an id of the provider',
  payment_reviews: 'what the provider reported, also of what is unknown here',
  'card_tries.tries': 'expire',
  card_setups: 'expire',
  connect_states: 'expire',
  'users.organizationNumber': 'where a sign-in without a member began; its roles decide what it may do',
  devices: 'expire',
  security_events: 'expire',
  outbox: 'expire',
};
