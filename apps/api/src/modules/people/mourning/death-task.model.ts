import { DEATH_ITEMS_MAX } from '@kinfold/domain/death-report';
import type { Session } from '../../../platform/database.ts';
import { date, list, object, orNull, text } from '../../../platform/fields.ts';
import { collectionOf, defineModel, type DocumentOf } from '../../../platform/model.ts';

/** What a death leaves to do. The `_id` says what and of which membership or fund: a death that is entered again makes nothing twice. */
const DeathTaskModel = defineModel('death_tasks', {
  _id: text(),
  /** The member who died. */
  memberId: text(),
  organizationNumber: text(),
  /** The organizations whose roles see it: see `readScopes`. */
  scope: list(text()),
  code: text(),
  /** A sentence that names nobody. */
  text: text(),
  href: text(),
  status: text<'open' | 'done'>(),
  createdDt: date(),
  done: orNull(object({ by: text(), at: date() })),
});
export type DeathTaskRecord = DocumentOf<typeof DeathTaskModel>;

const tasks = () => collectionOf(DeathTaskModel);

/** A task by its id. */
export async function readTask(_id: string, session?: Session): Promise<DeathTaskRecord | undefined> {
  return (await tasks().findOne({ _id }, { session })) ?? undefined;
}

/** The tasks that an organization's roles see, after one death or after all: the oldest open ones, or those done latest. */
export async function readTasks(
  organizationNumber: string,
  status: DeathTaskRecord['status'],
  memberId: string | undefined,
): Promise<DeathTaskRecord[]> {
  const order = status === 'open' ? 1 : -1;
  return tasks()
    .find({ scope: organizationNumber, status, ...(memberId && { memberId }) })
    .sort({ createdDt: order, _id: order })
    .limit(DEATH_ITEMS_MAX)
    .toArray();
}

/** Those of some tasks that are done, by their ids. */
export async function readDoneIds(ids: readonly string[]): Promise<Set<string>> {
  if (!ids.length) return new Set();
  const found = tasks().find({ _id: { $in: [...ids] }, status: 'done' }, { projection: { _id: 1 } });
  return new Set((await found.toArray()).map(({ _id }) => _id));
}

/** How many open reports and tasks some organizations' roles see, up to `limit` each: in one query. */
export async function countOpenOfDeaths(
  organizationNumbers: readonly string[],
  limit: number,
): Promise<{ deathReports: number; deathTasks: number }> {
  const open = (name: 'deathReports' | 'deathTasks') => [
    { $match: { scope: { $in: [...organizationNumbers] }, status: 'open' } },
    { $limit: limit },
    { $group: { _id: name, count: { $sum: 1 } } },
  ];
  const reports = { $unionWith: { coll: 'death_reports', pipeline: open('deathReports') } };
  const found = await tasks()
    .aggregate<{ _id: 'deathReports' | 'deathTasks'; count: number }>([...open('deathTasks'), reports])
    .toArray();
  const countOfName = (name: string) => found.find(({ _id }) => _id === name)?.count ?? 0;
  return { deathReports: countOfName('deathReports'), deathTasks: countOfName('deathTasks') };
}

/** Keeps what a death leaves to do: what is done stays done, and what is open and not among it any more goes. */
export async function keepTasks(
  memberId: string,
  wanted: readonly DeathTaskRecord[],
  session: Session,
): Promise<void> {
  const ids = wanted.map(({ _id }) => _id);
  await tasks().deleteMany({ memberId, status: 'open', _id: { $nin: ids } }, { session });
  for (const { _id, text, href, ...rest } of wanted)
    await tasks().updateOne({ _id }, { $set: { text, href }, $setOnInsert: rest }, { session, upsert: true });
}

/** Sets where some tasks are done. */
export async function setTaskHref(ids: readonly string[], href: string, session: Session): Promise<void> {
  await tasks().updateMany({ _id: { $in: [...ids] } }, { $set: { href } }, { session });
}

/** Marks an open task as done; false when it is no longer open. */
export async function setTaskDone(
  _id: string,
  done: NonNullable<DeathTaskRecord['done']>,
  session: Session,
): Promise<boolean> {
  const marked = await tasks().updateOne(
    { _id, status: 'open' },
    { $set: { status: 'done', done } },
    { session },
  );
  return marked.modifiedCount === 1;
}

/** Opens a task again that is done; false when it is not. */
export async function setTaskOpen(_id: string, session: Session): Promise<boolean> {
  const again = { $set: { status: 'open' as const, done: null } };
  return (await tasks().updateOne({ _id, status: 'done' }, again, { session })).modifiedCount === 1;
}

/** Deletes what the death of a member left to do. */
export async function eraseTasksOf(memberId: string, session: Session): Promise<void> {
  await tasks().deleteMany({ memberId }, { session });
}
