/**
 * Who loses cover within 30 days, unless their dues are paid or an age is waited for, and who reaches it: read from indexes,
 * a page at a time.
 */
import { addDays, calendarDateOf, DAY_MS, startOfDay } from '@kinfold/domain/dates';
import { reasonText, type Shown } from '@kinfold/domain/coverage-text';
import { totalBalance } from '@kinfold/domain/donation';
import { coverBegins, lateFrom, type AgeLimit } from '@kinfold/domain/fund-rules';
import type { Page } from '@kinfold/domain/pagination';
import { LOSING_COVER_DAYS } from '@kinfold/domain/staff-home';
import { pageOfAll, readPage, type ListPage, type Range } from '../../platform/lists.ts';
import {
  findEndingRuns,
  findEndingRunsOf,
  type CampaignRunRecord,
} from '../campaign-runs/campaign-run.service.ts';
import { findCampaigns, type CampaignRecord } from '../campaigns/campaign.service.ts';
import { countOpenOfRun, findOpenOfRun } from '../donations/donation.service.ts';
import { findBornWithin } from '../members/member.service.ts';
import { countActiveSince, findActiveCovering, findActiveSince } from '../memberships/membership.service.ts';
import type { CoverChangeRow } from './coverage.presenter.ts';

const RUNS_MAX = 100;

/** Rows that are counted and read apart from those of other sources. */
type Source = { count: () => Promise<number>; read: (range: Range) => Promise<CoverChangeRow[]> };

/** Who loses or reaches cover in a campaign; without one, who loses it by open dues in a scope's runs. */
async function sourcesOf(
  campaign: CampaignRecord | undefined,
  organizationNumbers: readonly string[] | undefined,
  shown: Shown,
  now: Date,
): Promise<Source[]> {
  const to = new Date(now.getTime() + LOSING_COVER_DAYS * DAY_MS);
  if (!campaign) {
    const runs = await findEndingRuns(organizationNumbers, { from: now, to }, RUNS_MAX);
    const campaigns = await findCampaigns([...new Set(runs.map(({ campaignId }) => campaignId))]);
    return runs.flatMap((run) => {
      const fund = campaigns.find(({ _id }) => _id === run.campaignId);
      return fund ? openDues(run, fund, shown) : [];
    });
  }
  const { graceDays = 0, ageLimits = [] } = campaign.fundRules;
  const graced = new Date(now.getTime() - graceDays * DAY_MS);
  const runs = await findEndingRunsOf(campaign._id, { from: graced, to }, RUNS_MAX);
  const ending = runs.filter(({ endDt }) => {
    const late = lateFrom(endDt, campaign.fundRules, shown.timeZone);
    return now < late && late <= to;
  });
  return [
    ...ending.map((run) => openDues(run, campaign, shown)),
    ...ageLimits.map((limit) => ageLimit(limit, campaign, shown, now)),
    ...(campaign.fundRules.waitingDays
      ? [waiting(campaign, campaign.fundRules.waitingDays, shown, now)]
      : []),
  ];
}

/** Dues that are open in a run. */
function openDues(run: CampaignRunRecord, campaign: CampaignRecord, shown: Shown): Source {
  const date = lateFrom(run.endDt, campaign.fundRules, shown.timeZone);
  return {
    count: () => countOpenOfRun(run._id),
    read: async (range) =>
      (await findOpenOfRun(run._id, range)).map((due) => ({
        kind: 'loses' as const,
        runId: run._id,
        person: { ...due.primaryMember },
        people: due.members?.length ?? 1,
        campaign,
        date,
        reason: reasonText(
          { code: 'dues_open', runName: run.name, amount: totalBalance(due), date: run.endDt },
          { firstNm: due.primaryMember.firstNm, isReader: false },
          shown,
        ),
      })),
  };
}

