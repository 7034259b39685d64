import { describe, expect, it } from 'vitest';
import { coverAfter, coverSteps, type FundMembership, type Resident } from './household-cover.ts';
import type { CalendarDate } from './dates.ts';
import { cents, ZERO } from './money.ts';

const today: CalendarDate = '2026-11-22';
const FUND = 'fund';

const person = (_id: string, household_id: string, given: Partial<Resident> = {}): Resident => ({
  ...{ _id, household_id, birthDt: '1970-01-01', relationship: 'Child', isActive: true },
  ...{ deceasedDt: null, organizationNumber: '1001', ...given },
});
const membership = (
  _id: string,
  [primaryMemberId = '', ...covered]: string[],
  given: Partial<FundMembership> = {},
): FundMembership => ({
  ...{ _id, primaryMemberId, campaignId: FUND, organizationNumber: '1001', isFund: true, isActive: true },
  members: [primaryMemberId, ...covered].map((member_id) => ({
    ...{ _id: `${_id}-${member_id}`, member_id, price: ZERO, priceOverride: null, isActive: true },
    ...{ startDt: new Date(0), endDt: new Date(1) },
  })),
  ...given,
});

/** Amos, Ruth, their grown son Sam and their daughter Kim of 12 live together; Eve and Ada, who is 15; Joe alone. */
const people = [
  person('Amos', 'A', { relationship: 'Head of Household' }),
  person('Ruth', 'A', { relationship: 'Spouse' }),
  person('Sam', 'A', { birthDt: '2004-01-01' }),
  person('Kim', 'A', { birthDt: '2014-01-01' }),
  person('Eve', 'E', { relationship: 'Head of Household' }),
  person('Ada', 'E', { birthDt: '2011-01-01' }),
  person('Joe', 'J', { relationship: 'Head of Household' }),
];
const homes = [
  { _id: 'A', primaryMemberId: 'Amos', isEmpty: false },
  { _id: 'E', primaryMemberId: 'Eve', isEmpty: false },
  { _id: 'J', primaryMemberId: 'Joe', isEmpty: false },
];
const family = membership('M', ['Amos', 'Ruth', 'Sam', 'Kim']);

type Given = {
  moves?: Record<string, string>;
  heads?: Record<string, string>;
  leavers?: string[];
  memberships?: FundMembership[];
  payerId?: string;
  isMarriage?: boolean;
  isOffered?: boolean;
  changed?: Record<string, Partial<Resident>>;
  relationships?: Record<string, string>;
};
/** What becomes of memberships, in words: `takes M`, `M-`, `Sam: M > N`, `Sam: M > own`. */
function outcome(given: Given): string[] {
  const { moves = {}, heads = {}, leavers = [], changed = {} } = given;
  const plan = coverAfter({
    before: people.map((one) => ({ ...one, ...changed[one._id] })),
    after: people.map((one) => ({
      ...{ ...one, ...changed[one._id] },
      household_id: moves[one._id] ?? one.household_id,
      relationship: given.relationships?.[one._id] ?? one.relationship,
      ...(leavers.includes(one._id) && { isActive: false }),
    })),
    homes: [
      ...homes.map((home) => ({ ...home, primaryMemberId: heads[home._id] ?? home.primaryMemberId })),
      ...(heads['N'] ? [{ _id: 'N', primaryMemberId: heads['N'], isEmpty: false }] : []),
    ],
    leavers: new Set(leavers),
    memberships: given.memberships ?? [family],
    payerId: given.payerId,
    isMarriage: given.isMarriage ?? false,
    isOffered: () => given.isOffered ?? true,
    today,
  });
  const place = (to: (typeof plan.moves)[number]['to']) =>
    to === null ? 'nowhere' : 'primaryId' in to ? `own of ${to.primaryId}` : to.membershipId;
  return [
    ...(plan.payers.length && !given.payerId ? [`asks ${plan.payers.map(({ _id }) => _id).join(', ')}`] : []),
    ...plan.takeOvers.map(({ membershipId, member_id }) => `${member_id} pays for ${membershipId}`),
    ...plan.moves.map(({ member_id, from, to }) => `${member_id}: ${from ?? 'nowhere'} > ${place(to)}`),
    ...plan.closes.map(
      ({ membershipId, isOrphaned }) => `${membershipId} ends${isOrphaned ? ' for the office' : ''}`,
    ),
  ];
}

