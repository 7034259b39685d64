import { describe, expect, it } from 'vitest';
import type { ImportField, ImportMapping } from './import-fields.ts';
import { matchColumns } from './import-headings.ts';
import { readPeople } from './import-people.ts';
import { readImportRow } from './import-row.ts';
import { addSeen, type FileCells } from './import-file.ts';
import { leftOut } from './import-left-out.ts';
import { relativesIn, understand, understoodMapping, withAbove } from './import-understanding.ts';
import type { ImportAnswers } from './import-values.ts';

const TODAY = '2026-11-22';

/** Rows below a heading as they are read with some answers, and what was seen in them. */
function read(heading: string, lines: string[], answers: ImportAnswers = {}) {
  const names = heading.split('|');
  const fields: ImportMapping = matchColumns(names);
  const file = { columns: names.map((name) => ({ name, field: fields[name] ?? null })), answers };
  let before: FileCells | undefined;
  const understood = lines.map((line) => {
    const cells = line.split('|');
    const row = { cells, above: withAbove(file, cells, before) };
    before = row;
    return understand(file, row);
  });
  const mapping = understoodMapping(file);
  const rows = understood.map(({ cells }) => readImportRow(cells, mapping, answers, TODAY));
  const seen = addSeen(
    [],
    understood.map((one) => one.seen),
  );
  return {
    rows,
    cells: understood.map(({ cells }) => cells),
    values: rows.map(({ values }) => values),
    seen: Object.fromEntries(seen.map((one) => [one.what, one.rows])),
  };
}

it.each([
  ['Bowie, Md. 20715-1234', { cityNm: 'Bowie', stateCd: 'MD', postalCd: '20715' }],
  ['20707 Laurel', { cityNm: 'Laurel', stateCd: 'MD', postalCd: '20707' }],
  ['Laurel, MD 2070', { cityNm: 'Laurel', stateCd: 'MD', postalCd: '' }],
])('the city %s is divided', (city, address) => {
  const [one] = read('Name|Address|City/State/Zip', [`Lee, Ann|1 Elm St|${city}`]).values;
  expect(one?.address).toMatchObject(address);
});

it.each([
  ['Colombia', 'Cali, CO'],
  ['Germany', '10115 Berlin'],
])('a city of %s has no state here: %s', (country, city) => {
  const { values, seen } = read('Name|Address|City|Country', [`Lee, Ann|1 Elm St|${city}|${country}`]);
  expect(values[0]?.address).toMatchObject({ cityNm: city, stateCd: '' });
  expect(seen).toEqual({});
});

it.each([
  ['Tbilisi, Georgia', '', 'Tbilisi, Georgia', ''],
  ['Atlanta, Georgia', '30301', 'Atlanta', 'GA'],
])('the city %s with the zip code %s', (city, zip, place, state) => {
  const [one] = read('Name|Address|City|State|Zip', [`Lee, Ann|1 Elm St|${city}||${zip}`]).cells;
  expect(one).toMatchObject({ City: place, State: state });
});

it.each([
  ['No|Yes|', false],
  ['Yes|No|', false],
  ['No|No|', true],
  ['|Yes|Active', false],
  ['||Active', true],
])('with Inactive, Archived and Status %s, somebody is active: %s', (cells, isActive) => {
  const columns = cells.endsWith('Active') ? 'Name|Inactive|Archived|Status' : 'Name|Inactive|Archived|Notes';
  expect(read(columns, [`Lee, Ann|${cells}`]).values[0]?.isActive).toBe(isActive);
});

it('a short zip code beside a city is asked about like one of its own column', () => {
  const line = 'Lee, Ann|1 Elm St|Laurel, MD 2070';
  expect(read('Name|Address|City/State/Zip', [line]).seen).toMatchObject({ 'word postalCd: 2070': 1 });
});

describe('a word that nobody knows', () => {
  const heading = 'Name|Address|City|State|Zip|Country|Preferred Way|Fund';
  const line = (state: string, country = '', way = '', fund = '') =>
    `Lee, Ann|1 Elm St|Laurel|${state}|20707|${country}|${way}|${fund}`;
  const means = (...words: [name: string, means: string][]): ImportAnswers => ({
    words: words.map(([name, meaning]) => ({ name, means: meaning })),
  });

  it.each([
    [line('Marylnd'), 'stateCd: marylnd'],
    [line('MD', 'Amerika'), 'countryCd: amerika'],
    [line('MD', '', 'By pigeon'), 'preferredWay: by pigeon'],
  ])('%s is asked about once for all its rows', (text, name) => {
    const { seen } = read(heading, [text, text.toUpperCase().replace('ANN', 'BO'), text]);
    expect(seen).toEqual({ [`word ${name}`]: 3 });
  });

  it.each([
    line('Md.', 'USA', 'letter'),
    line('n/a', '-', 'none'),
    line('Oromia', 'Ethiopia'),
    line('MD 20707'),
    line('Deceased', '', 'Deceased'),
  ])('none is in %s', (text) => expect(read(heading, [text]).seen).toEqual({}));

  it('is read as its answer says', () => {
    const answers = means(
      ['stateCd: marylnd', 'MD'],
      ['countryCd: amerika', 'United States'],
      ['preferredWay: by pigeon', 'By letter'],
      ['campaign: burial', 'Funeral Fund'],
      ['campaign: picnic', ''],
    );
    const { rows, seen } = read(
      heading,
      [line('Marylnd', 'Amerika', 'by pigeon', 'Picnic; burial')],
      answers,
    );
    expect(rows[0]).toMatchObject({
      values: {
        preferredWay: 'letter',
        campaign: 'Funeral Fund',
        address: { stateCd: 'MD', postalCd: '20707' },
      },
      left: [],
    });
    expect(Object.keys(seen)).toEqual(
      expect.arrayContaining(['word campaign: burial', 'word campaign: picnic', 'word stateCd: marylnd']),
    );
  });
});

