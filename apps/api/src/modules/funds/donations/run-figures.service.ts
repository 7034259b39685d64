/** The figures of a run, counted in the background so that no page counts donations. */
import { sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import { groupBy } from '@kinfold/domain/group-by';
import type { OrganizationChoice } from '@kinfold/domain/organization';
import { ROOT } from '@kinfold/domain/permission';
import type { Problems } from '../../../platform/verification.ts';
import { staleFields, type Projection } from '../../../work/projections.ts';
import {
  findRuns,
  findStaleRunIds,
  markRunTotalsStale,
  runIds,
  writeTotals,
  type CampaignRunRecord,
  type RunTotals,
} from '../campaign-runs/campaign-run.service.ts';
import { findOrganizations } from '../../organizations/organizations/organization.service.ts';
import { readPaidInRun, readSumsOfRun, type OrganizationSums } from './donation.model.ts';
import {
  readAllFigures,
  readBoard,
  readFigures,
  readLargestOpen,
  readNumbersInRun,
  readOpen,
  readReceived,
  sumByTime,
  writeFigures,
  type FigureSums,
  type KeptFigures,
} from './run-figures.model.ts';

export { findRunIdsOf } from './run-figures.model.ts';

export type { FigureSums };

const totalsFrom = (sums: readonly OrganizationSums[]): RunTotals => ({
  donationsAmount: sumCents(sums.map(({ collected }) => collected)),
  openAmount: sumCents(sums.map(({ openAmount }) => openAmount)),
  openPeople: sums.reduce((people, sum) => people + sum.openPeople, 0),
});

/**
 * The totals of runs and the figures of their organizations. The run itself says whether they are stale: pages show that,
 * and writing it locks the run against removal.
 */
export const runTotals: Projection = {
  name: 'run-totals',
  everyMs: 2_000,
  due: (_site, limit) => findStaleRunIds(limit),
  write: countRuns,
  keys: runIds,
  problemsOf: runProblems,
  async repair(ids) {
    await markRunTotalsStale(ids);
    await countRuns(ids);
  },
};

/**
 * Counts runs. Their versions are read before their donations, so changes meanwhile are counted next time, and any number
 * of processes may count at once.
 */
async function countRuns(ids: readonly string[]): Promise<void> {
  for (const { _id, totalVersion } of await findRuns(ids)) {
    const { totals, figures } = await countedOf(_id);
    await writeFigures(_id, figures, totalVersion);
    await writeTotals(_id, totals, totalVersion);
  }
}

/**
 * What the organizations received in some runs, and what went back of it: from the stored figures, or counted where those
 * wait to be counted.
 */
export async function receivedInRuns(
  runs: readonly Pick<CampaignRunRecord, '_id' | 'isTotalStale'>[],
): Promise<Pick<KeptFigures, 'organizationNumber' | 'collected' | 'returned'>[]> {
  const idsOf = (isStale: boolean) =>
    runs.filter(({ isTotalStale }) => isTotalStale === isStale).map(({ _id }) => _id);
  const counted = await Promise.all(idsOf(true).map(readSumsOfRun));
  return [...(await readReceived(idsOf(false))), ...counted.flat()];
}

/**
 * Reports runs whose totals or figures of organizations differ from their donations, and that no count is waiting for.
 */
async function runProblems(ids: readonly string[]): Promise<Problems> {
  const found: Problems = new Map();
  for (const run of await findRuns(ids)) {
    if (run.isTotalStale) continue;
    const { totals, figures } = await countedOf(run._id);
    if (staleFields(run, totals).length)
      found.set(run._id, `Run ${run.name} had a wrong total of donations.`);
    else if (await areFiguresWrong(run, figures))
      found.set(run._id, `Run ${run.name} had wrong figures of organizations.`);
  }
  return found;
}

/** Returns whether other figures are stored of a run; for one that was never counted, none are. */
async function areFiguresWrong({ _id, countedVersion }: CampaignRunRecord, right: readonly RunFigures[]) {
  const kept = new Map((await readAllFigures(_id)).map((figure) => [figure.organizationNumber, figure]));
  if (!kept.size && countedVersion === 0) return false;
  return (
    kept.size !== right.length ||
    right.some((one) => staleFields(kept.get(one.organizationNumber) ?? {}, one).length > 0)
  );
}

/** Counts the donations of a run: its totals, and the figures of all of it and of each organization. */
async function countedOf(runId: string): Promise<{ totals: RunTotals; figures: RunFigures[] }> {
  const [sums, paid] = await Promise.all([readSumsOfRun(runId), readPaidInRun(runId)]);
  const paidAt = groupBy(paid, ({ organizationNumber }) => organizationNumber);
  const figures = sums.map(({ openPeople: _people, ...one }) => ({
    ...one,
    paid: sumByTime([paidAt.get(one.organizationNumber) ?? []]),
  }));
  const all = { organizationNumber: ROOT, ...addFigures(figures) };
  return { totals: totalsFrom(sums), figures: [all, ...figures] };
}

type Figures = FigureSums & Pick<KeptFigures, 'paid' | 'returned'>;
type RunFigures = Figures & { organizationNumber: string };

/** Adds up the figures of several organizations. */
function addFigures(figures: readonly Figures[]): Figures {
  const sum = (amountOf: (one: Figures) => Cents) => sumCents(figures.map(amountOf));
  return {
    dues: figures.reduce((count, { dues }) => count + dues, 0),
    open: figures.reduce((count, { open }) => count + open, 0),
    people: figures.reduce((count, { people }) => count + people, 0),
    expected: sum(({ expected }) => expected),
    collected: sum(({ collected }) => collected),
    returned: sum(({ returned = ZERO }) => returned),
    waived: sum(({ waived = ZERO }) => waived),
    fees: sum(({ fees = ZERO }) => fees),
    openAmount: sum(({ openAmount }) => openAmount),
    paid: sumByTime(figures.map(({ paid }) => paid)),
  };
}

/**
 * The figures of the organizations in a run, of some or of all: as they are stored, or counted where they wait to be
 * counted. One query.
 */
export async function boardFigures(
  { _id, isTotalStale }: Pick<CampaignRunRecord, '_id' | 'isTotalStale'>,
  organizationNumbers: readonly string[] | undefined,
): Promise<(FigureSums & { organizationNumber: string })[]> {
  if (!isTotalStale) return readBoard(_id, organizationNumbers);
  const sums = await readSumsOfRun(_id);
  return organizationNumbers
    ? sums.filter(({ organizationNumber }) => organizationNumbers.includes(organizationNumber))
    : sums;
}

const SHOWN_ORGANIZATIONS = 50;

/** The figures of a run: of some organizations, or of all of it, and of each organization with its present name. */
export async function figuresOfRun(
  run: CampaignRunRecord,
  organizationNumbers: readonly string[] | undefined,
) {
  const [figures, { count, first }] = await Promise.all([
    readFigures(run._id, organizationNumbers),
    readLargestOpen(run._id, organizationNumbers, SHOWN_ORGANIZATIONS),
  ]);
  const found = await findOrganizations(first.map(({ organizationNumber }) => organizationNumber));
  const names = new Map(found.map((one) => [one.organizationNumber, one.organizationName]));
  const organizations = first.map((one) => ({
    ...one,
    organizationName: names.get(one.organizationNumber) ?? one.organizationNumber,
  }));
  return {
    ...addFigures(figures),
    organizations,
    more: count - first.length,
    isCounting: run.isTotalStale,
  };
}
export type RunFiguresFound = Awaited<ReturnType<typeof figuresOfRun>>;

/** Every organization with dues in a run, of some or of all, by name. */
export async function organizationsOfRun(
  runId: string,
  organizationNumbers: readonly string[] | undefined,
): Promise<OrganizationChoice[]> {
  const found = await findOrganizations(await readNumbersInRun(runId, organizationNumbers));
  return found
    .map(({ organizationNumber, organizationName }) => ({ organizationNumber, organizationName }))
    .toSorted((a, b) => a.organizationName.localeCompare(b.organizationName, 'en'));
}

/** The number of listed donations of a run, from the stored figures, of some organizations or of all. */
export async function keptCount(
  runId: string,
  organizationNumbers: readonly string[] | undefined,
  isOpen: boolean | undefined,
): Promise<number> {
  const { dues, open } = addFigures(await readFigures(runId, organizationNumbers));
  return isOpen === undefined ? dues : isOpen ? open : dues - open;
}

/** The amount paid in a run, from the stored figures, of some organizations or of all; cents. */
export async function collectedIn(
  runId: string,
  organizationNumbers: readonly string[] | undefined,
): Promise<Cents> {
  return addFigures(await readFigures(runId, organizationNumbers)).collected;
}

/** What some organizations still owe in each of some runs, from the stored figures; runs in which they owe nothing are left out. */
export async function openIn(
  runIds: readonly string[],
  organizationNumbers: readonly string[],
): Promise<ReadonlyMap<string, Cents>> {
  const open = new Map<string, Cents>();
  for (const { campaignRunId, openAmount } of await readOpen(runIds, organizationNumbers))
    open.set(campaignRunId, sumCents([open.get(campaignRunId) ?? ZERO, openAmount]));
  return open;
}