describe('what happens to memberships', () => {
  const apart = { moves: { Sam: 'N' }, heads: { N: 'Sam' } };
  it.each<[string, Given, string[]]>([
    ['a grown child moves out', apart, ['Sam: M > own of Sam']],
    ['a child of 17', { ...apart, changed: { Sam: { birthDt: '2008-11-23' } } }, []],
    [
      'a child who turns 18 today',
      { ...apart, changed: { Sam: { birthDt: '2008-11-22' } } },
      ['Sam: M > own of Sam'],
    ],
    [
      'a child whose birth date is not known',
      { ...apart, changed: { Sam: { birthDt: null } } },
      ['Sam: M > own of Sam'],
    ],
    ['who has died stays', { ...apart, changed: { Sam: { deceasedDt: '2026-11-01' } } }, []],
    ['where the fund is not offered', { ...apart, isOffered: false }, []],
    [
      'of a membership that waits',
      { ...apart, memberships: [membership('M', ['Amos', 'Sam'], { isActive: null })] },
      [],
    ],
    [
      'who gives to an open campaign',
      { ...apart, memberships: [membership('M', ['Amos', 'Sam'], { isFund: false })] },
      [],
    ],
    [
      'whose own membership ended before',
      { ...apart, memberships: [family, membership('S', ['Sam'], { isActive: false })] },
      ['Sam: M > S'],
    ],
    ['the payer moves out', { moves: { Amos: 'N' }, heads: { N: 'Amos', A: 'Ruth' } }, ['asks Ruth, Sam']],
    [
      'and who stays pays',
      { moves: { Amos: 'N' }, heads: { N: 'Amos', A: 'Ruth' }, payerId: 'Ruth' },
      ['Ruth pays for M', 'Amos: M > own of Amos'],
    ],
    [
      'and who pays has a membership of their own',
      {
        ...{ moves: { Amos: 'N' }, heads: { N: 'Amos', A: 'Ruth' }, payerId: 'Ruth' },
        memberships: [family, membership('R', ['Ruth'])],
      },
      ['Sam: M > R', 'Kim: M > R', 'Ruth: M > nowhere'],
    ],
    [
      'and who pays has one that ended: it covers them too, as the others',
      {
        ...{ moves: { Amos: 'N' }, heads: { N: 'Amos', A: 'Ruth' }, payerId: 'Ruth' },
        memberships: [
          family,
          membership('R', ['Ruth'], {
            isActive: false,
            members: membership('R', ['Ruth']).members.map((part) => ({ ...part, isActive: false })),
          }),
        ],
      },
      ['Sam: M > R', 'Kim: M > R', 'Ruth: M > R'],
    ],
    [
      'the payer moves out with the whole family',
      { moves: { Amos: 'N', Ruth: 'N', Sam: 'N', Kim: 'N' }, heads: { N: 'Amos' } },
      [],
    ],
    ['only children stay', { moves: { Amos: 'N', Ruth: 'N', Sam: 'N' }, heads: { N: 'Amos' } }, []],
    [
      'who pays as before becomes head, and is priced again',
      {
        ...{ moves: { Amos: 'N' }, heads: { N: 'Amos', A: 'Ruth' }, isOffered: false },
        ...{ memberships: [membership('R', ['Ruth', 'Kim'])], relationships: { Ruth: 'Head of Household' } },
      },
      ['Ruth pays for R'],
    ],
    [
      'a divorce, with a child',
      { moves: { Ruth: 'N', Kim: 'N' }, heads: { N: 'Ruth' } },
      ['Ruth: M > own of Ruth', 'Kim: M > own of Ruth'],
    ],
    [
      'a child goes with who is not in the fund',
      {
        moves: { Ruth: 'N', Kim: 'N' },
        heads: { N: 'Ruth' },
        memberships: [membership('M', ['Amos', 'Kim'])],
      },
      [],
    ],
    ['somebody leaves', { leavers: ['Sam'] }, ['Sam: M > nowhere']],
    ['the payer leaves', { leavers: ['Amos'] }, ['asks Ruth, Sam']],
    [
      'the payer and the spouse leave',
      { leavers: ['Amos', 'Ruth'], payerId: 'Sam' },
      ['Sam pays for M', 'Amos: M > nowhere', 'Ruth: M > nowhere'],
    ],
    ['only a child is left', { leavers: ['Amos', 'Ruth', 'Sam'] }, ['M ends for the office']],
    ['all leave', { leavers: ['Amos', 'Ruth', 'Sam', 'Kim'] }, ['M ends for the office']],
    [
      'who gives to an open campaign leaves',
      { leavers: ['Amos'], memberships: [membership('M', ['Amos'], { isFund: false })] },
      ['M ends for the office'],
    ],
    ['a marriage into a household', { moves: { Joe: 'A' }, isMarriage: true }, ['Joe: nowhere > M']],
    [
      'of somebody with a membership',
      { moves: { Joe: 'A' }, isMarriage: true, memberships: [family, membership('J', ['Joe'])] },
      ['Joe: J > M', 'J ends'],
    ],
    [
      'and with a family that stays',
      {
        ...{ moves: { Eve: 'A' }, heads: { E: 'Ada' }, isMarriage: true },
        memberships: [family, membership('E', ['Eve', 'Ada'])],
      },
      [],
    ],
    [
      'into a new household',
      { moves: { Sam: 'N', Joe: 'N' }, heads: { N: 'Sam' }, isMarriage: true },
      ['Sam: M > own of Sam', 'Joe: nowhere > own of Sam'],
    ],
    [
      'into a new household, with a membership',
      {
        ...{ moves: { Sam: 'N', Joe: 'N' }, heads: { N: 'Sam' }, isMarriage: true },
        memberships: [family, membership('J', ['Joe'])],
      },
      ['Sam: M > J'],
    ],
    ['where nobody is in a fund', { moves: { Joe: 'A' }, isMarriage: true, memberships: [] }, []],
  ])('%s', (_name, given, expected) => {
    expect(outcome(given)).toEqual(expected);
  });
});

