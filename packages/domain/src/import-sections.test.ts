import { describe, expect, it } from 'vitest';
import { matchColumns } from './import-headings.ts';
import { readPeople } from './import-people.ts';
import { askedSection, readSection, sectionOfTitles } from './import-sections.ts';
import { addSeen } from './import-file.ts';
import { leftOut, sectionOf } from './import-left-out.ts';
import { understand, understoodMapping } from './import-understanding.ts';
import type { ImportAnswers } from './import-values.ts';

const TODAY = '2026-11-22';

describe('the heading of a part of a list', () => {
  it.each([
    ['dead', 'DECEASED MEMBERS'],
    ['dead', '*** Deceased (14) ***'],
    ['dead', 'Deceased 2023:'],
    ['dead', 'Members who have died'],
    ['dead', 'In Memoriam'],
    ['dead', 'In Loving Memory of'],
    ['dead', 'Our Departed Loved Ones'],
    ['dead', 'RIP'],
    ['dead', 'Verstorbene'],
    ['dead', 'Unsere verstorbenen Mitglieder'],
    ['dead', 'Fallecidos'],
    ['dead', 'Miembros difuntos'],
    ['dead', 'Membres décédés'],
    ['dead', 'የሞቱ አባላት'],
    ['other', 'Former members'],
    ['other', 'Inactive'],
    ['other', 'INACTIVE MEMBERS (continued)'],
    ['other', 'Late members'],
    ['other', 'Departed members'],
    ['other', 'Ehemalige Mitglieder'],
    ['other', 'Inactivos'],
    ['other', 'VISITORS'],
    ['active', 'ACTIVE MEMBERS'],
    ['active', 'Members'],
    ['active', 'Aktive Mitglieder'],
    ['active', 'Miembros activos'],
    [undefined, 'Zone 2'],
    [undefined, 'Page 3'],
    [undefined, 'Rip'],
    [undefined, 'Mort'],
    [undefined, 'Late'],
    [undefined, 'Hollis, Karl'],
    [undefined, 'Karl Hollis (deceased)'],
    [undefined, 'Deceased wife of Karl Hollis'],
  ])('says %s: %s', (says, text) => expect(readSection(text)?.says).toBe(says));
});

it.each([
  [['Deceased Members 2019-2024'], 'Deceased Members 2019-2024 (list)', true],
  [['Grace Church', 'Deceased  members of Zion'], 'Deceased members of Zion (list)', true],
  [['Grace Church: Inactive Member List'], 'Grace Church: Inactive Member List (list)', false],
  [['Verstorbene'], 'Verstorbene (list)', true],
  [['Sheet1', 'deceased_2024'], 'deceased_2024 (list)', true],
  [['InactiveMembers'], 'InactiveMembers (list)', false],
  [['Grace – Visitors'], 'Grace – Visitors (list)', false],
  [['Members', 'Active members 2024', 'Directory of Grace Church', 'Friends of Grace'], undefined, false],
  [['Igreja Nossa Senhora da Boa Morte'], undefined, false],
])('the titles %j of a list say %s', (titles, section, isDead) => {
  expect(sectionOfTitles(titles)).toBe(section);
  if (section) expect(askedSection(section)).toMatchObject({ isTitle: true, isDead, means: undefined });
});

/** What comes of each person below some lines, and what is asked; an empty line is a blank row. */
function read(heading: string, lines: string[], answers: ImportAnswers = {}, title?: string) {
  const names = heading.split('|');
  const fields = matchColumns(names);
  const file = { columns: names.map((name) => ({ name, field: fields[name] ?? null })), answers };
  const mapping = understoodMapping(file);
  const people: string[] = [];
  const seen: string[][] = [];
  let before: { row: number; cells: string[]; section?: string | undefined } | undefined;
  if (title) before = { row: 0, cells: [], section: title };
  for (const [index, line] of lines.entries()) {
    if (!line) continue;
    const row = { row: index + 2, cells: line.split('|') };
    before = { ...row, section: sectionOf(file, row, before) };
    if (leftOut(file, before)) continue;
    const understood = understand(file, before);
    seen.push(understood.seen.filter((what) => what.startsWith('word ')));
    for (const { values, left } of readPeople(understood.cells, mapping, answers, TODAY).people) {
      const state = values.isActive === undefined ? '' : values.isActive ? '+' : '-';
      people.push(`${values.firstNm}${values.deceasedDt ? '†' : state}${left.length ? '?' : ''}`);
    }
  }
  const asked = addSeen([], seen).map(({ what, rows }) => `${what.slice('word '.length)} ${rows}`);
  return { people: people.join(' '), asked: asked.join('; ') };
}

const ANN = 'Lee|Ann|301-555-0101';
const BO = 'Ray|Bo|301-555-0102';
const CY = 'Fry|Cy|';
const DI = 'Moss|Di|301-555-0104';
const DEAD = 'section: deceased members';

