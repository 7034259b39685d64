/** Password hashes: bcrypt in a few worker threads, off the event loop (decisions.md "Identity"). */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { createFairQueue } from './fair-queue.ts';
import { AppError } from './problem.ts';

const DEFAULT_COST = 12;
/** bcrypt reads no more bytes than these; a longer text would match by its beginning. */
const MAX_BYTES = 72;
const MAX_WORKERS = 4;
/** Hashes that may wait, half a minute of work on the smallest machine; more are refused at once. */
const MAX_WAITING = 100;
/** A full lane is worked off in about this time. */
const RETRY_SECONDS = 2;

type Job = {
  password: string;
  /** What to compare with; null makes a new hash. */
  hash: string | null;
  cost: number;
  resolve(result: string | boolean): void;
  reject(error: Error): void;
};
type Answer = { result?: string | boolean; error?: string };

/** What waits for a worker of this process. */
export const passwordQueue = createFairQueue<Job>(MAX_WAITING);
const idle: Worker[] = [];
const busy = new Map<Worker, Job>();
let defaultCost = DEFAULT_COST;

/** Sets the cost of new hashes for this process: tests take the cheapest, 4. */
export function setPasswordCost(cost: number): void {
  defaultCost = cost;
}

/**
 * The bcrypt hash of a password of at most 72 bytes. `lane` is whose turn it takes: an address or a browser; none for
 * work of the program's own. Throws 503 when too many hashes wait, in that lane or in all.
 */
export async function hashPassword(password: string, lane?: string): Promise<string> {
  if (Buffer.byteLength(password) > MAX_BYTES) throw new RangeError('a password has at most 72 bytes');
  return String(await run(password, null, lane));
}

/**
 * Whether a password is the one of a hash. Without a hash the answer is false after the same work, so that an
 * unknown e-mail takes as long as a known one. `lane` and 503 as for `hashPassword`.
 */
export async function verifyPassword(password: string, hash: string | null, lane?: string): Promise<boolean> {
  const isMatch = await run(password, hash ?? dummyHash(), lane);
  return isMatch === true && hash !== null && Buffer.byteLength(password) <= MAX_BYTES;
}

/** A well-formed hash that no password is known for, as expensive as a real one. */
function dummyHash(): string {
  return `$2b$${String(defaultCost).padStart(2, '0')}$${'KinfoldHasNoSuchAccount'.padEnd(53, 'O')}`;
}

const busyError = () =>
  new AppError(
    503,
    'busy',
    'Too many people sign in just now. Please try again.',
    {},
    { 'Retry-After': String(RETRY_SECONDS) },
  );

function run(password: string, hash: string | null, lane: string | undefined): Promise<string | boolean> {
  return new Promise((resolve, reject) => {
    if (!passwordQueue.push({ password, hash, cost: defaultCost, resolve, reject }, lane))
      reject(busyError());
    startNext();
  });
}

/** Gives the next job to an idle worker, or to a new one while there are few. */
function startNext(): void {
  const isFull = busy.size >= Math.max(1, Math.min(MAX_WORKERS, availableParallelism() - 1));
  const job = isFull ? undefined : passwordQueue.take();
  if (!job) return;
  const worker = idle.pop() ?? startWorker();
  busy.set(worker, job);
  // A working thread holds the process, an idle one does not.
  worker.ref();
  worker.postMessage({ password: job.password, hash: job.hash, cost: job.cost });
}

function startWorker(): Worker {
  const worker = new Worker(new URL('./password-worker.js', import.meta.url));
  const finish = (settle: (job: Job) => void) => {
    const job = busy.get(worker);
    busy.delete(worker);
    if (job) settle(job);
    startNext();
  };
  worker.on('message', ({ result, error }: Answer) => {
    worker.unref();
    idle.push(worker);
    finish((job) => (result === undefined ? job.reject(new Error(error)) : job.resolve(result)));
  });
  worker.on('error', (error) => {
    const place = idle.indexOf(worker);
    if (place >= 0) idle.splice(place, 1);
    finish((job) => job.reject(error instanceof Error ? error : new Error(String(error))));
  });
  return worker;
}
