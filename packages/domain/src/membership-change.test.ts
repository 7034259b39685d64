/** Steps of a membership: the rules at their edges, and properties over random households, ages, rules and overrides. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coveredMemberPrice } from './campaign-membership.ts';
import { addDays, END_OF_TIME } from './dates.ts';
import {
  afterMembershipStep,
  afterMembershipSteps,
  isPriceDifferent,
  isPriceSettled,
  isSameMembership,
  MembershipRefusal,
  priceReason,
  refreshedDue,
  type MembershipContext,
  type MembershipPerson,
  type MembershipStep,
  type RefreshableDue,
} from './membership-change.ts';
import type { CoveredPerson, MembershipState } from './membership-state.ts';
import type { DescribedDue } from './membership-effect.ts';
import { membershipSentences, type MembershipSentenceInput } from './membership-sentence.ts';
import { cents, sumCents, ZERO, type Cents } from './money.ts';

const NOW = new Date('2026-11-22T15:00:00.000Z');
const EARLIER = new Date('2026-01-10T15:00:00.000Z');
const TODAY = '2026-11-22';
const person = (_id: string, more: Partial<MembershipPerson> = {}): MembershipPerson => ({
  _id,
  firstNm: _id.toUpperCase(),
  lastNm: 'Okafor',
  birthDt: '1980-05-05',
  relationship: 'Spouse',
  isActive: true,
  ...more,
});
const PEOPLE = [
  person('ruth', { relationship: 'Head of Household' }),
  person('sam'),
  person('kid', { birthDt: '2015-05-05', relationship: 'Child' }),
  person('gone', { isActive: false }),
];
let made = 0;
const context = (people = PEOPLE, more: Partial<MembershipContext> = {}): MembershipContext => ({
  people: new Map(people.map((item) => [item._id, item])),
  priceRules: [{ label: 'Child', minAge: 0, maxAge: 17, price: cents(600) }],
  defaultPrice: cents(1850),
  now: NOW,
  today: TODAY,
  newId: () => `new-${(made += 1)}`,
  ...more,
});
const covered = (member_id: string, isActive: boolean | null = true, price = 1850) => ({
  _id: `row-${member_id}`,
  member_id,
  price: cents(price),
  priceOverride: null,
  startDt: EARLIER,
  endDt: isActive === false ? new Date('2026-05-05T00:00:00.000Z') : END_OF_TIME,
  isActive,
});
const FAMILY: MembershipState = {
  primaryMemberId: 'ruth',
  isActive: true,
  activeDt: EARLIER,
  totalPrice: cents(4300),
  members: [covered('ruth'), covered('sam'), covered('kid', true, 600)],
};
const after = (step: MembershipStep, state = FAMILY, of = context()) => afterMembershipStep(state, step, of);
const codeOf = (step: MembershipStep, state = FAMILY) => {
  try {
    after(step, state);
    return undefined;
  } catch (error) {
    return error instanceof MembershipRefusal ? error.code : String(error);
  }
};
const activeOf = ({ members }: MembershipState) =>
  members.filter(({ isActive }) => isActive).map(({ member_id }) => member_id);
const INACTIVE = after({ do: 'deactivate' });
const DUE: DescribedDue = {
  campaignRunName: 'Amos',
  minAmountDue: cents(4300),
  paymentsTotal: ZERO,
  lastPaymentDt: null,
  hasPayment: false,
  run: { isActive: true, endDt: new Date('2026-12-31T00:00:00.000Z') },
};
const CONTEXT: MembershipSentenceInput = {
  people: context().people,
  fund: { priceRules: [], defaultPrice: cents(1850), fundRules: {} },
  dues: [],
  runsWithoutDues: [],
  isRefresh: false,
  now: NOW,
  shown: { currency: 'usd', timeZone: 'UTC' },
};

describe('a step of a membership', () => {
  it('ends everybody’s part with the membership, and begins it again for the people who left with it', () => {
    expect([INACTIVE.isActive, INACTIVE.totalPrice, activeOf(INACTIVE)]).toEqual([false, 0, []]);
    expect(INACTIVE.members.every(({ endDt }) => endDt.getTime() === NOW.getTime())).toBe(true);
    const again = after({ do: 'activate' }, INACTIVE);
    expect([again.totalPrice, activeOf(again)]).toEqual([4300, ['ruth', 'sam', 'kid']]);
    expect(again.members.every(({ endDt }) => endDt.getTime() === END_OF_TIME.getTime())).toBe(true);
    const without = after(
      { do: 'deactivate' },
      after({ do: 'remove', member_id: 'sam' }, { ...FAMILY }, context(PEOPLE, { now: EARLIER })),
    );
    expect(activeOf(after({ do: 'activate' }, without))).toEqual(['ruth', 'kid']);
  });

  it('begins the part of a person who was left unconfirmed when their membership was confirmed', () => {
    const open = { ...covered('sam'), isActive: null };
    const add = { do: 'add', member_id: 'sam' } as const;
    const state = { ...FAMILY, members: [covered('ruth'), open] };
    expect(activeOf(after(add, state))).toEqual(['ruth', 'sam']);
    const waiting = { ...state, isActive: null, activeDt: null };
    expect(after(add, waiting).members).toEqual(waiting.members);
  });

  it('goes on from where it began within a day of its end: a waiting time starts over only after that', () => {
    const at = (hours: number) => context(PEOPLE, { now: new Date(NOW.getTime() + hours * 3_600_000) });
    const began = ({ activeDt, members }: MembershipState) => [
      activeDt,
      ...members.map((item) => item.startDt),
    ];
    expect(began(after({ do: 'activate' }, INACTIVE, at(23)))).toEqual(began(FAMILY));
    const late = at(24);
    expect(began(after({ do: 'activate' }, INACTIVE, late))).toEqual(Array(4).fill(late.now));
    const without = after({ do: 'remove', member_id: 'sam' });
    const add = { do: 'add', member_id: 'sam' } as const;
    expect(after(add, without, at(23)).members).toEqual(FAMILY.members);
    expect(began(after(add, without, late))).toEqual([EARLIER, EARLIER, late.now, EARLIER]);
    const inputs = { ...CONTEXT, fund: { ...CONTEXT.fund, fundRules: { waitingDays: 180 } } };
    const written = (of: MembershipContext) =>
      membershipSentences(without, after(add, without, of), { ...inputs, now: of.now })[0];
    expect(written(at(23))).toBe('SAM Okafor is covered from now on.');
    expect(written(late)).toMatch(/^SAM Okafor is covered from May \d+, 2027, after the waiting time/);
    // A person who was never confirmed begins when they are.
    const unconfirmed = after({ do: 'deactivate' }, { ...FAMILY, isActive: null, activeDt: null });
    expect(after({ do: 'activate' }, unconfirmed, at(1)).activeDt).toEqual(at(1).now);
  });

  it('goes on with a waiting time that was begun elsewhere where it begins again', () => {
    const [since, sooner] = [10, 20].map((days) => new Date(NOW.getTime() - days * 86_400_000));
    const steps = [
      { do: 'activate' },
      { do: 'cover', member_ids: ['ruth', 'sam', 'kid'] },
      { do: 'take_over', member_id: 'ruth' },
      { do: 'add', member_id: 'ruth', startDt: since },
      { do: 'add', member_id: 'sam', startDt: NOW },
      { do: 'add', member_id: 'kid', startDt: sooner },
    ] as const;
    const long = { ...covered('ruth', false), endDt: new Date('2026-01-05T00:00:00.000Z') };
    const ended = { ...FAMILY, isActive: false, members: [long] };
    const { activeDt, members } = afterMembershipSteps(ended, steps, context());
    expect([activeDt, ...members.map((part) => part.startDt)]).toEqual([sooner, since, NOW, sooner]);
    // One that went on keeps its own day.
    const without = after({ do: 'remove', member_id: 'sam' });
    expect(after({ do: 'add', member_id: 'sam', startDt: since }, without).activeDt).toEqual(EARLIER);
    const part = after({ do: 'add', member_id: 'sam', startDt: since }).members.at(1);
    expect(part?.startDt).toEqual(EARLIER);
  });

  it('begins a part again without the former price by hand and waiver, unless it is taken back', () => {
    const decided = [
      { do: 'set_price', member_id: 'sam', price: cents(100) },
      { do: 'waive_waiting', member_id: 'sam', isWaived: true },
    ] as const;
    const before = decided.reduce<MembershipState>((state, step) => after(step, state), FAMILY);
    const without = after({ do: 'remove', member_id: 'sam' }, before);
    const again = (hours: number) => {
      const now = new Date(NOW.getTime() + hours * 3_600_000);
      const { members } = after({ do: 'add', member_id: 'sam' }, without, context(PEOPLE, { now }));
      const { price, priceOverride, isWaitingWaived } =
        members.find(({ member_id }) => member_id === 'sam') ?? {};
      return { price, priceOverride, isWaitingWaived };
    };
    expect(again(23)).toEqual({ price: 100, priceOverride: 100, isWaitingWaived: true });
    expect(again(24)).toEqual({ price: 1850, priceOverride: null });
  });

  it.each<[string, MembershipStep, MembershipState, string]>([
    ['removes the primary member', { do: 'remove', member_id: 'ruth' }, FAMILY, 'primary_member'],
    ['removes an unknown person', { do: 'remove', member_id: 'x' }, FAMILY, 'not_found'],
    ['adds an unknown person', { do: 'add', member_id: 'x' }, FAMILY, 'not_found'],
    ['adds an inactive person', { do: 'add', member_id: 'gone' }, FAMILY, 'member_inactive'],
    ['adds to an inactive one', { do: 'add', member_id: 'sam' }, INACTIVE, 'membership_inactive'],
    ['makes another person primary', { do: 'make_primary', member_id: 'gone' }, FAMILY, 'not_found'],
    ['makes an inactive one primary', { do: 'make_primary', member_id: 'sam' }, INACTIVE, 'not_active'],
    ['prices an unknown person', { do: 'set_price', member_id: 'x', price: ZERO }, FAMILY, 'not_found'],
  ])('is refused where it %s', (_name, step, state, code) => {
    expect(codeOf(step, state)).toBe(code);
  });

  it('is refused for an inactive primary member', () => {
    const state = { ...INACTIVE, primaryMemberId: 'gone', members: [covered('gone', false)] };
    expect(codeOf({ do: 'activate' }, state)).toBe('primary_inactive');
  });

  it('keeps a price by hand when prices are refreshed', () => {
    const byHand = after({ do: 'set_price', member_id: 'sam', price: cents(350) });
    expect([byHand.totalPrice, after({ do: 'refresh' }, byHand).totalPrice]).toEqual([2800, 2800]);
    expect(after({ do: 'set_price', member_id: 'sam', price: null }, byHand).totalPrice).toBe(4300);
  });

  it.each<[MembershipStep, string[]]>([
    [
      { do: 'remove', member_id: 'kid' },
      [
        'KID Okafor loses this cover now.',
        'The membership costs $37.00 instead of $43.00.',
        'The open dues stay as they are: $30.00 for Amos.',
      ],
    ],
    [
      { do: 'make_primary', member_id: 'sam' },
      [
        'SAM Okafor becomes the primary member instead of RUTH Okafor.',
        'SAM Okafor then sees what is open and pays for it, and RUTH Okafor no longer does.',
        'The open dues stay as they are: $30.00 for Amos.',
      ],
    ],
    [{ do: 'refresh' }, []],
    [
      { do: 'waive_waiting', member_id: 'kid', isWaived: true },
      ['KID Okafor is covered without a waiting time.'],
    ],
  ])('%j is explained', (step, sentences) => {
    const inputs = {
      ...CONTEXT,
      fund: { ...CONTEXT.fund, fundRules: { waitingDays: 180 } },
      dues: [{ ...DUE, paymentsTotal: cents(1300), hasPayment: true }],
      isRefresh: step.do === 'refresh',
    };
    expect(membershipSentences(FAMILY, after(step), inputs)).toEqual(sentences);
  });

  it.each([
    [2000, ['The open dues stay as they are: $10.00 for Amos.']],
    [3000, []],
  ])('leaves out what was waived of open dues: %i', (waived, sentences) => {
    const due = {
      ...DUE,
      paymentsTotal: cents(1300),
      waived: { amount: cents(waived), dt: NOW },
      hasPayment: true,
    };
    const written = membershipSentences(FAMILY, after({ do: 'remove', member_id: 'sam' }), {
      ...CONTEXT,
      dues: [due],
    });
    expect(written.filter((sentence) => sentence.includes('dues'))).toEqual(sentences);
  });

  it('describes from when an added person is covered, and what happens to unpaid dues', () => {
    const inputs = {
      ...CONTEXT,
      people: context([...PEOPLE, person('aunt')]).people,
      fund: { ...CONTEXT.fund, fundRules: { waitingDays: 180 } },
      dues: [{ ...DUE, minAmountDue: cents(4000) }],
      isRefresh: true,
    };
    const added = after({ do: 'add', member_id: 'aunt' }, FAMILY, context([...PEOPLE, person('aunt')]));
    expect(membershipSentences(FAMILY, added, inputs)).toEqual([
      'AUNT Okafor is covered from May 21, 2027, after the waiting time of this fund.',
      'The membership costs $61.50 instead of $43.00.',
      'The dues for Amos become $61.50 instead of $40.00.',
    ]);
  });
});

describe('who gains or loses cover', () => {
  const LATE = { ...DUE, run: { isActive: true, endDt: new Date('2026-11-01T00:00:00.000Z') } };
  const LONG_AGO = { isActive: true, endDt: new Date('2026-02-01T00:00:00.000Z') };
  const PAID_LATE = { ...DUE, paymentsTotal: DUE.minAmountDue, hasPayment: true, lastPaymentDt: NOW };
  const ENDED = after({ do: 'deactivate' }, FAMILY, context(PEOPLE, { now: EARLIER }));
  const WITHOUT = { ...FAMILY, members: FAMILY.members.slice(0, 2) };
  const OUT = after({ do: 'remove', member_id: 'sam' });
  const WAITING: MembershipState = {
    ...FAMILY,
    isActive: null,
    activeDt: null,
    members: [covered('ruth', null), covered('sam', null)],
  };
  const CHILDREN = {
    priceRules: [{ label: 'Child', minAge: 0, maxAge: 9, price: ZERO }],
    defaultPrice: ZERO,
  };
  const addKid = { do: 'add', member_id: 'kid' } as const;
  const addSam = { do: 'add', member_id: 'sam' } as const;
  const openOf = (name: string) => `${name} Okafor is not covered. The dues for Amos are open: $43.00.`;

  it.each<[string, MembershipStep, MembershipState, Partial<MembershipSentenceInput>, string[]]>([
    ['no rule', addKid, WITHOUT, {}, ['KID Okafor is covered from now on.']],
    ['late dues, when a person is added', addKid, WITHOUT, { dues: [LATE] }, [openOf('KID')]],
    [
      'late dues, when all are activated',
      { do: 'activate' },
      ENDED,
      { dues: [LATE] },
      ['RUTH', 'SAM', 'KID'].map(openOf),
    ],
    [
      'late dues within their days of grace',
      addKid,
      WITHOUT,
      { dues: [LATE], fund: { ...CONTEXT.fund, fundRules: { graceDays: 30 } } },
      ['KID Okafor is covered from now on.'],
    ],
    [
      'late dues, when a person leaves',
      { do: 'remove', member_id: 'sam' },
      FAMILY,
      { dues: [LATE] },
      ['SAM Okafor leaves this membership, and has no cover in it now.'],
    ],
    [
      'a person who leaves',
      { do: 'remove', member_id: 'sam' },
      FAMILY,
      {},
      ['SAM Okafor loses this cover now.'],
    ],
    [
      'an age limit',
      addKid,
      WITHOUT,
      { fund: { ...CONTEXT.fund, fundRules: { ageLimits: [{ relationships: ['Child'], maxAge: 9 }] } } },
      ['KID Okafor is not covered. This fund covers KID up to age 9; KID is 11.'],
    ],
    [
      'the ages of the price rules',
      addKid,
      WITHOUT,
      { fund: { ...CHILDREN, fundRules: {} } },
      ['KID Okafor is not covered. This fund covers ages 0 to 9; KID is 11.'],
    ],
    [
      'a price by hand for an age of none of them',
      { do: 'set_price', member_id: 'kid', price: cents(600) },
      FAMILY,
      { fund: { ...CHILDREN, fundRules: {} } },
      ['KID Okafor is covered from now on.'],
    ],
    [
      'a cover that was lost for long',
      addSam,
      OUT,
      {
        dues: [{ ...PAID_LATE, run: LONG_AGO }],
        fund: { ...CONTEXT.fund, fundRules: { lapseDays: 60, reinstatementWaitingDays: 90 } },
      },
      ['SAM Okafor is covered from February 20, 2027, because the cover was lost for too long.'],
    ],
    [
      'a waiting time',
      addKid,
      WITHOUT,
      { fund: { ...CONTEXT.fund, fundRules: { waitingDays: 180 } } },
      ['KID Okafor is covered from May 21, 2027, after the waiting time of this fund.'],
    ],
    [
      'a waiting time and late dues',
      addKid,
      WITHOUT,
      { dues: [LATE], fund: { ...CONTEXT.fund, fundRules: { waitingDays: 180 } } },
      [
        'KID Okafor is not covered. This fund has a waiting time. The cover begins on May 21, 2027. The dues for Amos are open: $43.00.',
      ],
    ],
    [
      'a waiver that is taken back',
      { do: 'waive_waiting', member_id: 'sam', isWaived: false },
      { ...FAMILY, members: [covered('ruth'), { ...covered('sam'), isWaitingWaived: true }] },
      { fund: { ...CONTEXT.fund, fundRules: { waitingDays: 500 } } },
      [
        'SAM Okafor loses this cover now.',
        'SAM Okafor is covered from May 25, 2027, after the waiting time of this fund.',
      ],
    ],
    [
      'a membership that waits',
      addKid,
      WAITING,
      {},
      ['KID Okafor is covered once the membership is confirmed.'],
    ],
    [
      'a membership that waits, of a fund with a waiting time',
      addKid,
      WAITING,
      { fund: { ...CONTEXT.fund, fundRules: { waitingDays: 180 } } },
      ['KID Okafor is covered once the membership is confirmed, after the waiting time of this fund.'],
    ],
    [
      'a membership that waits, and a waiting time that is waived',
      { do: 'waive_waiting', member_id: 'sam', isWaived: true },
      WAITING,
      { fund: { ...CONTEXT.fund, fundRules: { waitingDays: 180 } } },
      ['SAM Okafor is covered once the membership is confirmed.'],
    ],
    [
      'a membership that is confirmed',
      { do: 'activate' },
      WAITING,
      {},
      ['RUTH Okafor is covered from now on.', 'SAM Okafor is covered from now on.'],
    ],
    [
      'a membership that is refused',
      { do: 'deactivate' },
      WAITING,
      {},
      ['RUTH', 'SAM'].map((name) => `${name} Okafor leaves this membership, and has no cover in it now.`),
    ],
  ])('is explained by the rule of cover: %s', (_why, step, before, more, sentences) => {
    const written = membershipSentences(before, after(step, before), { ...CONTEXT, ...more });
    expect(written.filter((sentence) => /cover/.test(sentence) || / not /.test(sentence))).toEqual(sentences);
  });
});

it.each([
  [true, 43, { paymentsTotal: 43 }, false],
  [true, 43, { paymentsTotal: 42.99 }, true],
  [true, 0, { paymentsTotal: 43 }, true],
  [true, 0, null, false],
  [true, 43, null, false],
  [false, 0, { paymentsTotal: 43 }, false],
  [null, 43, { paymentsTotal: 42.99 }, false],
])(
  'active: %s, a price of %d with the last payment %j differs: %s',
  (isActive, totalPrice, lastPayment, is) => {
    expect(isPriceDifferent({ isActive, totalPrice, lastPayment })).toBe(is);
  },
);

it.each([
  [{ age: 11, relationship: 'Child', priceOverride: null }, 'Child: 0 to 17 years'],
  [{ age: 18, relationship: 'Child', priceOverride: null }, 'Grown child: 18 to 25 years, Son or Child'],
  [{ age: 40, relationship: 'Spouse', priceOverride: null }, 'Default price'],
  [{ age: 11, relationship: 'Child', priceOverride: ZERO }, 'Set by hand'],
])('the price of %j is that because: %s', (item, reason) => {
  const rules = [
    { label: 'Child', minAge: 0, maxAge: 17, price: cents(1) },
    { label: 'Grown child', minAge: 18, maxAge: 25, relationships: ['Son', 'Child'], price: cents(2) },
  ];
  expect(priceReason(item, rules)).toBe(reason);
});

// Random households, ages, rules and prices by hand.
const price = fc.integer({ min: 0, max: 100_000 }).map(cents);
const relationship = fc.constantFrom('Head of Household', 'Spouse', 'Son', 'Daughter', 'Parent');
/** The age of a person, in days, and a day on which everything happens: leap days too. */
const ageInDays = fc.integer({ min: 0, max: 110 * 365 });
const someDay = fc.integer({ min: 0, max: 30_000 }).map((days) => addDays(TODAY, days));
const rule = fc.record({
  label: fc.constant('A rule'),
  minAge: fc.integer({ min: 0, max: 80 }),
  maxAge: fc.integer({ min: 0, max: 110 }),
  relationships: fc.uniqueArray(relationship, { maxLength: 2 }),
  price,
});
const member = fc.record({
  ageInDays,
  relationship,
  isActive: fc.constantFrom(true, true, false, null),
  priceOverride: fc.option<Cents, null>(price, { nil: null }),
});
const household = fc
  .record({
    members: fc.array(member, { minLength: 1, maxLength: 7 }),
    rules: fc.array(rule, { maxLength: 5 }),
    defaultPrice: price,
    isActive: fc.constantFrom(true, false, null),
    today: someDay,
  })
  .map(({ members, rules, defaultPrice, isActive, today }) => {
    const people = members.map(({ ageInDays: days, relationship: related }, index) =>
      person(`p${index}`, { relationship: related, birthDt: addDays(today, -days) }),
    );
    const state: MembershipState = {
      primaryMemberId: 'p0',
      isActive,
      activeDt: EARLIER,
      totalPrice: ZERO,
      members: members.map(({ isActive: part, priceOverride }, index) => ({
        ...covered(`p${index}`, isActive === true ? (index === 0 ? true : part) : isActive),
        priceOverride,
      })),
    };
    const now = new Date(`${today}T15:00:00.000Z`);
    return { state, of: context(people, { priceRules: rules, defaultPrice, today, now }) };
  });
