/**
 * The history of changes (design of the staff side, "History"): its entries, who may read them, and how they are
 * queried.
 */
import * as z from 'zod/mini';
import { dateField, WireInstant } from './dates.ts';
import { EMAIL_MAX } from './email.ts';
import { requestText } from './free-text.ts';
import { cursorFields, filterField } from './pagination.ts';
import type { Permission } from './permission.ts';
import { NO_FIELDS } from './problem.ts';

/** The actions of the history, in the past tense; each begins with its subject. */
export const AUDIT_ACTIONS = [
  'approval.declined',
  'approval.given',
  'approval.requested',
  'account.address_changed',
  'account.change_requested',
  'account.change_withdrawn',
  'account.deleted',
  'account.ended',
  'account.linked',
  'account.reopened',
  'account.unlinked',
  'autopay.set',
  'autopay.stopped',
  'balances.import_undone',
  'balances.imported',
  'call.noted',
  'call.taken_back',
  'campaign.created',
  'campaign.fund_opened',
  'campaign.updated',
  'campaign_run.created',
  'campaign_run.letters_made',
  'campaign_run.letters_mailed',
  'campaign_run.letters_not_mailed',
  'campaign_run.reminded',
  'campaign_run.reminder_begun',
  'campaign_run.report_begun',
  'campaign_run.removed',
  'campaign_run.updated',
  'card.removed',
  'card.saved',
  'claim.approved',
  'claim.changed',
  'claim.closed',
  'claim.collected',
  'claim.document_added',
  'claim.document_read',
  'claim.document_removed',
  'claim.documents_deleted',
  'claim.opened',
  'claim.paid',
  'claim.payout_confirmed',
  'claim.payout_corrected',
  'claim.payout_signed',
  'claim.proposed',
  'claim.refused',
  'claim.reopened',
  'contact.added',
  'contact.deleted',
  'credit.paid_back',
  'credit.used',
  'dues.created',
  'dues.waived',
  'group.created',
  'group.joined',
  'group.left',
  'group.removed',
  'household.linked',
  'household.note_added',
  'household.note_removed',
  'household.note_restored',
  'household.primary_changed',
  'household.unlinked',
  'intake.accepted',
  'intake.dismissed',
  'intake.restored',
  'job.cancelled',
  'list.exported',
  'member.address_confirmed',
  'member.created',
  'member.death_report_dismissed',
  'member.death_reported',
  'member.death_taken_back',
  'member.death_task_done',
  'member.death_task_reopened',
  'member.deceased',
  'member.deleted',
  'member.erased',
  'member.handed_out',
  'member.moved',
  'member.updated',
  'members.created',
  'members.import_undone',
  'members.imported',
  'membership.balance_entered',
  'membership.balance_undone',
  'membership.confirmed',
  'membership.created',
  'membership.deleted',
  'membership.dues_created',
  'membership.joined',
  'membership.person_added',
  'membership.person_ended',
  'membership.price_set',
  'membership.primary_changed',
  'membership.repriced',
  'membership.updated',
  'membership.waiting_changed',
  'memberships.created',
  'memberships.repriced',
  'memberships.updated',
  'organization.account_changed',
  'organization.accounts_named',
  'organization.account_connected',
  'organization.account_disconnected',
  'organization.created',
  'organization.exported',
  'organization.export_downloaded',
  'organization.moved',
  'organization.removed',
  'organization.statements_made',
  'organization.updated',
  'payment.assigned',
  'payment.batch_closed',
  'payment.deposited',
  'payment.month_closed',
  'payment.recorded',
  'payment.refunded',
  'payment.removed',
  'payment.reviewed',
  'role.accepted',
  'role.ended',
  'role.granted',
  'role.invitation_expired',
  'role.invitation_withdrawn',
  'role.invited',
  'role.removed',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The subject of an entry. */
export const AUDIT_SUBJECTS = [
  'campaign',
  'campaign_run',
  'claim',
  'intake_request',
  'member',
  'membership',
  'organization',
  'user',
] as const;
export type AuditSubjectType = (typeof AUDIT_SUBJECTS)[number];

/** Users who may change these subjects also read their history. */
const CHANGED_WITH: Partial<Record<AuditSubjectType, Permission>> = {
  campaign: 'campaigns.update',
  campaign_run: 'campaign-runs.update',
  claim: 'claims.propose',
  member: 'members.update',
  membership: 'memberships.update',
};

/** The permissions that open the history of a subject of this type, or of everything without one; any one suffices. */
export function historyPermissions(subjectType?: AuditSubjectType | ''): Permission[] {
  const changedWith = subjectType && CHANGED_WITH[subjectType];
  return changedWith ? ['audit.get', changedWith] : ['audit.get'];
}

/** Replaces a value that the reader may not see. */
export const HIDDEN_VALUE = '(hidden)';

/** A field before and after: dates as ISO texts, amounts in cents, null for no value. */
export const AuditChange = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() });
export type AuditChange = z.infer<typeof AuditChange>;

