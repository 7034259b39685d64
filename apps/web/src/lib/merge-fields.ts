import { hashKey } from '@tanstack/react-query';

/** A field that two users changed, with its stored value. */
export type Clash<Fields> = {
  [Name in keyof Fields & string]: { name: Name; stored: Fields[Name] };
}[keyof Fields & string];

/** Returns whether two values of a field are equal. */
export const isSame = (one: unknown, other: unknown): boolean => hashKey([one]) === hashKey([other]);

/** Returns the fields in which two states of a form differ. */
export const changedFields = <Fields extends object>(before: Fields, after: Fields) =>
  (Object.keys(after) as (keyof Fields & string)[]).filter((name) => !isSame(before[name], after[name]));

/**
 * Merges the fields of an edit with values that another user stored meanwhile. A field changed only by this edit keeps
 * its typed value, one changed only by the other takes the stored value; `clashes` are the fields that both changed,
 * which keep the typed value.
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