const step = fc.oneof<fc.Arbitrary<MembershipStep>[]>(
  fc.constantFrom<MembershipStep>({ do: 'activate' }, { do: 'deactivate' }, { do: 'refresh' }),
  fc.record({
    do: fc.constantFrom('add' as const, 'remove' as const, 'make_primary' as const),
    member_id: fc.constantFrom('p0', 'p1', 'p2', 'p3'),
  }),
  fc.record({
    do: fc.constant('set_price' as const),
    member_id: fc.constantFrom('p0', 'p1'),
    price: fc.option<Cents, null>(price, { nil: null }),
  }),
  fc.record({
    do: fc.constant('cover' as const),
    member_ids: fc.uniqueArray(fc.constantFrom('p1', 'p2', 'p3')),
  }),
);

/** The state after the steps, without those that are refused. */
const afterAll = (state: MembershipState, steps: readonly MembershipStep[], of: MembershipContext) =>
  steps.reduce((current, item) => {
    try {
      return afterMembershipStep(current, item, of);
    } catch (error) {
      if (error instanceof MembershipRefusal) return current;
      throw error;
    }
  }, state);

describe('whether a membership is still the same', () => {
  const [first = covered('ruth'), ...rest] = FAMILY.members;
  const withFirst = (change: Partial<CoveredPerson>): MembershipState => ({
    ...FAMILY,
    members: [{ ...first, ...change }, ...rest],
  });

  it('is the same for every author and time of activation', () => {
    const read = { ...FAMILY, activeDt: NOW, members: FAMILY.members.map((item) => structuredClone(item)) };
    expect(isSameMembership(FAMILY, read)).toBe(true);
  });

  it.each<[string, MembershipState]>([
    ['its primary member', { ...FAMILY, primaryMemberId: 'sam' }],
    ['whether it is active', { ...FAMILY, isActive: false }],
    ['what it costs', { ...FAMILY, totalPrice: cents(4301) }],
    ['one person less', { ...FAMILY, members: rest }],
    ['one person more', { ...FAMILY, members: [...FAMILY.members, covered('aunt')] }],
    ['another person', withFirst({ member_id: 'aunt' })],
    ['another row', withFirst({ _id: 'row' })],
    ['a price', withFirst({ price: cents(1) })],
    ['a price by hand', withFirst({ priceOverride: cents(1850) })],
    ['a start', withFirst({ startDt: NOW })],
    ['an end', withFirst({ endDt: NOW })],
    ['whether a person is active', withFirst({ isActive: null })],
    ['a waiting time that is waived', withFirst({ isWaitingWaived: true })],
  ])('is not with %s', (_what, other) => {
    expect(isSameMembership(FAMILY, other)).toBe(false);
    expect(isSameMembership(other, FAMILY)).toBe(false);
  });
});

