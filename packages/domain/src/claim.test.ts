import { describe, expect, it } from 'vitest';
import {
  actionsOf,
  approvalsGiven,
  CLAIM_ACTIONS,
  CLAIM_STATES,
  isAllowedIn,
  needsReason,
  paidOutOf,
  permissionsFor,
  stateAfter,
  type ClaimAction,
  type ClaimState,
  staysDecided,
  type Judged,
} from './claim.ts';
import { cents, ZERO } from './money.ts';
import { PERMISSIONS, type Permission } from './permission.ts';
import type { Role } from './role.ts';
import { approversOf, ONE_PERSON, strictestOf } from './second-person.ts';

const permissionsOf = (role: Role) =>
  (Object.keys(PERMISSIONS) as Permission[]).filter((name) =>
    (PERMISSIONS[name] as readonly Role[]).includes(role),
  );

/** What each role may do in each state: every other cell is refused. */
const MAY: Record<Role, Record<ClaimState, readonly ClaimAction[]>> = {
  viewer: { open: [], proposed: [], approved: [], refused: [], closed: [] },
  manager: {
    open: ['edit', 'document', 'document_remove', 'propose'],
    proposed: ['document', 'reopen'],
    approved: ['edit', 'document', 'collect'],
    refused: ['document'],
    closed: [],
  },
  treasurer: {
    open: ['refuse', 'close'],
    proposed: ['approve', 'refuse', 'reopen'],
    approved: ['edit', 'reopen', 'close', 'pay'],
    refused: ['reopen', 'close'],
    closed: ['reopen'],
  },
  administrator: {
    open: ['edit', 'document', 'document_remove', 'propose', 'refuse', 'close'],
    proposed: ['document', 'approve', 'refuse', 'reopen'],
    approved: ['edit', 'document', 'reopen', 'close', 'pay', 'collect'],
    refused: ['document', 'reopen', 'close'],
    closed: ['reopen'],
  },
};

describe.each(Object.keys(MAY) as Role[])('a %s', (role) => {
  it.each(CLAIM_STATES)('does with a claim that is %s what the table says, and nothing else', (state) => {
    const held = permissionsOf(role);
    expect(actionsOf(state, held)).toEqual(MAY[role][state]);
    for (const action of CLAIM_ACTIONS) {
      const isIn = MAY[role][state].includes(action);
      expect(
        isAllowedIn(action, state) && permissionsFor(action, state).some((one) => held.includes(one)),
      ).toBe(isIn);
      // Without a state it is what any state asks for.
      if (isIn) expect(permissionsFor(action).some((one) => held.includes(one))).toBe(true);
    }
  });
});

it.each<[ClaimState, number, ClaimState]>([
  ['proposed', 0, 'open'],
  ['approved', 0, 'open'],
  ['refused', 0, 'open'],
  ['closed', 0, 'open'],
  ['closed', 1, 'approved'],
])('a claim that is %s, with %d cents paid, reopens as %s', (state, paidOut, after) => {
  expect(stateAfter('reopen', { state, paidOut: cents(paidOut) })).toBe(after);
});

it.each([
  ['propose', 'proposed'],
  ['approve', 'approved'],
  ['refuse', 'refused'],
  ['close', 'closed'],
] as const)('to %s makes it %s', (action, after) => {
  for (const state of CLAIM_STATES) expect(stateAfter(action, { state, paidOut: ZERO })).toBe(after);
});

it('what was paid is without what was corrected', () => {
  const paid = (amount: number, state: 'recorded' | 'confirmed' | 'corrected') => ({
    amount: cents(amount),
    state,
  });
  expect(paidOutOf([])).toBe(0);
  expect(paidOutOf([paid(5, 'recorded'), paid(70, 'confirmed'), paid(900, 'corrected')])).toBe(75);
});

it('approvals count of the proposal that waits', () => {
  const of = (...kinds: ('proposed' | 'approved' | 'reopened' | 'refused')[]) =>
    approvalsGiven(kinds.map((kind) => ({ kind }))).length;
  expect([
    of(),
    of('proposed'),
    of('proposed', 'approved'),
    of('proposed', 'approved', 'approved'),
    of('proposed', 'approved', 'reopened'),
    of('proposed', 'approved', 'reopened', 'proposed'),
    of('proposed', 'approved', 'reopened', 'proposed', 'approved'),
  ]).toEqual([0, 0, 1, 2, 0, 0, 1]);
});

it.each<[string, boolean | null, boolean, number | null, number, string | undefined]>([
  ['covered, in time, the amount of the rules', true, true, 500, 500, undefined],
  ['one cent more', true, true, 500, 501, 'amount'],
  ['one cent less', true, true, 500, 499, 'amount'],
  ['no rule', true, true, null, 500, 'amount'],
  ['not covered', false, true, 500, 500, 'did not cover'],
  ['not known', null, true, 500, 500, 'not known'],
  ['too late', true, false, 500, 500, 'too late'],
])('a proposal needs a reason: %s', (_what, isCovered, isInTime, amount, proposed, why) => {
  const judged = { isCovered, isInTime, amount: amount === null ? null : cents(amount) };
  const reason = needsReason(judged, cents(proposed));
  if (why === undefined) expect(reason).toBeUndefined();
  else expect(reason).toContain(why);
});

it.each<[string, Partial<Judged>, boolean]>([
  ['the same', {}, true],
  ['not covered', { isCovered: false }, false],
  ['not known', { isCovered: null }, false],
  ['too late', { isInTime: false }, false],
  ['another amount', { amount: cents(501) }, false],
  ['no amount', { amount: null }, false],
])('a decided claim by another day: %s', (_what, other, stays) => {
  const decided: Judged = { isCovered: true, isInTime: true, amount: cents(500) };
  expect(staysDecided(decided, { ...decided, ...other })).toBe(stays);
});

it('what a funeral costs, up to an amount, needs no reason below it', () => {
  const judged = { isCovered: true, isInTime: true, amount: cents(800_000), isUpTo: true };
  expect(needsReason(judged, cents(799_999))).toBeUndefined();
  expect(needsReason(judged, cents(800_000))).toBeUndefined();
  expect(needsReason(judged, cents(800_001))).toContain('not the amount');
  expect(needsReason({ ...judged, amount: null }, cents(1))).toContain('not the amount');
  expect(needsReason({ ...judged, isCovered: null }, cents(1))).toContain('not known');
});

it('two people approve above the lowest limit of an organization and those above it', () => {
  const rules = (claimOverCents?: number | null) => ({
    ...ONE_PERSON,
    ...(claimOverCents !== undefined && {
      claimOverCents: claimOverCents === null ? null : cents(claimOverCents),
    }),
  });
  const needed = (amount: number, ...all: ReturnType<typeof rules>[]) =>
    approversOf(strictestOf(all), cents(amount));
  expect([
    needed(1_000),
    needed(1_000, rules(), rules(null)),
    needed(1_000, rules(1_000)),
    needed(1_001, rules(1_000)),
    needed(500, rules(1_000), rules(499)),
    needed(1, rules(0)),
  ]).toEqual([1, 1, 1, 2, 2, 2]);
});