it.each([
  ['ask Ann', 'ask ann'],
  ['Ask Ann 3/4/24', 'ask ann'],
  ['see #1234', 'see'],
  ['3/4/24 ask Ann', 'ask ann'],
  ['ask (3/4/24) Ann', 'ask ann'],
  ['3/4/24', 'a date'],
  ['3/4', 'a date'],
  ['ck #1123', 'ck'],
  ['check 30', 'check'],
  ['cash', 'cash'],
  ['by son', 'by son'],
  ['-60', '-60'],
  ['60-', '60-'],
  ['2024 due', '2024 due'],
  ['paid 3/4/24', undefined],
  ['paid', undefined],
  ['', undefined],
  ['60', undefined],
])('below a year, %s is asked about as %s', (text, word) => {
  const file = { columns: [{ name: '2024', field: 'yearPaid' as const }], answers: {} };
  const { seen } = understand(file, { cells: [text] });
  expect(seen).toEqual(word === undefined ? [] : [`word yearPaid: ${word}`]);
});

it('a word that nobody knows is seen as it is written', () => {
  const file = { columns: [{ name: 'Relation', field: 'relationship' as const }], answers: {} };
  const { seen } = understand(file, { cells: ['daughter of Consuelo'] });
  expect(addSeen([], [seen])).toEqual([
    { what: 'word relationship: daughter of consuelo', rows: 1, example: 'daughter of Consuelo' },
  ]);
});

it('a word that is answered to be a death keeps the day that stands behind it', () => {
  const file = (means: string, text: string) => ({
    columns: [{ name: 'Standing', field: 'isActive' as const }],
    answers: { words: [{ name: `isActive: ${text}`, means }] },
  });
  const cell = (means: string, text: string) => understand(file(means, text), { cells: [text] }).cells;
  expect(cell('Deceased', 'expired 4/2/21')).toMatchObject({ Standing: 'Deceased 4/2/21' });
  expect(cell('Deceased', 'gone (11/20)')).toMatchObject({ Standing: 'Deceased 11/20' });
  expect(cell('Deceased', 'no more')).toMatchObject({ Standing: 'Deceased' });
  expect(cell('No', 'expired 4/2/21')).toMatchObject({ Standing: 'No' });
  const { values } = readImportRow(
    cell('Deceased', 'expired 4/2/21'),
    { Standing: 'isActive' },
    { century: '1900' },
    TODAY,
  );
  expect(values).toEqual({ deceasedDt: '2021-04-02' });
});

it('counts words of each field by themselves, however many area codes there are', () => {
  const codes = Array.from({ length: 200 }, (_, index) => `areaCode ${index + 200}`);
  const seen = addSeen(addSeen([], [codes]), [
    ['ditto', 'word isActive: late', 'areaCode 200', 'areaCode 999'],
  ]);
  expect(seen.length).toBeLessThan(100);
  expect(seen).toEqual(
    expect.arrayContaining([
      { what: 'ditto', rows: 1 },
      { what: 'word isActive: late', rows: 1 },
      { what: 'areaCode 200', rows: 2 },
    ]),
  );
  expect(seen).not.toContainEqual({ what: 'areaCode 999', rows: 1 });
});

