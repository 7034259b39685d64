/** The first sentence of 'Am I covered?': who is covered, by which fund, until when. */
import { are, nameOf, type Shown, type Subject } from './coverage-text.ts';
import { earliest, type Coverage } from './coverage.ts';
import { showDateInWords } from './dates.ts';
import { groupBy } from './group-by.ts';

/** The coverage of one person in one fund, with the names that sentences need. */
export type PersonStand = Coverage & { member_id: string; subject: Subject; campaignName: string };

/** `You`, `You and Sam`, `You and 3 others`. */
function everybody(subjects: readonly Subject[]): { who: string; verb: string } {
  const [first, second] = subjects;
  if (!first) return { who: 'Nobody', verb: 'is' };
  if (!second) return { who: nameOf(first), verb: are(first) };
  const rest = subjects.length > 2 ? `${subjects.length - 1} others` : nameOf(second);
  return { who: `${nameOf(first)} and ${rest}`, verb: 'are' };
}

/** Combines states: false when one is false, else null when one is null (unknown), else true. */
function worstOf(states: readonly (boolean | null)[]): boolean | null {
  if (states.includes(false)) return false;
  return states.includes(null) ? null : true;
}

/**
 * Returns whether everybody is covered: null when unknown. A person is covered when one fund covers them and none
 * refuses them; funds that are not confirmed yet then do not count.
 */
export function isEverybodyCovered(stands: readonly PersonStand[]): boolean | null {
  const people = [...groupBy(stands, ({ member_id }) => member_id).values()];
  return worstOf(
    people.map((theirs) => {
      const states = theirs.map(({ isCovered }) => isCovered);
      return states.includes(true) && !states.includes(false) ? true : worstOf(states);
    }),
  );
}

/** The same people in some funds, all in one state; `clauses` maps the text of an end date to the funds of that date. */
type Group = { subjects: Subject[]; clauses: Map<string, string[]> };

/** Groups statuses of one kind by their people, then by the day until which cover lasts. */
function groupsOf(stands: readonly PersonStand[], shown: Shown): Group[] {
  const groups = new Map<string, Group>();
  for (const [campaignName, theirs] of groupBy(stands, (stand) => stand.campaignName)) {
    const people = new Map(theirs.map(({ member_id, subject }) => [member_id, subject]));
    const key = [...people.keys()].toSorted().join();
    const group = groups.get(key) ?? { subjects: [...people.values()], clauses: new Map<string, string[]>() };
    const until = earliest(theirs.map((stand) => stand.until));
    const day = until && !shown.on ? ` until ${showDateInWords(until, shown.timeZone)}` : '';
    group.clauses.set(day, [...(group.clauses.get(day) ?? []), campaignName]);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/**
 * Returns a few sentences that say who is covered: 'You and 3 others are covered until December 15, 2026.' Funds are
 * named when they differ. Without statuses it says that `subject` is in no funeral fund.
 */
export function coverageSentence(stands: readonly PersonStand[], subject: Subject, shown: Shown): string {
  if (!stands.length) return `${nameOf(subject)} ${are(subject)} not in a funeral fund.`;
  const funds = new Set(stands.map(({ campaignName }) => campaignName));
  const say = (state: boolean | null, text: (who: string, verb: string, where: string) => string) =>
    groupsOf(
      stands.filter(({ isCovered }) => isCovered === state),
      shown,
    ).map(({ subjects, clauses }) => {
      const { who, verb } = everybody(subjects);
      const where = [...clauses].map(([day, names]) =>
        names.length === funds.size ? day : ` by ${names.join(' and ')}${day}`,
      );
      return text(who, verb, where.join(' and'));
    });
  if (shown.on) {
    const on = ` on ${showDateInWords(shown.on)}`;
    const was = (verb: string) => (verb === 'are' ? 'were' : 'was');
    return [
      ...say(true, (who, verb, where) => `${who} ${was(verb)} covered${where}${on}.`),
      ...say(false, (who, verb, where) => `${who} ${was(verb)} not covered${where}${on}.`),
      ...say(null, (who, verb, where) => `We cannot say whether ${who} ${was(verb)} covered${where}${on}.`),
    ].join(' ');
  }
  return [
    ...say(true, (who, verb, where) => `${who} ${verb} covered${where}.`),
    ...say(false, (who, verb, where) => `${who} ${verb} not covered${where} right now.`),
    ...say(
      null,
      (who, verb, where) =>
        `We cannot say yet whether ${who.replace(/^You\b/, 'you')} ${verb} covered${where}.`,
    ),
  ].join(' ');
}
