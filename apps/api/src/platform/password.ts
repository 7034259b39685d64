/** Password hashes: bcrypt in at most 4 worker threads (rules.md "Identity"). */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { createFairQueue } from './fair-queue.ts';
import { AppError } from './problem.ts';

const DEFAULT_COST = 12;
/** bcrypt ignores all further bytes: a longer password would match by its first 72. */
const MAX_BYTES = 72;
const MAX_WORKERS = 4;
/** Queue limit, about 30 s of work on the smallest machine; more are refused with 503. */
const MAX_WAITING = 100;
/** `Retry-After`: about as long as one full lane takes. */
const RETRY_SECONDS = 2;

type Job = {
  password: string;
  /** The hash to compare with; null makes a new hash. */
  hash: string | null;
  cost: number;
  resolve(result: string | boolean): void;
  reject(error: Error): void;
};
type Answer = { result?: string | boolean; error?: string };

/** The jobs that wait for a worker thread of this process. */
export const passwordQueue = createFairQueue<Job>(MAX_WAITING);
const idle: Worker[] = [];
const busy = new Map<Worker, Job>();
let defaultCost = DEFAULT_COST;

/** Sets the cost of new hashes for this process: tests take the cheapest, 4. */
export function setPasswordCost(cost: number): void {
  defaultCost = cost;
}

/**
 * The bcrypt hash of a password. `lane` is the lane of the fair queue: an address or a browser, undefined for the
 * program's own work. Throws RangeError for more than 72 bytes and 503 when the lane or the queue is full.
 */
export async function hashPassword(password: string, lane?: string): Promise<string> {
  if (Buffer.byteLength(password) > MAX_BYTES) throw new RangeError('a password has at most 72 bytes');
  return String(await run(password, null, lane));
}

/**
 * Returns whether a password matches a hash. Without a hash the result is false after the same work, so that an unknown
 * email takes as long as a known one. `lane` and 503 as for `hashPassword`.
 */
export async function verifyPassword(password: string, hash: string | null, lane?: string): Promise<boolean> {
  const isMatch = await run(password, hash ?? dummyHash(), lane);
  return isMatch === true && hash !== null && Buffer.byteLength(password) <= MAX_BYTES;
}

/** A well-formed hash of the current cost that no known password matches. */
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

/** Assigns the next job to an idle worker thread, or to a new one below the limit. */
function startNext(): void {
  const isFull = busy.size >= Math.max(1, Math.min(MAX_WORKERS, availableParallelism() - 1));
  const job = isFull ? undefined : passwordQueue.take();
  if (!job) return;
  const worker = idle.pop() ?? startWorker();
  busy.set(worker, job);
  // A busy thread keeps the process alive, an idle one does not.
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
