import { describe, expect, it } from 'vitest';
import type { ImportKind } from './import-fields.ts';
import { fieldOfColumn, findHeading, matchColumns } from './import-headings.ts';

/** The fields of columns, in their order; `-` for one that is left out. */
const fieldsOf = (columns: string, kind: ImportKind = 'members') =>
  Object.values(matchColumns(columns.split(' | '), kind))
    .map((field) => field ?? '-')
    .join(' ');

describe('the columns of church programs', () => {
  it.each([
    [
      'Planning Center',
      'Household Primary Contact | Child | Person ID | First Name | Nickname | Middle Name | Last Name | Name Suffix | Birthdate | Anniversary | Gender | Home Address Street Line 1 | Home Address Street Line 2 | Home Address City | Home Address State | Home Address Zip Code | Mobile Phone Number | Home Email | Work Email | Household ID',
      'isHead isChild externalRef firstNm - middleInit lastNm suffix birthDt - - streetAddress streetAddress2 cityNm stateCd postalCd phone email email household',
    ],
    [
      'Breeze',
      'Breeze ID | First Name | Last Name | Birthdate | Age | Family | Family Role | Mobile | Home | Work | Email | Street Address | City | State | Zip | Status',
      'externalRef firstNm lastNm birthDt - household relationship phone phone phone email streetAddress cityNm stateCd postalCd isActive',
    ],
    [
      'ChurchCRM',
      'FirstName | MiddleName | LastName | Suffix | Address1 | Address2 | City | State | Zip | HomePhone | CellPhone | Email | WorkEmail | BirthMonth | BirthDay | BirthYear | FamilyRole | FamilyID',
      'firstNm middleInit lastNm suffix streetAddress streetAddress2 cityNm stateCd postalCd phone phone email email birthMonth birthDay birthYear relationship household',
    ],
    [
      'CiviCRM',
      'Contact ID | First Name | Last Name | Birth Date | Deceased Date | Street Address | Supplemental Address 1 | City | State/Province | Postal Code | Home-Phone-Phone | Home-Email',
      'externalRef firstNm lastNm birthDt deceasedDt streetAddress streetAddress2 cityNm stateCd postalCd phone email',
    ],
    [
      'Elvanto',
      'Member ID | First Name | Last Name | Mobile | Home Address | Home Address 2 | Home City | Home State | Home Postcode | Home Country | Birthday | Family ID | Family Relationship',
      'memberId firstNm lastNm phone streetAddress streetAddress2 cityNm stateCd postalCd countryCd birthDt household relationship',
    ],
    [
      'ChurchTrac and Servant Keeper',
      'Individual ID | Family ID | Last Name | First Name | Preferred Name | Home Phone | Cell Phone | Address | Address Line 2 | City | St | Zip | Birth Dt | Mem Status | Family Position',
      'externalRef household lastNm firstNm - phone phone streetAddress streetAddress2 cityNm stateCd postalCd birthDt isActive relationship',
    ],
    [
      'Google Contacts',
      'First Name | Phonetic First Name | Middle Name | Last Name | Name Prefix | Name Suffix | File As | Birthday | E-mail 1 - Label | E-mail 1 - Value | Phone 1 - Label | Phone 1 - Value | Address 1 - Formatted | Address 1 - Street | Address 1 - City | Address 1 - Region | Address 1 - Postal Code | Address 1 - Extended Address',
      'firstNm - middleInit lastNm - suffix - birthDt - email - phone - streetAddress cityNm stateCd postalCd streetAddress2',
    ],
    [
      'hand-made',
      'No. | Full Name | DOB | Tel. No. | Spouse Phone | Emergency Contact Phone',
      'externalRef fullName birthDt phone spousePhone -',
    ],
    [
      'hand-made, shortened',
      'LName | FName | CellPh | eMailAddr | Role | Born › Day | Born › Month | Born › Year | Living? | Vital Status',
      'lastNm firstNm phone email relationship birthDay birthMonth birthYear isDeceased -',
    ],
    [
      'German',
      'Nr. | Vorname | Name | Geb.-Datum | Straße | PLZ | Ort | Handy | E-Mail | Familie',
      'externalRef firstNm lastNm birthDt streetAddress postalCd cityNm phone email household',
    ],
    [
      'Spanish',
      'Nombre | Apellidos | Fecha de nacimiento | Teléfono | Correo electrónico | Dirección | Ciudad | Código Postal | Parentesco',
      'firstNm lastNm birthDt phone email streetAddress cityNm postalCd relationship',
    ],
    [
      'French',
      'Prénom | Nom | Né(e) le | Téléphone | Courriel | Adresse | Ville | Code postal | Lien de parenté',
      'firstNm lastNm birthDt phone email streetAddress cityNm postalCd relationship',
    ],
    [
      'Amharic',
      'ተራ ቁጥር | ስም | የአባት ስም | የልደት ቀን | ስልክ ቁጥር | ከተማ | ዝምድና',
      'externalRef firstNm lastNm birthDt phone cityNm relationship',
    ],
    ['a whole name in any of them', 'ስም | Geburtsdatum', 'fullName birthDt'],
    [
      'abbreviated',
      'LName | FName | B-date | Ph # | Addr | Fam Nbr',
      'lastNm firstNm birthDt phone streetAddress household',
    ],
  ])('%s', (_program, columns, fields) => {
    expect(fieldsOf(columns)).toBe(fields);
  });

  it('QuickBooks, of balances', () => {
    expect(fieldsOf('Customer | Main Phone | Open Balance', 'balances')).toBe('fullName - owed');
  });

  it.each([
    'Spouse Employer',
    'Daughter School',
    'Wedding Date',
    'Mother',
    'Phone Type',
    'Created At',
    'Labels',
    'Notes',
  ])('%s is not about the person of the row', (column) => expect(fieldOfColumn(column)).toBeUndefined());
});