it('a part takes the time waited, a waiver and a price by hand along', () => {
  const plan = {
    ...{ payers: [], takeOvers: [], closes: [] },
    moves: [{ member_id: 'Sam', from: 'M', to: { membershipId: 'J' } }],
  };
  const taken = { startDt: new Date(5), isWaitingWaived: true, priceOverride: ZERO };
  expect(coverSteps(membership('J', ['Joe']), plan, () => taken)).toEqual([
    { do: 'add', member_id: 'Sam', startDt: new Date(5) },
    { do: 'waive_waiting', member_id: 'Sam', isWaived: true },
    { do: 'set_price', member_id: 'Sam', price: 0 },
  ]);
  expect(coverSteps(family, plan, () => taken)).toEqual([{ do: 'remove', member_id: 'Sam' }]);
});

it('who pays from then on takes cover and a price by hand along into a membership of theirs that ended', () => {
  const own = { membershipId: 'R' };
  const plan = {
    ...{ payers: [], takeOvers: [], closes: [] },
    moves: [
      { member_id: 'Kim', from: 'M', to: own },
      { member_id: 'Ruth', from: 'M', to: own },
    ],
  };
  const taken = { startDt: new Date(5), isWaitingWaived: true, priceOverride: cents(1200) };
  const begun = ['Kim', 'Ruth'].flatMap((member_id) => [
    { do: 'add', member_id, startDt: new Date(5) },
    { do: 'waive_waiting', member_id, isWaived: true },
    { do: 'set_price', member_id, price: 1200 },
  ]);
  const ended = membership('R', ['Ruth'], { isActive: false });
  const members = ended.members.map((part) => ({ ...part, isActive: false }));
  expect(coverSteps({ ...ended, members }, plan, () => taken)).toEqual([
    { do: 'activate' },
    { do: 'cover', member_ids: ['Kim', 'Ruth'] },
    { do: 'take_over', member_id: 'Ruth' },
    ...begun,
  ]);
});
