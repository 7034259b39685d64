/**
 * The rest of an erasure after its transaction (docs/decisions/045), in portions: first what indexes find, then a walk
 * over the collections that may name the person, then the history. The person's own history entries identify them and
 * come last, so that each step can be repeated.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Author } from '../../../platform/author.ts';
import { collection, type Session } from '../../../platform/database.ts';
import type { Logger } from '../../../platform/logger.ts';
import { workOnJobs, type JobHandler, type Step } from '../../../work/job-worker.ts';
import { findJob, startJob, type Job } from '../../../work/jobs.ts';
import { forgetUser } from '../../identity/users/sign-in-removal.service.ts';
import {
  countInChains,
  eraseFromHistory,
  eraseOwnHistory,
  type PlaceInHistory,
} from '../../operations/audit/audit.service.ts';
import { COPYING } from '../../operations/copied-names/copied-names.service.ts';
import { requireMember } from '../members/member.service.ts';
import {
  eraseLastPlaces,
  eraseNextOf,
  erasePlaces,
  personInHistory,
  readPerson,
  walkedCollections,
  type Person,
  type Remembered,
} from './places.service.ts';

export const ERASURE_JOB = 'erasure';

/** Starts the job of an erasure, in the transaction that empties the record; returns its id. */
export async function startErasure(
  { member, organizationNumbers, customerId }: Person,
  organizationNumber: string,
  author: Author,
  session?: Session,
): Promise<string> {
  const input: Input = { memberId: member._id, organizationNumbers, customerId: customerId ?? null };
  const job = { type: ERASURE_JOB, key: member._id, organizationNumber, input };
  return (await startJob(job, author, session && { session }))._id;
}

const POLL_MS = 100;

/**
 * Works on erasure jobs for up to `forMs`, until the given one has ended; returns its state. So a person in a small
 * organization is gone when the request is answered. The worker does the rest; a job that a worker has claimed is waited
 * for.
 */
export async function finishErasure(jobId: string, logger: Logger, forMs: number): Promise<Job['state']> {
  const until = Date.now() + forMs;
  const isOver = () => Date.now() >= until;
  for (;;) {
    await workOnJobs({ [ERASURE_JOB]: erasureJob }, logger, isOver);
    const { state, isOpen } = await requireJob(jobId);
    if (!isOpen || isOver()) return state;
    await sleep(POLL_MS);
  }
}

async function requireJob(jobId: string): Promise<Job> {
  const job = await findJob(jobId);
  if (!job) throw new Error(`there is no job ${jobId}`);
  return job;
}

type Input = Remembered & { memberId: string };

/** In a collection after an id, null at its start; or in the history. */
type Cursor = { collection: string; after: unknown } | { history: PlaceInHistory | null };

const personOf = async ({ input }: Job) => {
  const { memberId, ...remembered } = input as Input;
  return readPerson(await requireMember(memberId), remembered);
};

/** A step continues with further portions for this long, in ms: the person is identified once for all of them. */
const STEP_MS = 2_000;

/** Erases the data of a person, in portions of a collection or of a chain of the history. */
export const erasureJob: JobHandler = {
  async count(job) {
    const person = await personOf(job);
    const counts = walkedCollections(person).map((name) => collection(name).estimatedDocumentCount());
    const counted = await Promise.all([...counts, countInChains(person.organizationNumbers)]);
    return counted.reduce((sum, one) => sum + one, 0);
  },
  async step(job) {
    const person = await personOf(job);
    const until = Date.now() + STEP_MS;
    let made = await nextPortion(person, job.cursor as Cursor | null);
    while (!made.isLast && Date.now() < until) {
      const { done } = made;
      made = await nextPortion(person, made.cursor as Cursor);
      made.done += done;
    }
    return made;
  },
};

async function nextPortion(person: Person, cursor: Cursor | null): Promise<Step> {
  if (!cursor) return begin(person);
  if ('collection' in cursor) return goOnIn(cursor, person);
  return goOnInHistory(cursor.history ?? undefined, person);
}

async function begin(person: Person): Promise<Step> {
  if (person.user) await forgetUser(person.user);
  for (const name of COPYING.member.collections) await COPYING.member.copy(person.member._id, name);
  await erasePlaces(person);
  return { cursor: startOf(walkedCollections(person)[0]), done: 0, isLast: false };
}

const startOf = (name: string | undefined): Cursor =>
  name === undefined ? { history: null } : { collection: name, after: null };

async function goOnIn({ collection: name, after }: { collection: string; after: unknown }, person: Person) {
  const { last, count } = await eraseNextOf(person, name, after);
  const following = walkedCollections(person).find((one) => one > name);
  const cursor: Cursor = last === undefined ? startOf(following) : { collection: name, after: last };
  return { cursor, done: count, isLast: false };
}

async function goOnInHistory(place: PlaceInHistory | undefined, person: Person): Promise<Step> {
  const about = personInHistory(person);
  const { next, count } = await eraseFromHistory(about, place);
  if (!next) {
    await eraseLastPlaces(person);
    await eraseOwnHistory(about);
  }
  return { cursor: { history: next ?? null }, done: count, isLast: !next };
}