describe('a name of a column', () => {
  it.each([
    ['firstNm', 'firstname | FIRSTNAME | Fst Nm | FirstNm | Chr Name'],
    ['lastNm', 'LASTNAME | SurName | Lst Nm | Apellido paterno'],
    [
      'fullName',
      'Last Name, First Name | First and Last Name | First & Last Name | Last, First | Last/First | Surname & Initials | Full Nm | HOH Name | Names of Members | Head of Household Name',
    ],
    ['birthDt', 'DoB | DateofBirth | dateofbirth | B Day | Fecha de nac. | Date naiss. | የተወለዱበት ቀን'],
    ['birthYear', 'Yr of Birth | DOB-Y | BYear | Year Born'],
    ['birthMonth', 'DOB-M | Birth Mo. | Month Born | Birth Date (Month)'],
    ['birthDay', 'DOB-D | Birth_Date_Day'],
    ['relationship', 'Rel to HOH | Relationship to Head of Household | Relnshp'],
    [
      'phone',
      'HOMEPHONE | phonenumber | Work Phone Number | CellPhoneNumber | Cell/Mobile | Cell Phone / Home Phone | H. Phone | Telefon privat | Phone numbers | Alternate Phone',
    ],
    ['email', 'EMAILADDRESS | Other Email | Eml | Work E-mail Address'],
    ['streetAddress', 'STREETADDRESS | St Addr | Hausnummer | House No. | Bill address'],
    ['cityNm', 'City, ST ZIP | CityStateZip | Ort/PLZ | Town, State'],
    ['household', 'HHID | familyid | Fam Nr | N° de famille'],
    ['isActive', 'Mbr Status | Classification | Archived'],
    ['deceasedDt', 'Sterbetag'],
    ['isDeceased', 'የሞተ'],
    ['externalRef', 'Mitgliedsnr. | N° de membre | የአባልነት ቁጥር'],
    ['memberId', 'MemberNo | memberid | membernumber | Mbr #'],
    ['spouseNm', 'SpouseFirstName | Spouse Nm | ባለቤት'],
    ['childNm', 'Child1Name | Children (names and ages) | Children (list all) | ልጆች'],
    [
      undefined,
      'No. of Members | Middle School | Work Address | Emergency Phone Number | Family Picture | Home Cell Group | Maiden Name',
    ],
  ])('is %s: %s', (field, columns) => {
    for (const column of columns.split(' | ')) expect(fieldOfColumn(column), column).toBe(field);
  });

  it.each([
    ['owed', 'Bal Fwd | Prev Bal | Bal. Due | Past Due Amount | ቀሪ'],
    ['lastPaid', 'Last Pmt | Last Pd | Last Payment Amt'],
    ['lastPaidDt', 'Date Pd | Last Pmt Dt'],
  ])('of balances is %s: %s', (field, columns) => {
    for (const column of columns.split(' | ')) expect(fieldOfColumn(column, 'balances'), column).toBe(field);
  });

  it.each([
    ['Name | BMonth | BDay | BYear', 'fullName birthMonth birthDay birthYear'],
    ['ስም | የአባት ስም | የአያት ስም', 'firstNm lastNm -'],
    ['Nombre | Apellido paterno | Apellido materno', 'firstNm lastNm lastNm'],
    ['Nombre | Primer apellido | Segundo apellido', 'firstNm lastNm lastNm'],
    ['Name | Status | Archived', 'fullName isActive -'],
    ['Name | Category | Archived', 'fullName - isActive'],
    ['Family Head | Name | DOB', 'isHead fullName birthDt'],
    ['Householder | First Name | Last Name', 'isHead firstNm lastNm'],
    ['Contributor | Name | DOB', '- fullName birthDt'],
    ['Policy Holder | Vorname | Name', '- firstNm lastNm'],
    ['Family Head | Phone', 'fullName phone'],
    ['Name | No. of Children | # of Kids | Name of Children', 'fullName - - childNm'],
    ['Name | Number of Dependents | Total of Children | Children #', 'fullName - - -'],
    ['Name | Child # | Child #1 | Child No. 2', 'fullName - childNm childNm'],
  ])('is read with the others: %s', (columns, fields) => expect(fieldsOf(columns)).toBe(fields));
});

