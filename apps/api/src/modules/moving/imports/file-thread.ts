/**
 * The worker thread that reads an uploaded file, so that no file can stop or end the process. It returns a piece whenever
 * it is asked (`read-file.ts`).
 */
import { parentPort, workerData } from 'node:worker_threads';
import { FileFault, type FileRow } from './file-fault.ts';
import { openImportFile, type FileChoices, type HowRead } from './import-file.ts';

/** A piece: the columns without rows first, then rows, with the notes so far. */
export type FilePiece = {
  columns: string[];
  choices: FileChoices;
  rows: FileRow[];
  notes: string[];
  isEnd: boolean;
};
/** The answer for a file that cannot be read: a sentence. */
export type FileRefusal = { fault: string };

/** The maximum size of a piece: the rows of the first one, as many as an upload shows; then rows, or characters. */
const FIRST_ROWS = 3;
const MOST_ROWS = 500;
const MOST_CHARACTERS = 500_000;

async function* piecesOf(bytes: Buffer, how: HowRead): AsyncGenerator<FilePiece> {
  const { columns, rows, choices, notes } = await openImportFile(bytes, how);
  const piece = (of: FileRow[], isEnd = false) => ({ columns, choices, rows: of, notes: notes(), isEnd });
  yield piece([]);
  let [batch, size, most]: [FileRow[], number, number] = [[], 0, FIRST_ROWS];
  for await (const row of rows) {
    batch.push(row);
    size += row.cells.reduce((sum, cell) => sum + cell.length, 0);
    if (batch.length < most && size < MOST_CHARACTERS) continue;
    yield piece(batch);
    [batch, size, most] = [[], 0, MOST_ROWS];
  }
  yield piece(batch, true);
}

const {
  bytes: { buffer, byteOffset, length },
  how,
} = workerData as { bytes: Uint8Array<ArrayBuffer>; how: HowRead };
const pieces = piecesOf(Buffer.from(buffer, byteOffset, length), how);

async function sendNext(): Promise<void> {
  try {
    const { value } = await pieces.next();
    parentPort?.postMessage(value);
  } catch (error) {
    // Any other error ends the thread, and is an error of the program.
    if (!(error instanceof FileFault)) throw error;
    parentPort?.postMessage({ fault: error.message } satisfies FileRefusal);
  }
}

// Unhandled, a rejection ends the thread.
parentPort?.on('message', () => void sendNext());
