/** How migrations are applied, whatever they do; and that the baseline creates what the models describe. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type Api } from '../../test/harness.ts';
import { collectionNames } from '../../test/stored.ts';
import { migrations } from '../migrations/index.ts';
import { collection } from '../platform/database.ts';
import { withLease } from './leases.ts';
import { pendingMigrations, requireKnownMigrations, runMigrations, type Migration } from './migrations.ts';
import { definitions } from '../platform/model.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const applied = () => collection<{ _id: string; appliedDt: Date }>('migrations');
const names = async () => (await applied().find().toArray()).map(({ _id }) => _id).toSorted();
const run = (list: readonly Migration[]) => runMigrations(list, api.deps.logger);

/** The actions of the tests' migrations, in order. */
const done: string[] = [];
const migration = (name: string, up: Migration['up'] = async () => void done.push(name)): Migration => ({
  name,
  up,
});
const [first, second] = [migration('901-first'), migration('902-second')];

afterEach(async () => {
  done.length = 0;
  await applied().deleteMany({ _id: /^9/ });
});

describe('migrations', () => {
  it('are applied in order, each once', async () => {
    await run([first, second]);
    await run([first, second, migration('903-third')]);
    expect(done).toEqual(['901-first', '902-second', '903-third']);
    expect(await pendingMigrations([...migrations, first, second])).toEqual([]);
  });

  it('are applied by one of several processes that start at once', async () => {
    await Promise.all([run([first, second]), run([first, second]), run([first, second])]);
    expect(done).toEqual(['901-first', '902-second']);
  });

  it('wait while another process applies some', async () => {
    await withLease('migrations', 60_000, api.deps.logger, async () => {
      const waiting = run([first]);
      await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 600))]);
      expect(done).toEqual([]);
      // The other process applied it.
      await applied().insertOne({ _id: '901-first', appliedDt: new Date() });
      await waiting;
    });
    expect(done).toEqual([]);
  });

  it('go on with the one that was interrupted', async () => {
    let isStopped = true;
    const stopping = migration('902-stopping', async () => {
      done.push('902-stopping');
      if (isStopped) throw new Error('the process died here');
    });
    await expect(run([first, stopping])).rejects.toThrow('the process died here');
    expect(await names()).toEqual([...migrations.map(({ name }) => name), '901-first']);
    isStopped = false;
    await run([first, stopping]);
    expect(done).toEqual(['901-first', '902-stopping', '902-stopping']);
  });
});

describe('the baseline', () => {
  const indexes = async () => {
    const found: Record<string, unknown> = {};
    for (const name of await collectionNames())
      found[name] = (await collection(name).indexes()).map((index) => String(index['name'])).toSorted();
    return found;
  };

  it('makes the collections that the models describe, with their indexes, also when it is interrupted at any of them', async () => {
    const before = await indexes();
    expect(Object.keys(before)).toEqual([...definitions.keys()].toSorted());
    for (const name of Object.keys(before))
      if (!['migrations', 'leases'].includes(name)) await collection(name).drop();
    await applied().deleteMany({});
    let steps = 0;
    for (let allowed = 0; ; allowed += 7) {
      steps = 0;
      const isDone = await run(
        migrations.map((each) => stoppedAfter(allowed, each, () => (steps += 1))),
      ).then(
        () => true,
        (error: unknown) => {
          if (error === INTERRUPTION) return false;
          throw error;
        },
      );
      if (isDone) break;
    }
    expect(steps).toBeGreaterThan(50);
    expect(await indexes()).toEqual(before);
  });
});

describe('a database of another version', () => {
  it('is refused when it has what this version does not know', async () => {
    await applied().insertOne({ _id: '999-flying-cars', appliedDt: new Date() });
    await expect(requireKnownMigrations(migrations)).rejects.toThrow(
      'A newer version of Kinfold has worked on this database (it applied 999-flying-cars).',
    );
  });

  it('is refused from before the first release, with another message than one from a newer version', async () => {
    await applied().deleteMany({});
    await applied().insertOne({ _id: '901-collections', appliedDt: new Date() });
    await expect(requireKnownMigrations(migrations)).rejects.toThrow(
      /was made by a version from before the first release, which no later version reads\. .* delete the folder \.data/s,
    );
    await applied().insertMany(migrations.map(({ name }) => ({ _id: name, appliedDt: new Date() })));
  });

  it('is taken when it is empty, or of this version', async () => {
    await expect(requireKnownMigrations(migrations)).resolves.toBeUndefined();
    await applied().deleteMany({});
    await expect(requireKnownMigrations(migrations)).resolves.toBeUndefined();
  });
});

const INTERRUPTION = new Error('the process died here');
const WRITES = /^create/;

/** A migration whose process ends when it is about to write for the time after so many. */
function stoppedAfter(allowed: number, each: Migration, onWrite: () => void): Migration {
  let left = allowed;
  const interrupting = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, name) {
        const value: unknown = Reflect.get(object, name);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          if (WRITES.test(String(name))) {
            onWrite();
            if (left-- === 0) throw INTERRUPTION;
          }
          const result: unknown = Reflect.apply(value, object, args);
          return name === 'collection' ? interrupting(result as object) : result;
        };
      },
    });
  return { ...each, up: (db) => each.up(interrupting(db)) };
}