describe('a name of a whole file', () => {
  const heading = 'Full Name|DOB';
  const name = (text: string, longNames?: ImportAnswers['longNames']) => {
    const [{ firstNm, lastNm } = {}] = read(heading, [`${text}|1/2/1960`], longNames && { longNames }).values;
    return [lastNm, firstNm].join(', ');
  };

  it.each([
    ['Almaz Bekele Tadesse', 'first', 'Bekele Tadesse, Almaz'],
    ['አልማዝ በቀለ ታደሰ', 'first', 'በቀለ ታደሰ, አልማዝ'],
    ['Mary Ann Lee', 'last', 'Lee, Mary Ann'],
    ['Ana María de la Vega', 'last', 'de la Vega, Ana María'],
    ['Phạm Thị Lan Anh', 'family', 'Phạm, Thị Lan Anh'],
    ['Rev. Dr. Peter Stone', undefined, 'Stone, Peter'],
    ['Stone, Rev. Peter', undefined, 'Stone, Peter'],
    ['Ato Bekele Tadesse', undefined, 'Tadesse, Bekele'],
    ['Peter A. Stone', 'first', 'Stone, Peter'],
    ['Dr. Maria E Stone', undefined, 'Stone, Maria'],
    ['W/ro Almaz Bekele', undefined, 'Bekele, Almaz'],
    ['W/o Almaz Bekele', undefined, 'Bekele, Almaz'],
    ['Woz. Almaz Bekele', undefined, 'Bekele, Almaz'],
    ['Min. Peter Stone', undefined, 'Stone, Peter'],
    ['Mother Ida Stone', undefined, 'Stone, Ida'],
    ['Evangelist Ida Stone', undefined, 'Stone, Ida'],
    ['Stone, Trustee Peter', undefined, 'Stone, Peter'],
    ['Capt. Peter Stone', undefined, 'Stone, Peter'],
    ['Fr Peter Stone', undefined, 'Stone, Peter'],
    ['Min Stone', undefined, 'Stone, Min'],
    ['Sr. Rosa Stone', undefined, 'Stone, Rosa'],
    ['Peter Stone MD', undefined, 'Stone, Peter'],
    ['Stone Ph.D., Peter', undefined, 'Stone, Peter'],
    ['Peter Stone, Esq.', undefined, 'Stone, Peter'],
    ['Stone; Peter', undefined, 'Stone, Peter'],
    ['Peter Stone #12', undefined, 'Stone, Peter'],
    ['Peter Stone (104)', undefined, 'Stone, Peter'],
    ['Max Long (deceased)', undefined, 'Long, Max'],
    ['Max de Long (died 2019)', 'last', 'de Long, Max'],
  ] as const)('%s (%s) is %s', (text, answer, expected) => {
    expect(name(text, answer)).toBe(expected);
  });

  it('has its mark of death after it was divided', () => {
    const { rows, seen } = read(heading, ['Max Long (deceased)|']);
    expect([seen, rows[0]?.faults]).toEqual([{}, []]);
    for (const line of ['Max van der Long (died 2019)|', 'Ida (deceased)|'])
      expect(read(heading, [line], { longNames: 'last', loneNames: 'alone' }).values[0]).toMatchObject({
        firstNm: expect.stringMatching(/^(Max|Ida)$/) as string,
        deathDay: 'unknown',
      });
  });

  it.each([
    ['HOLLIS Karl', 'last', 'HOLLIS, Karl'],
    ['HOLLIS Karl', 'first', 'Karl, HOLLIS'],
    ['HOLLIS Karl', undefined, 'Karl, HOLLIS'],
    ['VAN DER BERG Karl Otto (died 2019)', 'last', 'VAN DER BERG, Karl Otto'],
    ["O'NEIL-ROE Ann Jr.", 'last', "O'NEIL-ROE, Ann"],
    ['ÖZ-ŞEN Karl', 'last', 'ÖZ-ŞEN, Karl'],
    ['TJ Hollis', 'last', 'Hollis, TJ'],
    ['Karl HOLLIS', 'last', 'HOLLIS, Karl'],
  ] as const)('that begins in capitals, %s (%s), is %s', (text, capitalNames, expected) => {
    const { values } = read(heading, [`${text}|`], capitalNames && { capitalNames });
    expect([values[0]?.lastNm, values[0]?.firstNm].join(', ')).toBe(expected);
  });

  it.each([
    ['HOLLIS KARL', 'last', 'HOLLIS, KARL'],
    ['HOLLIS KARL', 'first', 'KARL, HOLLIS'],
    ['HOLLIS KARL', undefined, 'KARL, HOLLIS'],
    ['HOLLIS KARL JR', 'last', 'HOLLIS, KARL'],
    ['REV. HOLLIS KARL (deceased)', 'last', 'HOLLIS, KARL'],
    ["O'NEIL-ROE ANN", 'last', "O'NEIL-ROE, ANN"],
    ['ÖZ-ŞEN KARL', 'last', 'ÖZ-ŞEN, KARL'],
  ] as const)('that is all in capitals, %s (%s), is %s', (text, nameOrder, expected) => {
    const { values, seen } = read(heading, [`${text}|`], nameOrder && { nameOrder });
    expect([values[0]?.lastNm, values[0]?.firstNm].join(', ')).toBe(expected);
    expect(seen).toMatchObject({ nameOrder: 1 });
  });

  it.each(['Karl Hollis', 'HOLLIS Karl', 'HOLLIS, KARL', 'J HOLLIS', 'KARL A HOLLIS', 'አበበ በቀለ', 'KARL'])(
    'has an order that is not asked: %s',
    (text) => expect(read(heading, [`${text}|`]).seen).not.toHaveProperty('nameOrder'),
  );

  it('that is all in capitals is an example of its question', () => {
    const rows = ['HOLLIS KARL', 'MOSS ED'].map(
      (text) =>
        understand({ columns: [{ name: 'Name', field: 'fullName' }], answers: {} }, { cells: [text] }).seen,
    );
    expect(addSeen([], rows)).toEqual([{ what: 'nameOrder', rows: 2, example: 'HOLLIS KARL' }]);
  });

  it('counts titles that are left out, and nothing else', () =>
    expect(read(heading, ['HOLLIS,UTE|', 'Hollis ,  Karl|', 'Moss, Rev. Ed|']).seen).toEqual({ titles: 1 }));

  it.each([
    ['Amos Sorrel (2 children)', 'Amos', '“2 children” beside the name is not kept'],
    ['Amos + Vera Sorrel #12', 'Amos, Vera', '“#12” beside the name is not kept'],
    ['Amos (104) & Vera (105) Sorrel', 'Amos, Vera', '“104” beside the name is not kept'],
    ['Sorrel, Amos & Vera (2 children)', 'Amos, Vera', '“2 children” beside the name is not kept'],
    ['Amos & Vera Sorrel and children', 'Amos, Vera', '“and children” beside the name is not kept'],
    ['Amos Sorrel & children', 'Amos', '“children” beside the name is not kept'],
    ['Amos Sorrel (3)', 'Amos', '“3” beside the name is not kept'],
  ])('is that of those whom it names, and what is beside it is listed: %s', (text, names, says) => {
    const file = { columns: [{ name: 'Name', field: 'fullName' as const }], answers: {} };
    const { cells } = understand(file, { cells: [text] });
    const { people } = readPeople(cells, understoodMapping(file), {}, TODAY);
    expect(people.map(({ values }) => values.firstNm).join(', ')).toBe(names);
    expect(people.flatMap(({ faults, missing }) => [...faults, ...missing])).toEqual([]);
    expect(people[0]?.left.map(({ message }) => message)).toContain(says);
  });

  it('keeps a sign of death in brackets, which is none between two people', () =>
    expect(read(heading, ['Hollis, Olive (+ 03/04/2019)|']).values).toMatchObject([
      { firstNm: 'Olive', lastNm: 'Hollis', deceasedDt: '2019-03-04' },
    ]));

  it('is that of somebody alive where only the other one of a couple has died', () => {
    const file = { columns: [{ name: 'Name', field: 'fullName' as const }], answers: {} };
    const { cells } = understand(file, { cells: ['Otto Roe (wife died 2019)'] });
    const { people } = readPeople(cells, understoodMapping(file), {}, TODAY);
    expect(people.map(({ values }) => Boolean(values.deceasedDt))).toEqual([false, true]);
  });

  it('is asked about once, and stays a fault until then', () => {
    const { rows, seen } = read(heading, ['Almaz Bekele Tadesse|', 'Hanna Alemu Desta|', 'Marta|']);
    expect(seen).toEqual({ longNames: 2, loneNames: 1 });
    expect(rows.every(({ faults }) => faults.length === 1)).toBe(true);
  });

  it('of one word has the last name above in its own column, without what is said of one person', () => {
    const lines = ['Ida|Hollis, Jr.', 'Tim|', 'Ann|Moss (deceased)', 'Leo|', 'Max|"'];
    expect(
      read('First Name|Last Name', lines, { loneNames: 'above' }).values.map(
        ({ lastNm, suffix, deceasedDt }) => [lastNm, suffix, Boolean(deceasedDt)],
      ),
    ).toEqual([
      ['Hollis', 'Jr.', false],
      ['Hollis', undefined, false],
      ['Moss', undefined, true],
      ['Moss', undefined, false],
      ['Moss', undefined, false],
    ]);
    const whole = read('Full Name|Surname', ['Ida Hollis|Hollis', 'Tim|'], { loneNames: 'above' });
    expect(whole.values[1]).toMatchObject({ firstNm: 'Tim', lastNm: 'Hollis' });
  });

  it.each([
    ['Samuel Nee Owoo', 'Nee Owoo, Samuel'],
    ['Nee Lamptey, Ama', 'Nee Lamptey, Ama'],
    ['Ama Moss (Nee Lamptey)', 'Moss, Ama'],
    ['Ama Moss nee Lamptey', 'Moss, Ama'],
    ['AMA MOSS NÉE LAMPTEY', 'MOSS, AMA'],
    ['Nee Lamptey, Ama née Owoo', 'Nee Lamptey, Ama'],
  ])('%s has the name before a marriage only where it says so: %s', (text, becomes) =>
    expect(name(text, 'first')).toBe(becomes),
  );

  it('of one word stands alone when somebody says so', () => {
    expect(read(heading, ['Marta|'], { loneNames: 'alone' }).values[0]).toMatchObject({
      firstNm: 'Marta',
      lastNm: '-',
    });
    expect(read('First Name|Last Name', ['Marta|'], { loneNames: 'alone' }).values[0]?.lastNm).toBe('-');
  });

  it('of one word is that of the row above in a list with whole names, as the answers read it', () => {
    const lines = [
      'Hollis, Karl Jr.|',
      'Ute|',
      'Ann (deceased)|',
      'MOSS ED|',
      'Flo|',
      'Max & Ida Roe|',
      'Leo|',
    ];
    const { values } = read(heading, lines, { loneNames: 'above', nameOrder: 'last' });
    expect(
      values.map(({ lastNm, suffix }) => [lastNm, suffix].filter(Boolean).join(' ')).slice(0, 5),
    ).toEqual([...['Hollis Jr.', 'Hollis', 'Hollis', 'MOSS', 'MOSS']]);
    expect([values[2]?.deathDay, values[6]?.lastNm]).toEqual(['unknown', 'Roe']);
  });
});

