import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../cache-folder.ts';
import { findOnPath, runProgram } from '../processes.ts';

const source = join(import.meta.dirname, 'loader');

/**
 * The program that loads compose files, built once into the cache (about a minute). Returns the reason when there is no
 * Go or its modules cannot be downloaded. Throws when it does not compile.
 */
export async function buildLoader(): Promise<{ program: string } | { missing: string }> {
  const hash = createHash('sha256');
  for (const name of ['main.go', 'go.mod', 'go.sum']) hash.update(readFileSync(join(source, name)));
  const program = join(cacheFolder(), `compose-loader-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(program)) return { program };
  const go = findOnPath('go');
  if (!go) return { missing: 'Go is not on PATH' };
  mkdirSync(cacheFolder(), { recursive: true });
  // Built under a temporary name and renamed: two runs may build at the same time.
  const partial = `${program}.${process.pid}`;
  const { code, output } = await runProgram(go, ['build', '-C', source, '-o', partial, '.']);
  if (code === 0) {
    renameSync(partial, program);
    return { program };
  }
  if (/dial tcp|lookup|proxyconnect|i\/o timeout|module lookup disabled|TLS|certificate/.test(output))
    return { missing: `Go cannot fetch the loader's modules: ${output.split('\n').at(-1)}` };
  throw new Error(`The loader does not compile:\n${output}`);
}
