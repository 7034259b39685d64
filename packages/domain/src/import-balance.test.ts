import { describe, expect, it } from 'vitest';
import { writeCell } from './csv-cell.ts';
import { controlFault } from './import.ts';
import { readBalanceRow } from './import-balance.ts';
import { mappingFaults } from './import-fields.ts';
import { matchColumns } from './import-headings.ts';
import { readAmount, readBalance, type ImportAnswers } from './import-values.ts';
import { cents, showMoney } from './money.ts';

const TODAY = '2026-11-22';
const ANSWERS = { asOf: '2026-10-31' };
const COLUMNS = ['Member #', 'Name', 'DOB', 'Balance', 'Last Paid', 'Last Paid Date', 'Member Since'];
const MAPPING = matchColumns(COLUMNS, 'balances');
const read = (...cells: string[]) =>
  readBalanceRow(
    Object.fromEntries(COLUMNS.map((column, index) => [column, cells[index] ?? ''])),
    MAPPING,
    ANSWERS,
    TODAY,
  );

describe('an amount', () => {
  it.each([
    ['45', 4500],
    ['1234.5', 123_450],
    ['$1,234.50', 123_450],
    [' $ 12.00 ', 1200],
    ['45 USD', 4500],
    ['0.1', 10],
    ['.50', 50],
    ['45,50', 4550],
    ['1.234,50', 123_450],
    ['1234.5600000000001', 123_456],
    ['0.29999999999999998', 30],
    ['-', 0],
    ['$ - ', 0],
  ])('%s is read to the cent', (text, amount) => expect(readAmount(text)).toEqual({ amount }));

  it.each(['(12.00)', '-5', '5-', 'a lot', '1.234', '1,2', '12.345', '45,50 €', '$', '1234567890'])(
    '%s is refused',
    (text) => expect(readAmount(text).fault).toContain(text),
  );
});

describe('columns of balances', () => {
  it('are matched by the names that people give them', () => {
    expect(Object.values(MAPPING)).toEqual([
      'memberId',
      'fullName',
      'birthDt',
      'owed',
      'lastPaid',
      'lastPaidDt',
      'coveredSince',
    ]);
    expect(matchColumns(['Balance', 'Member Since'])).toEqual({ Balance: null, 'Member Since': null });
  });

  it('need something to enter, and both halves of a payment', () => {
    expect(mappingFaults({ N: 'memberId' }, 'balances')).toHaveLength(1);
    expect(mappingFaults({ N: 'memberId', L: 'lastPaid' }, 'balances')).toEqual([
      'The Last Payment needs two columns: its amount and its date. Say which is the other one.',
    ]);
    expect(mappingFaults({ N: 'memberId', B: 'owed' }, 'balances')).toEqual([]);
  });
});

describe('a row of balances', () => {
  it('says whose it is, what is owed, what was paid and since when', () => {
    expect(read('m-000123', '', '', '$45.00', '30', '3/14/2024', '6/1/2015')).toMatchObject({
      values: {
        memberId: 'M-000123',
        owed: 4500,
        lastPaid: 3000,
        lastPaidDt: '2024-03-14',
        coveredSince: '2015-06-01',
      },
      faults: [],
      missing: [],
    });
    expect(read('', 'Okafor, Samuel', '3/14/1961', '')).toMatchObject({
      values: { firstNm: 'Samuel', lastNm: 'Okafor', birthDt: '1961-03-14' },
      missing: [],
    });
  });

  it.each([
    [['M-000123', '', '', 'about 5'], 'Balance'],
    [['M-000123', '', '', '=SUM(A1)'], 'Balance'],
    [['M-000123', '', '', '5', '5', ''], 'Last Paid Date'],
    [['M-000123', '', '', '5', '', '3/14/2024'], 'Last Paid'],
    [['M-000123', '', '', '5', '5', '11/01/2026'], 'Last Paid Date'],
    [['M-000123', '', '', '5', '', '', '02/30/2020'], 'Member Since'],
    [['M-000123', '', '', '5', '', '', '6/1/15'], 'Member Since'],
  ])('%j has one fault, in its column', (cells, column) =>
    expect(read(...cells).faults.map((fault) => fault.column)).toEqual([column]),
  );

  it('that names nobody reports what it lacks', () => {
    expect(read('', '', '3/14/1961', '5').missing).toMatchObject([{ column: 'Member #' }]);
    expect(read('', 'Okafor, Samuel', '', '5').missing).toEqual([]);
  });

  it('takes a plus before what is owed for what it is', () => {
    expect(read('M-000123', '', '', '+45', '', '').values.owed).toBe(4500);
    expect(read('M-000123', '', '', '+ $45.00', '', '').values.owed).toBe(4500);
  });

  it.each(['Total', 'TOTALS:', 'Grand total', 'Total owed', 'Sum', 'Subtotal'])('%s is a total', (word) =>
    expect(read('', word, '', '450')).toEqual({
      values: { isTotal: true, owed: 45_000 },
      faults: [],
      missing: [],
      hints: [],
    }),
  );
});

