import { describe, expect, it } from 'vitest';
import { namesInRow } from './import-couple.ts';
import { isOfOthers, readDeathMark, readRemark } from './import-dead.ts';
import { aboutRelative, matchColumns } from './import-headings.ts';
import { readPeople } from './import-people.ts';
import { fullName } from './person-name.ts';

const TODAY = '2026-11-22';
const read = (row: Record<string, string>, answers = {}) =>
  readPeople(row, matchColumns(Object.keys(row)), answers, TODAY).people;
const named = (values: { firstNm?: string; lastNm?: string; suffix?: string }) =>
  fullName({ firstNm: '', lastNm: '', ...values });
const namesOf = (row: Record<string, string>) => read(row).map(({ values }) => named(values));

describe('a name of two people', () => {
  it.each([
    [{ whole: 'Hollis, Ute & Karl' }, 'Ute Hollis, Karl Hollis'],
    [{ whole: 'Ute & Karl Hollis' }, 'Ute Hollis, Karl Hollis'],
    [{ whole: 'Ute Hollis & Karl Brandt' }, 'Ute Hollis, Karl Brandt'],
    [{ whole: 'Hollis, Ute / Karl' }, 'Ute Hollis, Karl Hollis'],
    [{ whole: 'Hollis, Ute and Mary Ann' }, 'Ute Hollis, Mary Ann Hollis'],
    [{ whole: 'Hollis, Ute, Karl' }, 'Ute Hollis, Karl Hollis'],
    [{ whole: 'Hollis, Ute\nHollis, Karl' }, 'Ute Hollis, Karl Hollis'],
    [{ whole: 'Ute y Karl Hollis' }, 'Ute Hollis, Karl Hollis'],
    [{ whole: 'Ute und Karl Hollis' }, 'Ute Hollis, Karl Hollis'],
    [{ whole: 'Ute et Karl Hollis' }, 'Ute Hollis, Karl Hollis'],
    [{ whole: 'Ute u. Karl Hollis' }, 'Ute Hollis, Karl Hollis'],
    [{ whole: 'UTE Y KARL HOLLIS' }, 'UTE HOLLIS, KARL HOLLIS'],
    [{ whole: 'Ute E Smith and Karl Hollis' }, 'Ute E Smith, Karl Hollis'],
    [{ firstNm: 'Ute+Karl', lastNm: 'Hollis' }, 'Ute Hollis, Karl Hollis'],
    [{ firstNm: 'Ute, Karl', lastNm: 'Hollis' }, 'Ute Hollis, Karl Hollis'],
    [{ firstNm: 'Ute and Karl', lastNm: 'Hollis / Brandt' }, 'Ute Hollis, Karl Brandt'],
    [{ firstNm: 'Ute, Karl & Tim', lastNm: 'Hollis' }, 'Ute, Karl Hollis, Tim Hollis'],
    [{ whole: 'Mr. and Mrs. Karl Hollis' }, 'Karl Hollis, Mrs. Karl Hollis'],
    [{ whole: 'Mr & Mrs Hollis' }, 'Mr. Hollis, Mrs. Hollis'],
    [{ whole: 'Hollis, Mr. & Mrs. Karl' }, 'Karl Hollis, Mrs. Karl Hollis'],
    [{ whole: 'Mr. & Mrs. Karl & Ute Hollis' }, 'Karl Hollis, Ute Hollis'],
    [{ whole: 'Mr. Karl and Mrs. Ute Hollis' }, 'Karl Hollis, Ute Hollis'],
    [{ whole: 'Rev. Karl & Ute Hollis' }, 'Karl Hollis, Ute Hollis'],
    [{ firstNm: 'Dr. Karl & Mrs. Ute', lastNm: 'Hollis' }, 'Karl Hollis, Ute Hollis'],
    [{ whole: 'Ato Bekele & W/ro Almaz Desta' }, 'Bekele Desta, Almaz Desta'],
    [{ whole: 'Karl & Ute Hollis Jr.' }, 'Karl Hollis Jr., Ute Hollis'],
    [{ firstNm: 'Karl & Ute', lastNm: 'Hollis Jr.' }, 'Karl Hollis Jr., Ute Hollis'],
    [{ whole: 'Karl and Ute Hollis, Jr.' }, 'Karl Hollis Jr., Ute Hollis'],
    [{ whole: 'Hollis, Karl & Ute, Jr.' }, 'Karl Hollis Jr., Ute Hollis'],
    [{ whole: 'Mr. & Mrs. Karl Hollis, Jr.' }, 'Karl Hollis Jr., Mrs. Karl Hollis'],
    [{ whole: 'M/M Karl Hollis' }, 'Karl Hollis, Mrs. Karl Hollis'],
    [{ whole: 'Karl (& Ute) Hollis' }, 'Karl Hollis, Ute Hollis'],
    [{ whole: 'Drs. Karl and Ute Hollis' }, 'Karl Hollis, Ute Hollis'],
    [{ whole: 'Hollis; Karl & Ute' }, 'Karl Hollis, Ute Hollis'],
    [{ whole: 'Karl Hollis; Ute Brandt' }, 'Karl Hollis, Ute Brandt'],
    [{ whole: 'Amos Sorrel, Sr. and Amos Sorrel, Jr.' }, 'Amos Sorrel Sr., Amos Sorrel Jr.'],
    [{ whole: 'Amos Sorrel Sr. and Amos Sorrel, Jr.' }, 'Amos Sorrel Sr., Amos Sorrel Jr.'],
    [{ whole: 'Sorrel, Amos, Sr. & Vera, Jr.' }, 'Amos Sr. Sorrel, Vera Jr. Sorrel'],
    [{ whole: 'Rose Moss - Ann Lee' }, 'Rose Moss, Ann Lee'],
    [{ whole: 'john y ute hollis' }, 'john hollis, ute hollis'],
    [{ whole: 'Jan i Ana Hollis' }, 'Jan Hollis, Ana Hollis'],
  ])('%j is that of %s', (name, expected) => {
    const names = namesInRow(name).map(fullName);
    // A list that has both a comma and a sign is split at the sign.
    expect(names.join(', ').replace('Ute, Karl Hollis, Tim', 'Ute, Karl Hollis, Tim')).toBe(expected);
  });

  it.each([
    { whole: 'Ferdinand Hollis' },
    { whole: 'Hollis, Martin, Jr.' },
    { whole: 'José Ortega y Gasset' },
    { firstNm: 'Andrea', lastNm: 'Sandy' },
    { firstNm: 'Mary Ann', lastNm: 'Ortega y Gasset' },
    { firstNm: 'Martin, Jr.', lastNm: 'Hollis' },
    { whole: 'ደስታ ወልዴ ገብሬ' },
    { whole: 'Emeka U. Okafor' },
    { whole: 'Maria E Lopez' },
    { whole: 'Carlos Y Santos' },
    { whole: 'MARIA E LOPEZ' },
    { firstNm: 'Emeka U.', lastNm: 'Okafor' },
    { whole: 'Hollis,\nKarl' },
    { whole: 'W/ro Almaz Bekele' },
    { whole: 'W/o Almaz Bekele' },
    { whole: 'Hollis; Ute' },
    { whole: 'john i lee' },
    { whole: 'Joy Family' },
    { whole: 'Puig i Cadafalch, Josep' },
    { whole: 'Ortega y Gasset, José' },
    { firstNm: 'Rose Marie - Ann Lee', lastNm: 'Moss' },
  ])('is not seen in %j', (name) => expect(namesInRow(name)).toEqual([]));

  it('makes two people with what they have in common, also beside a number of the list', () => {
    const people = read({
      'Member No': '17',
      Name: 'Hollis, Ute & Karl',
      DOB: '03/04/1955 & 05/06/1957',
      Phone: '301-555-0142',
      Address: '12 Elm Street, Laurel, MD 20707',
    });
    expect(people.map(({ values }) => values)).toMatchObject([
      { firstNm: 'Ute', birthDt: '1955-03-04', relationship: 'Head of Household', phones: ['3015550142'] },
      { firstNm: 'Karl', birthDt: '1957-05-06', relationship: 'Spouse', address: { cityNm: 'Laurel' } },
    ]);
    expect(people[1]?.values.phones).toBeUndefined();
    expect(people[1]?.values.memberId).toBeUndefined();
  });

  it('stays one where the user says so, or where it is the name of a member here', () => {
    expect(read({ 'First Name': 'Ute & Karl', 'Last Name': 'Hollis' }, { couples: 'one' })).toHaveLength(1);
    expect(
      read({ 'First Name': 'Ute & Karl', 'Last Name': 'Hollis', 'Member Number': 'M-000007' }),
    ).toHaveLength(1);
  });
});

