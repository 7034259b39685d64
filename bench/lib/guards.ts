/**
 * The guards of money, read from guards.txt; tests must notice the removal of each. In that file a guard is a line `#
 * what it guards | file | tests`, its text after `-`, and its replacement after `+`; empty if it is removed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export type Guard = { name: string; file: string; tests: string[]; find: string; replace: string };

const root = path.resolve(import.meta.dirname, '../..');
const sources = readdirSync(path.join(root, 'apps/api/src'), { recursive: true, encoding: 'utf8' });

/** The path of a file of the API by its name, with folders before it if others have it too. Throws unless there is one. */
function pathOf(name: string): string {
  const [found, ...others] = sources.filter((file) => `/${file}`.endsWith(`/${name}`));
  if (!found || others.length) throw new Error(`there must be exactly one ${name} in apps/api/src`);
  return path.join('apps/api/src', found);
}

/** All guards. Throws if a file is missing, or does not contain the text of its guard exactly once. */
export function readGuards(): Guard[] {
  const blocks = readFileSync(path.join(import.meta.dirname, 'guards.txt'), 'utf8')
    .split(/^# /m)
    .slice(1);
  return blocks.map((block) => {
    const [head = '', ...lines] = block.trimEnd().split('\n');
    const [name = '', file = '', tests = ''] = head.split(' | ');
    const textOf = (mark: string) =>
      lines.flatMap((line) => (line.startsWith(mark) ? line.slice(1) : [])).join('\n');
    const guard = { name, file: pathOf(file), find: textOf('-'), replace: textOf('+') };
    if (readFileSync(path.join(root, guard.file), 'utf8').split(guard.find).length !== 2)
      throw new Error(`'${name}': its text must occur exactly once in ${guard.file}: guards.txt is outdated`);
    return { ...guard, tests: tests.split(' ').map(pathOf) };
  });
}