it('holds a file against its control total, with both figures', () => {
  const file = { rows: 2, sum: cents(4500), unreadable: 1 };
  const fault = (rows: number | null, sum: number | null) =>
    controlFault({ control: { rows, sum: sum === null ? null : cents(sum) }, file }, showMoney);
  expect(fault(2, 4500)).toBeUndefined();
  expect(fault(2, null)).toContain('from your own books');
  expect(fault(3, 4501)).toBe(
    'The file has 2 rows and $45.00, without 1 amount that cannot be read; by your books it should have 3 rows and $45.01. Nothing is entered while they differ.',
  );
});

it.each([
  ['45', 4500],
  ['-100.00', -10_000],
  ['(1,234.50)', -123_450],
  ['$(25)', -2500],
  ['NIL', 0],
  ['paid up', 0],
  ['paid ahead 60', -6000],
  ['paid ahead (60.25)', -6025],
  ['45 credit', -4500],
  ['CR 45.10', -4510],
  ['a favor 20,25', -2025],
  ['-120,00', -12_000],
  ['owes $75', 7500],
  ['40.05 in arrears', 4005],
  ['paid ahead', undefined],
  ['paid ahead 2027', undefined],
  ['paid ahead 3 months', undefined],
  ['\u2013 5', -500],
  ['-$25.00', -2500],
  ['$-25', -2500],
  ['25.00-', -2500],
  ['25.00 CR', -2500],
  ['25.00 DR', 2500],
  ['\u2212 5', -500],
  ['-', 0],
  ['-x', undefined],
])('what is owed, %s, is %s cents', (written, amount) => {
  expect(readBalance(written).amount).toBe(amount);
});

it('a number of the list itself says whose a balance is', () => {
  const mapping = matchColumns(['Member No', 'Balance'], 'balances');
  expect(mappingFaults(mapping, 'balances')).toEqual([]);
  const read = readBalanceRow({ 'Member No': '17', Balance: '-5' }, mapping, {}, '2026-11-22');
  expect(read).toMatchObject({ values: { externalRef: '17', owed: -500 }, faults: [], missing: [] });
  const named = matchColumns(['No.', 'Name', 'Balance'], 'balances');
  const cells = { 'No.': '17', Name: 'Okafor', Balance: '5' };
  expect(readBalanceRow(cells, named, {}, '2026-11-22').faults).toEqual([]);
});

