import { hashKey } from '@tanstack/react-query';

/** A field that two people changed: as it is stored now. */
export type Clash<Fields> = {
  [Name in keyof Fields & string]: { name: Name; stored: Fields[Name] };
}[keyof Fields & string];

/** Whether two values of a field say the same. */
export const isSame = (one: unknown, other: unknown): boolean => hashKey([one]) === hashKey([other]);

/** The fields in which two states of a form differ. */
export const changedFields = <Fields extends object>(before: Fields, after: Fields) =>
  (Object.keys(after) as (keyof Fields & string)[]).filter((name) => !isSame(before[name], after[name]));

/**
 * Brings the fields of an edit together with what somebody stored meanwhile. Gives for each field what was typed where only
 * this edit changed it, and what is stored where only the other one did; `clashes` are the fields that both changed, which
 * keep what was typed.
 */
export function mergeFields<Fields extends object>(
  read: Fields,
  typed: Fields,
  stored: Fields,
): { fields: Fields; clashes: Clash<Fields>[] } {
  const mine = changedFields(read, typed);
  const theirs = changedFields(read, stored);
  const isClash = (name: keyof Fields & string) =>
    theirs.includes(name) && !isSame(typed[name], stored[name]);
  const kept = Object.fromEntries(mine.map((name) => [name, typed[name]]));
  return {
    fields: { ...stored, ...kept },
    clashes: mine.filter(isClash).map((name) => ({ name, stored: stored[name] })),
  };
}
