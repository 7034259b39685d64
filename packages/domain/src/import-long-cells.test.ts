import { expect, it } from 'vitest';
import type { ImportField } from './import-fields.ts';
import { readPeople } from './import-people.ts';
import { familyOf } from './import-family-headings.ts';
import { enteredCells, wholeCells } from './import-file.ts';
import { leftOut, sectionOf } from './import-left-out.ts';
import { cellsAlone, relativesIn, understand, understoodMapping, withAbove } from './import-understanding.ts';

const NAMES = ['firstNm', 'lastNm', 'fullName'] as const;
const OTHERS: readonly (ImportField | null)[] = [
  ...(['spouseNm', 'childNm', 'relationship', 'isHead', 'isActive', 'household', 'birthDt'] as const),
  ...(['streetAddress', 'cityNm', 'phone', 'email', 'yearPaid', 'owed', null] as const),
];
/** A long cell repeats one of these texts. */
const PARTS = [
  ...[' ', '\n', ',', '(', ')', '.', '-', '/', ';', '"', '1', 'a', 'A', ' - ', ' & ', ', (', ' \n,'],
  ...['ab ', 'Ab ', ' and ', 'Dr. ', ', Jr.', 'died ', 'wife ', '1/2/2020 '],
];
const LENGTH = 20_000;
const answers = { couples: 'two', familyHeadings: 'household' } as const;

/** The processor time of something, in ms. */
function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** A loop that takes some tenths of a second, by which the others are measured. */
function plainLoop(): number {
  let sum = 0;
  for (let index = 0; index < 20_000_000; index += 1) sum = (sum + index) % 7;
  return sum;
}

/** Some times the loop: what is linear takes less than it, however busy the machine is. */
const most = 5 * cpuOf(plainLoop);

/** Reads a row in all the ways in which a check does. */
function read(field: ImportField | null, cell: string): void {
  const name = field === 'yearPaid' ? '2024' : (field ?? 'Notes');
  const isName = NAMES.some((one) => one === field);
  const columns = [{ name, field }, ...(isName ? [] : [{ name: 'Name', field: 'fullName' as const }])];
  const file = { columns, answers };
  const one = enteredCells([cell, ...(isName ? [] : ['Karl Hollis'])]);
  const before = { row: 1, ...one, family: { name: 'Hollis', row: 0 } };
  leftOut(file, one);
  sectionOf(file, { row: 2, ...one }, before);
  familyOf(file, { row: 2, ...one }, before, { row: 3, ...one });
  withAbove(file, one.cells, before);
  relativesIn(file, { row: 2, ...one });
  cellsAlone(file, one);
  readPeople(understand(file, one).cells, understoodMapping(file), answers, '2026-11-26');
}

it.each([...NAMES, ...OTHERS])('a long cell of %s takes no long time', { timeout: 600_000 }, (field) => {
  const slow = PARTS.filter((part) => {
    const cell = `Anna${part.repeat(LENGTH / part.length)}Moss`;
    return cpuOf(() => read(field, cell)) > most && cpuOf(() => read(field, cell)) > most;
  });
  expect(slow).toEqual([]);
});

it.each(['(deceased)', 'died 3/4/2019'])('a long remark with blanks and %s says so', (died) => {
  const columns = [
    { name: 'Name', field: 'fullName' as const },
    { name: 'Notes', field: null },
  ];
  const cells = ['Karl Hollis', `${' '.repeat(2_000)}${died}${' '.repeat(2_000)}`];
  const file = { columns, answers };
  const { people } = readPeople(
    understand(file, enteredCells(cells)).cells,
    understoodMapping(file),
    answers,
    '2026-11-26',
  );
  expect(people.map(({ values }) => values.deceasedDt !== undefined)).toEqual([true]);
});

it('a name that is too long stays a fault', () => {
  const columns = [{ name: 'Name', field: 'fullName' as const }];
  const file = { columns, answers };
  const { cells } = understand(file, enteredCells([`Anna ${'Rose '.repeat(1_000)}Moss`]));
  const [person] = readPeople(cells, understoodMapping(file), answers, '2026-11-26').people;
  expect(person?.faults.map(({ message }) => message)).toEqual(['At most 100 characters']);
});

it.each(['spouseNm', 'childNm'] as const)('a long cell of %s says how far it was read', (field) => {
  const columns = [
    { name: 'Name', field: 'fullName' as const },
    { name: 'Family', field },
  ];
  const file = { columns, answers };
  const names = Array.from(
    { length: 150 },
    (_, index) => `Tim${String.fromCharCode(97 + (index % 26))} Moss`,
  );
  const entered = enteredCells(['Karl Hollis', names.join('; ')]);
  const { people } = readPeople(
    understand(file, entered).cells,
    understoodMapping(file),
    answers,
    '2026-11-26',
  );
  const [head] = people;
  expect(head?.left.map(({ column, message }) => [column, message])).toEqual([
    [
      'Family',
      expect.stringMatching(/^Too long: only the first 1,000 characters were read, up to “….*Moss”$/),
    ],
  ]);
  expect(people.slice(1).every(({ values }) => values.lastNm === 'Moss')).toBe(true);
  expect(people).toHaveLength(1 + 91);
  const { cells, rest } = entered;
  expect(wholeCells({ cells, ...(rest && { rest }) })).toEqual(['Karl Hollis', names.join('; ')]);
});
