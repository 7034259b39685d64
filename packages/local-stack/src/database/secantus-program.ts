import type { ServerProgram } from './choice.ts';

/**
 * The command line of both SecantusDB servers. `--sync-on-commit` is required: without it a killed server loses
 * acknowledged inserts. The cache holds a fund of 100,000 members; with 256 MB, transactions on it are aborted. It uses
 * only the memory that it needs.
 */
export function secantusProgram(
  name: string,
  version: string,
  command: string,
  leadingArgs: readonly string[],
  trailingArgs: readonly string[],
  env?: NodeJS.ProcessEnv,
): ServerProgram {
  return {
    name: `${name} ${version}`,
    version,
    command,
    // The fixed name of its replica set.
    replicaSet: 'secantus',
    args: (dbPath, port) => [
      ...leadingArgs,
      ...['--host', '127.0.0.1', '--port', String(port), '--storage-path', dbPath],
      ...['--cache-size', '2G', '--log-level', 'WARNING', '--sync-on-commit'],
      ...trailingArgs,
    ],
    ...(env ? { env } : {}),
  };
}
