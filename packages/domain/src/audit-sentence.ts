/** The history in plain words: the label and the sentence of each action. */
import type { AuditAction, AuditChange, AuditEntry } from './audit.ts';
import { CALL_OUTCOME_TEXTS, isCallOutcome } from './call.ts';
import { jobTitle } from './job.ts';
import { countOf, listOf } from './text.ts';

type Entry = Pick<AuditEntry, 'action' | 'actor' | 'subject' | 'changes'>;

/** The new value of a field; undefined when the entry does not have it. */
const set = ({ changes }: Entry, field: string): unknown =>
  changes.find((change) => change.field === field)?.to ?? undefined;

/** The former value of a field, for removals. */
const was = ({ changes }: Entry, field: string): unknown =>
  changes.find((change) => change.field === field)?.from ?? undefined;

const textOr = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise);

const documentOf = (kind: unknown) =>
  ({ certificate: 'a certificate', invoice: 'an invoice', receipt: 'a signed receipt' })[textOr(kind, '')] ??
  'a document';

/** For entries about roles: the role, whose it is or was, and where. */
const roleOf = (entry: Entry) => textOr(set(entry, 'role') ?? was(entry, 'role'), 'without a name');
const userOf = (entry: Entry) => textOr(set(entry, 'user') ?? was(entry, 'user'), 'a user');
const atOf = ({ subject }: Entry) => `at ${subject.label}`;

/** The outcome of a call, as in `no answer`. */
const callOutcomeOf = (value: unknown) =>
  (isCallOutcome(value) ? CALL_OUTCOME_TEXTS[value] : 'noted').toLowerCase();

/** A count with its noun: `412 members`. */
function figure(value: unknown, singular: string, plural: string): string {
  return typeof value === 'number' ? countOf(value, singular, plural) : plural;
}

/** Who joined which campaign, by themselves or by somebody else; the label of a membership is reference, name, campaign. */
function joinedOf({ actor, subject: { label } }: Entry): string {
  const [, reference, name, campaign] = /^([^,]*), ([^,]*), (.*)$/.exec(label) ?? [];
  if (!name) return `joined with the membership ${label}`;
  return `joined ${actor.name === name ? '' : `${name} to `}${campaign} (${reference})`;
}

const FIELD_NAMES = new Map([
  ['activeDt', 'covered since'],
  ['lastPaidAmount', 'last payment'],
  ['lastPaidDt', 'date of the last payment'],
  ['owedAmount', 'owed from before'],
  ['creditAmount', 'paid ahead'],
  ['birthDt', 'birth date'],
  ['campaignName', 'name'],
  ['defaultPrice', 'default price'],
  ['deceasedDt', 'date of death'],
  ['deathDay', 'what is known of the day'],
  ['endDt', 'last day'],
  ['externalRef', 'external reference'],
  ['firstNm', 'first name'],
  ['formerNames', 'former names'],
  ['fundRules', 'rules of the fund'],
  ['household_id', 'household'],
  ['isActive', 'state'],
  ['lastNm', 'last name'],
  ['isWaitingWaived', 'waiting time'],
  ['joined', 'added to memberships that were here'],
  ['linkedHouseholds', 'linked household'],
  ['memberId', 'member number'],
  ['members', 'covered people'],
  ['middleInit', 'middle initial'],
  ['organizationName', 'name'],
  ['participatingOrganizations', 'participating organizations'],
  ['phones', 'phone numbers'],
  ['preferredWay', 'preferred way'],
  ['primaryMember', 'primary member'],
  ['priceRules', 'price rules'],
  ['totalPrice', 'price'],
  ['requiresMembership', 'by membership'],
  ['shortDescription', 'description'],
  ['startDt', 'first day'],
  ['taxNote', 'tax note'],
  ['uncovered', 'not in the fund of their row'],
  ['unsubscribedDt', 'stop of reminders'],
  ['user', 'sign-in'],
  ['usedAmount', 'used'],
  ['paidBackAmount', 'paid back'],
  ['receivedAmount', 'received'],
  ['waivedAmount', 'waived'],
  ['fundOpening', 'had before'],
  ['asOf', 'as of'],
  ['refundLimitAmount', 'limit of refunds by one person'],
  ['waiversByTwo', 'waivers by two people'],
  ['batchesByTwo', 'batches closed by two people'],
  ['checked', 'checklist'],
  ['claimLimitAmount', 'limit of claims approved by one person'],
  ['benefitAmount', 'benefit'],
  ['hasMemorial', 'words in memory'],
  ['hasCause', 'cause known'],
  ['proposedAmount', 'proposed'],
  ['approvedAmount', 'approved'],
]);

