/**
 * Reads uploaded files, each in a worker thread of its own with little memory and a deadline: one at a time for an
 * organization, two in a process (docs/decisions/026).
 */
import { Worker } from 'node:worker_threads';
import type { ImportAnswers } from '@kinfold/domain/import-values';
import { AppError } from '../../../platform/problem.ts';
import { FileFault, type FileRow } from './file-fault.ts';
import type { FilePiece, FileRefusal } from './file-thread.ts';
import type { FileChoices, HowRead } from './import-file.ts';
import { readFile } from './import-storage.service.ts';

/** The maximum working time of the thread on one file, in ms, without the time between requests. */
const DEADLINE_MS = 20_000;
/** Memory of a thread. The unpacked size of a file, and its string table, are bounded too (`read-xlsx.ts`). */
const LIMITS = { maxOldGenerationSizeMb: 80, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 };
const AT_ONCE = 2;
/** The maximum number of waiting readers, of an organization and in all. */
const MOST_WAITING = { ofOne: 8, inAll: 40 };

const TOO_LONG =
  'This file takes too long to read. Save the list again as CSV, or divide it into several files.';
const TOO_MUCH_MEMORY =
  'This file needs more memory than a list of members does. Save the list again as CSV, or divide it into several files.';

/** A file being read: the names of its columns, what may be chosen, its rows once, and the notes so far. */
export type OpenFile = {
  columns: string[];
  choices: FileChoices;
  rows: AsyncIterable<FileRow>;
  notes: () => string[];
};

type Waiting = { organizationNumber: string; start: () => void };
const waiting: Waiting[] = [];
const reading: string[] = [];

function startWaiting(): void {
  while (reading.length < AT_ONCE) {
    const index = waiting.findIndex(({ organizationNumber }) => !reading.includes(organizationNumber));
    const [next] = index < 0 ? [] : waiting.splice(index, 1);
    if (!next) return;
    reading.push(next.organizationNumber);
    next.start();
  }
}

/** Waits until a file of an organization may be read. Throws 503 when too many wait. */
async function takeTurn(organizationNumber: string): Promise<void> {
  const own = waiting.filter((one) => one.organizationNumber === organizationNumber);
  if (own.length >= MOST_WAITING.ofOne || waiting.length >= MOST_WAITING.inAll)
    throw new AppError(
      503,
      'busy',
      'Other files are being read just now. Please send this one again in a minute.',
      {},
      { 'Retry-After': '60' },
    );
  await new Promise<void>((start) => {
    waiting.push({ organizationNumber, start: () => start() });
    startWaiting();
  });
}

function endTurn(organizationNumber: string): void {
  reading.splice(reading.indexOf(organizationNumber), 1);
  startWaiting();
}

let threadFile = new URL(
  import.meta.url.endsWith('.ts') ? './file-thread.ts' : './file-thread.js',
  import.meta.url,
);

/** Sets another build of the thread: tests use the compiled one, which starts in half the time. */
export function setThreadFile(file: URL): void {
  threadFile = file;
}

/** From the sources, Node reads TypeScript itself, or, before Node 22.18, with tsx. */
function startThread(file: Buffer, how: HowRead): Worker {
  // Transferred, not copied; a small buffer shares its memory with others.
  const bytes = file.length === file.buffer.byteLength ? file : new Uint8Array(file);

  const isSource = threadFile.pathname.endsWith('.ts');
  const needsTsx = isSource && !('typescript' in process.features && process.features.typescript);
  return new Worker(threadFile, {
    workerData: { bytes, how },
    transferList: [bytes.buffer as ArrayBuffer],
    resourceLimits: LIMITS,
    execArgv: needsTsx ? ['--import', 'tsx'] : [],
    env: {},
  });
}

/** Requests the next piece from the thread. Throws FileFault when the file is refused, or `ms` or the memory is used up. */
function nextPiece(thread: Worker, ms: number): Promise<FilePiece> {
  return new Promise<FilePiece>((resolve, reject) => {
    const timer = setTimeout(() => end(() => reject(new FileFault(TOO_LONG))), ms);
    const onMessage = (piece: FilePiece | FileRefusal) =>
      end(() => ('fault' in piece ? reject(new FileFault(piece.fault)) : resolve(piece)));
    const onError = (error: Error & { code?: string }) =>
      end(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new FileFault(TOO_MUCH_MEMORY) : error));
    const onExit = () => end(() => reject(new Error('the thread that read a file ended')));
    const end = (settle: () => void) => {
      clearTimeout(timer);
      thread.off('message', onMessage).off('error', onError).off('exit', onExit);
      settle();
    };
    thread.on('message', onMessage).on('error', onError).on('exit', onExit);
    thread.postMessage('next');
  });
}

type StoredFile = {
  _id: string;
  organizationNumber: string;
  kind: HowRead['kind'];
  answers: Pick<ImportAnswers, 'sheet' | 'headingRow'>;
};

/**
 * Reads the stored file of an import: calls `use` with the opened file, which is closed afterwards. Throws FileFault,
 * with a sentence, for a file that is not a list or costs too much to read, here or while its rows are consumed; 503 when
 * too many files wait.
 */
export async function readStoredFile<T>(
  { _id, organizationNumber, kind, answers: { sheet, headingRow } }: StoredFile,
  use: (file: OpenFile) => Promise<T>,
): Promise<T> {
  await takeTurn(organizationNumber);
  let thread: Worker | undefined;
  try {
    const how = {
      kind,
      ...(sheet !== undefined && { sheet }),
      ...(headingRow !== undefined && { headingRow: Number(headingRow) }),
    };
    const worker = startThread(await readFile(_id), how);
    thread = worker;
    // Between two pieces nobody else listens.
    worker.on('error', () => undefined);
    let left = DEADLINE_MS;
    const ask = async () => {
      const begun = performance.now();
      const piece = await nextPiece(worker, left);
      left -= performance.now() - begun;
      return piece;
    };
    let { columns, choices, notes, isEnd } = await ask();
    const rows = async function* () {
      while (!isEnd) {
        const piece = await ask();
        ({ notes, isEnd } = piece);
        yield* piece.rows;
      }
    };
    return await use({ columns, choices, rows: rows(), notes: () => notes });
  } finally {
    await thread?.terminate();
    endTurn(organizationNumber);
  }
}
