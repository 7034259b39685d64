import type { Log } from '../log.ts';

/** In the order of preference. */
export const databaseKinds = [
  'MONGODB_URI',
  'mongod',
  'mongodb-memory-server',
  'container',
  'secantusd-rs',
  'secantusdb',
] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

export type SearchContext = {
  cacheDir: string;
  env: NodeJS.ProcessEnv;
  log: Log;
};

/** A server program that is ready to start. */
export type ServerProgram = {
  /** The name to show, with the version. */
  name: string;
  version: string;
  command: string;
  args(dbPath: string, port: number): string[];
  env?: NodeJS.ProcessEnv;
  /** The name of the replica set that the server is, or that `initiate` creates. */
  replicaSet: string;
  /** Clients connect to this address only, because the member's own address is known only within a container. */
  isDirect?: boolean;
  /** How long it may take until it listens, in ms; default: a minute. */
  listensWithinMs?: number;
  /** Ends what the command started elsewhere: a container survives the killing of its client. */
  clean?(dbPath: string): Promise<void>;
  /** Initializes the server after it listens, for example as a replica set. */
  initiate?(port: number): Promise<void>;
};

/** One way to get a database server. */
export type DatabaseChoice = {
  kind: Exclude<DatabaseKind, 'MONGODB_URI'>;
  /** How to enable this choice, for the error message that lists all choices. */
  advice: string;
  /** Whether it could be used; installs and starts nothing. */
  inspect(context: SearchContext): Promise<{ usable: boolean; detail: string }>;
  /** Finds the program, with downloads or installations where needed. `reason` is one line. */
  prepare(context: SearchContext): Promise<ServerProgram | { reason: string }>;
};
