/** Compares every copied name with what it is copied from, for `npm run verify`. */
import type { CopiedName } from '../../../work/copied-names.ts';
import { documentIds } from '../../../platform/database.ts';
import type { Check, Problems } from '../../../platform/verification.ts';
import { findCampaigns, staleCopiesOfCampaign } from '../../funds/campaigns/campaign.service.ts';
import { findRuns } from '../../funds/campaign-runs/campaign-run.service.ts';
import { findContacts, staleCopiesOfContact } from '../../people/contacts/contact.service.ts';
import { staleCopiesOfDonation } from '../../funds/donations/donation-copies.service.ts';
import { findStoredDonations } from '../../funds/donations/donation.service.ts';
import type { StoredDonation } from '../../funds/donations/run-donations.service.ts';
import { findMembers, staleCopiesOfMember } from '../../people/members/member.service.ts';
import {
  findMemberships,
  staleCopiesOfMembership,
  type MembershipRecord,
} from '../../funds/memberships/membership.service.ts';
import {
  findOrganizations,
  findOrganizationsById,
  staleCopiesOfOrganization,
} from '../../organizations/organizations/organization.service.ts';
import { COPYING } from './copied-names.service.ts';

/** A document whose copies are not what they are copied from, and whose names are to be copied again. */
type Stale = { id: string; fields: string[]; sources: CopiedName[] };

/** Documents by their ids, each read once. */
async function lookUp<T extends { _id: string }>(
  find: (ids: string[]) => Promise<T[]>,
  ids: readonly string[],
): Promise<Map<string, T>> {
  return new Map((await find([...new Set(ids)])).map((document) => [document._id, document]));
}
const source = (kind: CopiedName['kind'], id: string): CopiedName => ({ kind, id });

const CHECKED: Readonly<Record<string, (ids: readonly string[]) => Promise<Stale[]>>> = {
  async campaign_memberships(ids) {
    const memberships = await findMemberships(ids);
    const people = await lookUp(
      findMembers,
      memberships.map((one) => one.primaryMemberId),
    );
    const campaigns = await lookUp(
      findCampaigns,
      memberships.map((one) => one.campaignId),
    );
    const organizations = await organizationsOf(memberships);
    return memberships.map((one) => ({
      id: one._id,
      fields: staleCopiesOfMembership(one, {
        primary: people.get(one.primaryMemberId),
        campaign: campaigns.get(one.campaignId),
        organization: organizations.get(one.organizationNumber),
      }),
      sources: [
        source('member', one.primaryMemberId),
        source('campaign', one.campaignId),
        source('organization', one.organizationNumber),
      ],
    }));
  },
  async donations(ids) {
    const donations = await findStoredDonations(ids);
    const people = await lookUp(
      findMembers,
      donations.map((one) => one.primaryMember._id),
    );
    const campaigns = await lookUp(
      findCampaigns,
      donations.map((one) => one.campaignId),
    );
    const runs = await lookUp(
      findRuns,
      donations.map((one) => one.campaignRunId),
    );
    const organizations = await organizationsOf(donations);
    const memberships = await lookUp(
      findMemberships,
      donations.map((one) => one.campaignMembershipId),
    );
    return donations.map((one) => ({
      id: one._id,
      fields: [
        ...membershipFaults(one, memberships.get(one.campaignMembershipId)),
        ...staleCopiesOfDonation(one, {
          primary: people.get(one.primaryMember._id),
          campaign: campaigns.get(one.campaignId),
          run: runs.get(one.campaignRunId),
          organization: organizations.get(one.organizationNumber),
        }),
      ],
      sources: [
        source('member', one.primaryMember._id),
        source('campaign', one.campaignId),
        source('campaign_run', one.campaignRunId),
        source('organization', one.organizationNumber),
      ],
    }));
  },
  async contacts(ids) {
    const contacts = await findContacts(ids);
    const people = await lookUp(
      findMembers,
      contacts.map((one) => one.member_id),
    );
    return contacts.map((one) => {
      const fields = staleCopiesOfContact(one, people.get(one.member_id));
      return { id: one._id, fields, sources: [source('member', one.member_id)] };
    });
  },
  async members(ids) {
    const members = await findMembers(ids);
    const organizations = await organizationsOf(members);
    return members.map((one) => ({
      id: one._id,
      fields: staleCopiesOfMember(one, organizations.get(one.organizationNumber)),
      sources: [source('organization', one.organizationNumber)],
    }));
  },
  async campaigns(ids) {
    const campaigns = await findCampaigns(ids);
    const organizations = await organizationsOf(campaigns);
    return campaigns.map((one) => ({
      id: one._id,
      fields: staleCopiesOfCampaign(one, organizations.get(one.organizationNumber)),
      sources: [source('organization', one.organizationNumber), source('campaign', one._id)],
    }));
  },
  async organizations(ids) {
    return (await findOrganizationsById(ids)).map((one) => ({
      id: one._id,
      fields: staleCopiesOfOrganization(one),
      sources: [source('organization', one.organizationNumber)],
    }));
  },
};

/** Dues whose membership is gone, and unpaid ones that somebody else owes than who pays for it; a repair leaves them. */
function membershipFaults(
  { ledgerCount, isOpen, primaryMember }: StoredDonation,
  membership: MembershipRecord | undefined,
): string[] {
  if (!membership) return ['membership'];
  const isUnpaid = isOpen && ledgerCount === 0;
  return isUnpaid && primaryMember._id !== membership.primaryMemberId ? ['payer'] : [];
}

async function organizationsOf(documents: readonly { organizationNumber: string }[]) {
  const numbers = new Set(documents.map((one) => one.organizationNumber));
  return new Map((await findOrganizations([...numbers])).map((one) => [one.organizationNumber, one]));
}

/** Every copied name, by the collections that have them; a repair copies anew. */
export const copiedNames: readonly Check[] = Object.entries(CHECKED).map(([name, staleOf]) => {
  const find = async (ids: readonly string[]) =>
    (await staleOf(ids)).filter(({ fields }) => fields.length > 0);
  return {
    counted: 'names',
    keys: () => documentIds(name),
    problemsOf: async (ids): Promise<Problems> =>
      new Map(
        (await find(ids)).map(({ id, fields }) => [
          id,
          `In ${name}, ${id} shows another ${fields.join(' and ')} than it is copied from.`,
        ]),
      ),
    async repair(ids) {
      const sources = (await find(ids)).flatMap((stale) => stale.sources);
      for (const { kind, id } of new Map(sources.map((one) => [`${one.kind}:${one.id}`, one])).values())
        for (let step = 0; step < COPYING[kind].steps; step += 1) await COPYING[kind].copy(id, step);
    },
  };
});
