/** The tables of docs/scaling.md about a sharded cluster, which tests verify. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A field, or its hash; null for a collection that is not sharded. */
export type ShardKey = { field: string; isHashed: boolean } | null;

/** The rows of the table after a mark, cell by cell, without its two heading lines. */
function rowsAfter(mark: string): string[][] {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/scaling.md'), 'utf8');
  const [, after = ''] = page.split(`<!-- ${mark} -->`);
  const [table = ''] = after.trim().split('\n\n');
  const cellsOf = (row: string) => row.split('|').slice(1, -1);
  return table
    .split('\n')
    .slice(2)
    .map((row) => cellsOf(row).map((cell) => cell.trim().replaceAll('`', '')));
}

/** The shard key of each collection. */
export function readShardKeys(): Map<string, ShardKey> {
  return new Map(
    rowsAfter('shard keys').flatMap(([collections = '', key = '']) => {
      const [field = '', hashed] = key.split(' ');
      const shardKey = field === 'whole' ? null : { field, isHashed: hashed === 'hashed' };
      return collections.split(', ').map((name) => [name, shardKey] as const);
    }),
  );
}

/** The queries of members that go to every shard: 'collection by field, field'. */
export function readAskedEverywhere(): string[] {
  return rowsAfter('asked of every shard').map(([name, fields]) => `${name} by ${fields}`);
}
