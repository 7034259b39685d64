import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLine } from './processes.ts';

type LockRecord<State> = {
  pid: number;
  command: string | null;
  state: State;
};

/** A lock file with the id of the process that holds it and its state, for other processes to read. */
export type Lock<State> = {
  /** The last state of the previous holder when it died without a release; else null. */
  left: State | null;
  update(state: State): void;
  release(): void;
};

export class LockHeldError<State> extends Error {
  readonly pid: number;
  readonly state: State;

  constructor(pid: number, state: State) {
    super(`held by process ${pid}`);
    this.pid = pid;
    this.state = state;
  }
}

function read<State>(file: string): LockRecord<State> | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LockRecord<State>;
  } catch {
    return null;
  }
}

/** The lock files that this process holds. */
const held = new Set<string>();

/**
 * Whether the process of a record still runs. Process ids are reused, so its command line is compared too. In a
 * container both are the same after each start; for our own id, `held` tells whether the record is of this process.
 */
async function isHeld(file: string, record: LockRecord<unknown>): Promise<boolean> {
  if (record.pid === process.pid) return held.has(file);
  const command = await commandLine(record.pid);
  return command !== null && command === record.command;
}

/** The process id and state of the holder; null when no running process holds the lock. */
export async function readLock<State>(file: string): Promise<{ pid: number; state: State } | null> {
  const record = read<State>(file);
  return record && (await isHeld(file, record)) ? { pid: record.pid, state: record.state } : null;
}

/**
 * Takes the lock; a lock whose holder has died is replaced. Throws LockHeldError. The file is created by `link`, which
 * fails when it exists, so of concurrent starts one succeeds. The replacement of a dead holder is not atomic: with
 * three processes at the same moment, one may remove a lock that was just taken, and before it is put back another may
 * take it.
 */
export async function takeLock<State>(file: string, state: State): Promise<Lock<State>> {
  mkdirSync(dirname(file), { recursive: true });
  const command = await commandLine(process.pid);
  const unique = randomUUID();
  const mine = `${file}.${unique}.new`;
  const grave = `${file}.${unique}.old`;
  const write = (value: State) =>
    writeFileSync(mine, JSON.stringify({ pid: process.pid, command, state: value }), { mode: 0o600 });
  let left: State | null = null;
  try {
    for (;;) {
      const other = read<State>(file);
      if (other && (await isHeld(file, other))) throw new LockHeldError(other.pid, other.state);
      if (other) left = other.state;
      try {
        renameSync(file, grave);
        const moved = read<State>(grave);
        // Another process took it between the read and the rename: put it back.
        if (moved && moved.pid !== other?.pid) linkSync(grave, file);
      } catch {
        // There was no file, or a third process has created it.
      }
      rmSync(grave, { force: true });
      write(state);
      try {
        linkSync(mine, file);
        held.add(file);
        break;
      } catch {
        await sleep(20);
      }
    }
  } finally {
    rmSync(mine, { force: true });
  }
  return {
    left,
    update(value) {
      write(value);
      renameSync(mine, file);
    },
    release() {
      held.delete(file);
      if (read(file)?.pid === process.pid) rmSync(file, { force: true });
    },
  };
}

/** Runs `work` while holding the lock; waits while another process holds it, and calls `onWait` once for that. */
export async function withLock<T>(file: string, onWait: () => void, work: () => Promise<T>): Promise<T> {
  let hasSaid = false;
  for (;;) {
    let lock: Lock<null>;
    try {
      lock = await takeLock(file, null);
    } catch (error) {
      if (!(error instanceof LockHeldError)) throw error;
      if (!hasSaid) onWait();
      hasSaid = true;
      await sleep(200);
      continue;
    }
    try {
      return await work();
    } finally {
      lock.release();
    }
  }
}