/** The name of a field in lower case: `phone numbers`. */
export function auditFieldName(field: string): string {
  return (
    FIELD_NAMES.get(field) ??
    field
      .replace(/_/g, ' ')
      .replace(/\B[A-Z]/g, ' $&')
      .toLowerCase()
  );
}

const fieldNames = (changes: readonly AuditChange[]) =>
  listOf(changes.map(({ field }) => auditFieldName(field)));

/** `changed the phone numbers of Ruth Okafor`. */
const changedOf = ({ changes }: Entry, what: string) =>
  changes.length ? `changed the ${fieldNames(changes)} of ${what}` : `changed ${what}`;

function runUpdated(entry: Entry): string {
  const run = `the run ${entry.subject.label}`;
  const isOnlyState = entry.changes.every(({ field }) => field === 'isActive');
  const state = set(entry, 'isActive');
  if (!isOnlyState || typeof state !== 'boolean') return changedOf(entry, run);
  return `${state ? 'activated' : 'paused'} ${run}`;
}

/** For entries about a covered person: their name. */
const personOf = (entry: Entry) => textOr(set(entry, 'person') ?? was(entry, 'person'), 'a person');

function membershipUpdated(entry: Entry): string {
  const membership = `the membership ${entry.subject.label}`;
  const state = set(entry, 'isActive');
  if (typeof state !== 'boolean') return changedOf(entry, membership);
  return `${state ? 'activated' : 'deactivated'} ${membership}`;
}

