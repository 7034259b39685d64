import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath, runProgram } from '../processes.ts';
import type { DatabaseChoice, SearchContext } from './choice.ts';
import { secantusProgram } from './secantus-program.ts';

/** The version that `npm run db:native` compiles. */
export const nativeVersion = '0.5.3-beta.196';

/** Where `npm run db:native` installs it: cargo's `--root`, with a `bin` folder inside. */
export function nativeFolder(cacheDir: string): string {
  return join(cacheDir, `secantusd-rs-${nativeVersion}`);
}

function find({ env, cacheDir }: SearchContext): string | null {
  const cached = join(nativeFolder(cacheDir), 'bin', 'secantusd-rs');
  return findOnPath('secantusd-rs', env) ?? (existsSync(cached) ? cached : null);
}

const missing = 'not on PATH and not compiled (`npm run db:native` does it)';

export const nativeSecantus: DatabaseChoice = {
  kind: 'secantusd-rs',
  advice: 'compile SecantusDB with `npm run db:native` (cargo, cmake and a C compiler)',
  async inspect(context) {
    const command = find(context);
    return command ? { usable: true, detail: command } : { usable: false, detail: missing };
  },
  async prepare(context) {
    const command = find(context);
    if (!command) return { reason: missing };
    const { code, output } = await runProgram(command, ['--version'], { timeoutMs: 10_000 });
    if (code !== 0) return { reason: `${command} --version does not answer` };
    const version = /\d+\.\d+\.\d+\S*/.exec(output)?.[0] ?? 'of unknown version';
    // With the default limit of its log files an empty store takes 128 MB.
    return secantusProgram('SecantusDB (native)', version, command, [], ['--log-file-max', '16MB']);
  },
};
