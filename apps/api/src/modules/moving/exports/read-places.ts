/** Reads a table from a position, organization by organization: a position says where the next read begins. */

/** A part of a table, and the position after it; null at the end. */
export type Read<Row> = { rows: Row[]; next: unknown };

/** Reads one organization from a position within it; null is its start, and its end. */
type ReadOf<Row, Within> = (
  organizationNumber: string,
  within: Within | null,
) => Promise<{ rows: Row[]; next: Within | null }>;

type Place<Within> = { organizationNumber: string; within: Within | null };

/** The minimum number of rows per read, where there are as many. */
const ENOUGH = 200;

/**
 * Reads the organizations of a table one after another, in the order of `organizationNumbers`, until there are enough
 * rows. Skips organizations that are gone meanwhile.
 */
export async function readByOrganization<Row, Within>(
  organizationNumbers: readonly string[],
  place: unknown,
  read: ReadOf<Row, Within>,
): Promise<Read<Row>> {
  let at = place as Place<Within> | null;
  const all: Row[] = [];
  for (const number of organizationNumbers) {
    if (at && number < at.organizationNumber) continue;
    let within = at?.organizationNumber === number ? at.within : null;
    // The organization of the position is complete when nothing is left of it.
    if (at?.organizationNumber === number && within === null) continue;
    do {
      const { rows, next } = await read(number, within);
      all.push(...rows);
      within = next;
      at = { organizationNumber: number, within };
      if (all.length >= ENOUGH) return { rows: all, next: at };
    } while (within !== null);
  }
  return { rows: all, next: null };
}
