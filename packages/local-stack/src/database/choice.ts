import type { Log } from '../log.ts';

/** In the order in which they are looked for. */
export const databaseKinds = [
  'MONGODB_URI',
  'mongod',
  'mongodb-memory-server',
  'secantusd-rs',
  'secantusdb',
] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

export type SearchContext = {
  cacheDir: string;
  env: NodeJS.ProcessEnv;
  log: Log;
};

/** A server program that is ready to be started. */
export type ServerProgram = {
  /** What a person calls it, with its version. */
  name: string;
  version: string;
  command: string;
  args(dbPath: string, port: number): string[];
  env?: NodeJS.ProcessEnv;
  /** The name of the replica set that the server is, or that `initiate` makes of it. */
  replicaSet: string;
  /** What is to be done after the server answers and before it can be used. */
  initiate?(port: number): Promise<void>;
};

/** One way to get a database server. */
export type DatabaseChoice = {
  kind: Exclude<DatabaseKind, 'MONGODB_URI'>;
  /** What to do to make this choice possible, for the message that names all of them. */
  advice: string;
  /** Says whether it could be taken, without installing or starting anything. */
  inspect(context: SearchContext): Promise<{ usable: boolean; detail: string }>;
  /** Finds it, fetching or installing what it takes. `reason` is one line. */
  prepare(context: SearchContext): Promise<ServerProgram | { reason: string }>;
};
