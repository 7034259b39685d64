/**
 * Names that lists show without reading their source: a member's, with whether they ask to be called, on memberships,
 * donations and contacts; an organization's, a campaign's and a run's; and the search words of organizations and
 * campaigns. Copied when a document is created, and refreshed by a job after a change.
 */
import { groupBy } from '@kinfold/domain/group-by';
import { documentIds, isObjectId } from '../../../platform/database.ts';
import { toRecord } from '../../../platform/documents.ts';
import { modelOf } from '../../../platform/model.ts';
import { searchKeysOf } from '../../../platform/search-keys.ts';
import type { Check } from '../../../platform/verification.ts';
import type { CopiedName } from '../../../work/copied-names.ts';
import type { JobHandler } from '../../../work/job-worker.ts';
import { staleFields } from '../../../work/projections.ts';
import { findCampaigns, type CampaignRecord } from '../../funds/campaigns/campaign.service.ts';
import { findRuns, type CampaignRunRecord } from '../../funds/campaign-runs/campaign-run.service.ts';
import { payerCopies } from '../../funds/donations/donation.service.ts';
import { primaryMemberCopies } from '../../funds/memberships/membership.service.ts';
import {
  findOrganizations,
  type OrganizationRecord,
} from '../../organizations/organizations/organization.service.ts';
import { contactCopies } from '../../people/contacts/contact.service.ts';
import { findMembers, nameKeyOf, type MemberRecord } from '../../people/members/member.service.ts';

/** The fields that one collection copies from a source. */
type Copies<Source> = {
  /** The fields of a document that name its source: each of them finds the documents of a source. */
  by: readonly [string, ...string[]];
  fields: (source: Source) => object;
};

/** How a kind of names is copied: its source, and the collections that copy it. */
type Copying<Source> = {
  find: (keys: string[]) => Promise<Source[]>;
  /** The field of a source that documents name it by. */
  key: keyof Source;
  to: Readonly<Record<string, Copies<Source>>>;
};

type Document = Readonly<Record<string, unknown>> & { _id: string };

const valueAt = (document: Document, path: string) =>
  path.split('.').reduce<unknown>((value, field) => (value as Record<string, unknown>)[field], document);

const copying = <Source extends { version: number }>({ find, key: keyField, to }: Copying<Source>) => ({
  collections: Object.keys(to),

  /** Copies a name into one collection; returns how many documents changed. Repeats when the source changed meanwhile. */
  async copy(key: string, name: string): Promise<number> {
    const copies = to[name];
    if (!copies) return 0;
    const filter = Object.fromEntries(copies.by.map((field) => [field, key]));
    let changed = 0;
    for (let [source] = await find([key]); source;) {
      const { modifiedCount } = await modelOf(name).updateMany(filter, { $set: copies.fields(source) });
      changed += modifiedCount;
      const [now] = await find([key]);
      if (now?.version === source.version) break;
      source = now;
    }
    return changed;
  },

  /** The fields of some documents of a collection that differ from their source, with its key. */
  async staleIn(name: string, documents: readonly Document[]) {
    const copies = to[name];
    if (!copies) return [];
    const keyIn = (document: Document) => String(valueAt(document, copies.by[0]));
    const sources = await find([...new Set(documents.map(keyIn))]);
    const expected = new Map(sources.map((source) => [String(source[keyField]), copies.fields(source)]));
    return documents.flatMap((document) => {
      const key = keyIn(document);
      const fields = staleFields(document, expected.get(key) ?? {});
      return fields.length ? { id: document._id, key, fields } : [];
    });
  },
});

const byId =
  <Source>(find: (ids: string[]) => Promise<Source[]>) =>
  (ids: string[]) =>
    find(ids.filter(isObjectId));
const organizationName = ({ organizationName: name }: OrganizationRecord) => ({ organizationName: name });
const campaignName = ({ campaignName: name }: CampaignRecord) => ({ campaignName: name });
const membershipCopies = (member: MemberRecord) => ({
  primaryMember: primaryMemberCopies(member),
  nameKey: nameKeyOf(member),
});

/** How each kind of names is copied. */
export const COPYING = {
  member: copying({
    find: byId(findMembers),
    key: '_id',
    to: {
      campaign_memberships: { by: ['primaryMemberId'], fields: membershipCopies },
      donations: {
        by: ['primaryMember._id'],
        fields(member) {
          const { primaryMember, nameKey } = membershipCopies(member);
          return { primaryMember: payerCopies({ primaryMemberId: member._id, primaryMember }), nameKey };
        },
      },
      contacts: { by: ['member_id'], fields: contactCopies },
    },
  }),
  organization: copying({
    find: findOrganizations,
    key: 'organizationNumber',
    to: {
      members: { by: ['organizationNumber'], fields: organizationName },
      campaign_memberships: { by: ['organizationNumber'], fields: organizationName },
      donations: { by: ['organizationNumber'], fields: organizationName },
      campaigns: {
        // An organization's own campaigns are offered to it, so the index on `offeredTo` serves.
        by: ['organizationNumber', 'offeredTo'],
        fields: (source) => ({ managedBy: source.organizationName }),
      },
      organizations: {
        by: ['organizationNumber'],
        fields: (source) => searchKeysOf(source.organizationName, source.organizationNumber),
      },
    },
  }),
  campaign: copying({
    find: byId(findCampaigns),
    key: '_id',
    to: {
      campaign_memberships: { by: ['campaignId'], fields: campaignName },
      donations: { by: ['campaignId'], fields: campaignName },
      campaigns: { by: ['_id'], fields: (source) => searchKeysOf(source.campaignName) },
    },
  }),
  campaign_run: copying<CampaignRunRecord>({
    find: byId(findRuns),
    key: '_id',
    to: { donations: { by: ['campaignRunId'], fields: ({ name }) => ({ campaignRunName: name }) } },
  }),
} satisfies Record<CopiedName['kind'], unknown>;

/** Refreshes the copies of one name, a collection a step. */
export const copiedNamesJob: JobHandler = {
  async step({ input, cursor }) {
    const { kind, id } = input as CopiedName;
    const step = Number(cursor ?? 0);
    const { collections, copy } = COPYING[kind];
    const done = await copy(id, collections[step] ?? '');
    return { cursor: step + 1, done, isLast: step + 1 >= collections.length };
  },
};

/** The stale fields of some documents of a collection, each with how it is copied. */
async function staleIn(name: string, ids: readonly string[]) {
  const found = await modelOf(name)
    .find({ _id: { $in: ids } })
    .lean();
  const documents: readonly Document[] = toRecord(found);
  const stale = await Promise.all(
    Object.entries(COPYING).map(async ([kind, { staleIn: find, copy }]) =>
      (await find(name, documents)).map((one) => ({ ...one, copy, source: `${kind} ${one.key}` })),
    ),
  );
  return stale.flat();
}

/** All copied names, by the collections that have them; a repair copies them again. */
export const copiedNames: readonly Check[] = [
  ...new Set(Object.values(COPYING).flatMap(({ collections }) => collections)),
].map((name) => ({
  counted: 'names',
  keys: () => documentIds(name),
  async problemsOf(ids) {
    const stale = groupBy(await staleIn(name, ids), ({ id }) => id);
    return new Map(
      [...stale].map(([id, all]) => {
        const fields = all.flatMap((one) => one.fields).join(' and ');
        return [id, `In ${name}, ${id} has stale copies: ${fields}.`];
      }),
    );
  },
  async repair(ids) {
    const stale = new Map((await staleIn(name, ids)).map((one) => [one.source, one]));
    for (const { key, copy } of stale.values()) await copy(key, name);
  },
}));