describe('cells of a whole file', () => {
  it('with ditto marks are those above, through several rows', () => {
    const lines = ['Lee|Ann|9 Elm St|Laurel', '"|Kim|same|″', '"|Bo|ditto|-"-', 'Ray|Di||Bowie'];
    const rows = (answers: ImportAnswers = {}) => read('Last Name|First Name|Street|City', lines, answers);
    expect(rows().values.map(({ lastNm }) => lastNm)).toEqual(['Lee', 'Lee', 'Lee', 'Ray']);
    expect(rows().seen).toEqual({ ditto: 2 });
    expect(rows({ ditto: 'empty' }).values[1]?.lastNm).toBeUndefined();
  });

  it.each([
    ['J.W.|A|Moss', 'J.W. Moss'],
    ['JW|A|Moss', 'JW Moss'],
    ['J. W.|A|Moss', 'J. W. Moss'],
    ['j.w.|A|Moss', 'j.w. Moss'],
    ['Id.|A|Moss', 'Id. Moss'],
    ['Bo|A|JW', 'Bo JW'],
    ['Bo|A|J.W.', 'Bo J.W.'],
    ['Bo|A|j. w.', 'Bo Lee'],
    ['Bo|A|s.o.', 'Bo Lee'],
    ['"|A|"', 'Karl Lee'],
  ])('are initials or ditto marks: %s is %s', (line, name) => {
    const { values } = read('First Name|Middle Initial|Last Name', ['Karl|P|Lee', line]);
    expect(`${values[1]?.firstNm} ${values[1]?.lastNm}`).toBe(name);
  });

  it.each(['J.W.', 'S.O.'])('are middle initials: %s', (initial) =>
    expect(
      read('First Name|Middle Initial|Last Name', ['Karl|P|Lee', `Bo|${initial}|Lee`]).values[1]?.middleInit,
    ).toBe(initial.charAt(0)),
  );

  it.each([
    ['Anna Moss (Irma)', undefined, 'Anna Moss (Irma)'],
    ['Anna Moss (Nora)', undefined, 'Anna Moss (Nora)'],
    ['Karl Moss (Baba)', undefined, 'Karl Moss (Baba)'],
    ['Moss, Ama (Ina)', undefined, 'Ama (Ina) Moss'],
    ['ANN MOSS (NINA)', undefined, 'ANN MOSS (NINA)'],
    ['Moss, Anna - Irma', undefined, 'Anna - Irma Moss'],
    ['Anna Moss (irma)', 'Sibling', 'Anna Moss'],
    ['Ute Moss (Wife)', 'Spouse', 'Ute Moss'],
    ['Ute Moss - WIFE', 'Spouse', 'Ute Moss'],
    ['Tim Moss (Sohn)', 'Son', 'Tim Moss'],
    ['Tim Moss (Step-Son)', 'Stepchild', 'Tim Moss'],
  ])('have nicknames that are no relationships: %s is %s', (name, relationship, becomes) => {
    const [one] = read('Name|DOB', [`${name}|1/2/1950`]).values;
    expect([one?.relationship, `${one?.firstNm} ${one?.lastNm}`]).toEqual([relationship, becomes]);
  });

  it('of relatives are never those above', () => {
    const lines = ['Ann Lee|Bo|Ray|555-0142', 'Cy Roe|same|same|same'];
    const { rows, seen } = read('Name|Spouse|Spouse Last Name|Spouse Phone', lines);
    const file = {
      columns: [
        { name: 'Name', field: 'fullName' as const },
        { name: 'Spouse', field: 'spouseNm' as const },
        { name: 'Spouse Last Name', field: 'spouseLastNm' as const },
      ],
      answers: {},
    };
    const cells = (texts: string[]) => understand(file, { cells: texts, above: { 1: 'Bo', 2: 'Ray' } }).cells;
    expect([rows.length, seen]).toEqual([2, { shortPhones: 1 }]);
    expect(cells(['Cy Roe', 'same', ''])).toMatchObject({ Spouse: 'same' });
    expect(cells(['Cy Roe', 'Di', 'same'])).toMatchObject({ 'Spouse Last Name': '' });
  });

  it('of a family are empty below its first row', () => {
    const lines = ['1|Ann Lee', '|Bo Lee', '|Cy Lee', '2|Di Ray', '|Ed Ray'];
    const rows = (answers: ImportAnswers = {}) => read('Family No|Name', lines, answers);
    expect(rows().seen).toEqual({ familyEmpty: 3 });
    expect(rows({ familyAbove: 'above' }).values.map(({ household }) => household)).toEqual([
      '1',
      '1',
      '1',
      '2',
      '2',
    ]);
    expect(rows({ familyAbove: 'alone' }).values[1]?.household).toBeUndefined();
    expect(read('Family No|Name', ['1|Ann Lee', '1|Bo Lee', '|Cy Ray']).seen).toEqual({
      familyAgain: 1,
      familyEmpty: 1,
    });
  });

  it.each([
    [{ familyAbove: 'above' }, ['1', '1', undefined, undefined]],
    [{ familyAbove: 'above', familyUnsaid: 'above' }, ['1', '1', '1', undefined]],
    [{ familyAbove: 'above', familyUnsaid: 'alone' }, ['1', '1', undefined, undefined]],
    [{ familyAbove: 'alone', familyUnsaid: 'above' }, ['1', undefined, undefined, undefined]],
  ] as const)(
    'of people who are not said to be relatives are asked about once: %j',
    (answers, households) => {
      const lines = ['1|Ann Lee|Head|1 Elm St', '|Bo Lee|Son|', '|Cy Ray||', '|Di Fox||9 Oak St'];
      const { values, seen } = read('Family No|Name|Relationship|Address', lines, answers);
      // Who has an address of their own does not live with the family above.
      expect(seen).toEqual({ familyEmpty: 1, familyUnsaid: 1 });
      expect(values.map(({ household }) => household)).toEqual(households);
    },
  );

  it.each([
    ['3|14|1965', '1965-03-14'],
    ['March|14|1965', '1965-03-14'],
    ['mar|4|1965', '1965-03-04'],
  ])('a date in three columns, %s', (cells, birthDt) => {
    expect(read('Name|Birth Month|Birth Day|Birth Year', [`Ann Lee|${cells}`]).values[0]?.birthDt).toBe(
      birthDt,
    );
  });

  it('in three columns asks about years of two digits too', () => {
    expect(read('Name|Birth Month|Birth Day|Birth Year', ['Ann Lee|3|14|65']).rows[0]?.hints).toContain(
      'two_digit_year',
    );
  });

  it('that say Yes or No about the head and children are relationships', () => {
    const { values } = read('Name|Head of Household|Child', [
      'Ann Lee|TRUE|FALSE',
      'Bo Lee|no|Yes',
      'Cy Lee|FALSE|FALSE',
    ]);
    expect(values.map(({ relationship }) => relationship)).toEqual(['Head of Household', 'Child', undefined]);
  });

  it('with the days of a spreadsheet are read once somebody says so', () => {
    const rows = (answers: ImportAnswers = {}) =>
      read('Name|DOB', ['Ann Lee|31120', 'Bo Lee|20000'], answers);
    expect(rows().seen).toEqual({ dayNumbers: 2 });
    expect(rows({ dayNumbers: 'dates' }).values.map(({ birthDt }) => birthDt)).toEqual([
      '1985-03-14',
      '1954-10-03',
    ]);
  });

  it.each([
    ['Straße|Hausnummer', 'Lindenweg|4a', 'Lindenweg 4a'],
    ['House No.|Street', '12|Elm St', '12 Elm St'],
    ['House No.|Street', '|12 Elm St', '12 Elm St'],
    ['Address 1|Address', '12 Elm St|Rear', '12 Elm St; Rear'],
  ])('of a street and its number, %s, are one line: %s', (columns, cells, street) => {
    const [one] = read(`Name|City|State|Zip|${columns}`, [`Ann Lee|Laurel|MD|20707|${cells}`]).values;
    expect(one?.address?.streetAddress).toBe(street);
  });

  it('of a column about the contrary are turned', () => {
    const { values } = read('Name|Archived', ['Ann Lee|Yes', 'Bo Lee|No', 'Cy Lee|', 'Di Lee|0']);
    expect(values.map(({ isActive }) => isActive)).toEqual([false, true, undefined, true]);
    expect(read('Name|Active', ['Ann Lee|Yes']).values[0]?.isActive).toBe(true);
  });

  it('with dates and phones of relatives are read by the same answers', () => {
    const heading = 'Name|DOB|Spouse|Spouse DOB|Spouse Phone|Child|Child DOB';
    const line = ['Ann Lee|1/2/1960|Bo Lee|31120|555-0142|Cy|40000'];
    const cells = (answers: ImportAnswers) => Object.values(read(heading, line, answers).cells[0] ?? {});
    expect(read(heading, line).seen).toEqual({ dayNumbers: 1, shortPhones: 1 });
    expect(cells({ dayNumbers: 'dates', areaCode: '301' })).toEqual(
      expect.arrayContaining(['1985-03-14', '3015550142', '2009-07-06']),
    );
    expect(cells({ dayNumbers: 'leave' })).toEqual(expect.arrayContaining(['31120', '555-0142', '40000']));
  });

  it.each([
    ['Spouse', 'Hana Alemu Desta', 'first', 'Alemu Desta, Hana'],
    ['Spouse', 'Mrs. Mary Ann Lee', 'last', 'Lee, Mary Ann'],
    ['Spouse', 'Mary Ann Lee (died 2019)', 'last', 'Lee, Mary Ann (died 2019)'],
    ['Spouse', 'Hana Alemu Desta', undefined, 'Hana Alemu Desta'],
    ['Spouse', 'Mary A. Lee', 'first', 'Mary A. Lee'],
    ['Spouse', 'Lee, Mary Ann', 'first', 'Lee, Mary Ann'],
    ['Spouse First Name', 'Mary Ann Sue', 'first', 'Mary Ann Sue'],
  ] as const)('%s %s is divided as all long names (%s)', (column, text, longNames, expected) => {
    const { cells } = read(`Name|${column}`, [`Bo Lee|${text}`], longNames && { longNames });
    expect(cells[0]?.[column]).toBe(expected);
  });

  it.each([
    ['Laurel, MD 20707', 'Laurel MD 20707'],
    ['Laurel MD 20707-1234', 'Laurel MD 20707'],
    ['Fort Washington, Maryland, 20744', 'Fort Washington MD 20744'],
    ['New York New York 10001', 'New York NY 10001'],
  ])('a city with its state and zip code, %s', (line, expected) => {
    for (const heading of ['Name|Street|City', 'Name|Street|City|State|Zip']) {
      const [{ address } = {}] = read(heading, [`Ann Lee|9 Elm St|${line}`]).values;
      expect([address?.cityNm, address?.stateCd, address?.postalCd].join(' ')).toBe(expected);
    }
  });

  it('phones of seven digits get the area code of the file', () => {
    const rows = (answers: ImportAnswers = {}) =>
      read('Name|Phone', ['Ann Lee|555-0142; 240-555-0178', 'Bo Lee|5550143'], answers);
    expect(rows().seen).toEqual({ shortPhones: 2, 'areaCode 240': 1 });
    expect(rows({ areaCode: '301' }).values.flatMap(({ phones }) => phones)).toEqual([
      '3015550142',
      '2405550178',
      '3015550143',
    ]);
  });

  it.each([
    ['555-0142 / 555.0143', '3015550142 3015550143'],
    ['555-0142 or 555 0143', '3015550142 3015550143'],
    ['555-0142 555-0143', '3015550142 3015550143'],
    ['c 555-0142 h 555-0143', '3015550142 3015550143'],
    ['555-0142 (cell)', '3015550142'],
    ['555-0142 x12', '3015550142'],
    ['202/555-0142', '2025550142'],
    ['202-555-0142 / 555-0143', '2025550142 3015550143'],
    ['+251 911 555 0142', '+2519115550142'],
  ])('also of several in a cell: %s', (text, phones) => {
    const [one] = read('Name|Phone', [`Ann Lee|${text}`], { areaCode: '301' }).values;
    expect(one?.phones?.join(' ')).toBe(phones);
  });

  it('words that nobody knows are decided once', () => {
    const lines = ['Ann Lee|Attender|Adult', 'Bo Lee|attender|Head', 'Cy Lee|Member|', 'Di Lee|Deceased|n/a'];
    const { rows, seen } = read('Name|Status|Relationship', lines);
    expect(seen).toEqual({ 'word isActive: attender': 2, 'word relationship: adult': 1 });
    // A relationship keeps nobody out.
    expect([rows[0]?.faults, rows[0]?.left].map((found) => found?.length)).toEqual([1, 1]);
    const words = [
      { name: 'isActive: attender', means: 'No' },
      { name: 'relationship: adult', means: '' },
    ];
    const decided = read('Name|Status|Relationship', lines, { words });
    expect(decided.values.slice(0, 2).map(({ isActive }) => isActive)).toEqual([false, false]);
    expect(decided.rows[0]?.faults).toEqual([]);
  });

  it.each([
    ['Late', true],
    ['Late payer', true],
    ['Related', true],
    ['Widow - wife died', true],
    ['Inactive - Deceased', false],
    ["Dec'd", false],
    ['RIP', false],
    ['Deceased 2019', false],
  ])('a state that may be about a death is asked about unless it is clear: %s', (state, isAsked) => {
    const { rows, seen } = read('Name|Status', [`Ann Lee|${state}`]);
    expect(seen).toEqual(isAsked ? { [`word isActive: ${state.toLowerCase()}`]: 1 } : {});
    expect([rows[0]?.values.deceasedDt !== undefined, rows[0]?.faults.length]).toEqual(
      isAsked ? [false, 1] : [true, 0],
    );
  });

  it('a short zip code is asked about where its state has no such', () => {
    const heading = 'Name|Street|City|State|Zip';
    const { rows, seen } = read(heading, [
      'Ann Lee|9 Elm St|Laurel|MD|2070',
      'Bo Lee|9 Elm St|Orange|NJ|7050',
    ]);
    expect(seen).toEqual({ 'word postalCd: 2070': 1 });
    expect(rows[0]?.left[0]?.message).toMatch(/2070” is no zip code of MD/);
    expect(rows[1]?.values.address?.postalCd).toBe('07050');
    const words = [{ name: 'postalCd: 2070', means: '20707' }];
    expect(read(heading, ['Ann Lee|9 Elm St|Laurel|MD|2070'], { words }).values[0]?.address?.postalCd).toBe(
      '20707',
    );
  });
});

