/** Sends requests to the API and to the bare server in turns, and counts the database commands of each. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../apps/api/src/http/app.ts';
import { readConfig } from '../../apps/api/src/platform/config.ts';
import { createDeps } from '../../apps/api/src/deps.ts';
import { connectDatabase } from '../../apps/api/src/platform/database.ts';
import { atEnd } from './program.ts';
import type { Stack } from './stack.ts';

const WARM_UP = 15;
/** A slow case is measured less often: it ends after this many ms and this many turns. */
const ENOUGH_MS = 40_000;
const ENOUGH_TURNS = 40;

/** A measurement: the same work by the API and by the bare server at their addresses, `count` times. */
export type Case = {
  name: string;
  count: number;
  api(url: string): Promise<unknown>;
  bare(url: string): Promise<unknown>;
};

/** Requests an address and returns its text. Throws if the request failed. */
export async function get(url: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text.slice(0, 200)}`);
  return text;
}

/** Returns how long some work takes, in ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Measures both servers alternately, `count` times or until the limit; the order changes each time. */
export async function compare(given: Case, apiUrl: string, bareUrl: string) {
  const [api, bare]: [number[], number[]] = [[], []];
  const startedAt = performance.now();
  const isEnough = () => api.length >= ENOUGH_TURNS && performance.now() - startedAt > ENOUGH_MS;
  for (let index = -WARM_UP; index < given.count && !isEnough(); index += 1) {
    const sides = [
      async () => api.push(await timed(() => given.api(apiUrl))),
      async () => bare.push(await timed(() => given.bare(bareUrl))),
    ];
    for (const side of index % 2 ? sides : sides.toReversed()) await side();
    if (index < 0) [api, bare].forEach((times) => times.pop());
  }
  return { api, bare };
}

/** The database work of a request: commands, and by `explain` the index keys and documents that they read. */
export type DatabaseWork = { queries: number; keys: number; documents: number };

type Command = { commandName: string; command: Record<string, unknown> };

/** Measures the database work of each request, in an API in this process. Writes count as commands only. */
export async function databaseWorkOf(
  stack: Stack,
  cases: readonly Pick<Case, 'name' | 'api'>[],
): Promise<Map<string, DatabaseWork>> {
  const deps = createDeps(readConfig({ ...stack.environment, LOG_LEVEL: 'silent' }));
  const server = createServer(createApp(deps));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.close();
    server.closeAllConnections();
    deps.mailer.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connection = await connectDatabase(`${stack.databaseUri}&monitorCommands=true`);
  const commands: Command[] = [];
  connection.getClient().on('commandStarted', ({ commandName, command }) => {
    if (!/^(hello|ismaster|ping|endSessions)$/i.test(commandName)) commands.push({ commandName, command });
  });
  const found = new Map<string, DatabaseWork>();
  for (const each of cases) {
    await each.api(url);
    commands.length = 0;
    await each.api(url);
    found.set(each.name, await explained([...commands], (command) => connection.db?.command(command)));
  }
  return found;
}

/** The fields of a command that determine what it reads. */
const READS: Readonly<Record<string, readonly string[]>> = {
  find: ['find', 'filter', 'sort', 'limit', 'skip', 'projection', 'hint'],
  count: ['count', 'query', 'limit', 'skip'],
  aggregate: ['aggregate', 'pipeline', 'cursor', 'hint'],
};

async function explained(
  commands: readonly Command[],
  run: (command: object) => Promise<object> | undefined,
): Promise<DatabaseWork> {
  const work = { queries: commands.length, keys: 0, documents: 0 };
  for (const { commandName, command } of commands) {
    const explain = Object.fromEntries(
      (READS[commandName] ?? []).flatMap((field) => (field in command ? [[field, command[field]]] : [])),
    );
    if (!(commandName in explain)) continue;
    const plan: Plan = (await run({ explain, verbosity: 'executionStats' })) ?? {};
    // A pipeline has the figures in its first stage.
    const stats = plan.executionStats ?? plan.stages?.[0]?.$cursor?.executionStats;
    const { totalKeysExamined = 0, totalDocsExamined = 0 } = stats ?? {};
    work.keys += totalKeysExamined;
    work.documents += totalDocsExamined;
  }
  return work;
}

type Stats = { totalKeysExamined?: number; totalDocsExamined?: number };
type Plan = { executionStats?: Stats; stages?: { $cursor?: { executionStats?: Stats } }[] };
