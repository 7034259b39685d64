/**
 * Every field that names a document of another collection (docs/decisions/047). `npm run verify` walks `REFERENCES`; what
 * `RECORDS` has stays when the document goes, and the test of stored documents lets no other field name one.
 */

/** A field of a collection that names a document of another one by its `_id`, or an organization by its number. */
export type Reference = { from: string; field: string; to: string };

/** What organizations are named by; everything else is named by its `_id`. */
export const ORGANIZATION_KEY = 'organizationNumber';

const of = (from: string, fields: Readonly<Record<string, string>>): Reference[] =>
  Object.entries(fields).map(([field, to]) => ({ from, field, to }));

/** References that always lead somewhere: a removal refuses, or takes along, whatever refers to what is removed. */
export const REFERENCES: readonly Reference[] = [
  ...of('organizations', { parentOrganization: 'organizations', path: 'organizations' }),
  ...of('groups', { organizationNumber: 'organizations' }),
  ...of('connected_accounts', { _id: 'organizations' }),
  ...of('roles', { organizationNumber: 'organizations', userId: 'users' }),
  ...of('users', { memberId: 'members' }),
  ...of('user_tokens', { userId: 'users' }),
  ...of('user_codes', { userId: 'users' }),
  ...of('contacts', { organizationNumber: 'organizations', member_id: 'members' }),
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
  ...of('ledger_entries', { donationIds: 'donations', 'postings.organizationNumber': 'organizations' }),
  ...of('organization_months', { organizationNumber: 'organizations' }),
  ...of('payments', { memberId: 'members', payeeMemberId: 'members' }),
  ...of('payment_attempts', { paymentId: 'payments' }),
  ...of('coverage_letters', { memberId: 'members' }),
  ...of('death_reports', { memberId: 'members' }),
  ...of('death_tasks', { memberId: 'members' }),
  ...of('run_calls', { memberId: 'members' }),
  ...of('run_letter_people', { memberId: 'members', lettersId: 'run_letters' }),
  ...of('import_chunks', { importId: 'imports' }),
  ...of('import_rows', { importId: 'imports' }),
  ...of('import_keys', { importId: 'imports' }),
  ...of('import_households', { importId: 'imports' }),
];

/**
 * Collections, and fields with all below them, that name documents and are not walked: what they name may be gone, for the
 * reason that is given.
 */
export const RECORDS: Readonly<Record<string, string>> = {
  audit_entries: 'the history tells of what was removed too',
  audit_chains: 'the chain of an organization stays when the organization is removed',
  jobs: 'what was done is told for a while, then it expires',
  'imports.organizationNumber': 'what was imported is told of, also of what was removed since',
  'imports.balances': 'what a file said',
  'imports.columns': 'what a file said',
  'imports.jobId': 'jobs expire',
  'import_rows.cells': 'what a file said',
  'import_rows.values': 'what a file said',
  'import_rows.target': 'what a file was compared with',
  'death_reports.organizationNumber': 'what was reported is told of, also when they have moved since',
  'death_reports.scope': 'as death_reports.organizationNumber',
  'death_reports.householdId': 'where they lived when it was reported',
  'death_tasks.organizationNumber':
    'what is to be done is told of, also when its membership was removed since',
  'death_tasks.scope': 'as death_tasks.organizationNumber',
  'run_calls.campaignRunId':
    'a call is told of, also when its run was taken back with the balances of an import',
  'run_letters.campaignRunId': 'as run_calls.campaignRunId',
  'import_rows.memberId': 'what was made of a row is told of, also when it was removed since',
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
  'members.death': 'what was before a death, to take it back',
  'run_calls.donationId': 'what was said of dues that were taken back since',
  'run_calls.author': 'who did it, also when the sign-in was deleted since',
  run_call_holds: 'expire',
  'run_letters.organizationNumber': 'what was sent is told of, also of what was removed since',
  'run_letters.jobId': 'jobs expire',
  'run_letter_people.memberNumber': 'as it was printed',
  'reminders.campaignId': 'what was sent is told of, also of what was removed since',
  'reminders.campaignRunId': 'as reminders.campaignId',
  'reminders.organizationNumber': 'as reminders.campaignId',
  'reminders.jobId': 'jobs expire',
  'reminders.author': 'who did it, also when the sign-in was deleted since',
  messages: 'expire',
  'coverage_letters.covers': 'what a letter says that was printed',
  cover_changes: 'worked out anew every day; verify compares them',
  double_covers: 'as cover_changes',
  stale: 'a list of what is to be worked out anew',
  donation_claims: 'who pays for what just now; verify compares the ledger with them',
  open_payments: 'what the sweep is to look at; verify compares them with the ledger',
  payment_finals: 'how payments and holds on dues ended; verify compares the ledger with them',
  'payment_attempts.failure': 'counters of tries expire',
  payment_intents: 'what the provider calls a payment or the setting up of a card',
  'payments.userId': 'who paid, also when the sign-in was deleted since',
  'payments.lines': 'what was asked for; of what was paid the ledger has the dues',
  'payments.tryKeys': 'counters of tries expire',
  'payments.customerId': 'an id of the provider',
  payment_reviews: 'what the provider said, also of what is not known here',
  'card_tries.tries': 'expire',
  card_setups: 'expire',
  connect_states: 'expire',
  'users.organizationNumber': 'where a sign-in without a member began; what it may do is said by its roles',
  devices: 'expire',
  security_events: 'expire',
  outbox: 'expire',
};
