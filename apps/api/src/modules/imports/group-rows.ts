import { sha256 } from '../../platform/hash.ts';
import type { ImportRowRecord } from './import.model.ts';

/** By what a household that a column or an address names is found again by later files (`import_households`). */
export const namedHousehold = (organizationNumber: string, householdKey: string): string =>
  sha256(`${organizationNumber} ${householdKey}`);

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
