import type { ServerProgram } from './choice.ts';

/**
 * How both SecantusDB servers are started. `--sync-on-commit` always: without it a killed server loses inserts that
 * it had acknowledged.
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
    // It calls itself a replica set of this name.
    replicaSet: 'secantus',
    args: (dbPath, port) => [
      ...leadingArgs,
      ...['--host', '127.0.0.1', '--port', String(port), '--storage-path', dbPath],
      ...['--cache-size', '256M', '--log-level', 'WARNING', '--sync-on-commit'],
      ...trailingArgs,
    ],
    ...(env ? { env } : {}),
  };
}
