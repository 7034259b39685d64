import { describe, expect, it } from 'vitest';
import { pdfTextOf } from '../../test/pdf-text.ts';
import { printable, renderPdf, type PdfContent } from './pdf.ts';

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
      'Received from José Ñuñez “Pepe” Lukasz.',
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

describe('what standard fonts can print', () => {
  it.each([
    ['Zoë Müller-Åse €5', 'Zoë Müller-Åse €5'],
    ['Zoe\u0308', 'Zoë'],
    ['Łódź, Dvořák, Đặng', 'Lódz, Dvorák, Dang'],
    ['O’Neil – “x”', 'O’Neil – “x”'],
    ['ሰላም', '???'],
    ['a\nb', 'a\nb'],
  ])('%s as %s', (given, shown) => {
    expect(printable(given)).toBe(shown);
  });
});