/** An entry on the wire; `seq` is its number in the chain of its organization, null until it is sealed. */
export const AuditEntry = z.object({
  _id: z.string(),
  seq: z.nullable(z.number()),
  at: WireInstant,
  actor: z.object({ name: z.string(), email: z.string() }),
  action: z.enum(AUDIT_ACTIONS),
  subject: z.object({ type: z.enum(AUDIT_SUBJECTS), id: z.string(), label: z.string() }),
  changes: z.array(AuditChange),
  /** The other members whom it names; only for readers who may read members. */
  memberIds: z.optional(z.array(z.string())),
  reason: z.nullable(z.string()),
  organizationNumber: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Answer of `GET /v2/audit`, newest first. */
export const AuditPage = z.object({ entries: z.array(AuditEntry), next: z.nullable(z.string()) });

const HISTORY_PAGE = 30;
const INVALID_DATE = 'Incorrect date';
const text = (field: string) => filterField(requestText(field), `${field} is a text of at most 200`);

const filters = {
  organization_number: text('organization_number'),
  action: filterField(z.enum(AUDIT_ACTIONS), 'There is no such action'),
  /** The e-mail of the user who made the change. */
  actor: filterField(
    requestText('actor', EMAIL_MAX).check(z.toLowerCase()),
    `actor is a text of at most ${EMAIL_MAX}`,
  ),
  /** The first and the last day. */
  from: filterField(dateField(INVALID_DATE), INVALID_DATE),
  to: filterField(dateField(INVALID_DATE), INVALID_DATE),
};

const isInOrder = z.refine<{ from?: string; to?: string }>(({ from, to }) => !from || !to || from <= to, {
  error: 'The last day is before the first',
  path: ['to'],
});

/** The filters of the history, as typed into a form. */
export const AuditFilters = z.object(filters, NO_FIELDS).check(isInOrder);
export type AuditFilters = z.infer<typeof AuditFilters>;

type Target = { organization_number?: string; subject_type?: string; subject_id?: string };

/** `GET /v2/audit`: of one subject, or of an organization and everything below it (`*` for all of them). */
export const AuditQuery = z
  .object(
    {
      ...filters,
      subject_type: filterField(z.enum(AUDIT_SUBJECTS), 'There is no such type of subject'),
      subject_id: text('subject_id'),
      ...cursorFields(HISTORY_PAGE),
    },
    NO_FIELDS,
  )
  .check(
    isInOrder,
    z.refine<Target>(({ subject_type, subject_id }) => Boolean(subject_type) === Boolean(subject_id), {
      error: 'subject_type and subject_id go together',
      path: ['subject_id'],
    }),
    z.refine<Target>(({ organization_number, subject_id }) => Boolean(organization_number || subject_id), {
      error: 'Name an organization or a subject',
      path: ['organization_number'],
    }),
  );
export type AuditQuery = z.infer<typeof AuditQuery>;
