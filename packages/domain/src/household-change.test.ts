import { describe, expect, it } from 'vitest';
import {
  afterSteps,
  deactivationFault,
  homeOf,
  HouseholdRefusal,
  type HouseholdState,
  type HouseholdStep,
  type Person,
} from './household-change.ts';
import { sentencesOf } from './household-sentence.ts';
import { stepsOf, type LifeEventForm } from './life-event.ts';

const now = new Date('2026-11-22T12:00:00Z');
const address = { streetAddress: '12 Elm Street', cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' };

function person(firstNm: string, household_id: string, given: Partial<Person> = {}): Person {
  const state = { isActive: true, deceasedDt: null, address: null, linkedHouseholds: [] };
  return { _id: firstNm, firstNm, lastNm: 'Bell', household_id, relationship: 'Child', ...state, ...given };
}

/** Amos, Ruth and their son Sam live together; Ada and her mother Eve; Joe alone; Old left a household of his own. */
const state: HouseholdState = {
  homes: [
    { _id: 'A', primaryMemberId: 'Amos', isEmpty: false },
    { _id: 'E', primaryMemberId: 'Eve', isEmpty: false },
    { _id: 'J', primaryMemberId: 'Joe', isEmpty: false },
    { _id: 'O', primaryMemberId: 'Old', isEmpty: true },
  ],
  people: [
    person('Amos', 'A', { relationship: 'Head of Household' }),
    person('Ruth', 'A', { relationship: 'Spouse' }),
    person('Sam', 'A'),
    person('Out', 'A', { isActive: false }),
    person('Unknown', 'A', { isActive: null }),
    person('Dead', 'A', { deceasedDt: '2026-01-01' }),
    person('Old', 'A', { relationship: 'Parent' }),
    person('Eve', 'E', { relationship: 'Head of Household' }),
    person('Ada', 'E'),
    person('Joe', 'J', { relationship: 'Head of Household' }),
  ],
};

const afterwards = (...steps: HouseholdStep[]) => afterSteps(state, steps);
const outcome = (act: () => unknown) => {
  try {
    act();
    return 'allowed';
  } catch (error) {
    if (error instanceof HouseholdRefusal) return error.code;
    throw error;
  }
};
const livesIn = (after: HouseholdState, name: string) => {
  const found = after.people.find(({ _id }) => _id === name);
  return found && [found.household_id, found.relationship, homeOf(after, found)?.primaryMemberId === name];
};

it('lets a primary member be deactivated only where no active member stays behind', () => {
  const fault = (name: string) => deactivationFault(state, name);
  expect(fault('Amos')).toBe(
    'The primary member cannot be deactivated. Make another member primary first, on the tab Household.',
  );
  expect(['Ruth', 'Joe', 'Ada', 'Old'].map(fault)).toEqual([undefined, undefined, undefined, undefined]);
  const alone = afterwards(
    { do: 'set_active', member_id: 'Ada', isActive: false },
    { do: 'set_relationship', member_id: 'Ada', relationship: 'Parent' },
  );
  expect(deactivationFault(alone, 'Eve')).toBeUndefined();
});

describe('a step', () => {
  it.each<[string, HouseholdStep]>([
    ['allowed', { do: 'make_primary', member_id: 'Ruth' }],
    ['allowed', { do: 'make_primary', member_id: 'Amos' }],
    ['not_allowed', { do: 'make_primary', member_id: 'Out' }],
    ['not_allowed', { do: 'make_primary', member_id: 'Unknown' }],
    ['not_allowed', { do: 'make_primary', member_id: 'Dead' }],
    ['allowed', { do: 'set_active', member_id: 'Ruth', isActive: false }],
    ['primary_member', { do: 'set_active', member_id: 'Amos', isActive: false }],
    ['primary_member', { do: 'set_active', member_id: 'Joe', isActive: false }],
    ['allowed', { do: 'set_active', member_id: 'Out', isActive: true }],
    ['allowed', { do: 'remove', member_id: 'Sam', household_id: 'A', newId: 'N' }],
    ['allowed', { do: 'remove', member_id: 'Sam', household_id: 'E', newId: 'N' }],
    ['primary_member', { do: 'remove', member_id: 'Amos', household_id: 'A', newId: 'N' }],
    ['primary_member', { do: 'remove', member_id: 'Joe', household_id: 'J', newId: 'N' }],
    ['allowed', { do: 'move', member_id: 'Sam', household_id: 'E' }],
    ['allowed', { do: 'move', member_id: 'Joe', household_id: 'E' }],
    ['primary_member', { do: 'move', member_id: 'Amos', household_id: 'E' }],
    ['primary_member', { do: 'own_household', member_id: 'Amos', newId: 'N' }],
    ['allowed', { do: 'own_household', member_id: 'Joe', newId: 'N' }],
    ['not_found', { do: 'move', member_id: 'Sam', household_id: 'X' }],
    ['not_found', { do: 'move', member_id: 'Sam', household_id: 'O' }],
    ['allowed', { do: 'move', member_id: 'Old', household_id: 'O' }],
    ['not_found', { do: 'move', member_id: 'Nobody', household_id: 'A' }],
    ['allowed', { do: 'link', member_id: 'Joe', household_id: 'A' }],
    ['allowed', { do: 'link', member_id: 'Sam', household_id: 'A' }],
    ['not_found', { do: 'link', member_id: 'Joe', household_id: 'O' }],
    ['not_allowed', { do: 'link', member_id: 'Amos', household_id: 'A' }],
    ['allowed', { do: 'leave', member_ids: ['Joe'] }],
    ['allowed', { do: 'leave', member_ids: ['Sam', 'Ruth'] }],
    ['primary_member', { do: 'leave', member_ids: ['Amos', 'Sam'] }],
    ['allowed', { do: 'leave', member_ids: ['Eve', 'Ada'] }],
  ])('is %s: %j', (expected, step) => {
    expect(outcome(() => afterwards(step))).toBe(expected);
  });

  it('that empties a household, or fills it again, describes the effect on the accounts linked to it', () => {
    const moved = afterwards({ do: 'move', member_id: 'Joe', household_id: 'A', relationship: 'Parent' });
    expect(sentencesOf(state, moved).at(-1)).toBe(
      'Accounts linked to the household that Joe leaves no longer see what Joe owes, nor pay for it.',
    );
    const back = afterSteps(moved, [{ do: 'own_household', member_id: 'Joe', newId: 'N' }]);
    expect(sentencesOf(moved, back).at(-1)).toBe(
      'Accounts that were linked to this household see what Joe owes again, and pay for it.',
    );
  });

  it('gives a removed person their own household: the one that they left, or a new one', () => {
    const remove = (member_id: string) =>
      afterwards({ do: 'remove', member_id, household_id: 'A', newId: 'N' });
    expect(livesIn(remove('Sam'), 'Sam')).toEqual(['N', 'Head of Household', true]);
    expect(livesIn(remove('Old'), 'Old')).toEqual(['O', 'Head of Household', true]);
    expect(remove('Old').homes).toHaveLength(4);
  });

  it('keeps an empty household for the person who left it, and removes it when they become primary elsewhere', () => {
    const moved = afterwards({ do: 'move', member_id: 'Joe', household_id: 'A', relationship: 'Parent' });
    expect(moved.homes.find(({ _id }) => _id === 'J')).toMatchObject({
      isEmpty: true,
      primaryMemberId: 'Joe',
    });
    expect(livesIn(moved, 'Joe')).toEqual(['A', 'Parent', false]);
    const primary = afterSteps(moved, [{ do: 'make_primary', member_id: 'Joe' }]);
    expect(primary.homes.map(({ _id }) => _id)).toEqual(['A', 'E', 'O']);
  });

  it('that changes nothing says nothing', () => {
    const steps: HouseholdStep[] = [
      { do: 'remove', member_id: 'Sam', household_id: 'E', newId: 'N' },
      { do: 'make_primary', member_id: 'Amos' },
      { do: 'set_relationship', member_id: 'Sam', relationship: 'Child' },
      { do: 'unlink', member_id: 'Sam', household_id: 'E' },
      { do: 'set_address', member_ids: [], address, now },
    ];
    expect(sentencesOf(state, afterwards(...steps))).toEqual([]);
  });
});

describe('a life event', () => {
  const enter = (form: LifeEventForm, memberId: string) =>
    afterSteps(state, stepsOf(form, memberId, state, { newId: 'N', now }));
  const effectsOf = (form: LifeEventForm, memberId: string) => sentencesOf(state, enter(form, memberId));

  it('marriage brings a household into another, or links the two', () => {
    const form = { event: 'marriage', spouse_id: 'Eve' } as const;
    const together = enter({ ...form, household: 'together', member_ids: ['Eve', 'Ada'] }, 'Joe');
    expect(livesIn(together, 'Eve')).toEqual(['J', 'Spouse', false]);
    expect(livesIn(together, 'Ada')).toEqual(['J', 'Child', false]);
    expect(together.homes.find(({ _id }) => _id === 'E')?.isEmpty).toBe(true);
    const two = enter({ ...form, household: 'new', member_ids: ['Eve', 'Ada'] }, 'Sam');
    expect(livesIn(two, 'Sam')).toEqual(['N', 'Head of Household', true]);
    expect(livesIn(two, 'Eve')).toEqual(['N', 'Spouse', false]);
    expect(livesIn(two, 'Ada')).toEqual(['N', 'Child', false]);
    expect(effectsOf({ ...form, household: 'apart' }, 'Joe')).toEqual([
      'Eve Bell may see what Joe Bell owes, and pay for it.',
      'Joe Bell may see what Eve Bell owes, and pay for it.',
    ]);
  });

  it.each<[string, LifeEventForm, string]>([
    ['primary_member', { event: 'marriage', spouse_id: 'Eve', household: 'together' }, 'Joe'],
    [
      'allowed',
      { event: 'marriage', spouse_id: 'Eve', household: 'together', primaryMemberId: 'Ada' },
      'Joe',
    ],
    ['allowed', { event: 'marriage', spouse_id: 'Ada', household: 'together' }, 'Joe'],
    ['not_allowed', { event: 'marriage', spouse_id: 'Joe', household: 'together' }, 'Sam'],
    ['allowed', { event: 'marriage', spouse_id: 'Joe', household: 'new' }, 'Sam'],
    ['primary_member', { event: 'marriage', spouse_id: 'Eve', household: 'new' }, 'Sam'],
    ['not_allowed', { event: 'marriage', spouse_id: 'Eve', household: 'new' }, 'Joe'],
    [
      'not_allowed',
      { event: 'marriage', spouse_id: 'Ada', household: 'together', member_ids: ['Sam'] },
      'Joe',
    ],
    ['not_allowed', { event: 'marriage', spouse_id: 'Ruth', household: 'apart' }, 'Sam'],
    ['not_allowed', { event: 'move', address, member_ids: ['Ada'] }, 'Sam'],
    ['not_allowed', { event: 'leaving', member_ids: ['Ada'] }, 'Sam'],
    ['primary_member', { event: 'leaving', member_ids: ['Amos'] }, 'Amos'],
    ['allowed', { event: 'leaving', member_ids: ['Amos'], primaryMemberId: 'Ruth' }, 'Amos'],
    ['not_allowed', { event: 'death', deceasedDt: '2026-11-01', primaryMemberId: 'Ada' }, 'Amos'],
    ['not_allowed', { event: 'death', deceasedDt: '2026-11-01', primaryMemberId: 'Out' }, 'Amos'],
    ['allowed', { event: 'death', deceasedDt: '2026-11-01' }, 'Amos'],
  ])('is %s: %j of %s', (expected, form, memberId) => {
    expect(outcome(() => enter(form, memberId))).toBe(expected);
  });

  it('those who move out together live in one household, and where nobody stays it is the same one', () => {
    const event: LifeEventForm = { event: 'own_household', member_ids: ['Sam'], primaryMemberId: 'Ruth' };
    const apart = enter(event, 'Amos');
    const home = livesIn(apart, 'Amos')?.[0];
    expect(livesIn(apart, 'Sam')).toEqual([home, 'Child', false]);
    expect(livesIn(apart, 'Ruth')).toEqual(['A', 'Head of Household', true]);
    expect(enter({ event: 'own_household', member_ids: ['Ada'] }, 'Eve')).toEqual(state);
    const led = enter({ event: 'own_household', member_ids: ['Eve'] }, 'Ada');
    expect(livesIn(led, 'Ada')).toEqual(['E', 'Head of Household', true]);
  });

  it('a household of their own may be linked to the one that is left', () => {
    expect(effectsOf({ event: 'own_household', isLinked: true }, 'Sam')).toEqual([
      'Amos Bell may see what Sam Bell owes, and pay for it.',
      'Sam Bell gets a household of their own.',
    ]);
    expect(effectsOf({ event: 'own_household' }, 'Sam')).toHaveLength(1);
  });

  it('a move gives people another address, and does not mention people who already have it', () => {
    const form = { event: 'move', address, member_ids: ['Amos', 'Ruth'] } as const;
    const moved = enter({ ...form, member_ids: [...form.member_ids] }, 'Amos');
    expect(effectsOf({ ...form, member_ids: ['Amos'] }, 'Amos')).toEqual([
      'Amos Bell moves to 12 Elm Street, Laurel.',
    ]);
    const again = stepsOf({ ...form, member_ids: ['Amos'] }, 'Amos', moved, { newId: 'N', now: new Date() });
    expect(sentencesOf(moved, afterSteps(moved, again))).toEqual([]);
  });

  it.each<[string, HouseholdStep, string[]]>([
    [
      'make primary',
      { do: 'make_primary', member_id: 'Ruth' },
      [
        'Ruth Bell becomes the primary member instead of Amos Bell.',
        'Accounts linked to this household then see what Ruth owes and pay for it, and no longer for Amos.',
        'Amos Bell goes on paying for Grace Funeral Fund.',
      ],
    ],
    [
      'deactivate who is covered',
      { do: 'set_active', member_id: 'Ruth', isActive: false },
      [
        'Ruth Bell becomes inactive.',
        'Grace Funeral Fund goes on covering Ruth Bell, and Amos Bell goes on paying for it, until you change the membership.',
        'Open dues remain owed.',
      ],
    ],
    [
      'deactivate who is not',
      { do: 'set_active', member_id: 'Sam', isActive: false },
      ['Sam Bell becomes inactive.', 'No membership covers Sam Bell: nobody loses cover.'],
    ],
    [
      'activate',
      { do: 'set_active', member_id: 'Out', isActive: true },
      ['Out Bell becomes active.', 'This alone gives Out Bell no cover.'],
    ],
    [
      'remove',
      { do: 'remove', member_id: 'Ruth', household_id: 'A', newId: 'N' },
      [
        'Ruth Bell gets a household of their own.',
        'Grace Funeral Fund goes on covering Ruth Bell, and Amos Bell, who lives in another household, goes on paying for it.',
      ],
    ],
  ])('the menu of a household says before what it does: %s', (_what, step, sentences) => {
    const payer = { _id: 'Amos', firstNm: 'Amos', lastNm: 'Bell', household_id: 'A' };
    const covers = ['Amos', 'Ruth'].map((member_id) => ({
      member_id,
      campaignName: 'Grace Funeral Fund',
      payer,
    }));
    expect(sentencesOf(state, afterwards(step), covers)).toEqual(sentences);
  });

  it('a death leaves a membership in the name of the deceased', () => {
    const payer = { _id: 'Amos', firstNm: 'Amos', lastNm: 'Bell', household_id: 'A' };
    const covers = [{ member_id: 'Ruth', campaignName: 'Grace Funeral Fund', payer }];
    const dead = enter({ event: 'death', deceasedDt: '2026-11-04', primaryMemberId: 'Ruth' }, 'Amos');
    expect(sentencesOf(state, dead, covers)).toContain(
      'Grace Funeral Fund stays in the name of Amos Bell until you change the membership.',
    );
  });

  it('leaving and a death say what stays as it is, and a death is taken back', () => {
    const payer = { _id: 'Amos', firstNm: 'Amos', lastNm: 'Bell', household_id: 'A' };
    const covers = [{ member_id: 'Amos', campaignName: 'Grace Funeral Fund', payer }];
    const leaving = enter({ event: 'leaving', member_ids: ['Amos'], primaryMemberId: 'Ruth' }, 'Amos');
    expect(sentencesOf(state, leaving, covers)).toEqual([
      'Ruth Bell becomes the primary member instead of Amos Bell.',
      'Accounts linked to this household then see what Ruth owes and pay for it, and no longer for Amos.',
      'Amos Bell goes on paying for Grace Funeral Fund.',
      'Amos Bell becomes inactive.',
      'Grace Funeral Fund goes on covering Amos Bell, who goes on paying for it, until you change the membership.',
      'Open dues remain owed.',
      'Ruth Bell: Head of Household instead of Spouse.',
    ]);
    const dead = enter({ event: 'death', deceasedDt: '2026-11-04' }, 'Amos');
    expect(sentencesOf(state, dead, [])).toEqual([
      'Amos Bell is shown as deceased (November 4, 2026).',
      'No reminders and no mails go to Amos any more.',
    ]);
    expect(effectsOf({ event: 'death', deceasedDt: null }, 'Dead')).toEqual([
      'Dead Bell is no longer shown as deceased.',
    ]);
  });
});
