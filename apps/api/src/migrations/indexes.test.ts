/** The reason for each index: a function queries it, it guards something, or the server deletes by it. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { schema } from './001-baseline.ts';
import type { Index } from './create-collections.ts';

const root = path.resolve(import.meta.dirname, '..');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('migrations'))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

const indexes = Object.entries(schema).flatMap(([collection, all]) =>
  all.map((one) => ({ collection, ...one, title: `${collection}.${one.name}` })),
);

/** How code reaches a collection: its name or line, its model, and the function for its driver's collection. */
function waysTo(collection: string): RegExp {
  const all = sources.map(({ text }) => text).join('\n');
  const [, model = ''] = new RegExp(`const (\\w+) = defineModel\\(\\s*'${collection}'`).exec(all) ?? [];
  const given = all.matchAll(new RegExp(`const (\\w+) = \\(\\) =>\\s*collectionOf\\(${model}\\)`, 'g'));
  const names = [...given].map(([, name]) => `\\b${name}\\(\\)`);
  return new RegExp([`'${collection}'`, `\\b${collection}: \\{`, `\\b${model}\\b`, ...names].join('|'));
}

const searchKeys = sources.find(({ file }) => file.endsWith('search-keys.ts'))?.text ?? '';

/** The files that declare a function and reach a collection; with the search filters that they import. */
const askers = (name: string, collection: string) => {
  const declared = new RegExp(`(?:function\\*? |const )${name}\\b`);
  const reached = waysTo(collection);
  return sources
    .filter(({ text }) => declared.test(text) && reached.test(text))
    .map(({ file, text }) => ({ file, text: text.includes('search-keys.ts') ? text + searchKeys : text }));
};

/** Returns whether another index also serves a query, because it begins with all its fields in their order. */
function isBeginningOf(one: Index, other: Index): boolean {
  const [fields, longer] = [Object.entries(one.key), Object.entries(other.key)];
  return (
    one.name !== other.name &&
    other.options.partialFilterExpression === undefined &&
    fields.every(([field, way], place) => longer[place]?.[0] === field && longer[place][1] === way)
  );
}

describe('an index', () => {
  const asked = indexes.flatMap(({ title, collection, key, because }) =>
    because !== 'expiry' && 'askedBy' in because
      ? because.askedBy.map((name) => ({ title, collection, name, first: Object.keys(key)[0] ?? '' }))
      : [],
  );

  it.each(asked)('$title is asked for by $name', ({ collection, name, first }) => {
    const found = askers(name, collection);
    expect(found.map(({ file }) => file)).not.toEqual([]);
    // The first field of the index is in the query, or in what the file makes of it.
    const field = new RegExp(`\\b${first.split('.').at(-1)}\\b`);
    expect(found.some(({ text }) => field.test(text))).toBe(true);
  });

  it('that is unique says what it guards, and is the only kind that does', () => {
    for (const { title, because, options } of indexes) {
      const guards = because !== 'expiry' && 'guards' in because ? because.guards : '';
      expect(Boolean(options.unique), title).toBe(guards !== '');
      expect(options.expireAfterSeconds !== undefined, title).toBe(because === 'expiry');
    }
  });

  it('that another one begins with is left out', () => {
    const needless = indexes.filter(
      (index) =>
        !index.options.unique &&
        index.options.partialFilterExpression === undefined &&
        index.because !== 'expiry' &&
        (schema[index.collection] ?? []).some((other) => isBeginningOf(index, other)),
    );
    expect(needless.map(({ title }) => title)).toEqual([]);
  });

  it('has a name of its own in its collection', () => {
    const titles = indexes.map(({ title }) => title);
    expect(titles.filter((title, place) => titles.indexOf(title) !== place)).toEqual([]);
  });
});
