/**
 * Waiting times by the cause of a death (rules.md "Fund rules"): some funds wait longer where somebody took their own
 * life, and not at all after an accident. The cause is asked for only where it decides about a claim.
 */
import { coverageOf, type Coverage, type CoverageInput } from './coverage.ts';
import type { FundRules } from './fund-rules.ts';

export const DEATH_CAUSES = ['other', 'suicide', 'accident'] as const;
export type DeathCause = (typeof DEATH_CAUSES)[number];

/** The causes between which the rules of a fund differ. */
export const causesOf = ({ suicideWaitingDays, accidentWaitingDays }: FundRules): readonly DeathCause[] =>
  DEATH_CAUSES.filter(
    (cause) =>
      cause === 'other' || (cause === 'suicide' ? suicideWaitingDays : accidentWaitingDays) !== undefined,
  );

/**
 * The rules of a fund at a death of some cause: its wait takes the place of the first one, and of the new one where cover
 * that was lost comes back after another wait.
 */
export function rulesAtDeath(rules: FundRules, cause: DeathCause): FundRules {
  const { suicideWaitingDays, accidentWaitingDays, reinstatementWaitingDays = 0 } = rules;
  const waitingDays = { other: undefined, suicide: suicideWaitingDays, accident: accidentWaitingDays }[cause];
  if (waitingDays === undefined) return rules;
  return {
    ...rules,
    waitingDays,
    ...(reinstatementWaitingDays > 0 && { reinstatementWaitingDays: waitingDays }),
  };
}

/** What was judged by each cause, and the cause that is known. Null: the answers differ, and nobody has said the cause. */
export function answerByCause<T extends { isCovered: boolean | null }>(
  answers: ReadonlyMap<DeathCause, T>,
  cause: DeathCause | null,
): { asksCause: boolean; answer: T | undefined } {
  const usual = answers.get('other');
  const asksCause = [...answers.values()].some(({ isCovered }) => isCovered !== usual?.isCovered);
  if (!asksCause) return { asksCause, answer: usual };
  return { asksCause, answer: cause === null ? undefined : (answers.get(cause) ?? usual) };
}

/** Cover at the end of the day of a death. Null, a cause that nobody has said: not known where it decides. */
export function coverageAtDeath(
  input: CoverageInput,
  cause: DeathCause | null,
  ...at: [now: Date, timeZone: string]
): Coverage {
  const { fundRules } = input;
  const answers = new Map(
    causesOf(fundRules).map((each) => [
      each,
      coverageOf({ ...input, fundRules: rulesAtDeath(fundRules, each) }, ...at),
    ]),
  );
  const unknown = { isCovered: null, until: null, reasons: [{ code: 'cause_unknown' as const }] };
  return answerByCause(answers, cause).answer ?? unknown;
}

/** Cover on the day of a death as a claim has decided it, where the cause decides: yes or no, never the cause. */
export const withDecided = (coverage: Coverage, isCovered: boolean | undefined): Coverage =>
  isCovered !== undefined && coverage.reasons.some(({ code }) => code === 'cause_unknown')
    ? { isCovered, until: null, reasons: [{ code: 'cause_decided' }] }
    : coverage;