it('of two columns for one thing the fuller is taken, or the first', () => {
  const columns = ['Given Name', 'First Name', 'Last Name', 'Surname'];
  expect(
    matchColumns(columns, 'members', { 'Given Name': 1, 'First Name': 5, 'Last Name': 5, Surname: 5 }),
  ).toEqual({
    'Given Name': null,
    'First Name': 'firstNm',
    'Last Name': 'lastNm',
    Surname: null,
  });
});

it.each([
  // An empty column says nothing of the others.
  ['Household ID 0 | Household Name 5 | First Name 5 | Last Name 5', '- household firstNm lastNm'],
  ['Household ID 5 | Household Name 5 | First Name 5 | Last Name 5', 'household - firstNm lastNm'],
  ['First Name 0 | Name 5', 'firstNm fullName'],
  ['First Name 0 | Last Name 5 | Name 5', 'firstNm lastNm fullName'],
  ['First Name 5 | Name 5', 'firstNm lastNm'],
  ['First Name 5 | Family Name 5 | Last Name 0', 'firstNm lastNm -'],
  ['Name 5 | Age 5 | DOB 0', 'fullName isChild birthDt'],
])('of columns with some cells, %s is %s', (columns, fields) => {
  const names = columns.split(' | ').map((column) => column.replace(/ \d$/, ''));
  const filled = Object.fromEntries(
    names.map((name, index) => [name, Number(columns.split(' | ')[index]?.at(-1))]),
  );
  const found = Object.values(matchColumns(names, 'members', filled)).map((field) => field ?? '-');
  expect(found.join(' ')).toBe(fields);
});