/** People who turn too old for a limit; those born in some days are few. */
function ageLimit(limit: AgeLimit, campaign: CampaignRecord, shown: Shown, now: Date): Source {
  const { relationships, maxAge } = limit;
  const today = calendarDateOf(now, shown.timeZone);
  const last = addDays(today, LOSING_COVER_DAYS);
  const yearsBefore = (day: string) => `${Number(day.slice(0, 4)) - maxAge - 1}${day.slice(4)}`;
  const all = async (): Promise<CoverChangeRow[]> => {
    const born = await findBornWithin({ after: yearsBefore(today), to: yearsBefore(last) }, relationships);
    const covered = await findActiveCovering(
      campaign._id,
      born.map(({ _id }) => _id),
    );
    const there = new Set(
      covered.flatMap(({ members }) =>
        members.filter(({ isActive }) => isActive === true).map(({ member_id }) => member_id),
      ),
    );
    return born
      .filter(({ _id, isActive }) => there.has(_id) && isActive !== false)
      .map((person) => {
        const year = Number(person.birthDt.slice(0, 4)) + maxAge + 1;
        // Who is born on 02/29 turns older on 03/01 in other years.
        const birthday = addDays(
          `${year}-${person.birthDt.slice(5, 7)}-01`,
          Number(person.birthDt.slice(8)) - 1,
        );
        const date = startOfDay(birthday, shown.timeZone);
        const reason = { code: 'reaches_age_limit', age: maxAge + 1, maxAge, date } as const;
        return {
          kind: 'loses' as const,
          person: { ...person, phoneNbr: person.phones[0]?.phoneNbr ?? null },
          people: 1,
          campaign,
          date,
          reason: reasonText(reason, { firstNm: person.firstNm, isReader: false }, shown),
        };
      });
  };
  const once = memoized(all);
  return {
    count: async () => (await once()).length,
    read: async ({ skip, limit: count }) => (await once()).slice(skip, skip + count),
  };
}

function memoized<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => (loaded ??= load());
}

/** Memberships whose waiting time ends. */
function waiting(campaign: CampaignRecord, waitingDays: number, shown: Shown, now: Date): Source {
  const today = calendarDateOf(now, shown.timeZone);
  const joined = (days: number) => startOfDay(addDays(today, days - waitingDays), shown.timeZone);
  const since = { from: joined(1), before: joined(LOSING_COVER_DAYS + 1) };
  return {
    count: () => countActiveSince(campaign._id, since),
    read: async (range) =>
      (await findActiveSince(campaign._id, since, range)).map((membership) => ({
        kind: 'reaches' as const,
        person: { _id: membership.primaryMemberId, ...membership.primaryMember },
        people: membership.members.filter(({ isActive }) => isActive === true).length,
        campaign,
        date: coverBegins(membership.activeDt ?? now, campaign.fundRules, false, shown.timeZone),
        reason: 'The waiting time ends.',
      })),
  };
}

/** What a list is asked for: of a campaign, or of all in a scope. */
export type CoverChangesOf = {
  campaign: CampaignRecord | undefined;
  organizationNumbers: readonly string[] | undefined;
};

/** A page of who loses or reaches cover: by what ends first in each kind of reason. */
export async function listCoverChanges(
  { campaign, organizationNumbers }: CoverChangesOf,
  page: Page,
  shown: Shown,
  now: Date,
): Promise<ListPage<CoverChangeRow>> {
  if (organizationNumbers?.length === 0) return pageOfAll([], page);
  const sources = await sourcesOf(campaign, organizationNumbers, shown, now);
  const counts = await Promise.all(sources.map((source) => source.count()));
  return readPage(
    page,
    async () => counts.reduce((sum, count) => sum + count, 0),
    async ({ skip, limit }) => {
      const rows: CoverChangeRow[] = [];
      let before = 0;
      for (const [index, source] of sources.entries()) {
        const count = counts[index] ?? 0;
        const from = Math.max(0, skip + rows.length - before);
        if (rows.length < limit && from < count)
          rows.push(...(await source.read({ skip: from, limit: limit - rows.length })));
        before += count;
      }
      return rows;
    },
  );
}

const BATCH = 200;

/** All of them, read in batches as they are taken. */
export async function* eachCoverChange(
  { campaign, organizationNumbers }: CoverChangesOf,
  shown: Shown,
  now: Date,
): AsyncGenerator<CoverChangeRow> {
  if (organizationNumbers?.length === 0) return;
  for (const source of await sourcesOf(campaign, organizationNumbers, shown, now))
    for (let skip = 0; ; skip += BATCH) {
      const rows = await source.read({ skip, limit: BATCH });
      yield* rows;
      if (rows.length < BATCH) break;
    }
}
