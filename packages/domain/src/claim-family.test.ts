import { expect, it } from 'vitest';
import { CLAIM_ACTIONS, CLAIM_STATES, type ClaimAction, type ClaimState } from './claim.ts';
import { CLAIM_RELATIONS, familyFault, isLeftToOthers, type ClaimRelation } from './claim-family.ts';

/** In which states a relation leaves a step to others: everybody else takes every step. */
const LEFT: Record<Exclude<ClaimRelation, 'none'>, Record<ClaimAction, readonly ClaimState[]>> = {
  household: {
    ...{ edit: ['approved'], document: [], document_remove: [], propose: [], approve: CLAIM_STATES },
    ...{ refuse: CLAIM_STATES, reopen: CLAIM_STATES, close: CLAIM_STATES },
    ...{ pay: CLAIM_STATES, collect: CLAIM_STATES },
  },
  linked: {
    ...{ edit: ['approved'], document: [], document_remove: [], propose: [], approve: CLAIM_STATES },
    ...{ refuse: CLAIM_STATES, reopen: CLAIM_STATES, close: CLAIM_STATES },
    ...{ pay: CLAIM_STATES, collect: CLAIM_STATES },
  },
};

it.each(CLAIM_RELATIONS)('leaves to others what the table says (%s)', (relation) => {
  for (const action of CLAIM_ACTIONS)
    for (const state of CLAIM_STATES) {
      const isLeft = relation !== 'none' && LEFT[relation][action].includes(state);
      expect([action, state, isLeftToOthers(action, state, relation)]).toEqual([action, state, isLeft]);
      expect(familyFault([action], state, relation) !== undefined).toBe(isLeft);
    }
});

it.each<[ClaimState, readonly ClaimAction[], ClaimRelation, string | undefined]>([
  [
    'open',
    ['propose', 'refuse', 'close'],
    'household',
    'You belong to this family: another person decides about it.',
  ],
  ['approved', ['edit', 'pay'], 'linked', 'You are linked to this family: another person pays it out.'],
  ['approved', ['collect'], 'linked', 'You are linked to this family: another person collects for it.'],
  [
    'approved',
    CLAIM_ACTIONS,
    'household',
    'You belong to this family: another person pays it out, decides about it and collects for it.',
  ],
  ['open', ['edit', 'document', 'propose'], 'household', undefined],
  ['approved', CLAIM_ACTIONS, 'none', undefined],
])('of a claim that is %s, %j (%s): %s', (state, actions, relation, sentence) => {
  expect(familyFault(actions, state, relation)).toBe(sentence);
});
