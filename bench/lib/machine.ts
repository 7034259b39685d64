/** Context of the figures: the machine that they were measured on, and the memory of a process. */
import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { readSettings } from '../../packages/local-stack/src/stack/settings.ts';

/** For example 'Debian GNU/Linux 12 (bookworm), 2 cores, 23 GB, Node 20.20.2'. */
export function describeMachine(): string {
  const system =
    /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? process.platform;
  return `${system}, ${cpus().length} cores, ${Math.floor(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
}

/** The heap of an API whose memory is measured, in MB: without a limit it collects its garbage late. */
export const HEAP_MB = 128;
export const SMALL_HEAP = { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` };
/** The heap of workers, in MB (WORKER_HEAP_MB). */
export const WORKER_HEAP_MB = readSettings().workerHeapMb;
/** The heading of the column with such a worker's memory. */
export const WORKER_MB = `worker, MB (heap of ${WORKER_HEAP_MB})`;

/** The memory limit of a worker, in MB. */
const WORKER_MAX_MB = 300;

/** Throws if a worker took more memory than that. */
export function requireSmallWorker(mostMb: number): void {
  if (mostMb > WORKER_MAX_MB)
    throw new Error(`the worker took ${mostMb.toFixed(0)} MB; the limit is ${WORKER_MAX_MB} MB`);
}

/** The memory that a process holds, in MB. */
export function memoryMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