describe('columns of relatives', () => {
  it.each([
    ['Spouse', 'spouseNm'],
    ['Spouse First Name', 'spouseNm'],
    ['SpouseFirstName', 'spouseNm'],
    ["Wife's Name", 'spouseNm'],
    ['Name of Spouse', 'spouseNm'],
    ['Spouse Last Name', 'spouseLastNm'],
    ['spouse_dob', 'spouseBirthDt'],
    ['Spouse Date of Birth', 'spouseBirthDt'],
    ['Spouse Cell', 'spousePhone'],
    ['Spouse E-mail', 'spouseEmail'],
    ['Child 1', 'childNm'],
    ['Child1Name', 'childNm'],
    ['Children', 'childNm'],
    ['Kid #2', 'childNm'],
    ['Child 2 DOB', 'childBirthDt'],
    ['Child', undefined],
    ['Wifi', undefined],
    ['Spouse Anniversary', undefined],
    ['Birth Date', undefined],
  ])('%s is %s', (column, field) => expect(aboutRelative(column)?.field).toBe(field));

  it('have names without titles', () =>
    expect(namesOf({ Name: 'Bea Hollis', Spouse: 'Dr. Eve' })).toEqual(['Bea Hollis', 'Eve Hollis']));

  it('make a family of one row', () => {
    const people = read({
      'Last Name': 'Hollis',
      'First Name': 'Karl',
      DOB: '06/01/1972',
      'Spouse First Name': 'Ute',
      'Spouse DOB': '07/02/1974',
      'Child 1': 'Tim',
      'Child 1 DOB': '08/03/2010',
      'Child 2': '',
      'Child 2 DOB': '',
      'Son 3': 'Lee Brandt',
      'Child 3 DOB': '1/2/2014',
      Phone: '301-555-0142',
    });
    expect(people.map(({ values }) => [named(values), values.relationship, values.birthDt])).toEqual([
      ['Karl Hollis', 'Head of Household', '1972-06-01'],
      ['Ute Hollis', 'Spouse', '1974-07-02'],
      ['Tim Hollis', 'Child', '2010-08-03'],
      ['Lee Brandt', 'Son', '2014-01-02'],
    ]);
    expect(namesOf({ Name: 'Hollis, Karl', Children: 'Tim (8/3/2010), Lee and Ann' })).toEqual([
      'Karl Hollis',
      'Tim Hollis',
      'Lee Hollis',
      'Ann Hollis',
    ]);
  });
});

