import { expect, it } from 'vitest';
import type { ClaimState } from './claim.ts';
import { familyView } from './family-claim.ts';
import type { Cents } from './money.ts';

const payees = [
  { payeeId: 'a', kind: 'family' as const },
  { payeeId: 'b', kind: 'funeral_home' as const },
];
const payout = (amount: number, state = 'confirmed', payeeId = 'a') => ({
  ...{ amount: amount as Cents, payeeId, state, paidDt: '2026-11-24' },
});
const steps = (...kinds: string[]) =>
  kinds.map((kind, day) => ({ kind, dt: new Date(Date.UTC(2026, 10, day + 1)), reason: `why ${kind}` }));

it.each<[string, ClaimState, string[], number | null, ReturnType<typeof payout>[], object]>([
  ['new', 'open', [], null, [], { step: 'checking', amount: null, reason: null, decidedDt: null }],
  ['proposed', 'proposed', ['proposed'], null, [], { step: 'checking', amount: null }],
  ['approved by the first of two', 'proposed', ['proposed', 'approved'], null, [], { step: 'checking' }],
  [
    'approved',
    'approved',
    ['proposed', 'approved'],
    900,
    [],
    { step: 'approved', amount: 900, reason: null },
  ],
  [
    'paid by one person alone',
    'approved',
    ['approved'],
    900,
    [payout(900, 'recorded')],
    { step: 'approved', paid: [] },
  ],
  [
    'paid, and corrected',
    'approved',
    ['approved'],
    900,
    [payout(900, 'corrected')],
    { step: 'approved', paid: [] },
  ],
  ['paid in part', 'approved', ['approved'], 900, [payout(400)], { step: 'approved' }],
  [
    'paid whole, in two parts',
    'approved',
    ['approved'],
    900,
    [payout(400), payout(500, 'confirmed', 'b')],
    {
      step: 'paid',
      paid: [
        { amount: 400, paidDt: '2026-11-24', kind: 'family' },
        { amount: 500, paidDt: '2026-11-24', kind: 'funeral_home' },
      ],
    },
  ],
  ['closed with less', 'closed', ['approved', 'closed'], 900, [payout(400)], { step: 'paid', amount: 900 }],
  ['refused', 'refused', ['refused'], null, [], { step: 'refused', reason: 'why refused', amount: null }],
  [
    'refused and closed',
    'closed',
    ['refused', 'closed'],
    null,
    [],
    { step: 'refused', reason: 'why refused' },
  ],
  [
    'refused, then opened again',
    'open',
    ['refused', 'reopened'],
    null,
    [],
    { step: 'checking', reason: null },
  ],
  [
    'refused, then approved',
    'approved',
    ['refused', 'reopened', 'approved'],
    900,
    [],
    { step: 'approved', reason: null },
  ],
  ['closed without a decision', 'closed', ['closed'], null, [], { step: 'ended', reason: null }],
])('a claim that is %s', (_what, state, kinds, approvedAmount, payouts, seen) => {
  const claim = {
    state,
    approvedAmount: approvedAmount as Cents | null,
    isInKind: false,
    decisions: steps(...kinds),
    payouts,
    payees,
  };
  expect(familyView(claim)).toMatchObject(seen);
});

it('of a benefit in kind ends as given when it is closed, and not before', () => {
  const claim = { approvedAmount: 900 as Cents, isInKind: true, payouts: [], payees };
  const stepOf = (state: ClaimState, ...kinds: string[]) =>
    familyView({ ...claim, state, decisions: steps(...kinds) });
  expect(stepOf('approved', 'approved').step).toBe('approved');
  // With a reason alone nothing was given.
  expect(stepOf('closed', 'approved', 'closed')).toMatchObject({ step: 'approved', amount: 900 });
  const given = { what: 'The coffin', givenDt: '2026-11-24' };
  const closed = { ...claim, state: 'closed' as const, decisions: steps('approved', 'closed') };
  expect(familyView({ ...closed, given })).toMatchObject({ step: 'given', amount: 900, given });
  expect(familyView({ ...closed, given: null })).not.toHaveProperty('given');
});
