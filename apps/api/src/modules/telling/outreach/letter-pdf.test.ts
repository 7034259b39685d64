import { expect, it } from 'vitest';
import { pdfTextOf } from '../../../../test/pdf-text.ts';
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

/** The bytes of letters, in chunks. */
const printed = async (head: LetterHead, pages: AsyncIterable<LetterPage> | Iterable<LetterPage>) => {
  const chunks: Buffer[] = [];
  const about = { title: 'Letters: Run 1', createdDt: new Date('2026-11-23T12:00:00Z') };
  for await (const chunk of renderLetters(head, pages, about)) chunks.push(chunk);
  return chunks;
};

/** The text in the window: the lines between the date and the title. */
const windowOf = async (page: Partial<LetterPage>) => {
  const lines = pdfTextOf(Buffer.concat(await printed(HEAD, [{ ...PAGE, ...page }]))).split('\n');
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

it('say lines in memory whole, on a page of their own where theirs has no space, and of each letter again', async () => {
  const words = (name: string) => `${name} ${'was kind to all. '.repeat(16)}${name}.`;
  const memorials = Array.from({ length: 8 }, (_, index) => words(`Amos${index}`));
  const about = { title: 'Letters', createdDt: new Date('2026-11-23T12:00:00Z'), memorials };
  const chunks: Buffer[] = [];
  for await (const chunk of renderLetters(HEAD, [PAGE, PAGE], about)) chunks.push(chunk);
  const text = pdfTextOf(Buffer.concat(chunks)).replaceAll('\n', ' ');
  for (const each of memorials) expect(text.split(each)).toHaveLength(3);
  // On the second page of each.
  expect(text.split(`${PAGE.name}, ${PAGE.memberNumber}`)).toHaveLength(3);
  expect(
    Buffer.concat(chunks)
      .toString('latin1')
      .match(/\/Type \/Page\n/g),
  ).toHaveLength(4);
});

it('are one document with a title and a language, handed on while they are made', async () => {
  let asked = 0;
  async function* pages() {
    for (; asked < 300; asked += 1) yield { ...PAGE, name: `Ada Łukasz ${asked}` };
  }
  const about = { title: 'Letters: Run 1', createdDt: new Date('2026-11-23T12:00:00Z') };
  const letters = renderLetters(HEAD, pages(), about);
  const chunks = [(await letters.next()).value as Buffer];
  for (let came = 0; came < 100_000; came += chunks.at(-1)?.length ?? 0)
    chunks.push((await letters.next()).value as Buffer);
  // Yielded chunks are not kept until the end.
  expect(asked).toBeLessThan(150);
  for await (const chunk of letters) chunks.push(chunk);
  const source = Buffer.concat(chunks).toString('latin1');
  expect(source.match(/\/Type \/Page\n/g)).toHaveLength(300);
  expect(source.match(/^%PDF-/gm)).toHaveLength(1);
  expect(source).toMatch(/\/Lang \(en-US\)/);
  expect(source).toMatch(/\/DisplayDocTitle true/);
  // A font is in it once, however many letters need it.
  expect(source.match(/\/FontFile2/g)).toHaveLength(1);
});
