import { describe, expect, it } from 'vitest';
import {
  familyPostOf,
  FamilySheet,
  isBlankRow,
  notCountedText,
  peopleOfSheet,
  rowBelow,
  type TypedPerson,
} from './family-form.ts';
import { typedAddressOf } from './typed-address.ts';

const row = (more: Partial<TypedPerson> = {}): TypedPerson => ({
  ...rowBelow(undefined, 0),
  firstNm: 'Hans',
  lastNm: 'Wolf',
  birthDt: '05/17/1970',
  ...more,
});
const sheet = (people: TypedPerson[], more: object = {}) => ({
  people,
  address: typedAddressOf(undefined),
  phoneNbr: '',
  campaignIds: [],
  ...more,
});
const faults = (...given: Parameters<typeof sheet>) =>
  FamilySheet.safeParse(sheet(...given)).error?.issues.map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

it.each([
  ['', [row(), row({ firstNm: '', birthDt: '' })]],
  ['Without Teo: the birth date is missing or wrong.', [row(), row({ firstNm: 'Teo', birthDt: '' })]],
  [
    'Without Teo and Ida: their birth dates are missing or wrong.',
    [row({ firstNm: 'Teo', birthDt: '' }), row({ firstNm: 'Ida', birthDt: '13/40/1990' })],
  ],
  ['Without Teo: a name or a birth date is missing or wrong.', [row({ firstNm: 'Teo', lastNm: '' })]],
])('who is not counted yet: %j', (text, people) => {
  expect(notCountedText(people)).toBe(text);
});

describe('the row below', () => {
  it.each([
    ['the first', undefined, 0, { lastNm: '', relationship: 'Head of Household' }],
    ['the second', row(), 1, { lastNm: 'Wolf', relationship: 'Spouse' }],
    ['a later one', row(), 4, { lastNm: 'Wolf', relationship: 'Child' }],
    ['one below a suffix', row({ lastNm: 'Wolf Jr.' }), 1, { lastNm: 'Wolf' }],
  ])('is proposed: %s', (_what, above, place, proposed) => {
    expect(rowBelow(above, place)).toMatchObject({ firstNm: '', birthDt: '', ...proposed });
    expect(isBlankRow(rowBelow(above, place))).toBe(true);
  });
});

describe('a sheet', () => {
  it.each([
    ['is right with a person', [row()], {}, undefined],
    [
      'leaves out rows that say nobody',
      [row(), rowBelow(row(), 1), row({ relationship: 'Son' })],
      {},
      undefined,
    ],
    ['takes a birth date that is not known', [row({ birthDt: '', isBirthDtUnknown: true })], {}, undefined],
    [
      'needs the word that it is not known',
      [row({ birthDt: '' })],
      {},
      ['people.0.birthDt: Invalid Date of Birth'],
    ],
    [
      'counts a wrong birth date as one',
      [row({ birthDt: '02/30', isBirthDtUnknown: true })],
      {},
      ['people.0.birthDt: Invalid Date of Birth'],
    ],
    [
      'needs somebody',
      [rowBelow(undefined, 0)],
      {},
      [
        'people.0.firstNm: First Name is required',
        'people.0.lastNm: Last Name is required',
        'people.0.birthDt: Invalid Date of Birth',
      ],
    ],
    [
      'names the row',
      [row(), rowBelow(row(), 1), row({ lastNm: ' ' })],
      {},
      ['people.2.lastNm: Last Name is required'],
    ],
    ['has a phone that is one', [row()], { phoneNbr: '12' }, ['phoneNbr: Invalid Phone Number']],
  ])('%s', (_what, people, more, expected) => {
    expect(faults(people, more)).toEqual(expected);
  });

  it('is sent without rows that say nobody, with suffixes as their own field', () => {
    const people = [
      row(),
      rowBelow(row(), 1),
      row({ lastNm: 'Wolf, jr', birthDt: '', isBirthDtUnknown: true }),
    ];
    const address = {
      ...typedAddressOf(undefined),
      streetAddress: '12 Oak Street',
      cityNm: 'Dayton',
      stateCd: 'OH',
      postalCd: '45402',
    };
    const sent = FamilySheet.parse(
      sheet(people, { address, phoneNbr: '(937) 555-0142', campaignIds: ['f'] }),
    );
    expect(familyPostOf(sent)).toEqual({
      people: [
        { firstNm: 'Hans', lastNm: 'Wolf', birthDt: '1970-05-17', relationship: 'Head of Household' },
        { firstNm: 'Hans', lastNm: 'Wolf', suffix: 'Jr.', birthDt: null, relationship: 'Head of Household' },
      ],
      address: { streetAddress: '12 Oak Street', cityNm: 'Dayton', stateCd: 'OH', postalCd: '45402' },
      phones: [{ phoneNbr: '(937) 555-0142' }],
      campaignIds: ['f'],
    });
    expect(peopleOfSheet(people).places).toEqual([0, 2]);
  });
});