it.each([
  ['TOTAL|||1250.00', 'A total, left out'],
  ['Total members: 42|||', 'A total, left out'],
  ['ZONE B|||', 'A remark, left out'],
  ['|New since Easter:||', 'A remark, left out'],
  ['|||see the other book', 'A remark, left out'],
  ['|Marta||', undefined],
  ['|Ida Ward||', undefined],
  ['|Tom Page||', undefined],
  ['|Xi V||', undefined],
  ['|Maria de la Cruz Garcia||', undefined],
  ['|Smith (deceased 2019)||', undefined],
  ['|Karl Brandt (1940-2019)||', undefined],
  ['|Bo Hollis Jr. 2nd||', undefined],
  ['|Sorrel, Amos & Vera (2 children)||', undefined],
  ['|Karl Brandt #12||', undefined],
  ['|Table #12||', 'A remark, left out'],
  ['|see note #12||', 'A remark, left out'],
  ['|Dues for 2019||', 'A remark, left out'],
  ['|Page 3 of 7||', 'A remark, left out'],
  ['|Ward B||', 'A remark, left out'],
  ['|List||', 'A remark, left out'],
  ['|New members||', 'A remark, left out'],
  ['|Sum Wong||301-555-0142', undefined],
  ['|Sum||301', 'A total, left out'],
  ['|Sum of dues: ||301', 'A total, left out'],
  ['|Secretary, Ann||', undefined],
  ['|Treasurer Smith||', undefined],
  ['|Secretary, Ann (d. 2019)||', undefined],
  ['|Treasurer||', 'A remark, left out'],
  ['|Secretary: Ann Lee||', 'A remark, left out'],
  ['|Treasurer ______||', 'A remark, left out'],
  ['|Auditor 2026||', 'A remark, left out'],
  ['|Audited by Ann Lee||', 'A remark, left out'],
  ['|Prepared by Ann Lee||', 'A remark, left out'],
  ['Total|Ann|1/1/1950|', undefined],
  ['|Zone total||23', 'A total, left out'],
  ['Zone 2 total|24||', 'A total, left out'],
  ['|Ann Total|1/1/1950|', undefined],
  ['ROLL OF MEMBERS|||page 2', 'A remark, left out'],
  ['|ROLL OF MEMBERS, 2026||Page 2 of 7', 'A remark, left out'],
  ['|Ann Lee||Page 12 in the old book', undefined],
  ['3|Ann Lee||', undefined],
  ['9|||', 'An empty row, left out'],
])('the row %s: %s', (line, note) => {
  const columns = (['household', 'fullName', 'birthDt', null] as (ImportField | null)[]).map(
    (field, index) => ({ name: `c${index}`, field }),
  );
  expect(leftOut({ columns, answers: {} }, { cells: line.split('|') })).toBe(note);
});

