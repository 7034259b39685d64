/**
 * Every collection with its indexes. Lists seek on an index that ends in `_id`; unique ones decide who was first.
 * One after another: some servers cannot make several at once.
 */
import type { Migration } from '../platform/migrations.ts';
import { createCollections, type Index } from './create-collections.ts';

const schema: Record<string, Index[]> = {
  counters: [],
  seedings: [],

  // Identity; what expires is also checked when it is read
  users: [
    { name: 'email', key: { email: 1 }, unique: true },
    // One user a member; who is not linked has no such field, and a sparse index leaves them out.
    { name: 'member', key: { memberId: 1 }, unique: true, sparse: true },
  ],
  user_tokens: [{ name: 'expiry', key: { expireDt: 1 }, expireAfterSeconds: 0 }],
  revoked_token_families: [{ name: 'expiry', key: { expireDt: 1 }, expireAfterSeconds: 0 }],
  user_codes: [
    { name: 'user_purpose', key: { userId: 1, purpose: 1, _id: 1 } },
    { name: 'expiry', key: { expireDt: 1 }, expireAfterSeconds: 0 },
  ],
  rate_limits: [{ name: 'expiry', key: { expireDt: 1 }, expireAfterSeconds: 0 }],

  // Organizations
  organizations: [
    { name: 'organizationNumber', key: { organizationNumber: 1 }, unique: true },
    { name: 'path_name', key: { path: 1, organizationName: 1, _id: 1 } },
    { name: 'parent_name', key: { parentOrganization: 1, organizationName: 1, _id: 1 } },
  ],
  groups: [{ name: 'organization_name', key: { organizationNumber: 1, groupName: 1 }, unique: true }],
  contacts: [
    { name: 'member_title', key: { organizationNumber: 1, member_id: 1, title: 1 }, unique: true },
    { name: 'organization_contacts', key: { organizationNumber: 1, name: 1, _id: 1 } },
  ],

  // Members
  members: [
    { name: 'memberId', key: { memberId: 1 }, unique: true },
    { name: 'organization_name', key: { organizationNumber: 1, nameKey: 1, _id: 1 } },
    { name: 'organization_search', key: { organizationNumber: 1, searchKeys: 1, _id: 1 } },
    { name: 'search', key: { searchKeys: 1, _id: 1 } },
    { name: 'linkKeys', key: { linkKeys: 1, _id: 1 } },
    { name: 'household', key: { household_id: 1, _id: 1 } },
  ],
  households: [{ name: 'primaryMember', key: { primaryMemberId: 1 }, unique: true }],

  // Campaigns
  campaigns: [{ name: 'offeredTo_name', key: { offeredTo: 1, campaignName: 1, _id: 1 } }],
  campaign_runs: [
    { name: 'campaign_start', key: { campaignId: 1, startDt: -1, _id: -1 } },
    { name: 'campaign_active', key: { campaignId: 1, isActive: 1, startDt: -1, _id: -1 } },
    {
      name: 'stale_total',
      key: { isTotalStale: 1, _id: 1 },
      partialFilterExpression: { isTotalStale: true },
    },
  ],
  campaign_memberships: [
    { name: 'campaign_primary', key: { campaignId: 1, primaryMemberId: 1 }, unique: true },
    { name: 'campaign_name', key: { campaignId: 1, nameKey: 1, _id: 1 } },
    { name: 'campaign_active', key: { campaignId: 1, isActive: 1, _id: 1 } },
    { name: 'primary', key: { primaryMemberId: 1, _id: 1 } },
    { name: 'covered', key: { 'members.member_id': 1, _id: 1 } },
  ],

  // Donations
  donations: [
    { name: 'membership_run', key: { campaignMembershipId: 1, campaignRunId: 1 }, unique: true },
    { name: 'membership_created', key: { campaignMembershipId: 1, isListed: 1, createdDt: -1, _id: -1 } },
    { name: 'primary_listed', key: { 'primaryMember._id': 1, isListed: 1, createdDt: -1, _id: -1 } },
    { name: 'primary_open', key: { 'primaryMember._id': 1, isOpen: 1, createdDt: 1, _id: 1 } },
    { name: 'run_name', key: { campaignRunId: 1, isListed: 1, nameKey: 1, _id: 1 } },
    { name: 'run_open', key: { campaignRunId: 1, isOpen: 1, nameKey: 1, _id: 1 } },
  ],

  // Payments: `_id` decides (payments.md); these indexes only find
  payments: [{ name: 'user_created', key: { userId: 1, createdDt: -1, _id: -1 } }],
  open_payments: [{ name: 'created', key: { createdDt: 1, _id: 1 } }],
  donation_claims: [{ name: 'donation_epoch', key: { donationId: 1, epoch: -1 } }],
  payment_intents: [],
  payment_attempts: [],
  payment_finals: [],
  ledger_entries: [{ name: 'donations', key: { donationIds: 1, _id: 1 } }],
  provider_events: [],
  provider_customers: [],
  payment_reviews: [],
  outbox: [
    {
      name: 'pending',
      key: { nextDt: 1, _id: 1 },
      partialFilterExpression: { isPending: true },
    },
    { name: 'sent', key: { sentDt: 1 }, expireAfterSeconds: 90 * 86_400 },
  ],
};

export const collections: Migration = {
  name: '001-collections',
  up: (db) => createCollections(db, schema),
};