describe('a list with a column for each year', () => {
  const names = ['No.', '2024', 'Dues 2025', '2026 paid'];
  const mapping = matchColumns(names, 'balances');
  const owed = (line: string, answers: object = { yearlyPrice: '60.00', yearEmpty: 'owed' }) => {
    const cells = Object.fromEntries(names.map((name, index) => [name, line.split('|')[index] ?? '']));
    const { values, faults } = readBalanceRow(cells, mapping, answers, '2026-11-22');
    return faults[0]?.message ?? values.owed ?? 0;
  };

  it.each([
    ['1|paid|paid|paid', 0],
    ['1|paid|half|no', 9000],
    ['1|x|45.00|', 7500],
    ['1|60|70|60', 0],
    ['1|PAID 3/4/24|waived|half', 3000],
    ['Total|120|60|60', 0],
    ['1|pd ck #1123|paid 45.00|$60', 1500],
    ['1|30/60|120/240|pd 3/4', 15_000],
    ['1|pd 30/60|x|x', 3000],
    ['1|PIF|1/2 paid|paid by son', 3000],
    ['1|owes 20|bal. 45.50|pd 6/1/26 cash', 6550],
    ['1|exempt - clergy|30+30|60 (late)', 0],
    ['1|deceased||', 0],
    ['1|payé|moitié|impayé', 9000],
    ['1|3/4|paid|paid', '“3/4” does not say whether the year is paid: write paid, half, no, or an amount'],
    [
      '1|paid?|paid|paid',
      '“paid?” does not say whether the year is paid: write paid, half, no, or an amount',
    ],
    [
      '1|paid thru June|x|x',
      '“paid thru June” does not say whether the year is paid: write paid, half, no, or an amount',
    ],
    ['1|3/4/24|x|x', '“3/4/24” does not say whether the year is paid: write paid, half, no, or an amount'],
    [
      '1|ck #1123|x|x',
      '“ck #1123” does not say whether the year is paid: write paid, half, no, or an amount',
    ],
    [
      '1|receipt 1123|x|x',
      '“receipt 1123” does not say whether the year is paid: write paid, half, no, or an amount',
    ],
    ['1|zelle|x|x', '“zelle” does not say whether the year is paid: write paid, half, no, or an amount'],
    [
      '1|owes 2024|x|x',
      '“owes 2024” does not say whether the year is paid: write paid, half, no, or an amount',
    ],
    [
      '1|2019 due|x|x',
      '“2019 due” does not say whether the year is paid: write paid, half, no, or an amount',
    ],
    ['1|-60|x|x', '“-60” does not say whether the year is paid: write paid, half, no, or an amount'],
    ['1|$-45|x|x', '“$-45” does not say whether the year is paid: write paid, half, no, or an amount'],
    ['1|60-|x|x', '“60-” does not say whether the year is paid: write paid, half, no, or an amount'],
    ['1|late - 60|60 - late|paid (3/4)', 0],
    ['1|paid|maybe|', '“maybe” does not say whether the year is paid: write paid, half, no, or an amount'],
  ])('%s: %s', (line, expected) => expect(owed(line)).toBe(expected));

  it.each([
    ["'24", 'yearPaid'],
    ['’24', 'yearPaid'],
    ['FY24', 'yearPaid'],
    ['FY 2024', 'yearPaid'],
    ['2024-25', 'yearPaid'],
    ['2024/2025', 'yearPaid'],
    ['Dues for 2024', 'yearPaid'],
    ['2024 Amount', 'yearPaid'],
    ['2024 Payment', 'yearPaid'],
    ['2024 Dues Paid', 'yearPaid'],
    ['Annual Dues 2024', 'yearPaid'],
    ['Amt Paid 2024', 'yearPaid'],
    ['24', null],
    ['Apt 24', null],
    ['2024 Payment Date', null],
    ['Last Payment 2024', null],
  ])('the column %s is %s', (name, field) =>
    expect(matchColumns([name], 'balances')).toEqual({ [name]: field }),
  );

  it('takes what was paid of two columns for one year, or the fuller', () => {
    const found = matchColumns(['2024 Dues', '2024 Paid', 'Dues 2025', "'25"], 'balances', {
      '2024 Dues': 9,
      '2024 Paid': 3,
      'Dues 2025': 1,
      "'25": 2,
    });
    expect(found).toEqual({
      '2024 Dues': null,
      '2024 Paid': 'yearPaid',
      'Dues 2025': null,
      "'25": 'yearPaid',
    });
  });

  it('says what was paid beyond the price of a year, and enters nothing for it', () => {
    const cells = { 'No.': '1', '2024': '60', 'Dues 2025': '90', '2026 paid': '30' };
    expect(readBalanceRow(cells, mapping, { yearlyPrice: '60.00' }, '2026-11-22')).toMatchObject({
      values: { owed: 3000 },
      note: '“90” below “Dues 2025”: what is more than a year costs is not entered',
    });
  });

  it('leaves out a total below columns that are called by their years', () => {
    const cells = { '2024': '120', '2025': '60', 'No.': 'TOTAL' };
    expect(readBalanceRow(cells, mapping, { yearlyPrice: '60.00' }, '2026-11-22').values.isTotal).toBe(true);
  });

  it.each([
    ['balance', '1|paid|no|half', '25', 2500],
    ['balance', '1|paid|no|half', '', 9000],
    ['years', '1|paid|no|half', '25', 9000],
    ['both', '1|paid|no|half', '25', 11_500],
    ['both', '1|paid|paid|paid', '-25', -2500],
  ])('owes the %s beside a balance: %s and %s is %s cents', (yearsBeside, line, balance, expected) => {
    const beside = matchColumns([...names, 'Balance'], 'balances');
    const texts = [...line.split('|'), balance];
    const cells = Object.fromEntries([...names, 'Balance'].map((name, index) => [name, texts[index] ?? '']));
    const answers = { yearlyPrice: '60.00', yearEmpty: 'owed', yearsBeside } as ImportAnswers;
    expect(readBalanceRow(cells, beside, answers, '2026-11-22').values.owed).toBe(expected);
  });

  it('asks what a year costs, and what an empty cell means', () => {
    expect(mappingFaults(mapping, 'balances')).toEqual([]);
    expect(owed('1|paid|no|', {})).toBe('Say what a year costs');
    expect(owed('1||paid|half', { yearlyPrice: '60', yearEmpty: 'nothing' })).toBe(3000);
  });
});

it.each([`=LINK("a/b")`, '#12', '#12 5', '## 27'])('keeps the name %s as it is written', (name) => {
  const mapping = { Last: 'lastNm', First: 'firstNm', Born: 'birthDt', Owed: 'owed' } as const;
  const cells = { Last: writeCell(name), First: writeCell(name), Born: '02/08/1931', Owed: '3.00' };
  const { values } = readBalanceRow(cells, mapping, {}, '2026-11-26');
  expect([values.firstNm, values.lastNm]).toEqual([name, name]);
});
