/** A field that two people changed: as it is stored now. */
export type Clash<Name extends string> = { name: Name; stored: string };

/**
 * Brings the fields of an edit together with what somebody stored meanwhile. Gives for each field what was typed where only
 * this edit changed it, and what is stored where only the other one did; `clashes` are the fields that both changed, which
 * keep what was typed.
 */
export function mergeFields<Name extends string>(
  read: Readonly<Record<Name, string>>,
  typed: Readonly<Record<Name, string>>,
  stored: Readonly<Record<Name, string>>,
): { fields: Record<Name, string>; clashes: Clash<Name>[] } {
  const names = Object.keys(read) as Name[];
  const isClash = (name: Name) =>
    typed[name] !== read[name] && stored[name] !== read[name] && typed[name] !== stored[name];
  const merged = names.map((name) => [name, typed[name] === read[name] ? stored[name] : typed[name]]);
  return {
    fields: Object.fromEntries(merged) as Record<Name, string>,
    clashes: names.filter(isClash).map((name) => ({ name, stored: stored[name] })),
  };
}
