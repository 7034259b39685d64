/** What figures are worth without: the machine that they were measured on. */
import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

/** For example 'Debian GNU/Linux 12 (bookworm), 2 cores, 23 GB, Node 20.20.2'. */
export function describeMachine(): string {
  const system =
    /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? process.platform;
  return `${system}, ${cpus().length} cores, ${Math.floor(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
}