it.each([
  ['Bo/Cy/Di', 'Bo Hollis Child, Cy Hollis Child, Di Hollis Child'],
  ['Bo 8/3/2010 / Cy', 'Bo Hollis Child, Cy Hollis Child'],
  ['Bo + Cy Roe', 'Bo Hollis Child, Cy Roe Child'],
  ['Tim (son), Ann (step-daughter)', 'Tim Hollis Son, Ann Hollis Stepchild'],
  ['Anna (Nora), Tim (Son)', 'Anna (Nora) Hollis Child, Tim Hollis Son'],
])('the children in one cell, %s', (text, becomes) => {
  const [, ...children] = read({ Name: 'Hollis, Karl', Children: text });
  expect(children.map(({ values }) => `${named(values)} ${values.relationship}`).join(', ')).toBe(becomes);
});

describe('columns of relatives that name nobody', () => {
  it.each([
    ['Spouse', 'Deceased', 0],
    ['Spouse', 'Widowed', 0],
    ['Spouse', 'Divorced', 0],
    ['Spouse', 'single', 0],
    ['Spouse', 'Yes', 1],
    ['Spouse', 'M-000149', 1],
    ['Spouse', 'died 2019', 0],
    ['Children', '2 kids', 1],
    ['Children', 'No children', 0],
    ['Children', 'grown', 1],
    ['Children', 'son & daughter', 2],
    ['Children', 'see list', 1],
    ['Children', 'family', 1],
  ])('%s: %s makes nobody', (column, text, unnamed) => {
    const people = read({ 'First Name': 'Karl', 'Last Name': 'Hollis', [column]: text });
    expect(people).toHaveLength(1);
    expect(people[0]?.left).toHaveLength(unnamed);
  });

  it.each([
    ['Spouse', 'Noah'],
    ['Spouse', 'Ute Single'],
    ['Spouse', 'Ute (deceased 2019)'],
    ['Children', 'Tim 8/3/2010'],
    ['Children', 'Julia Child'],
    ['Hijos', 'Ana'],
    ['Children', 'See'],
  ])('%s: %s is somebody', (column, text) => {
    const row = { 'First Name': 'Karl', 'Last Name': 'Hollis', [column]: text };
    const found = readPeople(row, matchColumns(Object.keys(row)), {}, TODAY);
    expect(found).toMatchObject({ relatives: 1, people: [{}, {}] });
    expect(found.people[1]?.values.relationship).toBe(column === 'Spouse' ? 'Spouse' : 'Child');
    expect(read(row, { relatives: 'leave' })).toHaveLength(1);
  });
});

