import { describe, expect, it } from 'vitest';
import { pdfTextOf } from '../../test/pdf-text.ts';
import { isPrintable, pdfWords } from './pdf-fonts.ts';
import { renderPdf, type PdfContent } from './pdf.ts';

const content: PdfContent = {
  title: 'Receipt',
  organizationName: 'Église de Saint-Noël',
  createdDt: new Date('2026-06-15T12:00:00.000Z'),
  blocks: [
    { kind: 'text', text: 'Received from José Ñuñez “Pepe” Łukasz.' },
    { kind: 'facts', facts: [['Number', 'K-1']] },
    {
      kind: 'table',
      columns: [
        { title: 'What', share: 0.7 },
        { title: 'Amount', share: 0.3, isRight: true },
      ],
      rows: Array.from({ length: 60 }, (_, index) => [`Line ${index + 1}`, `$${index}.00`]),
      totals: [['Total', '$12,345.67']],
    },
    { kind: 'small', text: 'Keep this.' },
  ],
};

describe('a PDF', () => {
  it('has every text, also after a page break, with the titles of its table again', async () => {
    const text = pdfTextOf(await renderPdf(content));
    for (const part of [
      'Église de Saint-Noël',
      'Received from José Ñuñez “Pepe” Łukasz.',
      'K-1',
      'Line 1',
      'Line 60',
      '$12,345.67',
      'Keep this.',
      'Receipt - page 1 of 3',
      'Receipt - page 3 of 3',
    ])
      expect(text).toContain(part);
    expect(text.split('Amount')).toHaveLength(4);
  });

  it('is the same bytes for the same content', async () => {
    expect((await renderPdf(content)).equals(await renderPdf(content))).toBe(true);
  });
});

const textOf = async (text: string) =>
  pdfTextOf(
    await renderPdf({ ...content, title: 'T', organizationName: 'O', blocks: [{ kind: 'text', text }] }),
  );

describe('the letters of a PDF', () => {
  it.each([
    ['Western Europe', 'Zoë Müller-Åse O’Neil – “x” €5', ['Helvetica']],
    ['a letter and its mark', 'Zoe\u0308', ['Helvetica']],
    ['Polish and Czech', 'Łukasz Dvořák', ['NotoSans']],
    ['Vietnamese', 'Đặng Thị Hồng Nguyễn', ['NotoSans']],
    ['Yoruba', 'Ẹ̀kọ́ Ọlámidé', ['NotoSans']],
    ['Cyrillic', 'Ольга Їжакевич', ['NotoSans']],
    ['Greek', 'Ελένη Παπαδοπούλου', ['NotoSans']],
    ['Ethiopic', 'ወልደ ጊዮርጊስ', ['NotoSansEthiopic']],
    ['Ethiopic in an English sentence', 'Dues of ወልደ ጊዮርጊስ, paid', ['NotoSansEthiopic']],
    ['scripts of several fonts', 'ወልደ and Ольга', ['NotoSansEthiopic', 'Helvetica', 'NotoSans']],
    ['letters that nobody sees', 'A\u200bna\u00ad\u202e Diaz', ['Helvetica']],
  ])('are right: %s', async (_, text, fonts) => {
    const shown = text.normalize('NFC').replace(/[\u200b\u00ad\u202e]/g, '');
    expect((await textOf(text)).replaceAll('\n', '')).toContain(shown);
    expect(isPrintable(text)).toBe(true);
    const used = pdfWords(text, 'plain').flatMap((word) => word.map(({ font }) => font));
    expect([...new Set(used.map((font) => /([^/]*?)(_400Regular\.ttf)?$/.exec(font)?.[1]))]).toEqual(fonts);
  });

  it.each([
    ['王小明', '[…]'],
    ['محمد علي', '[…] […]'],
    ['דוד', '[…]'],
    ['Ana 😀', 'Ana […]'],
    ['Ana王小明Ana', 'Ana[…]Ana'],
  ])('are missing, and it says so: %s', async (text, shown) => {
    expect(isPrintable(text)).toBe(false);
    const lines = (await textOf(text)).split('\n');
    expect(lines).toContain(shown);
    expect(lines).toContainEqual(expect.stringMatching(/^\[…\] replaces letters/));
  });

  it('are all there of a word that is longer than a line', async () => {
    const word = 'Wolde'.repeat(40);
    expect((await textOf(`To ${word}`)).replaceAll('\n', '')).toContain(word);
  });

  it('break after a hyphen rather than within a name', async () => {
    const facts = [['Paid by', `${'Wolde-Giorgis '.repeat(3)}Hailemichael-Featherstonehaugh`]] as const;
    const lines = pdfTextOf(await renderPdf({ ...content, blocks: [{ kind: 'facts', facts }] })).split('\n');
    expect(lines).toContain('Featherstonehaugh');
  });

  it('are bold in a row of totals, and none are lost where a line breaks', async () => {
    const text = 'ወልደ ጊዮርጊስ Łukasz '.repeat(30).trim();
    const pdf = await renderPdf({
      ...content,
      blocks: [
        {
          kind: 'table',
          columns: [
            { title: 'Ονόματα', share: 0.3 },
            { title: '', share: 0.7, isRight: true },
          ],
          rows: [[text, '$1.00']],
          totals: [['Ольга', '$1.00']],
        },
      ],
    });
    const shown = pdfTextOf(pdf).replaceAll('\n', '');
    for (const part of ['Ονόματα', 'Ольга']) expect(shown).toContain(part);
    expect(shown.replace(/ /g, '')).toContain(text.replace(/ /g, ''));
    expect(pdf.toString('latin1')).toMatch(/FontName \/\w+\+NotoSans-Bold/);
  });
});
