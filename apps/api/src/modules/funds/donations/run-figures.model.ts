/** The stored figures of a run, of all of it (`*`) and of each organization: counted with the run's totals. */
import { sumCents, ZERO, type Cents } from '@kinfold/domain/money';
import { ROOT } from '@kinfold/domain/permission';
import { insertMissing, type Session } from '../../../platform/database.ts';
import { objectId, toRecord } from '../../../platform/documents.ts';
import { id, int, list, money, object, optional, text } from '../../../platform/fields.ts';
import { collectionOf, defineModel, toDocuments, type RecordIn } from '../../../platform/model.ts';

const RunFiguresModel = defineModel('run_figures', {
  /** The run and the organization. */
  _id: text(),
  campaignRunId: id(),
  organizationNumber: text(),
  dues: int(),
  open: int(),
  /** The number of people who are charged. */
  people: int(),
  expected: money(),
  collected: money(),
  /** What went back to cards: `collected` is without it. */
  returned: optional(money()),
  /** What was waived, and what payers added for card fees. */
  waived: optional(money()),
  fees: optional(money()),
  openAmount: money(),
  /** The amounts paid in each quarter of an hour (ms, UTC): in every time zone, days begin with one. */
  paid: list(object({ at: int(), amount: money() })),
  /** The change of the run's donations up to which they are counted. */
  version: int(),
});
export type KeptFigures = RecordIn<typeof RunFiguresModel>;

/** Figures without the quarters of an hour: those shown of an organization. */
export type FigureSums = Pick<
  KeptFigures,
  'dues' | 'open' | 'people' | 'expected' | 'collected' | 'waived' | 'fees' | 'openAmount'
>;

const SUMS = {
  _id: 0,
  organizationNumber: 1,
  dues: 1,
  open: 1,
  people: 1,
  expected: 1,
  collected: 1,
  waived: 1,
  fees: 1,
  openAmount: 1,
} as const;

const figuresId = (campaignRunId: string, organizationNumber: string) =>
  `${campaignRunId}:${organizationNumber}`;

/** Deletes the figures of a run that is removed. */
export async function eraseFigures(campaignRunId: string, session: Session): Promise<void> {
  await RunFiguresModel.deleteMany({ campaignRunId }, { session });
}

/** Writes the figures of a run, unless a later count is stored. Organizations without dues in it lose theirs. */
export async function writeFigures(
  campaignRunId: string,
  figures: readonly Omit<KeptFigures, '_id' | 'campaignRunId' | 'version'>[],
  version: number,
): Promise<void> {
  const records = figures.map((figure) => ({
    ...figure,
    _id: figuresId(campaignRunId, figure.organizationNumber),
    campaignRunId,
    version,
  }));
  const kept = collectionOf(RunFiguresModel);
  const documents = toDocuments(RunFiguresModel, records);
  await insertMissing(kept, documents);
  await kept.bulkWrite(
    documents.map((document) => ({
      replaceOne: { filter: { _id: document._id, version: { $lt: version } }, replacement: document },
    })),
    { ordered: false },
  );
  await kept.deleteMany({ campaignRunId: objectId(campaignRunId), version: { $lt: version } });
}

/** The stored figures of some organizations in a run, or of all of it. */
export async function readFigures(
  campaignRunId: string,
  organizationNumbers: readonly string[] = [ROOT],
): Promise<KeptFigures[]> {
  const ids = organizationNumbers.map((number) => figuresId(campaignRunId, number));
  return toRecord(await RunFiguresModel.find({ _id: { $in: ids } }).lean());
}

/** What the organizations received in some runs, and what went back of it. */
export async function readReceived(
  campaignRunIds: readonly string[],
): Promise<Pick<KeptFigures, 'organizationNumber' | 'collected' | 'returned'>[]> {
  if (!campaignRunIds.length) return [];
  const filter = { campaignRunId: { $in: campaignRunIds }, organizationNumber: { $ne: ROOT } };
  const fields = { _id: 0, organizationNumber: 1, collected: 1, returned: 1 };
  return toRecord(await RunFiguresModel.find(filter, fields).lean());
}

/** All the stored figures of a run. */
export async function readAllFigures(campaignRunId: string): Promise<KeptFigures[]> {
  return toRecord(await RunFiguresModel.find({ campaignRunId }).lean());
}

/** The figures of some organizations in a run, or of each of them. */
export async function readBoard(
  campaignRunId: string,
  organizationNumbers: readonly string[] | undefined,
): Promise<(FigureSums & { organizationNumber: string })[]> {
  const filter = {
    campaignRunId,
    organizationNumber: organizationNumbers ? { $in: organizationNumbers } : { $ne: ROOT },
  };
  return toRecord(await RunFiguresModel.find(filter, SUMS).lean());
}

/** The figures with the largest open amounts, of some organizations or all, and their number. */
export async function readLargestOpen(
  campaignRunId: string,
  organizationNumbers: readonly string[] | undefined,
  limit: number,
): Promise<{ count: number; first: (FigureSums & { organizationNumber: string })[] }> {
  const filter = {
    campaignRunId,
    organizationNumber: organizationNumbers ? { $in: organizationNumbers } : { $ne: ROOT },
  };
  const [count, found] = await Promise.all([
    RunFiguresModel.countDocuments(filter),
    RunFiguresModel.find(filter, SUMS).sort({ openAmount: -1, organizationNumber: 1 }).limit(limit).lean(),
  ]);
  return { count, first: toRecord(found) };
}

/** The open amounts above 0 of some organizations in some runs. */
export async function readOpen(
  campaignRunIds: readonly string[],
  organizationNumbers: readonly string[],
): Promise<Pick<KeptFigures, 'campaignRunId' | 'openAmount'>[]> {
  if (!campaignRunIds.length) return [];
  const filter = {
    campaignRunId: { $in: campaignRunIds },
    organizationNumber: { $in: organizationNumbers },
    openAmount: { $gt: ZERO },
  };
  return toRecord(await RunFiguresModel.find(filter, { _id: 0, campaignRunId: 1, openAmount: 1 }).lean());
}

/** The numbers of the organizations with dues in a run, of some or of all. */
export async function readNumbersInRun(
  campaignRunId: string,
  organizationNumbers: readonly string[] | undefined,
): Promise<string[]> {
  const filter = {
    campaignRunId,
    organizationNumber: organizationNumbers ? { $in: organizationNumbers } : { $ne: ROOT },
  };
  const found = await RunFiguresModel.find(filter, { organizationNumber: 1 }).lean();
  return found.map(({ organizationNumber }) => organizationNumber);
}

/** The ids of the runs in which some organizations have dues. */
export async function findRunIdsOf(organizationNumbers: readonly string[]): Promise<string[]> {
  const filter = { organizationNumber: { $in: organizationNumbers } };
  return (await RunFiguresModel.distinct('campaignRunId', filter)).map(String);
}

/** The sums of amounts by time of payment. */
export function sumByTime(
  all: readonly (readonly { at: number; amount: Cents }[])[],
): { at: number; amount: Cents }[] {
  const byTime = new Map<number, Cents>();
  for (const { at, amount } of all.flat()) byTime.set(at, sumCents([byTime.get(at) ?? ZERO, amount]));
  return [...byTime].map(([at, amount]) => ({ at, amount })).toSorted((a, b) => a.at - b.at);
}
