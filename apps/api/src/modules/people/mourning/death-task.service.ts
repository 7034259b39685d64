/** What deaths leave to do: kept with each death, listed for the office until somebody has done it. */
import type * as z from 'zod/mini';
import type { Death } from '@kinfold/domain/death';
import type { DeathTask, DeathTasksQuery } from '@kinfold/domain/death-report';
import { ATTENTION_MAX } from '@kinfold/domain/staff-home';
import type { Author } from '../../../platform/author.ts';
import { inTransaction, type Session } from '../../../platform/database.ts';
import { conflict } from '../../../platform/problem.ts';
import { readScopes } from '../../../platform/scopes.ts';
import { recordChanges, type Change } from '../../operations/audit/audit.service.ts';
import { findMembers, fullName, memberSubject, requireMember } from '../members/member.service.ts';
import { eraseReportsOf } from './death-report.model.ts';
import {
  countOpenOfDeaths,
  eraseTasksOf,
  keepTasks,
  readDoneIds,
  readTask,
  readTasks,
  setTaskDone,
  setTaskHref,
  setTaskOpen,
  type DeathTaskRecord,
} from './death-task.model.ts';
import { presentTask } from './mourning.presenter.ts';

export { eraseTasksOf, readTask };

/** What a policy for one task hands over. */
export type DeathTaskGrant = { deathTask: DeathTaskRecord };

/** Something to do, and what it is about: a membership or a fund, with the organization whose roles see it. */
export type ToDo = Death['leftToDo'][number] & { of: string; organizationNumber: string };

const taskId = (memberId: string, code: string, of: string) => `${memberId}:${code}:${of}`;

/** A claim: by it the tasks of a death that are about its fund are done. */
type OfClaim = { _id: string; memberId: string; campaignId: string };

/** Links what is left to do about a fund to the claim that was opened, in the transaction of the caller. */
export const linkTasksToClaim = ({ _id, memberId, campaignId }: OfClaim, session: Session): Promise<void> =>
  setTaskHref(
    ['tell_treasurer', 'make_collection'].map((code) => taskId(memberId, code, campaignId)),
    `/claims/${_id}`,
    session,
  );

/** Marks as done what a step of a claim has done, in the transaction of the caller. What is done stays as it was. */
export async function finishByClaim(
  { memberId, campaignId }: OfClaim,
  code: 'tell_treasurer' | 'make_collection',
  { author, now }: { author: Author; now: Date },
  session: Session,
): Promise<void> {
  const _id = taskId(memberId, code, campaignId);
  if (!(await setTaskDone(_id, { by: author.name, at: now }, session))) return;
  const [task, member] = [await readTask(_id, session), await requireMember(memberId, session)];
  if (task)
    await recordChanges(
      [{ organizationNumber: task.organizationNumber, subject: memberSubject(member), ...doneEntry(task) }],
      author,
      now,
      session,
    );
}

/** Keeps what the death of a member leaves to do, in the transaction of the caller. */
export async function keepTasksOf(
  memberId: string,
  toDo: readonly ToDo[],
  now: Date,
  session: Session,
): Promise<void> {
  const scopeOf = await readScopes(
    toDo.map(({ organizationNumber }) => organizationNumber),
    session,
  );
  const wanted = toDo.map(({ code, text, href, of, organizationNumber }): DeathTaskRecord => ({
    ...{ _id: taskId(memberId, code, of), memberId, organizationNumber },
    ...{ scope: scopeOf(organizationNumber), code, text, href, status: 'open', createdDt: now, done: null },
  }));
  await keepTasks(memberId, wanted, session);
}

/** What of this a death still leaves to do: some of it was done since the death was entered. */
export async function stillToDo(memberId: string, toDo: readonly ToDo[]): Promise<ToDo[]> {
  const idOf = ({ code, of }: ToDo) => taskId(memberId, code, of);
  const done = await readDoneIds(toDo.map(idOf));
  return toDo.filter((one) => !done.has(idOf(one)));
}

/** What is left to do at an organization and all below it: the oldest open ones, or those done latest. */
export async function listTasks(
  organizationNumber: string,
  { status, member_id }: z.output<typeof DeathTasksQuery>,
): Promise<z.input<typeof DeathTask>[]> {
  const found = await readTasks(organizationNumber, status || 'open', member_id);
  const members = await findMembers([...new Set(found.map(({ memberId }) => memberId))]);
  const names = new Map(members.map((member) => [member._id, fullName(member)]));
  return found.map((task) => presentTask(task, names.get(task.memberId) ?? ''));
}

/** How many reports wait, and how much is left to do, that some organizations' roles see, up to 1,000 each. */
export async function countOfDeaths(organizationNumbers: readonly string[]) {
  return organizationNumbers.length
    ? countOpenOfDeaths(organizationNumbers, ATTENTION_MAX)
    : { deathReports: 0, deathTasks: 0 };
}

const doneEntry = ({ text }: DeathTaskRecord) => ({
  action: 'member.death_task_done' as const,
  changes: [{ field: 'task', from: null, to: text }],
});

/** Marks something as done. Throws 409 `task_done` when somebody did before. */
export async function finishTask(
  task: DeathTaskRecord,
  author: Author,
  now: Date,
): Promise<z.input<typeof DeathTask>> {
  return changeTask(task, author, now, {
    write: (session) => setTaskDone(task._id, { by: author.name, at: now }, session),
    refusal: ['task_done', 'Somebody has done this before.'],
    entry: doneEntry(task),
  });
}

/** Takes back that something is done. Throws 409 `task_open` when it is left to do already. */
export async function reopenTask(
  task: DeathTaskRecord,
  author: Author,
  now: Date,
): Promise<z.input<typeof DeathTask>> {
  return changeTask(task, author, now, {
    write: (session) => setTaskOpen(task._id, session),
    refusal: ['task_open', 'This is left to do already.'],
    entry: { action: 'member.death_task_reopened', changes: [{ field: 'task', from: task.text, to: null }] },
  });
}

async function changeTask(
  { _id, memberId, organizationNumber }: DeathTaskRecord,
  author: Author,
  now: Date,
  change: {
    /** Returns false where the task is not as it was. */
    write: (session: Session) => Promise<boolean>;
    refusal: [code: string, detail: string];
    entry: Pick<Change, 'action' | 'changes'>;
  },
): Promise<z.input<typeof DeathTask>> {
  const member = await requireMember(memberId);
  const present = async () => {
    const task = await readTask(_id);
    if (!task) throw new Error(`there is no task ${_id}`);
    return presentTask(task, fullName(member));
  };
  await inTransaction(async (session) => {
    if (!(await change.write(session))) throw conflict(...change.refusal, { current: await present() });
    const entry = { organizationNumber, subject: memberSubject(member), ...change.entry };
    await recordChanges([entry], author, now, session);
  });
  return present();
}

/** Deletes what is kept of the death of a member who is deleted or erased, and of reports of it. */
export async function eraseMourningOf(memberId: string, session: Session): Promise<void> {
  await eraseReportsOf(memberId, session);
  await eraseTasksOf(memberId, session);
}
