/**
 * Lists as people keep them: invented people in the shapes that churches and their programs really use, each with what
 * must come of it. The whole of a list is read as the check of an import reads it, without a database.
 */
import { describe, expect, it } from 'vitest';
import { familyColumnOf, familyKey, judgeFamily, type FamilyPerson } from './import-family.ts';
import { matchColumns } from './import-headings.ts';
import { readPeople } from './import-people.ts';
import { familyOf } from './import-family-headings.ts';
import type { FileCells, NumberedCells } from './import-file.ts';
import { leftOut } from './import-left-out.ts';
import { isByHeads, understand, understoodMapping, withAbove } from './import-understanding.ts';
import type { ImportAnswers } from './import-values.ts';
import { fullName } from './person-name.ts';

const TODAY = '2026-11-22';

/**
 * What comes of a list: a line for each family, its people with their relationships, `*` pays, `†` has died, `?` has a
 * detail to be completed, `!` has a fault.
 */
function made(list: string, answers: ImportAnswers): string[] {
  const [heading = [], ...rows] = list
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('\\n', '\n')));
  const numbered = rows
    .map((cells, index) => ({ row: index + 2, cells }))
    .filter(({ cells }) => cells.some(Boolean));
  const texts = Object.fromEntries(
    heading.map((name, index) => [name, rows.flatMap((cells) => cells[index] || [])]),
  );
  const filled = Object.fromEntries(
    heading.map((name, index) => [name, rows.filter((cells) => cells[index]).length]),
  );
  const fields = matchColumns(heading, 'members', filled, texts);
  const file = { columns: heading.map((name) => ({ name, field: fields[name] ?? null })), answers };
  const mapping = understoodMapping(file);
  let before: FileCells | undefined;
  let last: NumberedCells | undefined;
  const read = numbered.flatMap((one, index) => {
    last = { ...one, family: familyOf(file, one, last, numbered[index + 1]) };
    if (leftOut(file, last) !== undefined) return [];
    before = { ...last, above: withAbove(file, one.cells, before) };
    return [readPeople(understand(file, before).cells, mapping, answers, TODAY)];
  });
  const firsts = read.flatMap(({ people }) => people[0]?.values ?? []);
  const column = familyColumnOf(firsts, isByHeads(file));
  const families = new Map<string, FamilyPerson[]>();
  const marks = new Map<string, string>();
  for (const [row, { people }] of read.entries())
    for (const [part, reading] of people.entries()) {
      const { values, faults, missing, left } = reading;
      const id = `${row}.${part}`;
      const key = familyKey(reading, mapping, answers, column);
      const isTogether = key && (key.by !== 'address' || answers.households === 'address');
      const family = isTogether ? key.key : `row ${row}`;
      const name = fullName({ firstNm: '', lastNm: '', ...values }).trim();
      marks.set(id, [left.length && '?', [...faults, ...missing].length && '!'].filter(Boolean).join(''));
      families.set(family, [
        ...(families.get(family) ?? []),
        {
          ...{ id, name, lastNm: values.lastNm ?? '', relationship: values.relationship },
          ...{ birthDt: values.birthDt, isDead: values.deceasedDt !== undefined, isNamed: false, place: '' },
        },
      ]);
    }
  return [...families.values()].map((people) => {
    const { head, relationships, faults, left } = judgeFamily(people, false, TODAY);
    return people
      .map(({ id, name, isDead }) => {
        const all = new Set(`${marks.get(id)}${left.has(id) ? '?' : ''}${faults.has(id) ? '!' : ''}`);
        return `${name}${isDead ? '†' : ''}${[...all].join('')}${head === id ? '*' : ` ${relationships.get(id)}`}`;
      })
      .join(', ');
  });
}

