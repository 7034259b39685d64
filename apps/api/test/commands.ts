/** The commands that are sent to the database, and what the database reads for each. */
import mongoose from 'mongoose';
import { connectDatabase, disconnectDatabase } from '../src/platform/database.ts';
import type { Api } from './harness.ts';

export type Command = { name: string; target: string; body: Record<string, unknown> };

/** Reconnects, and reports every command from then on. Returns a function that ends this. */
export async function listenToCommands(api: Api, report: (command: Command) => void): Promise<() => void> {
  const uri = new URL(api.deps.config.MONGODB_URI);
  uri.searchParams.set('monitorCommands', 'true');
  await disconnectDatabase();
  const client = (await connectDatabase(uri.toString())).getClient();
  const listen = ({ commandName: name, command }: { commandName: string; command: object }) => {
    const body = command as Command['body'];
    report({ name, target: String(body['collection'] ?? body[name]), body });
  };
  client.on('commandStarted', listen);
  return () => void client.off('commandStarted', listen);
}

type Filter = Record<string, unknown>;

/** The filters of a command; none for commands without any. */
export function filtersOf({ name, body }: Command): { filter: Filter; isUpsert: boolean }[] {
  const one = (filter: unknown, isUpsert = false) => ({ filter: (filter ?? {}) as Filter, isUpsert });
  const list = (key: string) => (body[key] ?? []) as Record<string, unknown>[];
  if (name === 'find') return [one(body['filter'])];
  if (name === 'count' || name === 'distinct') return [one(body['query'])];
  if (name === 'findAndModify') return [one(body['query'], body['upsert'] === true)];
  if (name === 'aggregate') return [one(list('pipeline')[0]?.['$match'])];
  if (name === 'update') return list('updates').map(({ q, upsert }) => one(q, upsert === true));
  if (name === 'delete') return list('deletes').map(({ q }) => one(q));
  return [];
}

type Plan = { executionStats?: { totalKeysExamined?: number; totalDocsExamined?: number } };

/** The numbers of keys and documents that the database reads for each filter of a command, by its own account; an estimated count reads none. */
export async function examinedBy(command: Command): Promise<{ keys: number; documents: number }[]> {
  const { target, body, name } = command;
  const asked = Object.fromEntries(
    ['sort', 'limit', 'skip', 'projection']
      .filter((field) => name === 'find' && field in body)
      .map((field) => [field, body[field]]),
  );
  if (name === 'count' && !('query' in body)) return [];
  const examined = [];
  for (const { filter } of filtersOf(command)) {
    const explain = { find: target, filter, ...asked };
    const plan: Plan =
      (await mongoose.connection.db?.command({ explain, verbosity: 'executionStats' })) ?? {};
    const { totalKeysExamined: keys = 0, totalDocsExamined: documents = 0 } = plan.executionStats ?? {};
    examined.push({ keys, documents });
  }
  return examined;
}
