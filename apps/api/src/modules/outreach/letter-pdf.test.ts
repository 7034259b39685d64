import { expect, it } from 'vitest';
import { pdfTextOf } from '../../../test/pdf-text.ts';
import { renderLetters, type LetterHead, type LetterPage } from './letter-pdf.ts';

const HEAD: LetterHead = {
  sender: { name: 'Grace Church', lines: ['1 Church Lane', 'Bowie, MD 20715'], phone: null },
  fundName: 'Grace Funeral Fund',
  runName: 'In memory of Amos Tull',
  date: 'November 23, 2026',
  dueBy: 'December 5, 2026',
  isLate: false,
  payUrl: null,
};
const PAGE: LetterPage = {
  name: 'Ruth Okafor',
  addressLines: ['12 Elm Street', 'Bowie, MD 20715'],
  memberNumber: 'M-000001',
  people: ['Ruth'],
  due: '$25.00',
  paid: null,
  balance: '$25.00',
  together: null,
};

/** What stands in the window: the lines between the date and the title. */
const windowOf = async (page: Partial<LetterPage>) => {
  const lines = pdfTextOf(await renderLetters(HEAD, [{ ...PAGE, ...page }])).split('\n');
  return lines.slice(lines.indexOf(HEAD.date) + 1, lines.indexOf('Your dues: $25.00'));
};

it('shows the whole of a long name in the window', async () => {
  const name = 'Wilhelmina Elizabeth Josephine Featherstonehaugh-Okonkwo';
  const lines = await windowOf({ name });
  expect(lines.slice(0, -2).join(' ')).toBe(name);
  expect(lines.slice(-2)).toEqual(PAGE.addressLines);
});

it('shows the whole of a long address in the window before the whole of a name', async () => {
  const name =
    'Maximiliana-Konstantina Theodora Papadopoulou-Wolfeschlegelsteinhausenbergerdorff the Younger';
  const street =
    '12345 North Martin Luther King Junior Memorial Boulevard Southwest, Apartment 1204, care of Mrs. Eze';
  const lines = await windowOf({ name, addressLines: [street, 'Bowie, MD 20715'] });
  expect(lines).toHaveLength(4);
  expect(name).toContain(lines[0]);
  expect(lines.slice(1).join(' ')).toBe(`${street} Bowie, MD 20715`);
});