type Shape = { list: string; becomes: string[]; answers?: ImportAnswers };
const SHAPES: Record<string, Shape> = {
  'a plain list': {
    list: `Last Name | First Name | Birth Date
      Hollis | Ute | 3/4/1955
      Brandt | Lee | 5/6/1980`,
    becomes: ['Ute Hollis*', 'Lee Brandt*'],
  },
  'families with numbers': {
    list: `Family # | Last Name | First Name | DOB | Relationship
      1 | Hollis | Ute | 3/4/1955 | Head
      1 | Hollis | Karl | 3/4/1956 | Husband
      2 | Brandt | Lee | 5/6/1980 | Self`,
    becomes: ['Ute Hollis*, Karl Hollis Spouse', 'Lee Brandt*'],
  },
  'a list sorted by first name: the child comes first': {
    list: `Family # | Last Name | First Name | DOB | Relationship
      1 | Hollis | Abe | 3/4/2015 |
      1 | Hollis | Ute | 3/4/1985 | Head of Household
      1 | Hollis | Zed | 3/4/1986 | Spouse`,
    becomes: ['Abe Hollis? Child, Ute Hollis*, Zed Hollis Spouse'],
  },
  'nobody is the head': {
    list: `Family # | Last Name | First Name | DOB | Relationship
      1 | Hollis | Abe | 3/4/2015 | Son
      1 | Hollis | Ute | 3/4/1985 | Wife`,
    becomes: ['Abe Hollis Son, Ute Hollis?*'],
  },
  'two heads: the elder pays': {
    list: `Family # | Last Name | First Name | DOB | Relationship
      1 | Hollis | Ute | 3/4/1985 | Head
      1 | Hollis | Karl | 3/4/1965 | Head`,
    becomes: ['Ute Hollis? Head of Household, Karl Hollis*'],
  },
  'children alone': {
    list: `Last Name | First Name | DOB
      Hollis | Abe | 3/4/2015`,
    becomes: ['Abe Hollis! Child'],
  },
  'a child who is said to be the head': {
    list: `Family # | Last Name | First Name | DOB | Relationship
      1 | Hollis | Abe | 3/4/2015 | Head
      1 | Hollis | Ute | 3/4/1985 | `,
    becomes: ['Abe Hollis? Child, Ute Hollis?*'],
  },
  'families by last name (Breeze)': {
    list: `First Name | Last Name | Family | Family Role | Street Address | City | State | Zip
      Ute | Hollis | Hollis | Head of Household | 1 Fern Way | Laurel | MD | 20707
      Karl | Hollis | Hollis | Spouse | 1 Fern Way | Laurel | MD | 20707
      Maud | Hollis | Hollis | Head of Household | 77 River Rd | Bowie | MD | 20715
      Lee | Brandt | Brandt | Adult | 5 Low St | Laurel | MD | 20707`,
    becomes: ['Ute Hollis*, Karl Hollis Spouse', 'Maud Hollis*', 'Lee Brandt?*'],
  },
  'families by last name, without addresses': {
    list: `First Name | Last Name | Family
      Ute | Hollis | The Hollis Family
      Karl | Hollis | Hollis Family`,
    becomes: ['Ute Hollis*', 'Karl Hollis*'],
  },
  'the same, where each name is a family': {
    list: `First Name | Last Name | Family | DOB
      Ute | Hollis | Hollis | 1/2/1950
      Karl | Hollis | Hollis | 1/2/1951`,
    answers: { familyNames: 'name' },
    becomes: ['Ute Hollis?*, Karl Hollis? Other Relative'],
  },
  'None and 0 are no family': {
    list: `First Name | Last Name | Household
      Ute | Hollis | None
      Karl | Brandt | None
      Lee | Moss | 0
      Ann | Roe | 0`,
    becomes: ['Ute Hollis*', 'Karl Brandt*', 'Lee Moss*', 'Ann Roe*'],
  },
  'one house, two apartments': {
    list: `First Name | Last Name | Street | Apt | City | State | Zip
      Ute | Hollis | 8 Pond St | 1A | Laurel | MD | 20707
      Karl | Hollis | 8 Pond St. | 1A | Laurel | MD | 20707
      Lee | Brandt | 8 Pond St | 2B | Laurel | MD | 20707`,
    answers: { households: 'address' },
    becomes: ['Ute Hollis? Other Relative, Karl Hollis?*', 'Lee Brandt*'],
  },
  'streets without zip codes still say who lives together': {
    list: `First Name | Last Name | Relationship | Address | City
      Ute | Hollis | Head | 8 Pond St | Laurel
      Karl | Hollis | Spouse | 8 Pond St | Laurel`,
    answers: { households: 'address' },
    becomes: ['Ute Hollis?*, Karl Hollis? Spouse'],
  },
  'a spouse and children in columns': {
    list: `Last Name | First Name | DOB | Spouse First Name | Spouse DOB | Child 1 | Child 1 DOB | Child 2 | Child 2 DOB
      Hollis | Karl | 6/1/1972 | Ute | 7/2/1974 | Tim | 8/3/2010 | Ann | 9/4/2013
      Brandt | Pia | 1/5/1980 | | | Luca | 2/6/2016 | | `,
    becomes: [
      'Karl Hollis*, Ute Hollis Spouse, Tim Hollis Child, Ann Hollis Child',
      'Pia Brandt*, Luca Brandt Child',
    ],
  },
  'the same, named in CamelCase': {
    list: `Last Name | First Name | SpouseName | Child1Name | Child2Name
      Hollis | Karl | Ute Moss | Tim | `,
    becomes: ['Karl Hollis*, Ute Moss Spouse, Tim Hollis Child'],
  },
  'all children in one cell': {
    list: `Name | Spouse | Children
      Hollis, Karl | Ute | Tim (8/3/2010), Ann & Lee
      Brandt, Pia | n/a | none`,
    becomes: [
      'Karl Hollis*, Ute Hollis Spouse, Tim Hollis Child, Ann Hollis Child, Lee Hollis Child',
      'Pia Brandt*',
    ],
  },
  'couples with numbers of the list': {
    list: `Name | DOB
      Hollis, Ute & Karl | 3/4/1955
      Brandt, Lee / Ann |
      Moss, Ed\\nMoss, Flo |
      Ana y Luis Roe |
      Mr. and Mrs. Max Fry | `,
    becomes: [
      'Ute Hollis*, Karl Hollis Spouse',
      'Lee Brandt*, Ann Brandt Spouse',
      'Ed Moss*, Flo Moss Spouse',
      'Ana Roe*, Luis Roe Spouse',
      'Max Fry*, Mrs. Max Fry? Spouse',
    ],
  },
  'couples who are one member': {
    list: `First Name | Last Name
      Ute & Karl | Hollis`,
    answers: { couples: 'one' },
    becomes: ['Ute & Karl Hollis*'],
  },
  'suffixes wherever they stand': {
    list: `Name | DOB
      Hollis, Martin, Jr. | 3/4/1985
      Hollis Sr., Martin | 3/4/1955
      Martin Hollis III | 3/4/2005`,
    becomes: ['Martin Hollis Jr.*', 'Martin Hollis Sr.*', 'Martin Hollis III*'],
  },
  placeholders: {
    list: `First Name | Last Name | Birth Date | Phone | E-mail | Address | City | State | Zip
      Ute | Hollis | 00/00/0000 | N/A | none | - | - | MD | -
      Karl | Brandt | 1885-03-14 | 0000000000 | n/a | | | |
      Lee | Moss | unknown | - | - | | | | `,
    becomes: ['Ute Hollis*', 'Karl Brandt*', 'Lee Moss*'],
  },
  'details that cannot be read': {
    list: `First Name | Last Name | Birth Date | Phone | E-mail | Relationship
      Ute | Hollis | 1950 | 555-0142 | | Head
      Karl | Brandt | 2/30/1950 | | karl at example | Head
      Lee | Moss | 1/1 | 301-555-0142 ext. 5 | | Neighbor`,
    becomes: ['Ute Hollis?*', 'Karl Brandt?*', 'Lee Moss?*'],
  },
  'addresses of other countries': {
    list: `First Name | Last Name | Address | City | State | Zip | Country
      Ute | Hollis | 14 High Road | London | | N17 6QN | UK
      Karl | Brandt | 14 High Road | London | | N17 6QN | `,
    becomes: ['Ute Hollis*', 'Karl Brandt?*'],
  },
  'a yes and a day of death (CiviCRM)': {
    list: `First Name | Last Name | Birth Date | Deceased | Deceased Date
      Ute | Hollis | 1952-05-17 | 0 |
      Karl | Hollis | 1949-11-02 | 1 | 2023-08-01
      Lee | Brandt | 1975-01-30 | No |
      Ann | Moss | 1975-01-30 | TRUE | `,
    becomes: ['Ute Hollis*', 'Karl Hollis† Head of Household', 'Lee Brandt*', 'Ann Moss† Head of Household'],
  },
  'states of the living and the dead': {
    list: `First Name | Last Name | Status | Household | Relationship
      Ute | Hollis | Member | 1 | Head
      Karl | Hollis | Deceased | 1 | Spouse`,
    becomes: ['Ute Hollis*, Karl Hollis† Spouse'],
  },
  'a dead head': {
    list: `First Name | Last Name | Status | Household | Relationship
      Karl | Hollis | verstorben | 1 | Head
      Ute | Hollis | Member | 1 | Spouse`,
    becomes: ['Karl Hollis† Head of Household, Ute Hollis*'],
  },
  'the dead by name and remark': {
    list: `Name | Notes | Inactive Reason
      Hollis, Ute (deceased) | |
      † Karl Brandt | |
      Moss, Lee | died 3/4/2020 |
      Roe, Ann | husband died 2019 |
      Fry, Ed | | Fallecido`,
    becomes: [
      'Ute Hollis† Head of Household',
      'Karl Brandt† Head of Household',
      'Lee Moss† Head of Household',
      'Ann Roe?*',
      'Ed Fry† Head of Household',
    ],
  },
  'a yes and no for the whole list, in Spanish': {
    list: `First Name | Last Name | Fallecido
      Ute | Hollis | No
      Karl | Brandt | Sí`,
    becomes: ['Ute Hollis*', 'Karl Brandt† Head of Household'],
  },
  'children whose birth dates are not known': {
    list: `First Name | Last Name | Relationship | Household
      Ana | Hollis | Daughter | 1
      Ute | Hollis | | 1`,
    becomes: ['Ana Hollis Daughter, Ute Hollis?*'],
  },
  'a spouse who has died': {
    list: `Last Name | First Name | Spouse
      Hollis | Ute | Karl (deceased)`,
    becomes: ['Ute Hollis*, Karl Hollis† Spouse'],
  },
  'nothing but names': {
    list: `Name
      Hollis, Ute
      Lee Brandt`,
    becomes: ['Ute Hollis*', 'Lee Brandt*'],
  },
  'columns for husband and wife': {
    list: `Last Name | Husband | Wife | Children | Husband DOB | Wife DOB
      Hollis | Karl | Ute | Tim, Ann | 1/2/1960 | 2/3/1962
      Brandt | | Lee | | | 3/4/1940
      Moss | Ed | | | 5/6/1970 | `,
    becomes: [
      'Karl Hollis*, Ute Hollis Spouse, Tim Hollis Child, Ann Hollis Child',
      'Lee Brandt*',
      'Ed Moss*',
    ],
  },
  'widows and widowers in columns for husband and wife': {
    list: `Husband Name | Husband Date of Death | Wife Name | Wife Deceased | Last Name
      | 3/4/2019 | Ute | | Hollis
      Deceased | | Lee | | Brandt
      Late | | Ann | No | Roe
      Ed | | Flo | Yes | Moss
      Max | 3/4/2019 | Ida | | Fry
      Deceased | | | | Ray`,
    becomes: [
      'Ute Hollis*',
      'Lee Brandt*',
      'Ann Roe*',
      'Ed Moss*, Flo Moss† Spouse',
      'Max Fry† Head of Household, Ida Fry*',
      'Deceased Ray*',
    ],
  },
  'the second of two members has died': {
    list: `Member 1 Name | Member 2 Name | Member 2 Deceased
      Karl Hollis | Ute Hollis | Yes
      Lee Brandt | Ann Brandt | No
      Ed Moss | | Yes`,
    becomes: ['Karl Hollis*, Ute Hollis† Spouse', 'Lee Brandt*, Ann Brandt Spouse', 'Ed Moss*'],
  },
  'the second of two beside the name of the first': {
    list: `First Name | Last Name | Member 2 Name | Member 2 Deceased
      Karl | Hollis | Ute Hollis | Yes`,
    becomes: ['Karl Hollis*'],
  },
  'the day of death of a spouse': {
    list: `First Name | Last Name | Wife Name | Wife's Date of Death | Spouse Living
      Karl | Hollis | Ute | 3/4/2019 |
      Ed | Moss | Flo | | No
      Lee | Brandt | Ann | | Yes`,
    becomes: [
      'Karl Hollis*, Ute Hollis† Spouse',
      'Ed Moss*, Flo Moss† Spouse',
      'Lee Brandt*, Ann Brandt Spouse',
    ],
  },
  'two adults and a child in columns': {
    list: `Adult 1 First Name | Adult 1 Last Name | Adult 2 First Name | Adult 2 Last Name | Child 1 Name | Child 1 Birthdate
      Karl | Hollis | Ute | Moss | Tim | 1/2/2015
      Lee | Brandt | | | | `,
    becomes: ['Karl Hollis*, Ute Moss Spouse, Tim Hollis Child', 'Lee Brandt*'],
  },
  'couples with both birth dates': {
    list: `Policy No. | Participant | Birth dates
      A-1 | Karl and Ute Hollis | 1/2/1950, 3/4/1952
      A-2 | Brandt, Lee & Ann | 5/6/2015 & 7/8/1990`,
    becomes: ['Karl Hollis*, Ute Hollis Spouse', 'Lee Brandt? Child, Ann Brandt?*'],
  },
  'father, mother and child in columns': {
    list: `Father's Name | Mother's Name | Child's Name | Child DOB
      Karl Hollis | Ute Hollis | Tim Hollis | 1/2/2015`,
    becomes: ['Karl Hollis*, Ute Hollis Spouse, Tim Hollis Child'],
  },
  'first name and father’s name': {
    list: `No | First Name | Father's Name | Grandfather's Name
      1 | Abebe | Bekele | Tadesse`,
    becomes: ['Abebe Bekele*'],
  },
  'families called by a name': {
    list: `Household Name | Last | First | Birthdate | Address
      The Moss Household | Moss | Ed | 1/2/1950 | 1 Oak St
      The Moss Household | Moss | Flo | 2/2/1952 | 1 Oak St
      Moss Household | Moss | Guy | 2/2/1972 | 88 Pine St`,
    becomes: ['Ed Moss?*, Flo Moss? Other Relative', 'Guy Moss?*'],
  },
  'families with a name beside their number (ChurchTrac)': {
    list: `Family ID | Family Name | First Name | Last Name | Family Position
      1 | Hollis | Karl | Hollis | Head of House
      1 | Hollis | Ute | Moss | Spouse`,
    becomes: ['Karl Hollis*, Ute Moss Spouse'],
  },
  'the head of each household by name': {
    list: `First | Last | Head of Household | DOB
      Ute | Hollis | Karl Hollis | 1/2/1950
      Karl | Hollis | Hollis, Karl | 1/2/1949
      Lee | Brandt | | 1/2/1980`,
    answers: { familyNames: 'name' },
    becomes: ['Ute Hollis? Other Relative, Karl Hollis*', 'Lee Brandt*'],
  },
  'heads of the same name, at two addresses and without one': {
    list: `First | Last | Head of Household | Address | City | Zip
      Karl | Hollis | Karl Hollis | 1 Elm St | Laurel | 20707
      Ute | Hollis | Hollis, Karl | 1 Elm St | Laurel | 20707
      Karl | Hollis | Karl Hollis | 9 Oak St | Bowie | 20715
      Lee | Hollis | Karl Hollis | 9 Oak St | Bowie | 20715
      Ann | Hollis | Karl Hollis | | | `,
    becomes: [
      'Karl Hollis*, Ute Hollis? Other Relative',
      'Karl Hollis*, Lee Hollis? Other Relative',
      'Ann Hollis*',
    ],
  },
  'heads by a word, and by name in the rows of their families': {
    list: `First | Last | Head of Household | Address | City | Zip
      Karl | Hollis | Self | 1 Elm St | Laurel | 20707
      Ute | Hollis | Karl Hollis | 1 Elm St | Laurel | 20707
      Karl | Hollis | Yes | 9 Oak St | Bowie | 20715
      Lee | Hollis | Hollis, Karl | 9 Oak St | Bowie | 20715`,
    becomes: ['Karl Hollis*, Ute Hollis? Other Relative', 'Karl Hollis*, Lee Hollis? Other Relative'],
  },
  'heads by a word, beside addresses': {
    list: `First | Last | Head of Household | Address | City | Zip
      Karl | Hollis | Yes | 1 Elm St | Laurel | 20707
      Ute | Hollis | No | 1 Elm St | Laurel | 20707
      Lee | Brandt | Yes | 9 Oak St | Bowie | 20715
      Ann | Brandt | No | 9 Oak St | Bowie | 20715`,
    answers: { households: 'address' },
    becomes: ['Karl Hollis*, Ute Hollis? Other Relative', 'Lee Brandt*, Ann Brandt? Other Relative'],
  },
  'marks and words for the head': {
    list: `First | Last | Head of Household
      Ute | Hollis | ✓
      Lee | Brandt | ✔
      Ed | Moss | HOH
      Ann | Roe | Self
      Max | Fry | H
      Ida | Ray | See above
      Tim | Lee | Yes, widow
      Eva | Fox | Karl`,
    answers: { familyNames: 'name' },
    becomes: [
      ...['Ute Hollis*', 'Lee Brandt*', 'Ed Moss*', 'Ann Roe*', 'Max Fry*', 'Ida Ray*', 'Tim Lee*'],
      'Eva Fox*',
    ],
  },
  'how people are reached first': {
    list: `First | Last | Primary Contact
      Ute | Hollis | Email
      Lee | Brandt | Email
      Ed | Moss | Home Phone
      Ann | Roe | Cell Phone
      Max | Fry | Ute Hollis
      Ida | Ray | Ute Hollis`,
    answers: { familyNames: 'name' },
    becomes: ['Ute Hollis*', 'Lee Brandt*', 'Ed Moss*', 'Ann Roe*', 'Max Fry*', 'Ida Ray*'],
  },
  'a yes for the head beside relationships': {
    list: `Household ID | First | Last | Head of Household? | Relationship
      1 | Ute | Hollis | No | Wife
      1 | Karl | Hollis | Yes |
      1 | Tim | Hollis | No | Child`,
    becomes: ['Ute Hollis Spouse, Karl Hollis*, Tim Hollis Child'],
  },
  'in Spanish': {
    list: `Nº | Familia | Apellidos | Nombre(s) | F. Nac. | Parentesco | Estado
      1 | 4 | García | Ana María | 14 de marzo de 1950 | Jefa de familia | Activa
      2 | 4 | García | Luis | 1 de diciembre de 1948 | Esposo | Fallecido
      3 | 4 | García | Eva | 2 de agosto de 2015 | Hija | Activa`,
    becomes: ['Ana María García*, Luis García† Spouse, Eva García Daughter'],
  },
  'in French': {
    list: `N° famille | Nom | Prénom | Né(e) le | Lien | Décédé(e)
      7 | Dupont | Anne | 14 mars 1950 | Chef de famille | Non
      7 | Dupont | Luc | 1er avril 1948 | Conjoint | Oui
      7 | Dupont | Zoé | 2 août 2012 | Fille | `,
    becomes: ['Anne Dupont*, Luc Dupont† Spouse, Zoé Dupont Daughter'],
  },
  'in German': {
    list: `Lfd. Nr. | Familie | Name, Vorname | geb. am | Rolle | PLZ Ort | Straße | verst. am
      1 | 3 | Schmidt, Karl | 14. März 1950 | Haushaltsvorstand | 20707 Laurel | Weg 1 |
      2 | 3 | Schmidt, Eva | 3. Mai 1955 | Ehefrau | 20707 Laurel | Weg 1 | 12.01.2020
      Summe: 2 | | | | | | | `,
    becomes: ['Karl Schmidt*, Eva Schmidt† Spouse'],
  },
  'in Amharic': {
    list: `ተ.ቁ | ሙሉ ስም | የአባት ስም | ዝምድና | የቤተሰብ ቁጥር | የትውልድ ቀን
      1 | አበበ | በቀለ | የቤተሰብ ኃላፊ | 1 | 1/2/1950
      2 | አልማዝ | ተስፋዬ | ሚስት | 1 | 1/2/1955
      3 | ሄኖክ | አበበ | ልጅ | 1 | 1/2/2012`,
    becomes: ['አበበ በቀለ*, አልማዝ ተስፋዬ Spouse, ሄኖክ አበበ Child'],
  },
  'suffixes and degrees behind a comma': {
    list: `Name | Sfx
      Hollis, Karl III |
      Brandt, Lee, M.D. |
      Moss, Ed | senior`,
    becomes: ['Karl Hollis III*', 'Lee Brandt M.D.*', 'Ed Moss Sr.*'],
  },
  'names that are no person’s': {
    list: `Name | Phone
      The Hollis Family | 301-555-0101
      1. Brandt, Lee | 301-555-0102
      *Moss, Ed | 301-555-0103
      Estate of Ann Roe |
      Page 2 of 3 |
      Printed 1/2/2026 | `,
    becomes: ['!*', 'Lee Brandt*', 'Ed Moss?*', 'Ann Roe† Head of Household'],
  },
  'deaths in remarks and states': {
    list: `First | Last | Status | Remarks
      Ute | Hollis | Active | Deceased wife Flo in 2019
      Karl | Brandt | Active | Went home to be with the Lord 3/4/2020
      Lee | Moss | DECEASED - 2020 |
      Ann | Roe | Active | d. 3/4/2020
      Ed | Fry | Active | not deceased`,
    becomes: [
      'Ute Hollis?*',
      'Karl Brandt† Head of Household',
      'Lee Moss†? Head of Household',
      'Ann Roe† Head of Household',
      'Ed Fry?*',
    ],
  },
  'birth dates as people write them': {
    list: `Name | Birthday (MM/DD) | Birth Year
      Hollis, Ute | 03/04 | 1950
      Brandt, Lee | | 1950
      Moss, Ed | 01/01/1900 |
      Roe, Ann | 19500304 | `,
    becomes: ['Ute Hollis*', 'Lee Brandt?*', 'Ed Moss*', 'Ann Roe*'],
  },
  'month, day and year of the only date': {
    list: `Name | Mo | Day | Yr
      Hollis, Ute | Mar | 4 | 1950`,
    becomes: ['Ute Hollis*'],
  },
  'addresses in one cell, and without a state': {
    list: `Name | Address | City | Zip
      Hollis, Ute | 1 Elm St Apt 4, Laurel MD, 20707-1234 | |
      Brandt, Lee | PO Box 5\\nLaurel, MD 20707 | |
      Moss, Ed | 2 Elm St | Laurel | 20707
      Roe, Ann | 3 Elm St Laurel MD 20707 | | `,
    becomes: ['Ute Hollis*', 'Lee Brandt*', 'Ed Moss*', 'Ann Roe*'],
  },
  'phones and e-mails with more beside them': {
    list: `Name | Phone | Email
      Hollis, Ute | (301)5550101(cell) (240)5550102(home) | ute@example.org (work)
      Brandt, Lee | none given | no e-mail
      Moss, Ed | 3015550106.0 | a@example.org / b@example.org.
      Roe, Ann | 301.555.0103 call after 6 | `,
    becomes: ['Ute Hollis*', 'Lee Brandt*', 'Ed Moss*', 'Ann Roe?*'],
  },
  'ages in place of birth dates': {
    list: `Family # | Name | Age
      1 | Hollis, Abe | 7
      1 | Hollis, Ute | 35
      1 | Hollis, Bo | 0
      2 | Brandt, Lee | 80
      3 | Moss, Ann | 6 mos`,
    becomes: ['Abe Hollis Child, Ute Hollis?*, Bo Hollis Child', 'Lee Brandt*', 'Ann Moss! Child'],
  },
  'last names and numbers in merged cells': {
    list: `Fam | Last Name | First Name | Relationship
      1 | Hollis | Karl | Head
      | | Ute | Wife
      | | Tim | Son
      2 | Moss | Ed | Head`,
    answers: { familyAbove: 'above', loneNames: 'above' },
    becomes: ['Karl Hollis*, Ute Hollis Spouse, Tim Hollis Son', 'Ed Moss*'],
  },
  'relationships behind names': {
    list: `Household | Name | DOB
      1 | Hollis, Karl (head) | 1/2/1950 (76)
      1 | Hollis, Ute (wife) | 1/2/1951
      1 | - Tim Hollis (son) |
      2 | 12 Moss, Ed |
      2 | Moss, Flo - wife | `,
    becomes: ['Karl Hollis*, Ute Hollis Spouse, Tim Hollis Son', 'Ed Moss?*, Flo Moss Spouse'],
  },
  'nicknames, and names before a marriage': {
    list: `Name
      Robert "Bob" Hollis
      Brandt, Lee (Leo)
      Max “Mac” Fry
      Ute Moss née Roe
      Ray (geb. Fox), Ida`,
    becomes: ['Robert "Bob" Hollis*', 'Lee (Leo) Brandt*', 'Max “Mac” Fry*', 'Ute Moss?*', 'Ida Ray?*'],
  },
  'the same address as above, in other words': {
    list: `Name | Address | City | State | Zip
      Hollis, Karl | 1 Elm Street, Apt 2 | Laurel | MD | 20707
      Hollis, Ute | Same as husband | | |
      Hollis, Ann | dito | dito | dito | dito
      Hollis, Bo | 1 Elm St #2 | Laurel | MD | 20707`,
    answers: { households: 'address' },
    becomes: [
      'Karl Hollis? Other Relative, Ute Hollis? Other Relative, Ann Hollis?*, Bo Hollis? Other Relative',
    ],
  },
  'two people on two lines, and one without a name': {
    list: `Member(s)
      Karl\\nUte Hollis
      Brandt,\\nLee and Ann
      Ed Moss w/ Flo
      Max Fry & wife`,
    becomes: [
      'Karl Hollis*, Ute Hollis Spouse',
      'Lee Brandt*, Ann Brandt Spouse',
      'Ed Moss*, Flo Moss Spouse',
      'Max Fry*, Wife of Max Fry? Spouse',
    ],
  },
  'in Amharic, with columns of a spouse and children': {
    list: `ተ.ቁ. | የአባሉ ሙሉ ስም | የትዳር ጓደኛ | ልጆች | ስልክ ቁጥር
      1 | አበበ በቀለ | አልማዝ ተስፋዬ | ሄኖክ፣ ሳራ | 301-555-0101
      2 | ወ/ሮ ማርታ ግርማ | | | `,
    becomes: ['አበበ በቀለ*, አልማዝ ተስፋዬ Spouse, ሄኖክ በቀለ Child, ሳራ በቀለ Child', 'ማርታ ግርማ*'],
  },
  'in French, with children and their ages': {
    list: `Nom de famille | Prénoms | Conjoint(e) | Conjoint(e) né(e) le | Enfants | Courriel
      Dupont | Anne | Luc | 1er avril 1948 | Zoé 7, Léa (12) | a@example.org et b@example.org`,
    becomes: ['Anne Dupont*, Luc Dupont Spouse, Zoé Dupont Child, Léa Dupont Child'],
  },
  'names all in capitals, the last name first': {
    list: `Name | Spouse | Children
      HOLLIS KARL | HOLLIS UTE | TIM
      BRANDT LEE & ANN | |
      MOSS ED & ROE FLO | | `,
    answers: { nameOrder: 'last' },
    becomes: [
      'KARL HOLLIS*, UTE HOLLIS Spouse, TIM HOLLIS Child',
      'LEE BRANDT*, ANN BRANDT Spouse',
      'ED MOSS*, FLO ROE Spouse',
    ],
  },
  'families below their names': {
    list: `Last Name | First Name | DOB | Street
      The Hollis Family | |
      | Karl | 1/2/1950
      | Ute | 1/2/1952
      MOSS | |
      | Ed & Flo |
      Roe | Tim | 1/2/2015

      Fry | Max | 1/2/1960
      Hollis | |
      Hollis | Lee | 1/2/1980 |
      Ray | Ida | 1/2/1980 | 9 Oak St`,
    answers: { familyHeadings: 'household' },
    becomes: [
      'Karl Hollis?*, Ute Hollis? Other Relative',
      'Ed Moss*, Flo Moss Spouse',
      'Tim Roe! Child',
      'Max Fry*',
      'Lee Hollis*',
      'Ida Ray?*',
    ],
  },
  'ages of 0 for those that are not known': {
    list: `Family # | Name | Age | Relationship
      1 | Karl Hollis | 0 | Head
      1 | Ute Hollis | 0 | Wife
      1 | Tim Hollis | 7 | Son
      1 | Bo Hollis | 0 |`,
    becomes: ['Karl Hollis*, Ute Hollis Spouse, Tim Hollis Son, Bo Hollis Child'],
  },
  'strangers below a family whose people have no last names': {
    list: `Name | Relationship | Address | City | State | Zip | Phone
      HOLLIS | | 1 Elm St | Laurel | MD | 20707 | 301-555-0101
      Karl | Head | | | | |
      Tim Roe | Son | | | | |
      Ute | | | | | |
      Lee Brandt | | | | | |
      Ida | | | | | |
      MOSS | | | | | |
      Ed Moss | | | | | |
      Flo Ray | | | | | |
      Bo Roe | Head | | | | |`,
    answers: { familyHeadings: 'household', loneNames: 'alone' },
    becomes: [
      'Karl Hollis*, Tim Roe Son, Ute Hollis? Other Relative',
      'Lee Brandt*',
      'Ida -*',
      'Ed Moss?*, Flo Ray? Other Relative',
      'Bo Roe*',
    ],
  },
  'the family Page': {
    list: `Last Name | First Name
      Hollis |
      Hollis | Karl
      Page 2 |
      Hollis | Ute
      Page |
      Page | Al`,
    answers: { familyHeadings: 'household' },
    becomes: ['Karl Hollis?*, Ute Hollis? Other Relative', 'Al Page*'],
  },
  'the family Page, in one column': {
    list: `Name
      HOLLIS
      Karl
      Page
      Al`,
    answers: { familyHeadings: 'household', loneNames: 'alone' },
    becomes: ['Karl Hollis*', 'Al -*'],
  },
  'families below their names, in one column': {
    list: `Name | DOB | Address | City | State | Zip
      SORREL: | | 1 Elm St | Laurel | MD | 20707
      Amos J. | 1/2/1950 | | | |
      Vera Sorrel | 1/2/1952 | | | |
      Page 2
      Kim (daughter) | | 9 Oak St | Bowie | MD | 20715

      The Hollises
      Karl
      Ute (deceased)
      Zone 2
      Brandt, Lee | | | | | `,
    answers: { familyHeadings: 'household' },
    becomes: [
      'Amos Sorrel?*, Vera Sorrel? Other Relative, Kim Sorrel Daughter',
      'Karl Hollis*, Ute Hollis†? Other Relative',
      'Lee Brandt*',
    ],
  },
  'families below their names, who live apart': {
    list: `Name
      Sorrel
      Amos
      Vera

      Hollis
      Karl`,
    answers: { familyHeadings: 'name' },
    becomes: ['Amos Sorrel*', 'Vera Sorrel*', 'Karl Hollis*'],
  },
  'families below their names in the column of families': {
    list: `Family | Name
      Sorrel |
      | Amos Sorrel
      | Vera
      Hollis |
      | Karl`,
    answers: { familyHeadings: 'household' },
    becomes: ['Amos Sorrel?*, Vera Sorrel? Other Relative', 'Karl Hollis*'],
  },
  'single names that are no families': {
    list: `Name
      HOLLIS, KARL
      UTE
      TIM
      Ed Moss
      Cher
      Lee Brandt`,
    answers: { loneNames: 'above', familyHeadings: 'household' },
    becomes: ['KARL HOLLIS*', 'UTE HOLLIS*', 'TIM HOLLIS*', 'Ed Moss*', 'Cher Moss*', 'Lee Brandt*'],
  },
  'statuses, roles and keys in words of programs (ParishSoft)': {
    list: `Family DUID | Family Group | Member DUID | First Name | Last Name | Role | Date of Death
      3001 | Active | 66001 | Karl | Hollis | Head |
      3001 | Active | 66002 | Ute | Hollis | Wife |
      3002 | Active | 66003 | Ed | Moss | Husband | 3/3/2021
      3002 | Moved | 66004 | Flo | Moss | Wife | `,
    answers: { words: [{ name: 'isActive: moved', means: 'No' }] },
    becomes: ['Karl Hollis*, Ute Hollis Spouse', 'Ed Moss† Spouse, Flo Moss*'],
  },
  'relationships below a name that says nothing (FellowshipOne, Church Windows)': {
    list: `Family Number | Dir/Rpt Order | First | Last | Birth Date
      1 | 1 - Primary | Abe | Hollis | 1/12/1949
      1 | 2 - Spouse | Cleo | Hollis | 6/17/1951
      1 | 3 - Child | Dora | Hollis | 2/27/2010
      2 | 1 - Primary | Gail | Dow | 10/10/1990
      2 | 2 - Parent | Hans | Dow | 5/5/1965`,
    becomes: ['Abe Hollis*, Cleo Hollis Spouse, Dora Hollis Child', 'Gail Dow*, Hans Dow Parent'],
  },
  'units for families, two words for one column, and times beside dates (Shelby)': {
    list: `NameCounter | UnitNum | First/Middle | Last Name | Unit Position | Birthdate | Address | Address 2 | CSZ | Cell/Mobile Phone
      5001 | 801 | Adele M | Birch | Head | 3/14/1955 12:00:00 AM | 10 York Rd | | Laurel MD 20707 | (301)555-1501
      5002 | 801 | Boris | Birch | Spouse | 1/1/1900 12:00:00 AM | 10 York Rd | | Laurel MD 20707 | `,
    becomes: ['Adele Birch*, Boris Birch Spouse'],
  },
  'organizations and households among people (CiviCRM)': {
    list: `Contact Type | Display Name | First Name | Last Name | Organization Name | Household Name
      Individual | Ute Hollis | Ute | Hollis | |
      Household | Hollis household | | | | Hollis household
      Organization | Hart Tools LLC | | | Hart Tools LLC |
      Individual | roe@example.org | | | | `,
    becomes: ['Ute Hollis*', '!*'],
  },
  'an organization as a first name (Google, Outlook)': {
    list: `First Name | Last Name | Organization Name
      Laurel Bakery | | Laurel Bakery
      Lee | Brandt | Hart Tools`,
    becomes: ['Lee Brandt*'],
  },
  'customers, their jobs and the lines of their letters (QuickBooks)': {
    list: `Active Status | Customer | Alt. Phone | Bill to 1 | Bill to 2 | Bill to 3 | Customer Type
      Active | Moss, Ed & Flo | 301-555-0101 | Ed & Flo Moss | 12 Lake Dr | Laurel, MD 20707 | Member
      Not-active | Frey, Rosa | | Rosa Frey | 16 Lake Dr | Laurel, MD 20707 | Member
      Active | Frey, Rosa:Dues 2025 | | Rosa Frey | 16 Lake Dr | Laurel, MD 20707 | Member
      Active | Grace Church Building Fund | | | | | Fund
      Active | Roe, Ann | | Ann Roe | 17 Lake Dr | Laurel, MD 20707 | Deceased`,
    becomes: ['Ed Moss*, Flo Moss Spouse', 'Rosa Frey*', 'Ann Roe† Head of Household'],
  },
  'addresses with two blanks between their lines (Mailchimp)': {
    list: `Email Address | First Name | Last Name | Address | REGION
      pia@example.org | Pia | Roth | 20 Ivy Ln  Laurel MD 20707 US | va
      bo@example.org | Bo | Roth | 20 Ivy Ln  Laurel MD 20707 US | md`,
    answers: { households: 'address' },
    becomes: ['Pia Roth? Other Relative, Bo Roth?*'],
  },
  'a column of the heads of families beside the names': {
    list: `Family Head | Name | DOB
      Karl Hollis | Karl Hollis | 3/4/1955
      Karl Hollis | Ute Hollis | 3/4/1956
      Karl Hollis | Tim Hollis | 3/4/2015`,
    answers: { familyNames: 'name' },
    becomes: ['Karl Hollis*, Ute Hollis? Other Relative, Tim Hollis? Child'],
  },
  'a choir in which not everybody sings': {
    list: `Name | Choir Group
      Karl Hollis | Yes
      Ute Brandt | No`,
    becomes: ['Karl Hollis*', 'Ute Brandt*'],
  },
  'two addresses with columns each': {
    list: `First Name | Last Name | Home Address | Home City | Home Zip | Mailing Address | Mailing City | Mailing Zip
      Ute | Hollis | 1 Elm St | Laurel | 20707 | PO Box 9 | Bowie | 20715
      Karl | Hollis | 1 Elm St | Laurel | 20707 | | |`,
    answers: { households: 'address' },
    becomes: ['Ute Hollis? Other Relative, Karl Hollis?*'],
  },
  'envelopes of their own are no families (ChurchCRM)': {
    list: `Last Name | First Name | Address 1 | City | State | Zip | Envelope Number | Family Role
      Abbot | Cyrus | 12 Cedar Way | Laurel | MD | 20707 | 101 | Head of Household
      Abbot | Daphne | 12 Cedar Way | Laurel | MD | 20707 | 102 | Spouse
      Abbot | Edith | 12 Cedar Way | Laurel | MD | 20707 | 0 | Child`,
    answers: { households: 'address' },
    becomes: ['Cyrus Abbot*, Daphne Abbot Spouse, Edith Abbot Child'],
  },
  'families called by the names of their accounts (Salesforce)': {
    list: `Account Name | First Name | Last Name | Mailing Street | Mailing City | Mailing Zip/Postal Code
      Drake Household | Alan | Drake | 1 Bay Rd | Laurel | 20707
      Drake Household | Beth | Drake | 1 Bay Rd | Laurel | 20707`,
    becomes: ['Alan Drake?*, Beth Drake? Other Relative'],
  },
  'names for letters, where no others are (PowerChurch)': {
    list: `Fam. No. | Mail Name | Phone
      00001 | MR & MRS ALVIN GRAY | 301-555-3401
      00002 | MS DINAH HUNT | 301-555-3402
      00003 | ESTATE OF KARL JUNG | `,
    becomes: ['ALVIN GRAY*, Mrs. ALVIN GRAY? Spouse', 'DINAH HUNT*', 'KARL JUNG† Head of Household'],
  },
  'a widow before a grown child': {
    list: `Family | First Name | Last Name | Role | Status
      1 | Tobiah | Umber | Head | Deceased
      1 | Wendell | Umber | | Member
      1 | Verity | Umber | Spouse | Member`,
    becomes: ['Tobiah Umber† Head of Household, Wendell Umber? Other Relative, Verity Umber*'],
  },
  'notes beside names, and numbers that wait for a name': {
    list: `No. | Name | Breeze ID
      1 | Maj Lind (treasurer) | 30002
      2 | Nils Lind - away at college | 30003
      3 | Olga Munk * | 30004
      4 | Per Nord NEW! | 30005
      5 | Rut Olin (see #4) | 30006
      6 | Bo Hale (called home 2019) | 30007
      7 | Ulf Quist RIP | 30008
      8 | +Ed & Flo Moss | 30009
      9 | |`,
    becomes: [
      ...['Maj Lind?*', 'Nils Lind?*', 'Olga Munk?*', 'Per Nord?*', 'Rut Olin?*', 'Bo Hale?*'],
      ...['Ulf Quist† Head of Household', 'Ed Moss?*, Flo Moss Spouse'],
    ],
  },
  'birth dates of which programs know the year': {
    list: `First Name | Last Name | Birth Date
      Ute | Hollis | 1955-00-00
      Karl | Brandt |   /  /1934
      Lee | Moss | 0000-00-00
      Ann | Roe | 1900-00-00`,
    becomes: ['Ute Hollis?*', 'Karl Brandt?*', 'Lee Moss*', 'Ann Roe*'],
  },
  'in German, a family as a block of rows': {
    list: `Familie | Mitglied | Verhältnis | geboren | Adresse
      Hollis | Karl | Vater | 4.5.1970 | 3 Pine St, Laurel, MD 20707
      | Ute | Mutter | 13.9.1972 |
      | Lars | Sohn | 2.1.2009 |
      Moss | Ilse | Witwe | 1.3.1941 | 19 Oak Ct, Apt. 2B, Bowie, MD 20715
      | Tim | Enkel | 10.10.2011 |
      gesamt | 5 Mitglieder | | | `,
    answers: { dateOrder: 'day', familyAbove: 'above', loneNames: 'above' },
    becomes: ['Karl Hollis?*, Ute Hollis? Spouse, Lars Hollis Son', 'Ilse Moss?*, Tim Moss Grandchild'],
  },
  'in Portuguese': {
    list: `Nº | Nome completo | Data de nascimento | Parentesco | Agregado | Morada | Localidade | Estado | Falecido em
      1 | João Hollis | 3/mar/1950 | Chefe de família | 1 | 1 Elm St | Laurel | Ativo |
      2 | Rita Hollis | 17 de maio de 1953 | Esposa | 1 | idem | idem | Ativa |
      3 | Amélia Moss | sem data | Viúva | 2 | | | Ativa |
      4 | Manuel Moss | | Marido | 2 | | | Falecido | dez. 2019
      Total: 4 irmãos | | | | | | | | `,
    becomes: ['João Hollis?*, Rita Hollis? Spouse', 'Amélia Moss*, Manuel Moss† Spouse'],
  },
  'in Tagalog and English': {
    list: `Blg. | Apelyido | Pangalan | Kaarawan | Asawa | Mga Anak | Remarks
      1 | Hollis | Mang Karl | Marso 4, 1950 | Aling Ute | Tim (10), Ann |
      2 | Moss | Flo | Peb. 29, 1952 | yumao na | wala | biyuda
      3 | Roe | Bro. Ed | 3/3/1955 | Luz (d. 2018) | |
      4 | Fry | Max | | | | namatay 2019`,
    becomes: [
      'Karl Hollis*, Ute Hollis Spouse, Tim Hollis Child, Ann Hollis Child',
      'Flo Moss*',
      'Ed Roe*, Luz Roe†? Spouse',
      'Max Fry†? Head of Household',
    ],
  },
  'in Serbian': {
    list: `Р. бр. | Име и презиме | Датум рођења | Сродство | Домаћинство | Напомена
      1 | Живојин Холис | 03.05.1950. | домаћин | 1 |
      2 | Љубица Холис | 17. новембар 1953. | супруга | 1 |
      3 | Милош Холис | 12.02.2011. | син | 1 |
      4 | прота Радован Мос | 1.1.1933. | | 2 | + 12.12.2019
      Укупно: 4 | | | | | `,
    becomes: ['Живојин Холис*, Љубица Холис Spouse, Милош Холис Son', 'Радован Мос† Head of Household'],
  },
  'in Polish, last names first': {
    list: `Lp. | Nazwisko i imię | Data urodzenia | Pokrewieństwo | Rodzina | Status | Data śmierci
      1 | Hollis Karol | 3 maja 1950 r. | głowa rodziny | 1 | aktywny |
      2 | Hollis Łucja | 17.11.1953 | żona | 1 | aktywna |
      3 | śp. Moss Jan | 1.1.1935 | | 2 | zmarły | 12.2019
      4 | ks. Roe Tadeusz | brak | | 3 | aktywny | `,
    answers: { dateOrder: 'day' },
    becomes: ['Karol Hollis*, Łucja Hollis Spouse', 'Jan Moss† Head of Household', 'Tadeusz Roe*'],
  },
  'in French, last names first and titles beside them': {
    list: `N° adhérent | Civilité | Nom et prénoms | Observations
      1 | M. et Mme | Hollis Karl | néant
      2 | M. | Moss Ed | décédé le 3/5/2019
      3 | | Brandt Lee et Ann |
      4 | Mme | Roe Ida, fils | `,
    becomes: [
      'Karl Hollis*, Mrs. Karl Hollis? Spouse',
      'Ed Moss† Head of Household',
      'Lee Brandt*, Ann Brandt Spouse',
      'Ida Roe fils*',
    ],
  },
  'in Amharic, with the heads of families and their dead': {
    list: `ተ.ቁ | የአባል ሙሉ ስም | የባለቤት ስም | የልጆች ስም | ምርመራ
      1 | ቀሲስ ዮሐንስ ኃይሉ | ወ/ሮ ብርሃን ኃይሉ | ሩት፥ ዳዊት |
      2 | ወ/ት ሕሊና ግርማ | የለም | የለም |
      3 | አቶ ተፈራ ወርቁ | | | በሞት ተለይተዋል`,
    becomes: [
      'ዮሐንስ ኃይሉ*, ብርሃን ኃይሉ Spouse, ሩት ኃይሉ Child, ዳዊት ኃይሉ Child',
      'ሕሊና ግርማ*',
      'ተፈራ ወርቁ† Head of Household',
    ],
  },
  'a burial society: heads of families, and how many they are': {
    list: `File No. | Family Head | Wife | No. of Family
      J-1 | Late Ato Kebede Molla | W/ro Senait Alemu | 2
      J-2 | Sheikh Yusuf Omar | Sr. Amina; Zaynab | 3
      J-3 | Br. Idris Bah | | 3`,
    becomes: [
      'Kebede Molla† Head of Household, Senait Alemu*',
      'Yusuf Omar*, Amina Omar Spouse, Zaynab Omar Spouse',
      'Idris Bah*',
    ],
  },
  'three and more in one cell, and what is beside a name': {
    list: `Name
      Nash, Bill, Ada & Roy
      Grant (Tom & Sue)
      Bell, Roy & son Guy
      Hugh Cobb (and wife Nell)
      Dr. and Rev. Noel Hart
      Fay Dunn c/o Ella Dunn
      Mrs. Ida Crane (widow of Bert)
      Karl Hollis & family
      Hsu, Mary, O.S.B.
      Mary Clare Hsu, O.S.B.`,
    answers: { longNames: 'last' },
    becomes: [
      'Bill Nash*, Ada Nash Spouse, Roy Nash? Other Relative',
      'Tom Grant*, Sue Grant Spouse',
      'Roy Bell*, Guy Bell Son',
      'Hugh Cobb*, Nell Cobb Spouse',
      'Noel Hart*, Mrs. Noel Hart? Spouse',
      ...['Fay Dunn?*', 'Ida Crane?*', 'Karl Hollis?*'],
      ...['Mary Hsu O.S.B.*', 'Mary Clare Hsu O.S.B.*'],
    ],
  },
  'couples with suffixes, on lines and with a dash': {
    list: `Family
      Abel, Tom, Sr. & Joan
      Rev. and Mrs. Gus Hart, Jr.
      Roe\\nUte & Karl
      Ed Eck - Flo Eck
      Nan Orr (Mrs. Pat)
      Children: Tim (10), Ann (12)
      Treasurer: O. Pike`,
    becomes: [
      'Tom Abel Sr.*, Joan Abel Spouse',
      'Gus Hart Jr.*, Mrs. Gus Hart? Spouse',
      'Ute Roe*, Karl Roe Spouse',
      'Ed Eck*, Flo Eck Spouse',
      'Nan Orr?*',
      'Ann Children: Tim?!*',
    ],
  },
  'the dead of couples in one cell': {
    list: `Name
      Pat Orr, dec'd 3/2019, and Nan
      Lowe, Carl (dec. 2019) & Rita
      Hollis, Karl & Ute (d. 3/4/2019)
      Fred Kidd & the late Alma Kidd
      Amos & Vera Moss (deceased)`,
    becomes: [
      'Pat Orr† Head of Household, Nan Orr*',
      'Carl Lowe†? Head of Household, Rita Lowe*',
      'Karl Hollis*, Ute Hollis† Spouse',
      'Fred Kidd*, Alma Kidd† Spouse',
      'Amos Moss† Head of Household, Vera Moss† Spouse',
    ],
  },
  'marks of the dead that are those of others, or may be names': {
    list: `Name
      Amos and Vera Sorrel †
      Fred & the late Alma Kidd
      Vera Gray, widow of Amos Gray (d. 3/4/2019)
      Hunt, Vera, widow of deceased Amos
      Hans Sel.
      Karl & Ute Moss sel.
      Pok. Jovan Roe
      Gus Hart (wife deceased)
      Max Fry (husband died)
      Ed Lowe & Sons
      Lee Orr w/ child
      Ed Eck & Flo (deceased)
      Max Ray (deceased) & wife`,
    becomes: [
      'Amos Sorrel† Head of Household, Vera Sorrel† Spouse',
      'Fred Kidd*, Alma Kidd† Spouse',
      'Vera Gray?*',
      'Vera Hunt?*',
      'Hans Sel.*',
      'Karl Moss?*, Ute Moss? Spouse',
      'Jovan Roe?*',
      'Gus Hart*, Wife of Gus Hart†? Spouse',
      'Max Fry*, Husband of Max Fry†? Spouse',
      'Ed Lowe?*',
      'Lee Orr*, Child of Lee Orr? Child',
      'Ed Eck*, Flo Eck† Spouse',
      'Max Ray† Head of Household, Wife of Max Ray?*',
    ],
  },
  'marks of the dead in names, which may be theirs': {
    list: `Member Number | First Name | Last Name
      | Al | Moss Dec.
      | Hans sel. | Roe
      M-000152 | Ed | Moss sel.`,
    becomes: ['Al Moss?*', 'Hans Roe?*', 'Ed Moss sel.*'],
  },
  'ages where some birth dates are known': {
    list: `Name | Age | Birthday
      Hollis, Karl | 17 | 1/2/1950
      Brandt, Lee | 12 |
      Moss, Ida | 9 | 2/29/2017`,
    becomes: ['Karl Hollis*', 'Lee Brandt! Child', 'Ida Moss?! Child'],
  },
  'foreign addresses on one line, and phones without the code of their country': {
    list: `Name | Address | City | Zip | Phone
      Hollis, Karl | 14 High Rd, London N17 6QN, UK | | |
      Brandt, Lee | 1 Elm St, Laurel, MD 20707, USA | | |
      Moss, Ed | 12 rue des Lilas | Paris | 75011 | +33 1 42 34 56 78
      Fry, Max | 8 Pond St | Laurel, Md. | 20707 |
      Roe, Ann | | | | 06 12 34 56 78`,
    becomes: ['Karl Hollis*', 'Lee Brandt*', 'Ed Moss?*', 'Max Fry*', 'Ann Roe?*'],
  },
  'the late behind a name and among titles, and a mark in the place of a spouse': {
    list: `Title | Name of Member | Name of Spouse
      Mr | Hollis, Karl (late) | Ute
      Late Elder | Moss, Ed | Flo
      Mrs. | Roe, Ann | (dec.)
      Mr | Fry, Max | sep.`,
    becomes: [
      'Karl Hollis† Head of Household, Ute Hollis*',
      'Ed Moss† Head of Household, Flo Moss*',
      'Ann Roe*',
      'Max Fry*',
    ],
  },
  'deaths in the words of a burial society': {
    list: `Name | Secretary's notes
      Hollis, Ute | promoted to glory
      Moss, Ed | death benefit paid 2017
      Brandt, Lee | obituary read 4/4/2025
      Roe, Ann | claim paid 6/14/18
      Fry, Max | claims to have paid in June`,
    becomes: ['Ute Hollis† Head of Household', 'Ed Moss?*', 'Lee Brandt?*', 'Ann Roe?*', 'Max Fry*'],
  },
  'what relatives have in brackets, and their numbers': {
    list: `Name | Spouse | Children
      Hollis, Karl | Ute (Ann & Bo's aunt) | Imogen (19, college), Rupert (17)
      Moss, Ed | | Olaf, Signe (twins, b. 4/5/2015)
      Roe, Ann | | Percy (lives w/ mother)
      Brandt, Lee | (1) Ada (2) Eva | 1. Femi 2. Ola
      Fry, Max | Engr. Ida Fry | 1) Tim 7 2) Guy
      Ray, Flo | Yes, Bo | Kola Jr., baby Zosia
      Fox, Pia | Yes - Luc Fox | Anjali(10) Rohan(7)`,
    becomes: [
      'Karl Hollis*, Ute Hollis? Spouse, Imogen Hollis? Child, Rupert Hollis Child',
      'Ed Moss*, Olaf Moss Child, Signe Moss? Child',
      'Ann Roe*, Percy Roe? Child',
      'Lee Brandt*, Ada Brandt Spouse, Eva Brandt Spouse, Femi Brandt Child, Ola Brandt Child',
      'Max Fry*, Ida Fry Spouse, Tim Fry Child, Guy Fry Child',
      'Flo Ray*, Bo Ray Spouse, Kola Ray Jr. Child, Zosia Ray Child',
      'Pia Fox*, Luc Fox Spouse, Anjali Fox Child, Rohan Fox Child',
    ],
  },
  'the elder and the younger are no people of their own': {
    list: `Name | Phone
      Draper, Ellis, the elder | 301-555-0101
      Draper, Ellis, the younger | 301-555-0102`,
    becomes: ['Ellis Draper?*', 'Ellis Draper?*'],
  },
  'how people are related in the remarks, where no column says it': {
    list: `Surname | Forename | Street | Zip | Remark
      Núñez | Ana | 1 Fir Ct | 20707 | zone leader
      " | Luis | " | " | husband
      " | Eva | " | " | daughter, at college
      Roe | Ida | 2 Fir Ct | 20707 | Sister
      Roe | Bo | 2 Fir Ct | 20707 | wife of #1
      Fry | Max | 3 Fir Ct | 20707 | husband died 2019`,
    answers: { households: 'address' },
    becomes: [
      'Ana Núñez?*, Luis Núñez? Spouse, Eva Núñez? Daughter',
      'Ida Roe? Other Relative, Bo Roe?*',
      'Max Fry?*',
    ],
  },
  'relationships with more in their words': {
    list: `Family # | Name | Relation
      1 | Hollis, Karl | Head
      1 | Hollis, Ute | 2nd wife
      1 | Hollis, Ann | Daughter (twin)
      1 | Hollis, Bo | Youngest son
      1 | Hollis, Ida | Great-granddaughter
      1 | Hollis, Pia | Son's wife
      1 | Hollis, Flo | Live-in aunt
      1 | Hollis, Lee | Wife's mother
      1 | Hollis, Max | his daughter's friend`,
    becomes: [
      'Karl Hollis*, Ute Hollis Spouse, Ann Hollis Daughter, Bo Hollis Son, Ida Hollis Grandchild, Pia Hollis Daughter-In-Law, Flo Hollis Other Relative, Lee Hollis Parent-In-Law, Max Hollis? Other Relative',
    ],
  },
  'a card for each family, with the head and dependents in print': {
    list: `Card | Head of Household (print) | Birth date | Spouse (print) | Dep 1 (print) | Dep 1 birth date | Dep. 2 | Dep 2 DOB
      1 | Karl Hollis | 1/2/1950 | Ute Hollis | Tim Hollis | 3/4/2012 | Ann Hollis | 4/5/2014
      2 | Lee Brandt | 5/6/1960 | | | | |`,
    becomes: ['Karl Hollis*, Ute Hollis Spouse, Tim Hollis Child, Ann Hollis Child', 'Lee Brandt*'],
  },
  'the register of a burial society, with its dependants': {
    list: `Mbr# | NAME OF MEMBER | D.O.B. | Sex | Spouse | Dependants | Remarks
      001 | Charles, Bro. Winston | 3/9/1951 | M | Merle | Andre (12), Kezia (9) | Secretary
      002 | Noel, Kerry-Ann | 5/6/1985 | F | | Zion Thomas b. 3/4/2016 |
      003 | Joseph, Agatha | 5/7/1944 | F | | | lapsed 2022`,
    becomes: [
      'Winston Charles*, Merle Charles Spouse, Andre Charles Child, Kezia Charles Child',
      'Kerry-Ann Noel*, Zion Thomas Child',
      'Agatha Joseph*',
    ],
  },
  'the number of dependants is no name': {
    list: `Name | Birth date | Dependants | Child
      Karl Hollis | 1/2/1950 | 2 | No
      Lee Brandt | 5/6/1960 | none | Yes`,
    becomes: ['Karl Hollis*', 'Lee Brandt*'],
  },
  'the answers to a form on the web': {
    list: `Timestamp | What is your full name? | What is your date of birth? | Are you married? If so, what is your spouse's name? | Please list your children under 18 with ages | Your home address? | Who is your beneficiary?
      9/14/2026 18:03:22 | Karl Hollis | 1964-02-11 | Yes, Ute | Tim 16, Ann 13 | 15 Pike Rd, Laurel, MD 20707 | Ute
      9/15/2026 18:03:22 | Lou Moss | 1948-07-07 | No | None | 17 Pike Rd, Laurel, MD 20707 | Church
      9/16/2026 18:03:22 | Ann Roe | 1950-07-07 | My husband passed in 2021 | | 19 Pike Rd, Laurel, MD 20707 |`,
    becomes: ['Karl Hollis*, Ute Hollis Spouse, Tim Hollis Child, Ann Hollis Child', 'Lou Moss*', 'Ann Roe*'],
  },
  'ages and birth dates in one column': {
    list: `Household | Name | Age/DOB | Relation
      1 | Hollis, Ute | 5/1/1946 | head
      1 | Hollis, Tim | 7 |
      1 | Hollis, Bo | 18 mos |
      2 | Moss, Ed | 81 |`,
    becomes: ['Ute Hollis*, Tim Hollis? Child, Bo Hollis? Child', 'Ed Moss?*'],
  },
  'letters of states of membership beside the states of addresses': {
    list: `Last Name | First Name | St | Street | City | State | Zip
      Hollis | Ute | A | 1 Elm St | Laurel | MD | 20707
      Moss | Ed | D | 2 Elm St | Laurel | MD | 20707
      Roe | Ann | A | 3 Elm St | Laurel | MD | 20707`,
    answers: {
      words: [
        { name: 'isActive: a', means: 'Yes' },
        { name: 'isActive: d', means: 'Deceased' },
      ],
    },
    becomes: ['Ute Hollis*', 'Ed Moss† Head of Household', 'Ann Roe*'],
  },
  'home towns, and addresses of the forces and the islands': {
    list: `Name | Residential Address | Home Town
      Hollis, Ute | 1 Reed Ct, Laurel, MD 20707 | Nnewi
      Moss, Ed | PSC 2 Box 9012, APO, AE 09012 | Awka
      Roe, Ann | 8 Beach Rd, Dededo, GU 96929 |`,
    becomes: ['Ute Hollis*', 'Ed Moss*', 'Ann Roe*'],
  },
  'what a mark of the list means, in its last rows': {
    list: `Name | Phone | Remark
      Hollis, Ute | 301-555-0101 | x
      x = paid by her daughter | |
      * = deceased member | |`,
    becomes: ['Ute Hollis*'],
  },
  'the days of going home': {
    list: `Name | Homegoing | Adr
      Hollis, Lenora | 8/3/2019 | 1 Elm St, Laurel, MD 20707`,
    becomes: ['Lenora Hollis† Head of Household'],
  },
  'a row without a name': {
    list: `First Name | Last Name | Phone
      | | 301-555-0142
      Ute | Hollis | `,
    becomes: ['!*', 'Ute Hollis*'],
  },
};

describe('a list as people keep it', () => {
  it.each(Object.entries(SHAPES))('%s', (_name, { list, becomes, answers = {} }) => {
    expect(made(list, answers)).toEqual(becomes);
  });

  it('is one of more than eighty', () => expect(Object.keys(SHAPES).length).toBeGreaterThan(80));
});
