/** What columns of a list say of the death of a relative: it is theirs, and nobody else's. */
import { describe, expect, it } from 'vitest';
import { readDeathCell } from './import-dead.ts';
import { matchColumns } from './import-headings.ts';
import { readPeople } from './import-people.ts';
import { understand, understoodMapping } from './import-understanding.ts';
import { readActive } from './import-values.ts';

/** The people of a row by first name: `†` has died, `?` is to be looked at. */
function people(row: Record<string, string>): string {
  const names = Object.keys(row);
  const samples = Object.fromEntries(Object.entries(row).map(([name, text]) => [name, [text]]));
  const fields = matchColumns(names, 'members', {}, samples);
  const file = { columns: names.map((name) => ({ name, field: fields[name] ?? null })), answers: {} };
  const { cells } = understand(file, { cells: names.map((name) => row[name] ?? '') });
  return readPeople(cells, understoodMapping(file), {}, '2026-11-22')
    .people.map(({ values, left, faults }) => {
      const day = values.deceasedDt && !values.deathDay ? values.deceasedDt : '';
      return `${values.firstNm}${values.deceasedDt ? '†' : ''}${day}${left.length ? '?' : ''}${faults.length ? '!' : ''}`;
    })
    .join(', ');
}

const KARL = { 'First Name': 'Karl', 'Last Name': 'Hollis' };
const CHILDREN = { ...KARL, 'Child 1': 'Tim', 'Child 2': 'Ann' };