describe('the dead', () => {
  it.each([
    ['Olive (deceased)', 'Olive', ''],
    ['Olive Hollis (died 2019)', 'Olive Hollis', '2019'],
    ['† Olive Hollis', 'Olive Hollis', ''],
    ['Hollis, Olive (+ 03/04/2019)', 'Hollis, Olive', '03/04/2019'],
    ['the late Olive', 'Olive', ''],
    ['Olive - Deceased', 'Olive', ''],
    ['Hollis (verst. 2019)', 'Hollis', '2019'],
    ['Jan Hollis RIP', 'Jan Hollis', ''],
    ['śp. Jan Hollis', 'Jan Hollis', ''],
    // These may be parts of a name: they are asked about.
    ['Jan Hollis sel.', 'Jan Hollis', '?'],
    ['Pok. Jovan Hollis', 'Jovan Hollis', '?'],
    ['Moss Dec.', 'Moss', '?'],
    ['Olive Hollis (died?)', 'Olive Hollis', '?'],
    ['Olive (passed 3/4/2019)', 'Olive', '3/4/2019'],
    ["Olive (passed '19)", 'Olive', "'19"],
    ['Olive passed away 2019', 'Olive', '2019'],
    ['Olive (no longer living here)', undefined, ''],
    ['Olive (not living at 123 Elm)', undefined, ''],
    ['Vera Sorrel, widow of Amos Sorrel (d. 2019)', undefined, ''],
    ['Sorrel, Vera, widow of deceased Amos', undefined, ''],
    ['Vera Sorrel (d. 2020), widow of Amos', 'Vera Sorrel, widow of Amos', '2020'],
    ['Ana Hollis falecida 2019', 'Ana Hollis', '2019'],
    ['Јован Холис умро', 'Јован Холис', ''],
    ['Ian Dec Hollis', undefined, ''],
    ['Rip Hollis', undefined, ''],
    ['Robert (D) Hollis', undefined, ''],
    ['Karl Brandt (1940-2019)', 'Karl Brandt', '2019'],
    ['Karl Brandt 1940 – 2019', 'Karl Brandt', '2019'],
    ['Hollis, Mortimer (Mort)', undefined, ''],
    ['Karl Brandt dec.', 'Karl Brandt', '?'],
    ['Karl Dec', undefined, ''],
    ["Olive Hollis, dec'd 3/2019", 'Olive Hollis', '3/2019'],
    ['Olive Hollis, d. 2019', 'Olive Hollis', '2019'],
  ])('are marked at their name: %s', (name, rest, day) =>
    expect(readDeathMark(name)).toEqual(rest === undefined ? undefined : { name: rest, day }),
  );

  it.each([
    ['Deceased', true],
    ['Deceased.', true],
    ['died on 3 March 2019', true],
    ['*deceased*', true],
    ['Inactive - Deceased', true],
    ['Deceased / Inactive', true],
    ['Passed 2020', true],
    ['passed on 3/4/2020', true],
    ['Passed on', true],
    ['Passed March 4, 2019', true],
    ['Dead 2019', true],
    ['DOD 3/4/2019', true],
    ['Buried 2019', true],
    ['gone to glory 2020', true],
    ['no longer living', true],
    ['Murió 2019', true],
    ['décès 2019', true],
    ['tot seit 2019', true],
    ['ሞተ 2011', true],
    ['አረፈች', true],
    ['namatay 2019', true],
    ['verst. 3.4.2020', true],
    ['† 2019', true],
    ['+ 3/4/2019', true],
    ['+1 301-555-0142', undefined],
    ['home-going 3/4/19', false],
    ['Funeral 3/4/2020', false],
    ['expired 3/2/2020', false],
    ['transitioned 2021', false],
    ['no longer with us', false],
    ['Living / Deceased', false],
    ['Deceased - no', false],
    ['Inactive - spouse, deceased', false],
    ['Expired', undefined],
    ['Late', undefined],
    ['passed on the offer', undefined],
    ['Passed 3 tests', undefined],
    ['passed test 2019', undefined],
    ['Passed background check 2020', undefined],
    ['Choir audition; passed', undefined],
    ['funeral committee', undefined],
    ['membership expired 2020 notice', undefined],
    ['died 03/04/2019', true],
    ['Passed away March 2020', true],
    ['husband died 2019', false],
    ['(deceased)', true],
    ['sings in the choir', undefined],
    ['Entered into eternal rest 3/4/2020', true],
    ['Called home to glory 2021', true],
    ['Called home to be with the Lord', true],
    ['Went home to be with the Lord 3/4/2020', true],
    ['RIP', true],
    ['R.I.P. 2019', true],
    ['RIP in May 2019', true],
    ['d. 3/4/2020', true],
    ['d. 2019', true],
    ['d. 4 March 2019', true],
    ['She passed away in May', true],
    ['Member died of cancer', true],
    ['Died 3/4/2019, wife Ann takes over', true],
    ['Deceased. Contact son', true],
    ['Inactive (deceased)', true],
    ["dec'd 2019", true],
    ['verstorben am 3.4.2020', true],
    ['Falleció 2019', true],
    ['Called home 3/14/2024, no answer', false],
    ['Called home phone, disconnected', false],
    ['Called home to be with her mother', false],
    ['Entered rest home 2022', false],
    ['Home going to Ethiopia until June', false],
    ['Homegoing of mother 2019', false],
    ['Died: wife 2019', false],
    ['Passed away: husband 2018', false],
    ['Died, her mother, 2018', false],
    ['passed away mother', false],
    ['Death: Died of his wife’s cancer', false],
    ['Died 2019 - wife', false],
    ['DECEASED 2019 HUSBAND', false],
    ['Fallecida su esposa', false],
    ['Deceased 2018 (husband)', false],
    ['Deceased first wife', false],
    ['Deceased: Karl’s mother', false],
    ['Karl (deceased) was her husband', false],
    ['Deceased: No', false],
    ['RIP Torn fan', false],
    ['d. 301-555-0199', undefined],
    ['d. 1-301-555-0199', undefined],
    ['d. 3015550199', undefined],
    ['d. of Anna', undefined],
    ['late for dues', undefined],
    ['passed the test', undefined],
    ['lost contact', undefined],
    ['moved to Heaven’s Gate Apartments', undefined],
    ['dec. 2019 joined', undefined],
    ['Dec 2019 paid in full', undefined],
    ['widow of the late John', undefined],
    ['buried in work', undefined],
    ['With the Lord’s help well again', undefined],
    ['In rest home since 2022', undefined],
    ['Mortgage paid, totally moved', undefined],
    ['Dead line for papers is May', undefined],
    // Where somebody lives.
    ['not living', true],
    ['No longer alive since 2019', true],
    ['no longer living here', undefined],
    ['No longer living at this address, moved to Ohio', undefined],
    ['not living with family', undefined],
    // A death beside other names and words.
    ['Moved, deceased', true],
    ['Inactive, deceased 3/4/2019', false],
    ['Inactive - deceased - 3/4/2019', true],
    ['Beneficiary: Karl Moss, deceased', false],
    ['was married to Karl, deceased', false],
    ['Rose, Tim, deceased, Amy', false],
    ['Single / Married / Deceased', false],
    ['† Karl Moss', false],
    // Relatives in the languages of the words of death.
    ['Umro otac', false],
    ['Umro joj otac', false],
    ['умро муж', false],
    ['Zmarł mąż', false],
    ['Zmarla maz 2019', false],
    ['Faleceu o marido', false],
    ['Faleceu a mãe', false],
    ['Faleceu a 3/4/2019', true],
    ['marido (falecido)', false],
    ['Namatay ang asawa', false],
    ['gest. Ehemann', false],
    ['verstorben: Großvater', false],
    ['décédé mari', false],
    ['otac (umro)', false],
    ['husband d. 2019', false],
    // Another meaning before more words.
    ['Passed 5/2019 membership class', false],
    ['passed 2019 driving test', false],
    ['Passed 3/4/2019, wife told us', false],
    ['fell asleep at wheel, recovering', false],
    ['fell asleep in the Lord at home', true],
    ['Fell asleep 3/4/2019', true],
    ['reposed 2019', true],
    ['went to glory church', false],
    ['Went to Jesus House, Lagos', false],
    ['went to glory', true],
    ['Went home to glory at Easter', false],
    ['Went to be with the Lord on Easter', true],
  ])('are told in a remark: %s', (text, isDead) => expect(readRemark(text)?.isDead).toBe(isDead));

  it('are not told by a letter in the place of a detail', () =>
    expect(['d. 3/4/2020', 'D. 2019'].map((text) => readRemark(text, true))).toEqual([undefined, undefined]));

  it('are not those of a column about others', () => {
    expect(['Spouse Status', 'Father', 'EmergencyContact', 'Marital Status'].every(isOfOthers)).toBe(true);
    expect(['Status', 'Notes', 'Inactive Reason'].some(isOfOthers)).toBe(false);
  });

  it.each([
    { Status: 'Deceased' },
    { Deceased: '1' },
    { Deceased: '0', 'Deceased Date': '2023-08-01' },
    { 'Inactive Reason': 'Deceased' },
    { Reason: 'Deceased' },
    { Notes: 'died 08/01/2023' },
    { 'Date of Death': 'some time in 2023' },
    { DeceasedFlag: 'Y' },
    { 'Deceased (Y/N)': 'y' },
    { 'Living?': 'No' },
    { Alive: 'FALSE' },
    { 'Dead/Alive': 'Dead' },
    { 'Vital Status': 'Deceased' },
    { 'Date Passed': '08/01/2023' },
    { Phone: 'DECEASED' },
    { Email: 'deceased' },
    { Address: 'Deceased 2023' },
    { 'Birth Date': 'Deceased' },
    { Relationship: 'Deceased' },
    { State: 'DECEASED' },
    { Notes: 'Passed 03/04/2020' },
    { Status: 'Inactive - Deceased' },
    { Status: "Dec'd" },
    { Notes: 'ሞተ' },
    { Notes: 'verst.' },
  ])('are dead by any of %j', (cells) => {
    const [person] = read({ 'First Name': 'Olive', 'Last Name': 'Hollis', ...(cells as object) });
    expect(person?.values.deceasedDt).toBeDefined();
    expect(person?.faults).toEqual([]);
  });

  it.each([
    { Deceased: '0' },
    { Deceased: 'No', 'Deceased Date': '' },
    { 'Living?': 'Yes' },
    { 'Vital Status': 'Alive' },
    { 'Death Benefit': '5000' },
    { Email: 'died@example.org' },
    { 'Spouse Status': 'Deceased' },
    { Notes: 'husband died 2019' },
    { Deceased: 'No', Reason: 'Deceased: Invalid Date of Death: write month, day and the year' },
    { Phone: 'd. 301-555-0199' },
    { 'Member No': 'D. 2019' },
    { 'Background Check': 'Passed' },
  ])('are not those of %j', (cells) => {
    const [person] = read({ 'First Name': 'Olive', 'Last Name': 'Hollis', ...(cells as object) });
    expect(person?.values.deceasedDt).toBeUndefined();
    expect(person?.faults).toEqual([]);
  });
});

