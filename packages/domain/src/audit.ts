/** What the history of an organization says was done: past tense, on the subject that it begins with. */
export const AUDIT_ACTIONS = [
  'account.linked',
  'account.unlinked',
  'campaign.created',
  'campaign_run.created',
  'campaign_run.updated',
  'card.removed',
  'card.saved',
  'contact.added',
  'contact.deleted',
  'dues.created',
  'group.created',
  'household.linked',
  'member.address_confirmed',
  'member.created',
  'member.moved',
  'member.updated',
  'members.created',
  'membership.created',
  'membership.joined',
  'memberships.created',
  'organization.created',
  'role.granted',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What an entry of the history is about. */
export type AuditSubjectType =
  'campaign' | 'campaign_run' | 'member' | 'membership' | 'organization' | 'user';