describe('a word of death about somebody', () => {
  it.each<[becomes: string, row: Record<string, string>]>([
    ['Karl, Ute†', { ...KARL, Wife: 'Ute', 'Wife Notes': 'died' }],
    ['Karl, Ute†2019-03-04', { ...KARL, Wife: 'Ute', "Wife's Remarks": 'died 3/4/2019' }],
    ['Karl, Ute†', { ...KARL, Spouse: 'Ute', 'Spouse Status': 'Deceased' }],
    ['Karl, Ute†?', { ...KARL, Spouse: 'Ute', 'Spouse Status': 'Deceased - 2020' }],
    ['Karl, Ute', { ...KARL, Spouse: 'Ute', 'Spouse Status': 'Active' }],
    ['Karl, Ute', { ...KARL, Spouse: 'Ute', 'Spouse Status': 'Visitor' }],
    ['Karl, Ute†', { ...KARL, Cónyuge: 'Ute', 'Estado del cónyuge': 'Fallecida' }],
    ['Karl, Ute†', { ...KARL, Ehefrau: 'Ute', 'Status der Ehefrau': 'verstorben' }],
    ['Karl, Ute†', { ...KARL, Conjoint: 'Ute', 'Statut du conjoint': 'décédée' }],
    ['Karl, Ute†', { ...KARL, Spouse: 'Ute', 'Spouse Employer': 'deceased' }],
    ['Karl, Ute†', { ...KARL, 'Deceased Spouse': 'Ute' }],
    ['Karl, Ute†', { ...KARL, 'Wife (deceased)': 'Ute' }],
    ['Karl, Ute†', { ...KARL, 'Late Wife': 'Ute' }],
    ['Karl, Ute†?', { ...KARL, Wife: 'Ute (d. 2022)' }],
    ['Karl, Ute†2022-03-04', { ...KARL, Wife: 'Ute (died 3/4/2022)' }],
    ['Karl, Tim†, Ann', { ...KARL, Children: 'Tim (8/3/2010) (deceased), Ann (8/3/2012)' }],
    ['Karl, Ute†', { ...KARL, Wife: 'Ute', 'Wife (deceased)': 'Yes' }],
    ['Karl, Ute', { ...KARL, Wife: 'Ute', 'Wife (deceased)': 'No' }],
    ['Karl, Tim†, Ann', { ...CHILDREN, 'Child 1 Status': 'Deceased' }],
    ['Karl, Tim, Ann†', { ...CHILDREN, 'Child 1 Status': 'Active', 'Child 2 Notes': 'passed away' }],
    ['Karl, Tim, Ann†2019-03-04', { ...CHILDREN, 'Child 2 Date of Death': '3/4/2019' }],
    ['Karl, Tim, Ann†', { ...CHILDREN, 'Child #2 Deceased': 'x', 'Child #1 Deceased': '' }],
    ['Karl, Tim, Ann†', { ...CHILDREN, 'Status of Child 2': 'deceased' }],
    ['Karl, Tim†', { ...KARL, 'Deceased Child': 'Tim' }],
    ['Karl, Tim†', { ...KARL, 'Son Name': 'Tim', 'Son Status': 'deceased' }],
    // Whom a column names as living.
    ['Karl, Tim, Ann', { ...KARL, 'Children (living)': 'Tim, Ann' }],
    ['Karl, Tim', { ...KARL, 'Children alive': 'Tim' }],
    ['Karl, Tim', { ...KARL, 'Kids living': 'Tim' }],
    ['Karl, Ute', { ...KARL, 'Spouse living': 'Ute' }],
    ['Karl, Ute†', { ...KARL, Wife: 'Ute', 'Spouse living': 'No' }],
    // Of a couple in one name.
    ['Karl, Ute†', { Name: 'Karl & Ute Hollis', 'Spouse Status': 'Deceased' }],
    ['Karl, Ute†2019-03-04', { Name: 'Karl & Ute Hollis', 'Spouse Date of Death': '3/4/2019' }],
    ['Karl, Ute', { Name: 'Karl & Ute Hollis', 'Spouse Status': 'Active', 'Wife Deceased': '' }],
    // Of the head, where husband and wife have columns.
    ['Ed†?, Flo', { Husband: 'Ed', Wife: 'Flo', 'Last Name': 'Moss', 'Husband Notes': 'died 2019' }],
    ['Ed, Flo†', { Husband: 'Ed', Wife: 'Flo', 'Last Name': 'Moss', 'Wife Status': 'Deceased' }],
    ['Flo', { Husband: '', Wife: 'Flo', 'Last Name': 'Moss', 'Husband Notes': 'died 2019' }],
    ['Flo†?', { Husband: '', Wife: 'Flo', 'Last Name': 'Moss', 'Wife Notes': 'died 2019' }],
    // Of the person of a row, as their relationship.
    ['Karl†', { ...KARL, Relationship: 'Husband (deceased)' }],
    ['Karl†', { ...KARL, Relationship: 'Late husband' }],
    ['Karl†', { ...KARL, Relationship: 'Spouse - deceased' }],
  ])('is theirs: %s', (becomes, row) => expect(people(row)).toBe(becomes));

  it.each<[becomes: string, row: Record<string, string>]>([
    ['Karl?', { ...KARL, Remarks: 'died: her mother' }],
    ['Karl, Ute?', { ...KARL, Wife: 'Ute', 'Wife Notes': 'died: her mother' }],
    ['Karl, Ute?', { ...KARL, Wife: 'Ute', 'Wife Notes': 'her mother died in 2019' }],
    ['Karl?, Ute?', { ...KARL, Wife: 'Ute', Notes: 'wife died 2019' }],
    ['Karl, Ute?', { ...KARL, Spouse: 'Ute', 'Marital Status': 'Widowed' }],
    ['Karl, Ute', { ...KARL, Spouse: 'Ute', 'Marital Status': 'Married' }],
    ['Karl, Ute?', { ...KARL, Spouse: 'Ute', 'Husband Status': 'Deceased', 'Wife Status': 'Active' }],
    ['Karl, Tim?, Ann?', { ...CHILDREN, 'Child Status': 'one deceased' }],
    ['Karl, Tim?, Ann?', { ...KARL, Children: 'Tim, Ann', 'Children Notes': 'Tim died 2019' }],
    ['Karl', { ...KARL, Spouse: '', 'Spouse Status': 'Deceased' }],
    ['Karl?, Ute?', { Name: 'Karl & Ute Hollis', 'Husband Date of Death': '3/4/2019', 'Wife Deceased': '' }],
    ['Karl?, Ute?', { Name: 'Karl & Ute Hollis', 'Wife Notes': 'died 2019' }],
    ['Karl?, Ute?', { Name: 'Karl & Ute Hollis', Notes: 'wife died 2019' }],
    ['Karl', { ...KARL, 'Mother Status': 'Deceased', 'Emergency Contact Notes': 'deceased' }],
    ['Karl?', { ...KARL, Relationship: "Deceased member's widow" }],
  ])('is asked about, or nobody’s here: %s', (becomes, row) => expect(people(row)).toBe(becomes));
});

it.each(['sim', 'oo', 'tak', 'Да', '✓', 'wahr'])(
  '%s below Deceased is a yes, and so it is below Active',
  (text) => expect([readDeathCell('Deceased', text), readActive(text)]).toEqual(['dead', true]),
);
it.each(['não', 'hindi', 'nie', 'не', 'faux'])(
  '%s below Deceased is a no, and so it is below Active',
  (text) => expect([readDeathCell('Deceased', text), readActive(text)]).toEqual(['alive', false]),
);
