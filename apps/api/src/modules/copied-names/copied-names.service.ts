/**
 * Names that lists show without reading where they come from: a member's on memberships, donations and contacts, an
 * organization's, a campaign's and a run's. Copied when a document is made, refreshed by a job after a change, and
 * compared by `npm run verify`.
 */
import type { CopiedName } from '../../platform/copied-names.ts';
import { documentIds } from '../../platform/database.ts';
import type { JobHandler } from '../../platform/job-worker.ts';
import { checkAll, type Checks, type Problems } from '../../platform/verification.ts';
import {
  copyOrganizationToCampaigns,
  findCampaign,
  findCampaigns,
  staleCopiesOfCampaign,
} from '../campaigns/campaign.service.ts';
import { findRun, findRuns } from '../campaign-runs/campaign-run.service.ts';
import {
  copyCampaignToDonations,
  copyMemberToDonations,
  copyOrganizationToDonations,
  copyRunToDonations,
  staleCopiesOfDonation,
} from '../donations/donation-copies.service.ts';
import { findStoredDonations } from '../donations/donation.service.ts';
import {
  copyOrganizationToMembers,
  findMember,
  findMembers,
  staleCopiesOfMember,
} from '../members/member.service.ts';
import {
  copyCampaignToMemberships,
  copyMemberToMemberships,
  copyOrganizationToMemberships,
  findMemberships,
  staleCopiesOfMembership,
} from '../memberships/membership.service.ts';
import { copyMemberToContacts, findContacts, staleCopiesOfContact } from '../contacts/contact.service.ts';
import { findOrganization, findOrganizations } from '../organizations/organization.service.ts';

/** How a kind of names is copied: where it comes from, and one function for each collection that has copies. */
type Copying<Source extends { version: number }> = {
  read: (id: string) => Promise<Source | undefined>;
  copies: readonly ((source: Source) => Promise<number>)[];
};

const copying = <Source extends { version: number }>(given: Copying<Source>) => ({
  steps: given.copies.length,
  /** Copies into one collection; gives how many documents changed. Again, when the source changed meanwhile. */
  async copy(id: string, step: number): Promise<number> {
    let changed = 0;
    for (let source = await given.read(id); source;) {
      changed += (await given.copies[step]?.(source)) ?? 0;
      const now = await given.read(id);
      if (now?.version === source.version) break;
      source = now;
    }
    return changed;
  },
});

const COPYING = {
  member: copying({
    read: findMember,
    copies: [copyMemberToMemberships, copyMemberToDonations, copyMemberToContacts],
  }),
  organization: copying({
    read: findOrganization,
    copies: [
      copyOrganizationToMembers,
      copyOrganizationToMemberships,
      copyOrganizationToDonations,
      copyOrganizationToCampaigns,
    ],
  }),
  campaign: copying({ read: findCampaign, copies: [copyCampaignToMemberships, copyCampaignToDonations] }),
  campaign_run: copying({ read: findRun, copies: [copyRunToDonations] }),
} satisfies Record<CopiedName['kind'], unknown>;

/** Refreshes the copies of one name, a collection a step. */
export const copiedNamesJob: JobHandler = {
  async step({ input, cursor }) {
    const { kind, id } = input as CopiedName;
    const step = Number(cursor ?? 0);
    const done = await COPYING[kind].copy(id, step);
    return { cursor: step + 1, done, isLast: step + 1 >= COPYING[kind].steps };
  },
};

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
    return donations.map((one) => ({
      id: one._id,
      fields: staleCopiesOfDonation(one, {
        primary: people.get(one.primaryMember._id),
        campaign: campaigns.get(one.campaignId),
        run: runs.get(one.campaignRunId),
        organization: organizations.get(one.organizationNumber),
      }),
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
      sources: [source('organization', one.organizationNumber)],
    }));
  },
};

async function organizationsOf(documents: readonly { organizationNumber: string }[]) {
  const numbers = new Set(documents.map((one) => one.organizationNumber));
  return new Map((await findOrganizations([...numbers])).map((one) => [one.organizationNumber, one]));
}

/** Checks every copied name; with `doesRepair` copies anew. Gives how many documents were compared. */
export async function verifyCopiedNames(checks: Checks, problems: string[]): Promise<number> {
  let count = 0;
  for (const [name, staleOf] of Object.entries(CHECKED)) {
    const find = async (ids: readonly string[]) =>
      (await staleOf(ids)).filter(({ fields }) => fields.length > 0);
    const problemsOf = async (ids: readonly string[]): Promise<Problems> =>
      new Map(
        (await find(ids)).map(({ id, fields }) => [
          id,
          `In ${name}, ${id} shows another ${fields.join(' and ')} than it is copied from.`,
        ]),
      );
    const repair = async (ids: readonly string[]) => {
      const sources = (await find(ids)).flatMap((stale) => stale.sources);
      for (const { kind, id } of new Map(sources.map((one) => [`${one.kind}:${one.id}`, one])).values())
        for (let step = 0; step < COPYING[kind].steps; step += 1) await COPYING[kind].copy(id, step);
    };
    count += await checkAll(documentIds(name), problemsOf, checks, problems, repair);
  }
  return count;
}
