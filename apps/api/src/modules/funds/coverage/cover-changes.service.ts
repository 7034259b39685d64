/**
 * People who lose cover within 30 days unless their dues are paid or an age is reached, and people who reach it: read
 * from the stored changes (kept-cover.service), shown with present names and amounts.
 */
import { coverChangeReason } from '@kinfold/domain/cover-check';
import { coverageInput } from '@kinfold/domain/coverage';
import { reasonText, type Shown } from '@kinfold/domain/coverage-text';
import { DAY_MS } from '@kinfold/domain/dates';
import type { Page } from '@kinfold/domain/pagination';
import { ATTENTION_MAX, LOSING_COVER_DAYS } from '@kinfold/domain/staff-home';
import { batchesOf } from '../../../platform/in-batches.ts';
import { pageOfAll, readPage, type ListPage } from '../../../platform/lists.ts';
import type { CampaignRecord } from '../campaigns/campaign.service.ts';
import { findOwed } from '../donations/donation.service.ts';
import { coveredAs, findDeaths, findMembers } from '../../people/members/member.service.ts';
import { campaignsOf, findMemberships } from '../memberships/membership.service.ts';
import {
  countCoverChanges,
  countLosing,
  eachCoverChange,
  readCoverChanges,
  type CoverChangeFilter,
  type CoverChangeRecord,
} from './cover-change.model.ts';
import type { CoverChangeRow } from './coverage.presenter.ts';

/** The scope of a list: one campaign, or all memberships of some organizations (undefined: of all). */
export type CoverChangesOf = {
  campaign: CampaignRecord | undefined;
  organizationNumbers: readonly string[] | undefined;
};

const soon = (now: Date) => ({ from: now, to: new Date(now.getTime() + LOSING_COVER_DAYS * DAY_MS) });

/** Staff who may ask about a campaign see all its memberships, as they see all its runs. */
const filterOf = ({ campaign, organizationNumbers }: CoverChangesOf, now: Date): CoverChangeFilter => ({
  campaignId: campaign?._id,
  organizationNumbers: campaign ? undefined : organizationNumbers,
  ...soon(now),
});

/** The number of people who lose cover in memberships of some organizations (undefined: of all), up to `ATTENTION_MAX`. */
export async function countLosingCover(
  organizationNumbers: readonly string[] | undefined,
  now: Date,
): Promise<number> {
  return countLosing({ organizationNumbers, ...soon(now) }, ATTENTION_MAX);
}

/** A page of people who lose or reach cover, soonest first. */
export async function listCoverChanges(
  of: CoverChangesOf,
  page: Page,
  shown: Shown,
  now: Date,
): Promise<ListPage<CoverChangeRow>> {
  if (of.organizationNumbers?.length === 0) return pageOfAll([], page);
  const filter = filterOf(of, now);
  return readPage(
    page,
    () => countCoverChanges(filter),
    async (range) => rowsOf(await readCoverChanges(filter, range), shown, now),
  );
}

const BATCH = 200;

/** All of them, in the batches in which they are read. */
export async function* batchesOfCoverChanges(
  of: CoverChangesOf,
  shown: Shown,
  now: Date,
): AsyncGenerator<CoverChangeRow[]> {
  if (of.organizationNumbers?.length === 0) return;
  for await (const changes of batchesOf(eachCoverChange(filterOf(of, now)), BATCH))
    yield await rowsOf(changes, shown, now);
}

/** Adds present names, amounts and reasons; leaves out changes of memberships removed meanwhile. */
async function rowsOf(
  changes: readonly CoverChangeRecord[],
  shown: Shown,
  now: Date,
): Promise<CoverChangeRow[]> {
  if (!changes.length) return [];
  const found = await findMemberships([...new Set(changes.map((one) => one.campaignMembershipId))]);
  const memberships = new Map(found.map((membership) => [membership._id, membership]));
  const memberIds = [...changes.flatMap((one) => one.memberIds), ...found.map((one) => one.primaryMemberId)];
  const [campaigns, people, { dues }] = await Promise.all([
    campaignsOf(found),
    findMembers([...new Set(memberIds)]),
    findOwed([...memberships.keys()], []),
  ]);
  const deathsOf = await findDeaths(people);
  const personOf = (id: string | undefined) => people.find(({ _id }) => _id === id);
  return changes.flatMap((change): CoverChangeRow | [] => {
    const membership = memberships.get(change.campaignMembershipId);
    const campaign = membership && campaigns.get(membership.campaignId);
    const primary = personOf(membership?.primaryMemberId);
    const isPrimary = primary !== undefined && change.memberIds.includes(primary._id);
    const person = isPrimary ? primary : personOf(change.memberIds[0]);
    const covered = membership?.members.find(({ member_id }) => member_id === person?._id);
    if (!membership || !campaign || !person || !covered) return [];
    const own = dues.filter(({ campaignMembershipId }) => campaignMembershipId === membership._id);
    const input = coverageInput(membership, campaign, covered, coveredAs(person, primary, deathsOf), own);
    const reason = coverChangeReason(input, change, now, shown.timeZone);
    const { _id, firstNm, lastNm, suffix, phones } = person;
    return {
      kind: change.kind,
      // A child without a phone is called at home.
      person: { _id, firstNm, lastNm, suffix, phoneNbr: (phones[0] ?? primary?.phones[0])?.phoneNbr ?? null },
      people: change.people,
      campaign,
      date: change.date,
      runIds: own.map(({ campaignRunId }) => campaignRunId),
      reason: reason ? reasonText(reason, { firstNm, isReader: false }, shown) : '',
    };
  });
}
