/**
 * Names that lists show without reading where they come from: a member's, with whether they ask to be called, on
 * memberships, donations and contacts, an organization's, a campaign's and a run's; and the words by which organizations
 * and campaigns are found. Copied when a document is made, and refreshed by a job after a change.
 */
import type { CopiedName } from '../../../work/copied-names.ts';
import type { JobHandler } from '../../../work/job-worker.ts';
import {
  copyCampaignToItsSearch,
  copyOrganizationToCampaigns,
  findCampaign,
} from '../../funds/campaigns/campaign.service.ts';
import { findRun } from '../../funds/campaign-runs/campaign-run.service.ts';
import { copyMemberToContacts } from '../../people/contacts/contact.service.ts';
import {
  copyCampaignToDonations,
  copyMemberToDonations,
  copyOrganizationToDonations,
  copyRunToDonations,
} from '../../funds/donations/donation-copies.service.ts';
import { copyOrganizationToMembers, findMember } from '../../people/members/member.service.ts';
import {
  copyCampaignToMemberships,
  copyMemberToMemberships,
  copyOrganizationToMemberships,
} from '../../funds/memberships/membership.service.ts';
import {
  copyOrganizationToItsSearch,
  findOrganization,
} from '../../organizations/organizations/organization.service.ts';

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

/** How each kind of names is copied. */
export const COPYING = {
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
      copyOrganizationToItsSearch,
    ],
  }),
  campaign: copying({
    read: findCampaign,
    copies: [copyCampaignToMemberships, copyCampaignToDonations, copyCampaignToItsSearch],
  }),
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