describe('whatever happens to a household', () => {
  const holds = (check: (state: MembershipState, of: MembershipContext) => void) =>
    fc.assert(
      fc.property(household, fc.array(step, { maxLength: 12 }), ({ state, of }, steps) =>
        check(afterAll(afterMembershipStep(state, { do: 'refresh' }, of), steps, of), of),
      ),
    );

  it('the total is the sum of the prices of the people who are charged, and never negative', () => {
    holds(({ totalPrice, members }) => {
      const parts = members.filter(({ isActive }) => isActive === true).map((item) => item.price);
      expect(totalPrice).toBe(sumCents(parts));
      expect(totalPrice).toBeGreaterThanOrEqual(0);
    });
  });

  it('a refresh gives the price of the rules or the one by hand, and again changes nothing', () => {
    holds((state, of) => {
      const refreshed = afterMembershipStep(state, { do: 'refresh' }, of);
      expect(isSameMembership(refreshed, afterMembershipStep(refreshed, { do: 'refresh' }, of))).toBe(true);
      for (const item of refreshed.members) {
        const known = of.people.get(item.member_id);
        if (!known) continue;
        const right = coveredMemberPrice(
          { ...known, ...item, isActive: true },
          of.priceRules,
          of.defaultPrice,
          of.today,
        );
        expect(item.price).toBe(item.priceOverride ?? right);
      }
    });
  });

  it('a refresh comes to the same without the people whose price is settled, also by other rules', () => {
    holds((state, was) => {
      const changed = { ...was, defaultPrice: cents(was.defaultPrice + 100) };
      for (const of of [was, changed, { ...was, priceRules: [] }, { ...changed, priceRules: [] }]) {
        const settled = state.members
          .filter((item) => isPriceSettled(item, of))
          .map((item) => item.member_id);
        const people = new Map([...of.people].filter(([_id]) => !settled.includes(_id)));
        const refresh = (context: MembershipContext) =>
          afterMembershipStep(state, { do: 'refresh' }, context);
        expect(refresh({ ...of, people })).toEqual(refresh(of));
      }
    });
  });

  it('nobody is in it twice, and the primary member of an active one is charged', () => {
    holds(({ isActive, members, primaryMemberId }) => {
      const ids = members.map(({ member_id }) => member_id);
      expect(new Set(ids).size).toBe(ids.length);
      const primary = members.find(({ member_id }) => member_id === primaryMemberId);
      expect(primary).toBeDefined();
      if (isActive === true) expect(primary?.isActive).toBe(true);
      if (isActive === false) expect(members.every((item) => item.isActive === false)).toBe(true);
    });
  });

  it('who is active ends at the end of time, and who is not has ended', () => {
    holds(({ members }) => {
      for (const { isActive, endDt } of members)
        expect(endDt.getTime() === END_OF_TIME.getTime()).toBe(isActive !== false);
    });
  });

  it('a refresh leaves dues with a payment and brings the others to what is charged, and again changes nothing', () => {
    const due = fc.record({ minAmountDue: price, hasPayment: fc.boolean(), isRunActive: fc.boolean() });
    fc.assert(
      fc.property(
        household,
        fc.array(step, { maxLength: 12 }),
        fc.array(due, { maxLength: 6 }),
        ({ state, of }, steps, dues) => {
          const refresh = (before: MembershipState, asked: readonly RefreshableDue[]) => {
            const membership = afterMembershipStep(before, { do: 'refresh' }, of);
            const minAmountsDue = asked.map((item) => refreshedDue(item, membership));
            return {
              membership,
              dues: asked.map((item, index) => ({ ...item, minAmountDue: minAmountsDue[index] ?? ZERO })),
            };
          };
          const once = refresh(afterAll(state, steps, of), dues);
          const charged = sumCents(
            once.membership.members.filter(({ isActive }) => isActive === true).map((item) => item.price),
          );
          once.dues.forEach((refreshed, index) => {
            if (refreshed.hasPayment) expect(refreshed).toEqual(dues[index]);
            else if (refreshed.isRunActive && once.membership.isActive === true)
              expect(refreshed.minAmountDue).toBe(charged);
          });
          const again = refresh(once.membership, once.dues);
          expect(again.dues).toEqual(once.dues);
          expect(isSameMembership(once.membership, again.membership)).toBe(true);
        },
      ),
    );
  });

  it('dues of runs that are not active, and of memberships that are not, keep their amount', () => {
    const kept = fc.constantFrom<[boolean, boolean | null]>([false, true], [true, false], [true, null]);
    fc.assert(
      fc.property(price, price, fc.boolean(), kept, (due, total, hasPayment, [isRunActive, isActive]) => {
        const asked = { minAmountDue: due, hasPayment, isRunActive };
        expect(refreshedDue(asked, { isActive, totalPrice: total })).toBe(due);
      }),
    );
  });
});
