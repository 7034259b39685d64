import { describe, expect, it } from 'vitest';
import { showDeathDay } from './death-day.ts';
import { columnNames, columnsKey, mappingFaults, templateRows } from './import-fields.ts';
import { matchColumns } from './import-headings.ts';
import { readImportRow } from './import-row.ts';
import { understand } from './import-understanding.ts';
import { readDate, readPhones, readPostalCode, readRelationship, readState } from './import-values.ts';
import { WAY_NAMES } from './preferred-way.ts';

const TODAY = '2026-11-22';

describe('columns', () => {
  it('are matched by their names, however they are written', () => {
    expect(
      matchColumns([
        'LAST NAME',
        'first_name',
        'D.O.B.',
        'Cell Phone',
        'Home phone',
        'Family #',
        'Shoe size',
      ]),
    ).toEqual({
      'LAST NAME': 'lastNm',
      first_name: 'firstNm',
      'D.O.B.': 'birthDt',
      'Cell Phone': 'phone',
      'Home phone': 'phone',
      'Family #': 'household',
      'Shoe size': null,
    });
  });

  it('are matched by short names too', () => {
    expect(matchColumns(['Rel.', 'Fam. #'])).toEqual({ 'Rel.': 'relationship', 'Fam. #': 'household' });
  });

  it('of the programs of churches are matched as those name them', () => {
    const planningCenter = [
      'Mobile Phone Number',
      'Home Phone Number',
      'Home Email',
      'Home Address Street Line 1',
      'Home Address City',
      'Home Address State',
      'Home Address Zip Code',
    ];
    expect(Object.values(matchColumns(planningCenter))).toEqual([
      'phone',
      'phone',
      'email',
      'streetAddress',
      'cityNm',
      'stateCd',
      'postalCd',
    ]);
  });

  it('that hold the same are matched once, and what our own files add is left out', () => {
    expect(matchColumns(['Last Name', 'Surname', 'Reason', 'Age', 'Organization'])).toEqual({
      'Last Name': 'lastNm',
      Surname: null,
      Reason: null,
      Age: null,
      Organization: null,
    });
  });

  it('of a file with what failed are those of the file before', () => {
    expect(columnsKey(['DOB', 'Name', 'Reason'])).toBe(columnsKey(['name', 'dob']));
  });

  it('without a name have their letter, and the second of a name its number', () => {
    expect(columnNames(['Name', '', 'Name', ...Array<string>(24).fill('x')]).slice(0, 3)).toEqual([
      'Name',
      'Column B',
      'Name (2)',
    ]);
    expect(columnNames(Array<string>(28).fill('')).at(-1)).toBe('Column AB');
  });

  it('say what is still to be chosen', () => {
    expect(mappingFaults({ a: 'fullName', b: 'birthDt' })).toEqual([]);
    expect(mappingFaults({ a: 'memberId', b: 'phone' })).toEqual([]);
    expect(mappingFaults({ a: 'firstNm' })).toHaveLength(1);
    expect(mappingFaults({ a: 'fullName' })).toEqual([]);
    expect(mappingFaults({ a: 'fullName', b: 'birthDt', c: 'birthDt' })).toEqual([
      'Two columns are Birth Date: choose one of them.',
    ]);
  });

  it('of the template are all known, with an explanation and three samples', () => {
    const [heading = [], remark = [], ...samples] = templateRows();
    expect(Object.values(matchColumns(heading)).every(Boolean)).toBe(true);
    expect(remark[0]).toMatch(/^# /);
    expect(samples).toHaveLength(3);
    for (const sample of samples) {
      const cells = Object.fromEntries(heading.map((name, index) => [name, sample[index] ?? '']));
      const { faults, missing } = readImportRow(cells, matchColumns(heading), {}, TODAY);
      expect([...faults, ...missing]).toEqual([]);
    }
  });
});

it('two columns of last names are one name', () => {
  const mapping = { Nombre: 'firstNm', Paterno: 'lastNm', Materno: 'lastNm' } as const;
  const read = (Paterno: string, Materno: string) =>
    readImportRow({ Nombre: 'Ana', Paterno, Materno }, mapping, {}, TODAY).values;
  expect(read('Vega', 'Ruiz')).toEqual({ firstNm: 'Ana', lastNm: 'Vega Ruiz' });
  expect(read('Vega', '')).toEqual({ firstNm: 'Ana', lastNm: 'Vega' });
  expect(mappingFaults(mapping)).toEqual([]);
});

it('two numbers of a list for one person are never lost without a word', () => {
  const mapping = { No: 'externalRef', Member: 'memberId' } as const;
  const read = (No: string, Member: string) => readImportRow({ No, Member }, mapping, {}, TODAY);
  expect(read('1', 'E-104').values).toEqual({ externalRef: '1' });
  expect(read('1', 'E-104').left.map(({ message }) => message)).toEqual([
    '“1” is kept, and not “E-104”, which is no Member Number',
  ]);
  expect(read('', 'E-104')).toMatchObject({ values: { externalRef: 'E-104' }, left: [] });
  expect(read('1', 'M-000104')).toMatchObject({
    values: { memberId: 'M-000104', externalRef: '1' },
    left: [],
  });
});

describe('a date', () => {
  it.each([
    ['03/14/1985', '1985-03-14'],
    ['3/4/1985', '1985-03-04'],
    ['3-14-1985', '1985-03-14'],
    ['03.14.1985', '1985-03-14'],
    ['1985-03-14', '1985-03-14'],
    ['1985/3/14', '1985-03-14'],
    ['1985-03-14T00:00:00.000Z', '1985-03-14'],
    ['3/14/1985 12:00 AM', '1985-03-14'],
    ['March 14, 1985', '1985-03-14'],
    ['Mar 14th 1985', '1985-03-14'],
    ['14 March 1985', '1985-03-14'],
    ['14-Mar-1985', '1985-03-14'],
    ['Sept. 1, 1950', '1950-09-01'],
    ['02/29/1984', '1984-02-29'],
    ['3 4 1950', '1950-03-04'],
    ['1/II/1950', '1950-02-01'],
    ['14.xii.1950', '1950-12-14'],
  ])('%s is %s', (written, date) => {
    expect(readDate(written, {}, TODAY).date).toBe(date);
  });

  it.each([
    ['02/30/1985', /there is no such day/],
    ['14/03/1985', /there is no month 14/],
    ['03/14/85', /four digits/],
    ['14-Mar-85', /four digits/],
    ['11/23/2026', /in the future/],
    ['31120', /the day number of a spreadsheet/],
    ['unknown', /write month, day and year/],
    ['Marchember 3, 1950', /write month, day and year/],
    ['1985', /write month, day and year/],
    ['03/14/1785', /no such day/],
    ['1/IIII/1950', /write month, day and year/],
    ['13 14 1950', /no month 13/],
  ])('%s is none', (written, fault) => {
    const read = readDate(written, {}, TODAY);
    expect(read.date).toBeUndefined();
    expect(read.fault).toMatch(/^Invalid Date of Birth/);
    expect(read.fault).toMatch(fault);
  });

  it('of a birth that is a year alone says so, and a remark that it is right is left out', () => {
    const read = (DOB: string) => readImportRow({ DOB }, { DOB: 'birthDt' }, {}, TODAY);
    for (const year of ["'55", '’55', '1955'])
      expect(read(year).left).toMatchObject([{ message: `Only the year is written: ${year}` }]);
    expect(read('3/4/1950 (sic)')).toMatchObject({ values: { birthDt: '1950-03-04' }, left: [] });
  });

  it('is beside a phone of another country, whose calling code is asked for', () => {
    const { left } = readImportRow({ Phone: '0761 456789' }, { Phone: 'phone' }, {}, TODAY);
    expect(left.map(({ message }) => message)).toEqual([
      'Invalid Phone Number: “0761 456789” needs the calling code of its country',
    ]);
  });

  it('is written as the file writes others', () => {
    expect(readDate('1985?', { dateOrder: 'day' }, TODAY).fault).toMatch(
      /write day, month and year, 14\/03\/1985$/,
    );
  });

  it.each([
    ['03/14/51', '1900', '1951-03-14'],
    ['03/14/12', '1900', '1912-03-14'],
    ['03/14/51', 'split', '1951-03-14'],
    ['03/14/12', 'split', '2012-03-14'],
    ['03/14/26', 'split', '2026-03-14'],
    ['03/14/27', 'split', '1927-03-14'],
  ] as const)('%s with the answer %s is %s', (written, century, date) => {
    expect(readDate(written, { century }, TODAY)).toEqual({ date, hints: ['two_digit_year', 'month_first'] });
  });

  it('is of the last such year where it is no birth, whatever was answered about births', () => {
    const mapping = { Name: 'fullName', DOB: 'birthDt', Died: 'deceasedDt', Joined: 'coveredSince' } as const;
    const cells = { Name: 'Lee, Ann', DOB: '3/14/20', Died: '1/2/24', Joined: '5/6/99; ; 1/1/15' };
    expect(readImportRow(cells, mapping, { century: '1900' }, TODAY).values).toMatchObject({
      birthDt: '1920-03-14',
      deceasedDt: '2024-01-02',
      joinedDts: ['1999-05-06', null, '2015-01-01'],
    });
    const asked = readImportRow({ Name: 'Lee, Ann', Died: '1/2/24' }, mapping, {}, TODAY);
    expect(asked.hints).toContain('two_digit_year');
    expect(asked.values.deceasedDt).toBeUndefined();
    const early = { ...cells, DOB: '3/14/2001' };
    expect(readImportRow(early, mapping, { century: '1900' }, TODAY).left).toContainEqual({
      field: 'coveredSince',
      column: 'Joined',
      message: 'Invalid date: it is before the birth',
    });
  });

  it('has its day first where that was answered', () => {
    expect(readDate('03/04/1985', { dateOrder: 'day' }, TODAY).date).toBe('1985-04-03');
    expect(readDate('14/03/1985', { dateOrder: 'day' }, TODAY)).toEqual({
      date: '1985-03-14',
      hints: ['day_first'],
    });
    expect(readDate('03/14/1985', { dateOrder: 'day' }, TODAY).fault).toMatch(/no month 14/);
  });
});

describe('a day of death', () => {
  const died = (written: string) =>
    readImportRow(
      { Name: 'Lee, Ann', DOB: '03/14/1951', Died: written },
      { Name: 'fullName', DOB: 'birthDt', Died: 'deceasedDt' },
      {},
      TODAY,
    );

  it.each([
    ['November 2025', '2025-11-30', 'month'],
    ['Nov 2025', '2025-11-30', 'month'],
    ['Nov. 2025', '2025-11-30', 'month'],
    ['NOVEMBER, 2025', '2025-11-30', 'month'],
    ['Sept 2025', '2025-09-30', 'month'],
    ['2025-11', '2025-11-30', 'month'],
    ['2024/2', '2024-02-29', 'month'],
    ['11/2025', '2025-11-30', 'month'],
    ['2-2024', '2024-02-29', 'month'],
    ['November 2026', TODAY, 'month'],
    ['not known', TODAY, 'unknown'],
    ['Day not known', TODAY, 'unknown'],
    ['the day is not known', TODAY, 'unknown'],
    ['date unknown', TODAY, 'unknown'],
    ['11/03/2025', '2025-11-03', undefined],
    ['November 3, 2025', '2025-11-03', undefined],
    ['11.03.2025', '2025-11-03', undefined],
  ])('%j is until %s, known as %s', (written, deceasedDt, deathDay) => {
    const { values, faults } = died(written);
    expect(faults).toEqual([]);
    expect([values.deceasedDt, values.deathDay]).toEqual([deceasedDt, deathDay]);
  });

  it.each(['', 'none', 'n/a', '-', '0', '00/00/0000', 'No', 'false'])(
    '%j says that somebody lives',
    (written) => {
      expect(died(written)).toMatchObject({ values: { firstNm: 'Ann' }, faults: [], left: [] });
      expect(died(written).values.deceasedDt).toBeUndefined();
    },
  );

  it.each(['Yes', '1', 'TRUE', 'x', 'Deceased', 'died', 'verstorben', 'Fallecida', '†'])(
    '%j says that somebody has died, on a day that is not known',
    (written) => {
      expect(died(written)).toMatchObject({ values: { deceasedDt: TODAY, deathDay: 'unknown' }, left: [] });
    },
  );

  it.each(['unknown', '?'])('%j may be about a living person: somebody has to say', (written) => {
    expect(died(written).faults).toMatchObject([
      { column: 'Died', message: expect.stringMatching(/^Invalid Date of Death: write/) },
    ]);
  });

  it.each([
    ['December 2026', /^Invalid Date of Death: write/],
    ['13/2025', /^Invalid Date of Death: write/],
    ['2025-00', /^Invalid Date of Death: write/],
    ['Nov-25', /^Invalid Date of Death: write/],
    ['11/25', /^Invalid Date of Death: write/],
    ['Marchember 2025', /^Invalid Date of Death: write/],
    ['2025', /^Only the year is written: 2025$/],
    ['February 1951', /before the birth/],
  ])('%j is no day: they have died on one that is not known', (written, message) => {
    const { values, faults, left } = died(written);
    expect(faults).toEqual([]);
    expect(left).toEqual([{ field: 'deceasedDt', column: 'Died', message: expect.stringMatching(message) }]);
    expect(values).toMatchObject({ deceasedDt: TODAY, deathDay: 'unknown' });
  });

  it('may be in the month of the birth', () => {
    expect(died('March 1951').faults).toEqual([]);
  });

  it.each(['month', 'unknown'] as const)('is read again as our own files show it: %s', (deathDay) => {
    const shown = showDeathDay('2025-11-30', deathDay);
    const { values } = died(shown);
    expect(showDeathDay(values.deceasedDt ?? TODAY, values.deathDay)).toBe(shown);
  });
});

describe('a phone', () => {
  it.each([
    ['(301) 555-0142', ['3015550142']],
    ['301.555.0142', ['3015550142']],
    ['+1 301 555 0142', ['3015550142']],
    ['1-301-555-0142', ['3015550142']],
    ['cell: 301-555-0142', ['3015550142']],
    ['301-555-0142; 240-555-0100', ['3015550142', '2405550100']],
    ['301-555-0142 / 240-555-0100', ['3015550142', '2405550100']],
    ['301-555-0142 or 3015550142', ['3015550142']],
  ])('%s is read', (written, phones) => {
    expect(readPhones(written)).toEqual({ phones, wrong: [] });
  });

  it.each(['none', 'N/A', '-', '0000000000'])('%s is nothing', (text) => {
    expect(readPhones(text)).toEqual({ phones: [], wrong: [] });
  });

  it.each(['301-555-0142 ext 5', '301\u2013555\u20130142', '(301) 555-0142 x12'])('%s is read', (text) => {
    expect(readPhones(text)).toEqual({ phones: ['3015550142'], wrong: [] });
  });

  it.each(['555-0142', '3.01556E+09', '+44 20'])('%s is none', (text) => {
    expect(readPhones(text)).toEqual({ phones: [], wrong: [text] });
  });
});

it.each([
  ['HUSBAND', 'Spouse'],
  ['head of household', 'Head of Household'],
  ['son-in-law', 'Son-In-Law'],
  ['constructor', undefined],
  ['Brother', 'Sibling'],
  ['stepson', 'Stepchild'],
  ['Granddaughter', 'Grandchild'],
  ['mother-in-law', 'Parent-In-Law'],
  ['cousin', 'Other Relative'],
  ['neighbor', undefined],
  ['Gr. dau.', 'Grandchild'],
  ['gr. son', 'Grandchild'],
])('the relationship %s is %s', (text, relationship) => {
  expect(readRelationship(text)).toBe(relationship);
});

it('reads states and postal codes as they are meant', () => {
  expect(['maryland', 'md', 'D.C.', 'New York'].map(readState)).toEqual(['MD', 'md', 'DC', 'NY']);
  expect(['Mass.', 'Calif', 'Miss.', 'Cal.', 'Penn.'].map(readState)).toEqual([
    'MA',
    'CA',
    'Miss',
    'Cal',
    'PA',
  ]);
  expect(['20707', '20707-1234', '7040', '501', 'AB1'].map(readPostalCode)).toEqual([
    '20707',
    '20707',
    '07040',
    '00501',
    'AB1',
  ]);
});

it('of another country is read with its code, and an address with its country', () => {
  expect(readPhones('+44 20 7946 0958; 301-555-0142')).toEqual({
    phones: ['+442079460958', '3015550142'],
    wrong: [],
  });
  const columns = ['Street', 'Apt', 'City', 'State', 'Zip Code', 'Country'];
  const read = (...cells: string[]) =>
    readImportRow(
      Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])),
      matchColumns(columns),
      {},
      TODAY,
    );
  expect(read('9 High St', 'Flat 2', 'London', '', 'N1 9GU', 'United Kingdom').values.address).toEqual({
    ...{ streetAddress: '9 High St', streetAddress2: 'Flat 2', cityNm: 'London' },
    ...{ stateCd: '', postalCd: 'N1 9GU', countryCd: 'GB' },
  });
  expect(read('12 Elm Street', '', 'Laurel', 'Maryland', '20707', 'USA').values.address).toEqual({
    ...{ streetAddress: '12 Elm Street', cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' },
  });
  expect(read('12 Elm Street', '', 'Laurel', 'MD', '20707', 'Atlantis').left).toEqual([
    {
      field: 'countryCd',
      column: 'Country',
      message: '“Atlantis” is no country: write its name or two letters',
    },
  ]);
});

