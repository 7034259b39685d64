import type { ImportRowRecord } from './import.model.ts';

/** Rows in the order of their groups, those of each group together. */
export function groupRows(rows: readonly ImportRowRecord[]): ImportRowRecord[][] {
  const groups: ImportRowRecord[][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last?.[0]?.group === row.group) last.push(row);
    else groups.push([row]);
  }
  return groups;
}