describe('the number of a list for its people', () => {
  it.each([
    [{ No: '1', 'Member No': 'E-104' }, '- externalRef'],
    [{ 'Member No': 'E-104', 'S/N': '1' }, 'externalRef -'],
    [{ No: '1', 'Member No': 'M-000104' }, 'externalRef memberId'],
    [{ No: '1', 'Badge No': '17' }, '- externalRef'],
    [{ No: '1', Name: 'Ann Lee' }, 'externalRef fullName'],
    [{ Reference: 'A1', 'Member ID': '7' }, 'externalRef -'],
    [{ No: '1', 'Member No': '' }, 'externalRef memberId'],
  ])('of %j is %s', (row, fields) => {
    const columns = Object.keys(row);
    const filled = Object.fromEntries(Object.entries(row).map(([column, text]) => [column, text ? 3 : 0]));
    const samples = Object.fromEntries(
      Object.entries(row).map(([column, text]) => [column, text ? [text] : []]),
    );
    for (const kind of ['members', 'balances'] as const) {
      const found = matchColumns(columns, kind, filled, samples);
      expect(columns.map((column) => found[column] ?? '-').join(' ')).toBe(fields);
    }
  });
});

it.each([
  ['Name | Total | Paid | Balance', 'fullName - lastPaid owed'],
  ['Name | Dues | Balance', 'fullName - owed'],
  ['Name | Jan | Feb | Mar 2026 | Total', 'fullName - - - -'],
  ['Name | Dues | Paid', 'fullName - lastPaid'],
  ['Name | Total', 'fullName owed'],
  ['Name | Dues', 'fullName owed'],
  ['Name | Dues | Last Payment', 'fullName owed lastPaid'],
])('what is owed, of %s, is %s', (columns, fields) => expect(fieldsOf(columns, 'balances')).toBe(fields));

it.each([
  [['MD', 'Unknown', 'DC'], 'stateCd'],
  [['Unknown'], 'stateCd'],
  [['MD', 'Deceased'], 'stateCd'],
  [['Maryland', 'Yes'], 'stateCd'],
  [['Activa', 'Fallecido'], 'isActive'],
  [['Active', 'Unknown'], 'isActive'],
])('a column called State with %j is %s', (texts, field) => {
  expect(matchColumns(['Name', 'State'], 'members', {}, { State: texts })['State']).toBe(field);
  const beside = matchColumns(['Status', 'State'], 'members', {}, { State: texts });
  expect(beside).toEqual({ Status: 'isActive', State: 'stateCd' });
});

it.each(['Adult', 'Member', 'Person'])('two people of a row, called %s 1 and 2, are both found', (who) => {
  const columns = `${who} 1 First | ${who} 1 Last | ${who} 1 DOB | ${who} 2 First | ${who} 2 Last | ${who} 2 DOB`;
  expect(fieldsOf(columns)).toBe('firstNm lastNm birthDt spouseNm spouseLastNm spouseBirthDt');
});

it('a birth day alone is a birth date', () => {
  expect(fieldsOf('Name | Birth Day')).toBe('fullName birthDt');
  expect(fieldsOf('Name | Birth Day | Birth Month')).toBe('fullName birthDt -');
});