describe('a row', () => {
  const MAPPING = matchColumns([
    ...['Name', 'First Name', 'Last Name', 'Birth Date', 'Relationship', 'Phone', 'Email', 'Active'],
    ...['Street', 'City', 'State', 'Zip Code', 'Household', 'Middle Initial'],
  ]);
  const read = (cells: Record<string, string>) => readImportRow(cells, MAPPING, {}, TODAY);

  it('is a person with all its fields', () => {
    expect(
      read({
        'First Name': 'José',
        'Last Name': 'Okafor',
        'Birth Date': '3/14/1961',
        Relationship: 'wife',
        Phone: '301-555-0142',
        Email: 'A@b.org; c@d.org',
        Active: 'no',
        Street: '12 Elm Street',
        City: 'Laurel',
        State: 'Maryland',
        'Zip Code': '20707',
        Household: ' H12 ',
        'Middle Initial': 'a.',
      }),
    ).toEqual({
      values: {
        firstNm: 'José',
        lastNm: 'Okafor',
        middleInit: 'A',
        birthDt: '1961-03-14',
        relationship: 'Spouse',
        phones: ['3015550142'],
        emails: ['a@b.org', 'c@d.org'],
        isActive: false,
        address: { streetAddress: '12 Elm Street', cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' },
        household: 'H12',
      },
      faults: [],
      left: [],
      missing: [],
      hints: ['month_first'],
    });
  });

  it.each([
    ['Okafor, Samuel', 'Samuel', 'Okafor', undefined],
    ['Okafor, Samuel A.', 'Samuel', 'Okafor', 'A'],
    ['van der Berg, Mary Ann', 'Mary Ann', 'van der Berg', undefined],
    ['Samuel Okafor', 'Samuel', 'Okafor', undefined],
    ['Samuel A. Okafor', 'Samuel', 'Okafor', 'A'],
  ])('has its whole name in one column: %s', (name, firstNm, lastNm, middleInit) => {
    const { values, faults } = read({ Name: name, 'Birth Date': '3/14/1961' });
    expect(faults).toEqual([]);
    expect(values).toEqual({ firstNm, lastNm, ...(middleInit && { middleInit }), birthDt: '1961-03-14' });
  });

  it('says every fault beside the name of its column', () => {
    const { faults, missing, left } = read({
      Name: 'Mary Ann van Dyke',
      'Birth Date': '=TODAY()',
      Relationship: 'neighbor',
      Phone: '555-0142',
      Email: 'nobody',
      Active: 'maybe',
      Street: '12 Elm Street',
    });
    const told = (some: typeof faults) => some.map(({ column, message }) => `${column}: ${message}`);
    expect(told(faults)).toEqual([
      'Name: Write it as Last Name, First Name',
      'Active: “maybe” does not say whether they are active: answer the question about it, or write Yes or No',
    ]);
    // The person is taken without these.
    expect(told(left)).toEqual([
      'Birth Date: This is a formula: write its result',
      'Relationship: “neighbor” is not known: write Spouse, Child, Parent, Sibling, Other Relative or the like',
      'Phone: Invalid Phone Number: “555-0142” needs ten digits',
      'Email: Invalid email address: “nobody”',
      'City: City name is required',
      'State: State is required',
      'Zip Code: Zip Code is required',
    ]);
    expect(missing).toEqual([]);
    const { left: ofState } = read({
      Street: '12 Elm Street',
      City: 'Jackson',
      State: 'Miss.',
      'Zip Code': '39201',
    });
    expect(ofState.map(({ message }) => message)).toEqual([
      '“Miss” is not a state: write its two letters, MD',
    ]);
  });

  it('is read with the words that the programs of churches write', () => {
    const who = { 'First Name': 'Ann', 'Last Name': 'Lee', 'Birth Date': '03/14/1961' };
    expect(read({ ...who, Active: 'Member', Relationship: 'Unassigned' })).toMatchObject({
      values: { isActive: true },
      faults: [],
      missing: [],
    });
    expect(read({ ...who, Active: 'Inactive Member' }).values.isActive).toBe(false);
    expect(read({ ...who, Relationship: 'Unassigned' }).values.relationship).toBeUndefined();
  });

  it('says how a person wants to be reminded, and that they stopped reminders', () => {
    const mapping = matchColumns(['Preferred Way', 'Stopped Reminders']);
    const readWay = (way: string, stop = '') =>
      readImportRow({ 'Preferred Way': way, 'Stopped Reminders': stop }, mapping, {}, TODAY);
    for (const [way, name] of Object.entries(WAY_NAMES))
      expect(readWay(name).values).toEqual({ preferredWay: way });
    expect(readWay('E-mail').values.preferredWay).toBe('mail');
    expect(readWay('phone call').values.preferredWay).toBe('call');
    expect(readWay('', '3/4/2024').values).toEqual({ unsubscribedDt: '2024-03-04' });
    expect(readWay('none').values).toEqual({});
    // 'Mail' may mean paper.
    expect(readWay('mail', 'yes').left.map(({ column, message }) => `${column}: ${message}`)).toEqual([
      'Preferred Way: Write By email, By letter or By phone instead of “mail”',
      'Stopped Reminders: Write the day on which they stopped reminders, 03/14/2024',
    ]);
  });

  it('whose name goes over lines, as after a quote that does not end, is nobody', () => {
    const { values, faults } = read({
      'First Name': '"Sam,Lee,01/01/1950\r\nZoë "O',
      'Last Name': 'Lee',
      'Birth Date': '03/14/1961',
    });
    expect(values.firstNm).toBeUndefined();
    expect(faults.map(({ message }) => message)).toEqual([
      'A name must be on one line: is a quote (") in it not closed?',
    ]);
  });

  it('has texts of one line, without what nobody sees', () => {
    const { values, faults } = read({
      'First Name': 'Ru\u200bth\nAnn',
      'Last Name': '\u202eOka\u2066for\ufeff',
      'Birth Date': '\u200e03/14/1961\u200f',
    });
    expect([faults, values.firstNm, values.lastNm, values.birthDt]).toEqual([
      [],
      'Ruth Ann',
      'Okafor',
      '1961-03-14',
    ]);
  });

  it('says what a new person must have', () => {
    expect(read({ 'First Name': 'Ann' }).missing).toEqual([
      { field: 'lastNm', column: 'Last Name', message: 'Last Name is required' },
    ]);
  });

  it('keeps no card number', () => {
    const { values, faults } = read({ 'First Name': 'Ann 4242 4242 4242 4242', 'Last Name': 'Lee' });
    expect(values).toEqual({ lastNm: 'Lee' });
    expect(faults).toMatchObject([{ message: 'This looks like a card number, which is never kept' }]);
  });

  it('reads an address on one line, and passes over a state alone', () => {
    expect(read({ Street: '12 Elm Street, Laurel, MD 20707-1234' }).values).toEqual({
      address: { streetAddress: '12 Elm Street', cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' },
    });
    expect(read({ State: 'MD' })).toMatchObject({ values: {}, faults: [] });
  });

  it('reads the lines of a letter without that of the name, and blanks between lines', () => {
    const place = (text: string) =>
      readImportRow(
        { Name: 'Moss, Ed', Address: text },
        { Name: 'fullName', Address: 'streetAddress' },
        {},
        TODAY,
      ).values.address;
    const laurel = { cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' };
    expect(place('Ed & Flo Moss; 1 Elm St; Apt 3; Laurel, MD 20707')).toMatchObject({
      ...{ ...laurel, streetAddress: '1 Elm St, Apt 3' },
    });
    expect(place('c/o Rita Roe\n1 Elm St\nLaurel, MD 20707')?.streetAddress).toBe('c/o Rita Roe, 1 Elm St');
    expect(place('Oak Manor\nRoom B\nLaurel, MD 20707')?.streetAddress).toBe('Oak Manor, Room B');
    expect(place('1 Elm St  Laurel MD 20707 US')).toMatchObject({ ...laurel, streetAddress: '1 Elm St' });
  });

  it('is not active where any column of states says so', () => {
    const mapping = { Name: 'fullName', 'Member Status': 'isActive', Status: null } as const;
    const isActive = (status: string) =>
      readImportRow({ Name: 'Roe, Ann', 'Member Status': 'Member', Status: status }, mapping, {}, TODAY)
        .values.isActive;
    expect(['Inactive', 'Not-active', 'Active', 'No', ''].map(isActive)).toEqual([
      ...[false, false, true, true, true],
    ]);
  });

  it('has the initial that stands behind a first name, and its own name without a note', () => {
    const read = (first: string, last: string) => {
      const mapping = { First: 'firstNm', Last: 'lastNm' } as const;
      const { values, left } = readImportRow({ First: first, Last: last }, mapping, {}, TODAY);
      return [values.firstNm, values.middleInit, values.lastNm, left.map(({ message }) => message).join()];
    };
    expect(read('Ivo E.', 'Kerr')).toEqual(['Ivo', 'E', 'Kerr', '']);
    expect(read('J T', 'Kerr')).toEqual(['J T', undefined, 'Kerr', '']);
    expect(read('Bo', 'Hale (moved to Ohio)')).toEqual([
      ...['Bo', undefined, 'Hale', '“moved to Ohio” beside the name is not kept'],
    ]);
    expect(read('Robert (Bob)', 'Hale')).toEqual(['Robert (Bob)', undefined, 'Hale', '']);
  });

  it('of a member here has names as they are written', () => {
    const names = { First: 'firstNm', Last: 'lastNm', Suffix: 'suffix', Middle: 'middleInit' } as const;
    const mapping = { No: 'memberId', ...names } as const;
    const read = (First: string, Last: string, Suffix = '') =>
      readImportRow({ No: 'M-000123', First, Last, Suffix, Middle: '' }, mapping, {}, TODAY);
    for (const [first, last] of [
      ['Mary E', 'Moss'],
      ['Ann', 'Moss MD'],
      ['Robert (BOB)', 'Moss'],
      ['Ann', 'Moss (moved to Ohio)'],
      ['Robert', 'Moss Jr.'],
    ] as const) {
      const { values, left, faults } = read(first, last);
      expect([values, left, faults]).toEqual([
        { memberId: 'M-000123', firstNm: first, lastNm: last },
        [],
        [],
      ]);
    }
    expect(read('Ann', 'Moss', 'jr').values).toMatchObject({ lastNm: 'Moss', suffix: 'Jr.' });
  });

  it.each([
    ['Amos Sorrel (SR)', 'Amos Sorrel Sr.'],
    ['Robert Hollis (JR)', 'Robert Hollis Jr.'],
    ['Hollis, Robert (III)', 'Robert Hollis III'],
    ['Robert Hollis (Jr.)', 'Robert Hollis Jr.'],
    ['Robert Hollis (MD)', 'Robert Hollis MD'],
    ['Hollis, Robert (JD)', 'Robert Hollis'],
    ['Robert Hollis (BOB)', 'Robert Hollis'],
  ])('has a suffix in brackets: %s is %s', (name, expected) => {
    const { values } = readImportRow({ Name: name }, { Name: 'fullName' }, {}, TODAY);
    expect([values.firstNm, values.lastNm, values.suffix].filter(Boolean).join(' ')).toBe(expected);
  });

  it.each([
    ['John Fund', 'John Fund'],
    ['Ann Corp', 'Ann Corp'],
    ['Grace Church Building Fund', ''],
    ['Grace Ministries', ''],
    ['Hart LLC', ''],
    ['Capt Sullivan', 'Capt Sullivan'],
    ['Fr Smith', 'Fr Smith'],
    ['Imam Baksh', 'Imam Baksh'],
    ['Capt. Sullivan', ''],
  ])('that looks like no person: %s is %s', (name, expected) => {
    const mapping = { Name: 'fullName' } as const;
    const { cells } = understand(
      { columns: [{ name: 'Name', field: 'fullName' }], answers: {} },
      { cells: [name] },
    );
    const { values, faults } = readImportRow(cells, mapping, {}, TODAY);
    expect(faults.length ? '' : `${values.firstNm} ${values.lastNm}`).toBe(expected);
  });

  it('removes what spreadsheets add around a text', () => {
    expect(read({ 'First Name': "'=Ann" })).toMatchObject({ values: { firstNm: '=Ann' }, faults: [] });
    expect(read({ 'Zip Code': '="07040"' }).left).toMatchObject([
      { column: 'Street' },
      { column: 'City' },
      { column: 'State' },
    ]);
    expect(read({ Phone: "'+1 301 555 0142" }).values).toEqual({ phones: ['3015550142'] });
  });

  it('that failed keeps its texts when errors.csv is sent again unchanged', () => {
    const again = { Reason: 'First Name: This is a formula' };
    expect(read({ 'First Name': "'=A1", ...again }).faults).toMatchObject([{ column: 'First Name' }]);
    expect(read({ 'First Name': "''=Ann", ...again }).values).toEqual({ firstNm: '=Ann' });
  });
});

it.each([
  ['20707', 'MD', '20707', 0],
  ['9999', 'MD', '', 1],
  ['2070', 'MD', '', 1],
  ['no idea', 'MD', '', 1],
  ['', 'MD', '', 1],
])('an address with the zip code %s in %s keeps its street', (zip, state, postalCd, left) => {
  const cells = {
    'First Name': 'Ann',
    'Last Name': 'Lee',
    Street: '12 Elm St',
    City: 'Laurel',
    State: state,
  };
  const names = ['First Name', 'Last Name', 'Street', 'City', 'State', 'Zip'];
  const mapping = matchColumns(names);
  const read = readImportRow({ ...cells, Zip: zip }, mapping, {}, '2026-11-22');
  expect(read.values.address).toEqual({
    ...{ streetAddress: '12 Elm St', cityNm: 'Laurel', stateCd: state, postalCd },
  });
  expect(read.left.map(({ field }) => field)).toEqual(left ? ['postalCd'] : []);
  expect(read.faults).toEqual([]);
});

it.each(['Died', 'Deceased'])('names the column %s of the file where it says neither', (column) => {
  const mapping = { Name: 'fullName', [column]: column === 'Died' ? 'deceasedDt' : 'isDeceased' } as const;
  const { faults } = readImportRow({ Name: 'Ann Lee', [column]: '?' }, mapping, {}, '2026-11-22');
  expect(faults.find(({ message }) => message.includes('Date of Death'))?.column).toBe(column);
});