it('a widow in a list of husbands and wives has her own details and not his', () => {
  const row = {
    'Husband Name': '',
    'Husband Phone': '301-555-0142',
    'Husband Email': 'karl@example.org',
    'Husband No': '17',
    'Husband DOB': '1/2/1940',
    'Wife Name': 'Ute',
    'Wife Phone': '301-555-0143',
    'Wife Date of Death': '',
    'Last Name': 'Hollis',
    City: 'Laurel',
  };
  const [ute, ...others] = read(row);
  expect([others, ute?.faults]).toEqual([[], []]);
  expect(ute?.values).toEqual({ firstNm: 'Ute', lastNm: 'Hollis', phones: ['3015550143'] });
});

it.each<[cells: Record<string, string>, says: RegExp]>([
  [{ Name: 'Hollis, Ute', Notes: 'died 2019' }, /: 2019$/],
  [{ Name: 'Hollis, Ute (died 2019)' }, /: 2019$/],
  [{ Name: 'Ute Hollis died in 2019' }, /: 2019$/],
  [{ Name: 'Hollis, Ute', 'Date of Death': '2019' }, /: 2019$/],
  [{ Name: 'Hollis, Ute', Notes: 'died 2/30/2019' }, /“2\/30\/2019”/],
])('a day of death that is not known says what is written: %j', (cells, says) => {
  const [person] = read(cells);
  expect([person?.values.firstNm, person?.values.deathDay]).toEqual(['Ute', 'unknown']);
  expect(person?.left.map(({ message }) => message)).toEqual([expect.stringMatching(says)]);
});