describe('columns by their cells', () => {
  /** The fields of the columns of a list, by name. */
  const fieldsIn = (list: string) => {
    const [names = [], ...rows] = list.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
    const cells = Object.fromEntries(
      names.map((name, index) => [name, rows.flatMap((row) => row[index] || [])]),
    );
    const filled = Object.fromEntries(names.map((name) => [name, cells[name]?.length ?? 0]));
    const found = matchColumns(names, 'members', filled, cells);
    return names.map((name) => found[name] ?? '-').join(' ');
  };

  it.each([
    ['states are no families', 'Family Group|Name\nActive|A\nMoved|B', 'isActive fullName'],
    ['envelopes that nobody shares', 'Env #|Name\n7|A\n8|B', 'externalRef fullName'],
    ['envelopes of families', 'Env #|Name\n7|A\n7|B\n8|C', 'household fullName'],
    ['lines beside people', 'No.|Name|Breeze ID\n1|A|301\n2|B|302\n3|C|', '- fullName externalRef'],
    ['lines alone', 'No.|Name\n1|A\n2|B', 'externalRef fullName'],
    ['numbers in a family', 'Family No|Individual No|Name\n1|1|A\n1|2|B\n2|1|C', 'household - fullName'],
    [
      'numbers of people',
      'Family No|Individual No|Name\n1|1|A\n1|2|B\n2|3|C',
      'household externalRef fullName',
    ],
    ['states of members', 'Mem Type|Name\nFull|A\nInactive|B', 'isActive fullName'],
    ['states of the kinds of members', 'Member Category|Name\nActive|A\nInactive|B', 'isActive fullName'],
    ['states of a kind alone', 'Category|Name\nActive|A\nInactive|B', 'isActive fullName'],
    ['a group that is no state', 'Choir Group|Name\nYes|A\nNo|B', '- fullName'],
    ['a yes that is no state', 'Choir Membership|Name\nYes|A\nNo|B', '- fullName'],
    ['a class that is no state', 'Sunday School Class|Name\nMembers|A\nFriends|B', '- fullName'],
    ['a category of prayers', 'Prayer Category|Name\nDeceased|A\nFriends|B', '- fullName'],
    ['kinds that are no states', 'Mem Type|Name\nFull|A\nHalf|B', '- fullName'],
    ['relationships', 'Order|Name\n1 - Primary|A\n2 - Spouse|B', 'relationship fullName'],
    ['no relationships', 'Order|Name\nFirst|A\nSpouse|B', '- fullName'],
    ['units of a flat', 'Unit No|Name|Street\n4|A|1 Elm St', 'streetAddress2 fullName streetAddress'],
    ['the head, beside names', 'Name|Head?\nA|Y', 'fullName isHead'],
    [
      'the fuller of two addresses',
      'Name|Street|City|Mailing Street|Mailing City\nA|1 Elm St|Laurel|Box 9|Bowie\nB|2 Elm St|Laurel||',
      'fullName streetAddress cityNm - -',
    ],
    ['years of graduation', 'Name|Grad\nA|2024\nB|2025', 'fullName -'],
    ['cities in Serbian', 'Name|Grad\nA|Niš\nB|', 'fullName cityNm'],
    [
      'the city without a kind of the address that is left out',
      'Name|Home Address|City|State|Mailing Address|Mailing City|Mailing Zip\nA|1 Elm St|Laurel|MD|PO Box 5|Bowie|20715',
      'fullName - - - streetAddress cityNm postalCd',
    ],
    [
      'the city without a kind of the address that is taken',
      'Name|Home Address|City|State|Mailing Address|Mailing City\nA|1 Elm St|Laurel|MD||\nB|2 Elm St|Laurel|MD|PO Box 5|Bowie',
      'fullName streetAddress cityNm stateCd - -',
    ],
    [
      'the state of the only city',
      'Name|Mailing Address|Mailing City|State|Zip\nA|PO Box 5|Bowie|MD|20715',
      'fullName streetAddress cityNm stateCd postalCd',
    ],
    [
      'two addresses of one cell',
      'Name|Home Address|Mailing Address\nA|1 Elm St, Laurel, MD 20707|same\nB|2 Elm St, Laurel, MD 20707|',
      'fullName streetAddress -',
    ],
    [
      'lines of one address',
      'Name|Primary Address Line 1|Primary Address Line 2\nA|1 Elm St|Apt 2',
      'fullName streetAddress streetAddress2',
    ],
    [
      'two words for one thing',
      'First/Middle|Last|Cell/Mobile Phone|Name/Phone\nA|B|301-555-0101|',
      'firstNm lastNm phone -',
    ],
  ])('%s', (_what, list, fields) => expect(fieldsIn(list)).toBe(fields));
});