describe('relatives in a row below', () => {
  const columns = [
    { name: 'Name', field: 'fullName' as const },
    { name: 'DOB', field: 'birthDt' as const },
    { name: 'Phone', field: 'phone' as const },
    { name: 'Street', field: 'streetAddress' as const },
    { name: 'Notes', field: null },
  ];
  const read = (...cells: string[]) => relativesIn({ columns, answers: {} }, { row: 3, cells });

  it.each([
    [['wife Flo'], { Spouse: 'Flo' }],
    [['Wife: Flo', '3/4/1962', '301-555-0142'], { Spouse: 'Flo 3/4/1962', 'Spouse Phone': '301-555-0142' }],
    [['son Guy 5/6/2012'], { Children: 'Guy 5/6/2012 (son)' }],
    [['Children: Tim (10), Ann (12)', '', '', 'Laurel, MD 20707'], { Children: 'Tim (10), Ann (12)' }],
    // Whoever has more than columns of relatives hold has a row of their own.
    [['wife Flo', '', '', '', 'died 2019'], undefined],
    [['son Guy', '', '301-555-0142'], undefined],
    [['Flo Moss'], undefined],
    [['Son Ho'], undefined],
    [['wife of Ed'], undefined],
    [['Treasurer: Ann Fir'], undefined],
  ])('%j says %j', (cells, texts) => {
    expect(read(...cells)?.texts).toEqual(texts);
  });

  it('are read with the person above, who has the rest of their address', () => {
    const below = read('wife Flo', '', '', 'Bowie, MD 20715');
    const { cells } = understand(
      { columns, answers: {} },
      { cells: ['Moss, Ed', '', '', '2 Elm St'], below: below && [below] },
    );
    expect(cells).toMatchObject({ Spouse: 'Flo', Street: '2 Elm St, Bowie, MD 20715' });
  });
});
