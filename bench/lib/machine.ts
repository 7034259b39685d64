/** What figures are worth little without: the machine that they were measured on, and the memory of a process. */
import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

/** For example 'Debian GNU/Linux 12 (bookworm), 2 cores, 23 GB, Node 20.20.2'. */
export function describeMachine(): string {
  const system =
    /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? process.platform;
  return `${system}, ${cpus().length} cores, ${Math.floor(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
}

/** The memory that a process holds, in MB. */
export function memoryMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