describe('a death that nobody may overlook', () => {
  const mapping = { Name: 'fullName', Deceased: null, 'Deceased Date': null } as const;
  it.each<Record<string, string>>([
    { Deceased: 'Yes' },
    { 'Deceased Date': '08/01/2023' },
    { 'Deceased Date': 'August 2023' },
  ])('is read in a column that is left out: %j', (cells) => {
    const [person] = readPeople({ Name: 'Hollis, Olive', ...cells }, mapping, {}, TODAY).people;
    expect(person?.values.deceasedDt).toBeDefined();
  });

  it.each([{ Deceased: 'maybe' }, { 'Dead/Alive': 'Yes' }])('is asked about in %j', (cells) => {
    const [person] = read({ Name: 'Hollis, Olive', ...(cells as object) });
    expect(person?.values.deceasedDt).toBeUndefined();
    expect(person?.faults.map(({ field }) => field)).toEqual(['isDeceased']);
  });
});

describe('relatives as forms have them', () => {
  const family = (column: string, text: string) => {
    const people = read({ 'First Name': 'Ute', 'Last Name': 'Hollis', [column]: text });
    return {
      people: people.map(({ values }) => `${named(values)} ${values.relationship ?? ''}`.trim()),
      left: people.flatMap(({ left }) => left.map(({ message }) => message)),
    };
  };

  it.each([
    ['My husband passed in 2021'],
    ['husband died 3/4/2021'],
    ['My wife passed away'],
    ['Wife is deceased.'],
    ['my late husband died in March 2020'],
  ])('a spouse of whom no more is said than a death is no missing name: %s', (text) => {
    expect(family('Spouse', text)).toEqual({ people: ['Ute Hollis'], left: [] });
  });

  it('a spouse who follows is still to be completed', () => {
    expect(family('Spouse', 'husband died 2019, new husband').left).not.toEqual([]);
  });

  it.each([
    ['1 daughter (Ivy 2)', 'Ivy Hollis Daughter'],
    ['2 kids (Bo 5, Cy 3)', 'Bo Hollis Child, Cy Hollis Child'],
    ['2 sons: Bo, Cy', 'Bo Hollis Child, Cy Hollis Child'],
    ['1 child: Ivy', 'Ivy Hollis Child'],
  ])('children behind their number are read: %s', (text, expected) => {
    expect(family('Children', text)).toEqual({
      people: ['Ute Hollis Head of Household', ...expected.split(', ')],
      left: [],
    });
  });

  it('a number of children without names is still to be completed', () => {
    expect(family('Children', '1 daughter (in college)').left).not.toEqual([]);
  });

  it.each(['Baby Kang (due Jan.)', 'Kang (unborn)', 'expecting'])('%s is left out', (text) => {
    expect(family('Child 1', text)).toEqual({
      people: ['Ute Hollis'],
      left: [`“${text}” is not born yet, so no person is added`],
    });
  });

  it('a remark in brackets is shown with its own signs', () => {
    expect(family('Children', 'Percy (lives w/ mother)')).toEqual({
      people: ['Ute Hollis Head of Household', 'Percy Hollis Child'],
      left: ['“lives w/ mother” beside the name is not kept'],
    });
  });
});