describe('who stands below it', () => {
  it.each([
    ['has died', [ANN, 'DECEASED MEMBERS', BO, CY], 'Ann Bo† Cy†', `${DEAD} 2`],
    ['after a blank row below it too', [ANN, '', 'DECEASED MEMBERS', '', BO], 'Ann Bo†', `${DEAD} 1`],
    ['and a page, as well', [ANN, 'DECEASED MEMBERS', BO, 'Page 3', CY], 'Ann Bo† Cy†', `${DEAD} 2`],
    ['with its count', [ANN, 'DECEASED MEMBERS||2', BO], 'Ann Bo†', `${DEAD} 1`],
    ['in any column', [ANN, '|Deceased Members', BO], 'Ann Bo†', `${DEAD} 1`],
    [
      'after a blank row is asked',
      ['DECEASED MEMBERS', ANN, '', BO, CY],
      'Ann† Bo† Cy†',
      `${DEAD} 1; ${DEAD} … 2`,
    ],
    [
      'after another heading, too',
      ['DECEASED MEMBERS', ANN, 'Zone 2', BO],
      'Ann† Bo†',
      `${DEAD} 1; ${DEAD} … 1`,
    ],
    [
      'and after capitals alone',
      ['DECEASED MEMBERS', ANN, 'CHOIR', BO],
      'Ann† CHOIR† Bo†',
      `${DEAD} 1; ${DEAD} … 2`,
    ],
    ['up to the active', ['DECEASED MEMBERS', ANN, 'ACTIVE MEMBERS', BO], 'Ann† Bo', `${DEAD} 1`],
    ['not below a zone', ['Zone 1', ANN, 'Page 3', BO], 'Ann Bo', ''],
    ['not beside a name', [ANN, 'Deceased|Di|', BO], 'Ann Di Bo', ''],
    [
      'is asked below others',
      [ANN, 'Former members', BO, 'In Memoriam', CY],
      'Ann Bo Cy†',
      'section: former members 1; section: in memoriam 1',
    ],
  ])('%s', (_name, lines, people, asked) => {
    const { people: found, asked: seen } = read('Last Name|First Name|Phone', lines);
    expect([found.replace('undefined', 'CHOIR'), seen]).toEqual([people, asked]);
  });

  it('is what the answer says', () => {
    const lines = ['DECEASED MEMBERS', ANN, '', BO, 'Inactive', DI];
    const words = [
      { name: `${DEAD} …`, means: 'Yes' },
      { name: 'section: inactive', means: 'No' },
    ];
    expect(read('Last Name|First Name|Phone', lines, { words }).people).toBe('Ann† Bo+ Di-');
    const living = [{ name: DEAD, means: '' }];
    expect(read('Last Name|First Name|Phone', lines, { words: living }).people).toBe('Ann Bo† Di');
  });

  it('has no other state in their column, unless they are said to be alive', () => {
    const lines = [
      'DECEASED|||',
      'Lee|Ann|Active|',
      'Inactive|||',
      'Ray|Bo|Active|',
      'Fry|Cy||',
      '|||Deceased',
    ];
    const words = [{ name: 'section: inactive', means: 'No' }];
    const { people, asked } = read('Last Name|First Name|Status|Remarks', lines, { words });
    expect([people, asked]).toEqual(['Ann† Bo+ Cy-', 'section: deceased 1; section: inactive 2']);
  });

  it.each([
    [undefined, 'Karl† Ute? Tim? Ann† Lee'],
    ['alive', 'Karl† Ute Tim Ann† Lee'],
    ['dead', 'Karl† Ute† Tim† Ann† Lee'],
    ['leave', 'Karl† Lee'],
  ] as const)('is asked about where they are in columns of a row: %s', (deadRelatives, people) => {
    const lines = ['Verstorbene', 'Karl Hollis|Ute|Tim, Ann (deceased)', 'Aktive', 'Lee Moss||'];
    const answers = { relatives: 'members', ...(deadRelatives && { deadRelatives }) } as const;
    expect(read('Name|Spouse|Children', lines, answers).people).toBe(people);
  });

  it.each([
    ['Deceased 2019', undefined, 'Ann† Bo† Cy† Di', ' 3'],
    ['Deceased 2019', '', 'Ann Bo Cy† Di', ' 3'],
    ['Inactive', undefined, 'Ann Bo Cy† Di', ' 3'],
    ['Inactive', 'No', 'Ann- Bo- Cy† Di', ' 3'],
  ])('in a list that is called %s (%s) is asked', (title, means, people, asked) => {
    const name = `section: ${title} (list)`;
    const words = means === undefined ? [] : [{ name, means }];
    const lines = [ANN, '', BO, 'Fry|Cy (deceased)|', 'ACTIVE MEMBERS', DI];
    const found = read('Last Name|First Name|Phone', lines, { words }, `${title} (list)`);
    expect(found).toEqual({ people, asked: `${name}${asked}` });
  });

  it('has the state of their own cell in a list that is called by another, which is asked of those without one', () => {
    const lines = ['Lee|Ann|Member|', 'Ray|Bo|Deceased|', 'Fry|Cy||No', 'Moss|Di||'];
    const { people, asked } = read('Last Name|First Name|Status|Deceased', lines, {}, 'Deceased 2019 (list)');
    expect([people, asked]).toEqual(['Ann+ Bo† Cy Di†', 'section: Deceased 2019 (list) 1']);
  });

  it('in a list that is called by a state has numbers of members here: nothing is asked', () => {
    const { people, asked } = read('Member ID|Name', ['M-000123|Ann Lee'], {}, 'Inactive (list)');
    expect([people, asked]).toEqual(['Ann', '']);
  });

  it('has died as a couple, and as the one of a couple whose spouse has a column', () => {
    expect(read('Name|Phone', ['Verstorbene', 'Karl & Ute Hollis|']).people).toBe('Karl† Ute†');
    const lines = ['Verstorbene', 'Karl Hollis|Ute'];
    expect(read('Name|Spouse', lines, { relatives: 'members' }).people).toBe('Karl† Ute?');
  });
});
