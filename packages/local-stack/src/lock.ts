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

/** A file that says which process has something, and what others may know about it. */
export type Lock<State> = {
  /** What the previous holder left behind when it died without letting go; null after an orderly stop. */
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

/** The locks of this process. */
const held = new Set<string>();

/**
 * Ids are given again after a restart: the command line tells whether this is still the same process. In a container
 * even both are the same every time, hence the look at our own locks.
 */
async function isHeld(file: string, record: LockRecord<unknown>): Promise<boolean> {
  if (record.pid === process.pid) return held.has(file);
  const command = await commandLine(record.pid);
  return command !== null && command === record.command;
}

/** The holder's state while the holder lives, else null. */
export async function readLock<State>(file: string): Promise<{ pid: number; state: State } | null> {
  const record = read<State>(file);
  return record && (await isHeld(file, record)) ? { pid: record.pid, state: record.state } : null;
}

/**
 * Takes the lock, also from a holder that has died. Files are put in place by link and rename, so there is no moment
 * at which two processes both believe they hold it. Throws LockHeldError.
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
        // Somebody else took it between our look and our rename: give it back.
        if (moved && moved.pid !== other?.pid) linkSync(grave, file);
      } catch {
        // There was no file, or it is back already.
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

/** Runs `work` while holding the lock; waits for another process that has it and says so once. */
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
