/** What the family of the deceased leaves to others in its own claim: steps by relation (rules.md "Claims"). */
import type { ClaimAction, ClaimState } from './claim.ts';
import { listOf } from './text.ts';

/** How somebody stands to the deceased: of the household, of one that is linked to it in either direction, or neither. */
export const CLAIM_RELATIONS = ['none', 'household', 'linked'] as const;
export type ClaimRelation = (typeof CLAIM_RELATIONS)[number];

type Of = { [R in ClaimRelation]: boolean };
const ALL: Of = { none: true, household: true, linked: true };
const OTHERS: Of = { none: true, household: false, linked: false };

/** Who takes a step. What is only told or asked for is open to all: another person decides about it. */
const TAKEN_BY: Readonly<Record<ClaimAction, Of>> = {
  // Of an approved claim it says who is paid: `isLeftToOthers`.
  edit: ALL,
  document: ALL,
  document_remove: ALL,
  propose: ALL,
  approve: OTHERS,
  refuse: OTHERS,
  reopen: OTHERS,
  close: OTHERS,
  pay: OTHERS,
  collect: OTHERS,
};

/** Whether somebody leaves a step to others, because of the family to which they belong or are linked. */
export const isLeftToOthers = (action: ClaimAction, state: ClaimState, relation: ClaimRelation): boolean =>
  !(action === 'edit' && state === 'approved' ? OTHERS : TAKEN_BY[action])[relation];

const STANDS: Readonly<Record<ClaimRelation, string>> = {
  none: '',
  household: 'You belong to this family',
  linked: 'You are linked to this family',
};

/** What another person does, in words. */
const does = (action: ClaimAction): string =>
  action === 'pay' || action === 'edit'
    ? 'pays it out'
    : action === 'collect'
      ? 'collects for it'
      : 'decides about it';

/** Why somebody leaves some steps to others, as a sentence; undefined where they leave none. */
export const familyFault = (
  actions: readonly ClaimAction[],
  state: ClaimState,
  relation: ClaimRelation,
): string | undefined => {
  const left = actions.filter((action) => isLeftToOthers(action, state, relation));
  return left.length ? `${STANDS[relation]}: another person ${listOf(left.map(does))}.` : undefined;
};