/** For each action: its label in a list of actions, and the words that follow the name of the user. */
const SENTENCES: Record<AuditAction, { name: string; did: (entry: Entry) => string }> = {
  'account.address_changed': {
    name: 'Sign-in address changed',
    did: ({ subject }) => `changed the sign-in address of ${subject.label}`,
  },
  'account.change_requested': {
    name: 'Change of a sign-in requested',
    did: (entry) =>
      set(entry, 'user')
        ? `asked for another sign-in address of ${entry.subject.label}`
        : `asked to unlink the sign-in of ${entry.subject.label}`,
  },
  'account.change_withdrawn': {
    name: 'Change of a sign-in withdrawn',
    did: ({ subject }) => `withdrew the change of the sign-in of ${subject.label}`,
  },
  'account.deleted': {
    name: 'Sign-in deleted',
    did: ({ subject }) => `deleted the sign-in of ${subject.label}`,
  },
  'account.ended': {
    name: 'Sign-in ended',
    did: ({ subject }) => `ended the sign-in of ${subject.label}`,
  },
  'account.linked': {
    name: 'Sign-in linked',
    did: ({ subject }) => `linked a sign-in to ${subject.label}`,
  },
  'account.reopened': {
    name: 'Sign-in opened again',
    did: ({ subject }) => `opened the sign-in of ${subject.label} again`,
  },
  'account.unlinked': {
    name: 'Sign-in unlinked',
    did: ({ subject }) => `unlinked the sign-in of ${subject.label}`,
  },
  'autopay.set': {
    name: 'Autopay set',
    did: (entry) =>
      `set for ${entry.subject.label} that ${textOr(set(entry, 'campaign'), 'a fund')} is paid by a saved card by itself`,
  },
  'autopay.stopped': {
    name: 'Autopay stopped',
    did: (entry) =>
      `stopped for ${entry.subject.label} that ${textOr(was(entry, 'campaign'), 'a fund')} is paid by a saved card by itself`,
  },
  'balances.import_undone': {
    name: 'Balances from before taken back',
    did: (entry) =>
      `took back ${figure(set(entry, 'undone'), 'balance', 'balances')} from before of ${entry.subject.label}`,
  },
  'balances.imported': {
    name: 'Balances from before entered',
    did: (entry) =>
      `entered ${figure(set(entry, 'created'), 'balance', 'balances')} from before at ${entry.subject.label}`,
  },
  'call.noted': {
    name: 'Call noted',
    did: (entry) => `called ${entry.subject.label}: ${callOutcomeOf(set(entry, 'outcome'))}`,
  },
  'call.taken_back': {
    name: 'Noted call taken back',
    did: (entry) => `took back the note of a call to ${entry.subject.label}`,
  },
  'campaign.created': {
    name: 'Campaign created',
    did: ({ subject }) => `created the campaign ${subject.label}`,
  },
  'campaign.fund_opened': {
    name: 'Money of a fund',
    did: ({ subject }) => `recorded what the fund ${subject.label} had before`,
  },
  'campaign.updated': {
    name: 'Campaign changed',
    did: (entry) => changedOf(entry, `the campaign ${entry.subject.label}`),
  },
  'campaign_run.created': {
    name: 'Campaign run created',
    did: ({ subject }) => `created the run ${subject.label}`,
  },
  'campaign_run.letters_made': {
    name: 'Letters made',
    did: (entry) =>
      `made ${figure(set(entry, 'letters'), 'letter', 'letters')} about the run ${entry.subject.label}`,
  },
  'campaign_run.letters_mailed': {
    name: 'Letters mailed',
    did: (entry) =>
      `mailed ${figure(set(entry, 'letters'), 'letter', 'letters')} about the run ${entry.subject.label}`,
  },
  'campaign_run.letters_not_mailed': {
    name: 'Mailing of letters taken back',
    did: ({ subject }) => `took back that letters about the run ${subject.label} were mailed`,
  },
  'campaign_run.reminded': {
    name: 'Reminders sent',
    did: (entry) => {
      const warnings = set(entry, 'warnings');
      const reports = set(entry, 'reports');
      const sent =
        warnings !== undefined
          ? figure(warnings, 'warning before cover ends', 'warnings before cover ends')
          : reports !== undefined
            ? figure(reports, 'report', 'reports')
            : figure(set(entry, 'reminders'), 'reminder', 'reminders');
      return `sent ${sent} of the run ${entry.subject.label}`;
    },
  },
  'campaign_run.reminder_begun': {
    name: 'Reminder begun',
    did: ({ subject }) => `began to remind people who owe in the run ${subject.label}`,
  },
  'campaign_run.report_begun': {
    name: 'Report begun',
    did: ({ subject }) => `began to tell those who gave what the run ${subject.label} came to`,
  },
  'campaign_run.removed': {
    name: 'Campaign run removed',
    did: ({ subject }) => `removed the empty run ${subject.label}`,
  },
  'campaign_run.updated': { name: 'Campaign run changed', did: runUpdated },
  'card.removed': {
    name: 'Card removed',
    did: ({ subject }) => `removed a saved card of ${subject.label}`,
  },
  'card.saved': { name: 'Card saved', did: ({ subject }) => `saved a card for ${subject.label}` },
  'claim.approved': {
    name: 'Claim approved',
    did: ({ subject }) => `approved the claim ${subject.label}`,
  },
  'claim.changed': {
    name: 'Claim changed',
    did: (entry) => changedOf(entry, `the claim ${entry.subject.label}`),
  },
  'claim.closed': { name: 'Claim closed', did: ({ subject }) => `closed the claim ${subject.label}` },
  'claim.document_added': {
    name: 'Document added',
    did: (entry) => `added ${documentOf(set(entry, 'document'))} to the claim ${entry.subject.label}`,
  },
  'claim.document_read': {
    name: 'Document read',
    did: (entry) => `read ${documentOf(set(entry, 'document'))} of the claim ${entry.subject.label}`,
  },
  'claim.document_removed': {
    name: 'Document removed',
    did: ({ subject }) => `removed a document of the claim ${subject.label}`,
  },
  'claim.documents_deleted': {
    name: 'Documents deleted',
    did: ({ subject }) => `deleted the documents of the claim ${subject.label}, whose term has ended`,
  },
  'claim.opened': { name: 'Claim opened', did: ({ subject }) => `opened the claim ${subject.label}` },
  'claim.proposed': {
    name: 'Claim proposed',
    did: ({ subject }) => `proposed to pay the claim ${subject.label}`,
  },
  'claim.refused': { name: 'Claim refused', did: ({ subject }) => `refused the claim ${subject.label}` },
  'claim.reopened': { name: 'Claim reopened', did: ({ subject }) => `reopened the claim ${subject.label}` },
  'claim.collected': {
    name: 'Collection made for a claim',
    did: (entry) =>
      `made the collection ${textOr(set(entry, 'run'), '')} for the claim ${entry.subject.label}`,
  },
  'claim.paid': {
    name: 'Payout recorded',
    did: ({ subject }) => `recorded a payout of the claim ${subject.label}`,
  },
  'claim.payout_confirmed': {
    name: 'Payout confirmed',
    did: ({ subject }) => `confirmed a payout of the claim ${subject.label}`,
  },
  'claim.payout_corrected': {
    name: 'Payout corrected',
    did: ({ subject }) => `corrected a payout of the claim ${subject.label}`,
  },
  'claim.payout_signed': {
    name: 'Payout signed for',
    did: (entry) =>
      `had ${textOr(set(entry, 'payee'), 'the payee')} sign for a payout of the claim ${entry.subject.label}`,
  },
  'contact.added': {
    name: 'Contact added',
    did: (entry) => `made ${entry.subject.label} a contact: ${textOr(set(entry, 'title'), 'no title')}`,
  },
  'contact.deleted': {
    name: 'Contact deleted',
    did: (entry) => `deleted ${entry.subject.label} as a contact: ${textOr(was(entry, 'title'), 'no title')}`,
  },
  'credit.paid_back': {
    name: 'Credit paid back',
    did: ({ subject }) => `paid back credit of ${subject.label}`,
  },
  'credit.used': {
    name: 'Credit used',
    did: (entry) => `used credit of ${entry.subject.label} for ${textOr(set(entry, 'run'), 'dues')}`,
  },
  'dues.created': {
    name: 'Dues made',
    did: (entry) => `made ${figure(set(entry, 'dues'), 'due', 'dues')} in the run ${entry.subject.label}`,
  },
  'dues.waived': {
    name: 'Dues waived',
    did: (entry) => `waived dues of ${textOr(set(entry, 'run'), 'a run')} of ${entry.subject.label}`,
  },
  'group.created': {
    name: 'Group added',
    did: (entry) =>
      `added the group ${textOr(set(entry, 'group'), 'without a name')} to ${entry.subject.label}`,
  },
  'group.joined': {
    name: 'Put into a group',
    did: (entry) =>
      `put ${entry.subject.label} into the group ${textOr(set(entry, 'group'), 'without a name')}`,
  },
  'group.left': {
    name: 'Taken out of a group',
    did: (entry) =>
      `took ${entry.subject.label} out of the group ${textOr(was(entry, 'group'), 'without a name')}`,
  },
  'group.removed': {
    name: 'Group deleted',
    did: (entry) =>
      `deleted the group ${textOr(was(entry, 'group'), 'without a name')} of ${entry.subject.label}`,
  },
  'household.linked': {
    name: 'Household linked',
    did: ({ subject }) => `linked another household to ${subject.label}`,
  },
  'household.note_added': {
    name: 'Note on a household',
    did: ({ subject }) => `wrote a note on the household of ${subject.label}`,
  },
  'household.note_removed': {
    name: 'Note on a household removed',
    did: ({ subject }) => `removed a note on the household of ${subject.label}`,
  },
  'household.note_restored': {
    name: 'Note on a household restored',
    did: ({ subject }) => `restored a note on the household of ${subject.label}`,
  },
  'household.primary_changed': {
    name: 'Primary member changed',
    did: ({ subject }) => `made ${subject.label} the primary member of their household`,
  },
  'household.unlinked': {
    name: 'Household unlinked',
    did: ({ subject }) => `unlinked a household from ${subject.label}`,
  },
  'intake.accepted': {
    name: 'Request accepted',
    did: ({ subject }) => `made a member of the request of ${subject.label}`,
  },
  'intake.dismissed': {
    name: 'Request dismissed',
    did: ({ subject }) => `dismissed the request of ${subject.label}`,
  },
  'intake.restored': {
    name: 'Request reopened',
    did: ({ subject }) => `reopened the request of ${subject.label}`,
  },
  'job.cancelled': {
    name: 'Job cancelled',
    did: (entry) => {
      const title = jobTitle(textOr(was(entry, 'job'), 'without a name'));
      return `cancelled the job “${title}” of ${entry.subject.label}`;
    },
  },
  'list.exported': {
    name: 'List exported',
    did: (entry) => {
      const filter = set(entry, 'filter');
      const list = `the list “${textOr(set(entry, 'list'), 'without a name')}”`;
      return `exported ${list}${typeof filter === 'string' ? ` (${filter})` : ''} of ${entry.subject.label}`;
    },
  },
  'member.address_confirmed': {
    name: 'Address confirmed',
    did: ({ subject }) => `confirmed the address of ${subject.label}`,
  },
  'member.created': { name: 'Member added', did: ({ subject }) => `added the member ${subject.label}` },
  'member.deleted': {
    name: 'Member deleted',
    did: ({ subject }) => `deleted the member ${subject.label}`,
  },
  'member.erased': {
    name: 'Person erased',
    did: ({ subject }) => `erased ${subject.label}`,
  },
  'member.handed_out': {
    name: 'Data of a person exported',
    did: ({ subject }) => `exported all data of ${subject.label}`,
  },
  'member.death_report_dismissed': {
    name: 'Report of a death dismissed',
    did: ({ subject }) => `dismissed the report that ${subject.label} has died`,
  },
  'member.death_reported': {
    name: 'Death reported',
    did: ({ subject }) => `reported that ${subject.label} has died`,
  },
  'member.death_task_done': {
    name: 'Done after a death',
    did: (entry) => `did what was left to do after the death of ${entry.subject.label}`,
  },
  'member.death_task_reopened': {
    name: 'To be done again after a death',
    did: (entry) => `said that something is left to do after the death of ${entry.subject.label}`,
  },
  'member.death_taken_back': {
    name: 'Death taken back',
    did: ({ subject }) => `undid the death entry of ${subject.label}`,
  },
  'member.deceased': {
    name: 'Death entered',
    did: (entry) =>
      was(entry, 'deceasedDt') || was(entry, 'deathDay')
        ? `corrected the day of death of ${entry.subject.label}`
        : `entered the death of ${entry.subject.label}`,
  },
  'member.moved': {
    name: 'Member moved',
    did: ({ subject }) => `moved ${subject.label} to another household`,
  },
  'member.updated': { name: 'Member changed', did: (entry) => changedOf(entry, entry.subject.label) },
  'members.created': {
    name: 'Members added',
    did: (entry) => `added ${figure(set(entry, 'members'), 'member', 'members')} to ${entry.subject.label}`,
  },
  'members.import_undone': {
    name: 'Import taken back',
    did: (entry) =>
      `took back an import: ${figure(set(entry, 'undone'), 'member', 'members')} of ${entry.subject.label}`,
  },
  'members.imported': {
    name: 'Members imported',
    did: (entry) =>
      `imported ${figure(set(entry, 'created'), 'member', 'members')} into ${entry.subject.label} and changed ${figure(set(entry, 'changed'), 'other', 'others')}`,
  },
  'membership.balance_entered': {
    name: 'Balance from before entered',
    did: ({ subject }) => `entered the balance from before of the membership ${subject.label}`,
  },
  'membership.balance_undone': {
    name: 'Balance from before taken back',
    did: ({ subject }) => `took back the balance from before of the membership ${subject.label}`,
  },
  'membership.confirmed': {
    name: 'Membership confirmed',
    did: ({ subject }) => `confirmed the membership ${subject.label}`,
  },
  'membership.created': {
    name: 'Membership created',
    did: ({ subject }) => `created the membership ${subject.label}`,
  },
  'membership.joined': {
    name: 'Campaign joined',
    did: joinedOf,
  },
  'membership.deleted': {
    name: 'Membership removed',
    did: (entry) =>
      `removed the membership ${entry.subject.label}${set(entry, 'waivedAmount') === undefined ? '' : ' and waived its open dues'}`,
  },
  'membership.dues_created': {
    name: 'Dues added',
    did: (entry) =>
      `added the dues of ${textOr(set(entry, 'run'), 'a run')} to the membership ${entry.subject.label}`,
  },
  'membership.person_added': {
    name: 'Covered person added',
    did: (entry) => `added ${personOf(entry)} to the membership ${entry.subject.label}`,
  },
  'membership.person_ended': {
    name: 'Covered person removed',
    did: (entry) => `removed ${personOf(entry)} from the membership ${entry.subject.label}`,
  },
  'membership.price_set': {
    name: 'Price set by hand',
    did: (entry) =>
      `${set(entry, 'priceOverride') === undefined ? 'removed the price by hand of' : 'set the price by hand of'} ${personOf(entry)} in the membership ${entry.subject.label}`,
  },
  'membership.primary_changed': {
    name: 'Primary member of a membership changed',
    did: (entry) =>
      `made ${textOr(set(entry, 'primaryMember'), 'another member')} the primary member of the membership ${entry.subject.label}`,
  },
  'membership.repriced': {
    name: 'Prices of a membership refreshed',
    did: ({ subject }) => `refreshed the prices of the membership ${subject.label}`,
  },
  'membership.updated': { name: 'Membership changed', did: membershipUpdated },
  'membership.waiting_changed': {
    name: 'Waiting time changed',
    did: (entry) =>
      `${set(entry, 'isWaitingWaived') === true ? 'waived the waiting time of' : 'restored the waiting time of'} ${personOf(entry)} in the membership ${entry.subject.label}`,
  },
  'memberships.created': {
    name: 'Memberships made',
    did: (entry) =>
      `made ${figure(set(entry, 'memberships'), 'membership', 'memberships')} in ${entry.subject.label}`,
  },
  'memberships.repriced': {
    name: 'Prices of memberships refreshed',
    did: (entry) =>
      `refreshed the prices of ${figure(set(entry, 'memberships'), 'membership', 'memberships')} in ${entry.subject.label}`,
  },
  'memberships.updated': {
    name: 'Memberships changed',
    did: (entry) =>
      `${set(entry, 'isActive') === true ? 'activated' : 'deactivated'} ${figure(set(entry, 'memberships'), 'membership', 'memberships')} in ${entry.subject.label}`,
  },
  'organization.account_changed': {
    name: 'Payment account changed',
    did: (entry) =>
      `noted that the payment account of ${entry.subject.label} is ${textOr(set(entry, 'state'), 'changed')}`,
  },
  'organization.account_connected': {
    name: 'Payment account connected',
    did: (entry) =>
      `connected the payment account ${textOr(set(entry, 'account'), 'without a name')} to ${entry.subject.label}`,
  },
  'organization.account_disconnected': {
    name: 'Payment account disconnected',
    did: (entry) =>
      `disconnected the payment account ${textOr(was(entry, 'account'), 'without a name')} of ${entry.subject.label}`,
  },
  'organization.created': {
    name: 'Organization created',
    did: ({ subject }) => `created the organization ${subject.label}`,
  },
  'organization.exported': {
    name: 'Organization exported',
    did: (entry) =>
      `exported everything of ${entry.subject.label}: ${figure(set(entry, 'rows'), 'row', 'rows')}`,
  },
  'organization.export_downloaded': {
    name: 'Export downloaded',
    did: ({ subject }) => `downloaded the export of everything of ${subject.label}`,
  },
  'organization.moved': {
    name: 'Organization moved',
    did: (entry) => {
      const above = set(entry, 'above');
      return `moved the organization ${entry.subject.label} ${typeof above === 'string' ? `below ${above}` : 'to the top'}`;
    },
  },
  'organization.removed': {
    name: 'Organization removed',
    did: ({ subject }) => `removed the organization ${subject.label}`,
  },
  'organization.statements_made': {
    name: 'Statements made',
    did: (entry) =>
      `made the statements of ${textOr(set(entry, 'year'), 'a year')} for ${entry.subject.label}`,
  },
  'organization.updated': {
    name: 'Organization changed',
    did: (entry) => changedOf(entry, entry.subject.label),
  },
  'approval.requested': {
    name: 'Second person asked',
    did: (entry) =>
      `asked a second person at ${entry.subject.label}: ${textOr(set(entry, 'request'), 'an approval')}`,
  },
  'approval.given': {
    name: 'Approved as second person',
    did: (entry) => `approved at ${entry.subject.label}: ${textOr(set(entry, 'request'), 'a request')}`,
  },
  'approval.declined': {
    name: 'Declined as second person',
    did: (entry) => `declined at ${entry.subject.label}: ${textOr(set(entry, 'request'), 'a request')}`,
  },
  'payment.refunded': {
    name: 'Payment refunded',
    did: (entry) => `refunded ${textOr(set(entry, 'refund'), 'a payment')}, for ${entry.subject.label}`,
  },
  'payment.assigned': {
    name: 'Payment assigned',
    did: (entry) =>
      `found that ${entry.subject.label} made a payment: receipt ${textOr(set(entry, 'receipt'), 'without a number')}`,
  },
  'payment.batch_closed': {
    name: 'Batch closed',
    did: (entry) =>
      `closed the batch ${textOr(set(entry, 'batch'), 'without a name')} of ${entry.subject.label}`,
  },
  'payment.deposited': {
    name: 'Deposit recorded',
    did: ({ subject }) => `recorded a deposit of ${subject.label}`,
  },
  'payment.month_closed': {
    name: 'Month closed',
    did: (entry) => `closed ${textOr(set(entry, 'month'), 'a month')} of ${entry.subject.label}`,
  },
  'organization.accounts_named': {
    name: 'Accounts of the journal named',
    did: ({ subject }) => `named the accounts of the journal of ${subject.label}`,
  },
  'payment.removed': {
    name: 'Payment taken back',
    did: (entry) =>
      `took back a payment at ${entry.subject.label}: receipt ${textOr(set(entry, 'receipt'), 'without a number')}`,
  },
  'payment.recorded': {
    name: 'Payment recorded',
    did: (entry) =>
      `recorded a payment of ${entry.subject.label}: receipt ${textOr(set(entry, 'receipt'), 'without a number')}`,
  },
  'payment.reviewed': {
    name: 'Notice of the card provider reviewed',
    did: (entry) =>
      `reviewed the ${textOr(set(entry, 'notice'), 'notice')} of the card provider, for ${entry.subject.label}`,
  },
  'role.accepted': {
    name: 'Invitation accepted',
    did: (entry) => `accepted the invitation as ${roleOf(entry)} ${atOf(entry)}`,
  },
  'role.ended': {
    name: 'Role ended',
    did: (entry) =>
      `ended the role ${roleOf(entry)} of ${userOf(entry)} ${atOf(entry)}, whose last day has passed`,
  },
  'role.granted': {
    name: 'Role given',
    did: (entry) =>
      // About a user: the form of these entries before roles belonged to the history of their organization.
      entry.subject.type === 'user'
        ? `gave ${entry.subject.label} the role ${roleOf(entry)}`
        : `gave ${userOf(entry)} the role ${roleOf(entry)} ${atOf(entry)}`,
  },
  'role.invitation_expired': {
    name: 'Invitation expired',
    did: (entry) =>
      `ended the invitation of ${userOf(entry)} as ${roleOf(entry)} ${atOf(entry)}, which nobody accepted`,
  },
  'role.invitation_withdrawn': {
    name: 'Invitation taken back',
    did: (entry) => `took back the invitation of ${userOf(entry)} as ${roleOf(entry)} ${atOf(entry)}`,
  },
  'role.invited': {
    name: 'Person invited',
    did: (entry) => `invited ${userOf(entry)} as ${roleOf(entry)} ${atOf(entry)}`,
  },
  'role.removed': {
    name: 'Role removed',
    did: (entry) => `removed the role ${roleOf(entry)} from ${userOf(entry)} ${atOf(entry)}`,
  },
};

/** The label of an action in a list: `Contact added`. */
export function auditActionName(action: AuditAction): string {
  return SENTENCES[action].name;
}

/** An entry as a sentence without its full stop: `Ruth Adeyemi activated the run In memory of Amos`. */
export function auditSentence(entry: Entry): string {
  return `${entry.actor.name} ${SENTENCES[entry.action].did(entry)}`;
}