describe('the heading', () => {
  const rows = (...lines: string[]) =>
    lines
      .map((line, index) => ({ row: index + 1, cells: line.split('|') }))
      .filter(({ cells }) => cells.some(Boolean));
  const found = (...lines: string[]) => {
    const { row, columns } = findHeading(rows(...lines)) ?? { row: 0, columns: [] };
    return [row, columns.join(' | ')];
  };

  it.each([
    ['is the first row', ['Name|Shoe', 'Lee|9'], 1, 'Name | Shoe'],
    [
      'is below titles of several cells',
      ['Fund|2026', '', 'Printed|May', 'x', 'Last Name|First Name|DOB', 'Lee|Ann|1950'],
      5,
      'Last Name | First Name | DOB',
    ],
    [
      'of unknown names is the first row of several cells',
      ['Our list', 'Wer|Wann', 'Lee|1950'],
      2,
      'Wer | Wann',
    ],
    [
      'has the groups above it where a name alone says too little',
      [
        'Burial Society',
        'Family||Person|||Spouse|',
        'Fam #|Zone|Last Name|First Name|Age|First Name|DOB',
        '1|A|Lee|Ann|5||',
      ],
      3,
      'Fam # | Family › Zone | Last Name | First Name | Age | Spouse First Name | Spouse DOB',
    ],
    [
      'goes on in the row below it',
      ['Name||Birth Date|Phone|', 'First|Last||Home|Cell', 'Ann|Lee|1950||'],
      2,
      'First | Last | Birth Date | Home | Cell',
    ],
    [
      'is wrapped over two rows',
      ['Last|First|Birth|Cell|Fund', 'Name|Name|Date|Phone|', 'Lee|Ann|1950||Zion'],
      2,
      'Last Name | First Name | Birth Date | Cell Phone | Fund',
    ],
    [
      'is wrapped, with more known names below',
      ['Zion', 'Member|Last|First|Date of|Emergency', 'No.|Name|Name|Birth|Contact', '7|Lee|Ann|1950|'],
      3,
      'Member No. | Last Name | First Name | Date of Birth | Emergency Contact',
    ],
    [
      'is not wrapped over the first person',
      ['Name|Active|Role|Child', 'Ann Lee|Member|Head|Name', 'Kim Lee|Yes|Child|'],
      1,
      'Name | Active | Role | Child',
    ],
    [
      'has the groups of two adults and of children',
      ['Adult 1|||Adult 2|||Child 1|', 'First|Last|DOB|First|Last|DOB|Name|DOB', 'Ann|Lee||Bo|Lee||Cy|'],
      2,
      'Adult 1 First | Adult 1 Last | Adult 1 DOB | Adult 2 First | Adult 2 Last | Adult 2 DOB | Child 1 Name | Child 1 DOB',
    ],
    [
      'is no row of people',
      ['Name|Status|DOB', 'Ann Lee|Member|1950', 'Kim Lee|Member|1951'],
      1,
      'Name | Status | DOB',
    ],
  ])('%s', (_what, lines, row, columns) => {
    expect(found(...lines)).toEqual([row, columns]);
  });

  it('can be chosen, or said to be missing', () => {
    const lines = rows('Wer|Wann', 'A|B', 'Lee|1950');
    expect(findHeading(lines, 'members', 2)).toMatchObject({ row: 2, columns: ['A', 'B'], isDoubtful: true });
    expect(findHeading(lines, 'members', 0)).toMatchObject({ row: 0, columns: ['Column A', 'Column B'] });
  });

  it('is in doubt where few of its names are known', () => {
    expect(findHeading(rows('Wer|Wann|DOB', 'a|b|c'))?.isDoubtful).toBe(true);
    expect(findHeading(rows('Name|DOB|Shoe', 'a|b|c'))?.isDoubtful).toBe(false);
  });
});
