/** How somebody got the statement of a year. Their ids are texts, so all access goes through the driver (docs/decisions/011). */
import type { StatementOutcome } from '@kinfold/domain/statements';
import type { Session } from '../../../platform/database.ts';
import { date, list, money, text } from '../../../platform/fields.ts';
import { collectionOf, countBy, defineModel, type DocumentOf } from '../../../platform/model.ts';

const StatementPersonModel = defineModel('statement_people', {
  /** The job and the member: nobody gets two statements of one job. */
  _id: text(),
  jobId: text(),
  memberId: text(),
  /** Whose payments it counts: the member's, and those of the dead of the household. */
  people: list(text()),
  outcome: text<StatementOutcome>(),
  /** What it counts for the organizations of the job. */
  amount: money(),
  /** Name and id, by which they are listed and printed. */
  order: text(),
  createdDt: date(),
});
export type StatementPerson = DocumentOf<typeof StatementPersonModel>;

const statementPeople = () => collectionOf(StatementPersonModel);

/** Stores how somebody gets their statement. Throws a duplicate key error when that is stored. */
export async function insertStatementPerson(person: StatementPerson, session?: Session): Promise<void> {
  await statementPeople().insertOne(person, session && { session });
}

/** The ids of those members about whom a job has decided. */
export async function readDecided(jobId: string, memberIds: readonly string[]): Promise<Set<string>> {
  const ids = memberIds.map((memberId) => `${jobId}:${memberId}`);
  const found = statementPeople().find({ _id: { $in: ids } }, { projection: { memberId: 1 } });
  return new Set((await found.toArray()).map(({ memberId }) => memberId));
}

/** The number of people of a job with each outcome. */
export const countStatementOutcomes = (jobId: string) => countBy(StatementPersonModel, { jobId }, 'outcome');

/** The people of a job by name, all or those with an outcome, after a place, read in batches as they are consumed. */
export const statementPeopleOf = (
  jobId: string,
  outcome: StatementOutcome | undefined,
  after = '',
): AsyncIterable<StatementPerson> & { limit(count: number): { toArray(): Promise<StatementPerson[]> } } =>
  statementPeople()
    .find({ jobId, ...(outcome && { outcome }), order: { $gt: after } })
    .sort({ order: 1 })
    .batchSize(200);