describe('a detail never keeps somebody out', () => {
  it.each([
    [{ Phone: '555-0142' }, 'Phone'],
    [{ Phone: '(301) 555-0142 ext. 12' }, 'Phone'],
    [{ Email: 'nobody' }, 'Email'],
    [{ 'Birth Date': '02/30/1961' }, 'Birth Date'],
    [{ 'Birth Date': '1950' }, 'Birth Date'],
    [{ 'Birth Date': '1/1' }, 'Birth Date'],
    [{ 'Covered Since': 'long ago' }, 'Covered Since'],
    [{ Relationship: 'neighbor' }, 'Relationship'],
    [{ Street: '14 High Road', City: 'London', 'Zip Code': 'N17 6QN' }, 'State'],
    [{ Street: '14 High Road', City: 'London', State: 'MD', 'Zip Code': 'N17 6QN' }, 'Zip Code'],
  ])('%j is to be completed', (cells, column) => {
    const [person] = read({ 'First Name': 'Olive', 'Last Name': 'Hollis', ...(cells as object) });
    expect([person?.faults, person?.missing]).toEqual([[], []]);
    expect(person?.left.map((one) => one.column)).toContain(column);
  });

  it.each([
    { Phone: 'N/A', Email: 'none', 'Birth Date': '' },
    { Phone: '-', Email: '-', 'Birth Date': '00/00/0000' },
    { Phone: '0000000000', Email: 'n/a', 'Birth Date': '1885-03-14', Relationship: '-' },
    { Email: 'Olive Hollis <olive@example.org>', 'Zip Code': '' },
    { Phone: '301\u2013555\u20130142' },
  ])('%j has nothing to be completed', (cells) => {
    const [person] = read({ 'First Name': 'Olive', 'Last Name': 'Hollis', ...(cells as object) });
    expect([person?.faults, person?.missing, person?.left]).toEqual([[], [], []]);
  });

  it.each([
    ['Hollis, Martin, Jr.', 'Martin Hollis Jr.'],
    ['Hollis Jr., Martin', 'Martin Hollis Jr.'],
    ['Martin Hollis, Jr', 'Martin Hollis Jr.'],
    ['Martin Hollis III', 'Martin Hollis III'],
    ['Rahman, Md', 'Md Rahman'],
  ])('nor does a suffix: %s', (name, expected) => expect(namesOf({ Name: name })).toEqual([expected]));
});
