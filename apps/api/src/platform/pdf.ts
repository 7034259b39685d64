/**
 * PDFs: a plain letter of headings, paragraphs and tables, in the standard fonts that every reader has. The same
 * content and date give the same bytes.
 */
import PDFDocument from 'pdfkit';

/** A column of a table; `share` is its part of the line, all together are 1. */
export type PdfColumn = { title: string; share: number; isRight?: boolean };

type Table = {
  columns: readonly PdfColumn[];
  rows: readonly (readonly string[])[];
  totals?: readonly (readonly string[])[];
};

export type PdfBlock =
  | { kind: 'heading' | 'text' | 'small'; text: string }
  | { kind: 'facts'; facts: readonly (readonly [label: string, value: string])[] }
  | ({ kind: 'table' } & Table);

export type PdfContent = {
  title: string;
  organizationName: string;
  createdDt: Date;
  blocks: readonly PdfBlock[];
};

const MARGIN = 56;
const FOOTER = 28;
const PADDING = 4;
const KEPT_TOGETHER = 72;
const SMALL = 9;
const BODY = 11;
const FONT = 'Helvetica';
const BOLD = 'Helvetica-Bold';
const HEADING = 'Times-Bold';

type Doc = PDFKit.PDFDocument;

/** Renders a document on letter paper. */
export async function renderPdf(content: PdfContent): Promise<Buffer> {
  const title = printable(content.title);
  const author = printable(content.organizationName);
  const doc = new PDFDocument({
    size: 'LETTER',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER },
    bufferPages: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: content.createdDt },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  doc.font(FONT).fontSize(BODY).text(author).moveDown(0.5);
  doc.font(HEADING).fontSize(22).text(title).moveDown(0.5);
  for (const block of content.blocks) drawBlock(doc, block);
  drawFooters(doc, title);
  doc.end();
  await done;
  return Buffer.concat(chunks);
}

function drawBlock(doc: Doc, block: PdfBlock): void {
  switch (block.kind) {
    case 'heading':
      doc.moveDown(0.5).font(HEADING).fontSize(14).text(printable(block.text)).moveDown(0.25);
      break;
    case 'text':
    case 'small':
      doc.font(FONT).fontSize(block.kind === 'small' ? SMALL : BODY);
      doc.text(printable(block.text), { lineGap: 2 }).moveDown(0.5);
      break;
    case 'facts': {
      const columns = [
        { title: '', share: 0.3 },
        { title: '', share: 0.7 },
      ];
      drawTable(doc, { columns, rows: block.facts });
      break;
    }
    case 'table':
      drawTable(doc, block);
  }
}

function drawTable(doc: Doc, { columns, rows, totals = [] }: Table): void {
  const titles = columns.map(({ title }) => title);
  const hasTitles = titles.some(Boolean);
  const drawTitles = () => {
    if (hasTitles) drawRow(doc, columns, titles, BOLD);
  };
  const draw = (cells: readonly string[], font: string) => {
    doc.font(font).fontSize(BODY);
    if (doc.y + rowHeight(doc, columns, cells) > doc.page.height - MARGIN - FOOTER) {
      doc.addPage();
      drawTitles();
    }
    drawRow(doc, columns, cells, font);
  };
  // Titles never stand alone at the end of a page.
  if (doc.y + KEPT_TOGETHER > doc.page.height - MARGIN - FOOTER) doc.addPage();
  drawTitles();
  for (const cells of rows) draw(cells, FONT);
  for (const cells of totals) draw(cells, BOLD);
  doc.moveDown(0.75);
}

const lineWidth = (doc: Doc) => doc.page.width - 2 * MARGIN;

function rowHeight(doc: Doc, columns: readonly PdfColumn[], cells: readonly string[]): number {
  const heights = columns.map(({ share }, index) =>
    doc.heightOfString(printable(cells[index] ?? ''), { width: lineWidth(doc) * share - PADDING }),
  );
  return Math.max(...heights) + 2 * PADDING;
}

/** Draws one row with a hairline below, and goes on below it. */
function drawRow(doc: Doc, columns: readonly PdfColumn[], cells: readonly string[], font: string): void {
  doc.font(font).fontSize(BODY);
  const top = doc.y;
  const height = rowHeight(doc, columns, cells);
  let x = MARGIN;
  for (const [index, { share, isRight }] of columns.entries()) {
    const width = lineWidth(doc) * share;
    const align = isRight ? 'right' : 'left';
    doc.text(printable(cells[index] ?? ''), x, top + PADDING, { width: width - PADDING, align });
    x += width;
  }
  doc.lineWidth(0.5).strokeColor('#8A8178');
  doc
    .moveTo(MARGIN, top + height)
    .lineTo(MARGIN + lineWidth(doc), top + height)
    .stroke();
  doc.x = MARGIN;
  doc.y = top + height;
}

function drawFooters(doc: Doc, title: string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    // Below the margin a text would start another page.
    doc.page.margins.bottom = 0;
    doc.font(FONT).fontSize(SMALL);
    doc.text(`${title} - page ${page - start + 1} of ${count}`, MARGIN, doc.page.height - MARGIN, {
      width: lineWidth(doc),
      lineBreak: false,
    });
  }
}

/** What the standard fonts have beyond Latin-1. */
const MORE = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
/** Letters that do not come apart into a plain one and a mark. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', Ħ: 'H', ħ: 'h', ı: 'i', Ŧ: 'T', ŧ: 't', Ŋ: 'N', ŋ: 'n' },
  ...{ ʻ: '‘', ʼ: '’', ʾ: '’', ʿ: '‘', '‐': '-', '‑': '-', '−': '-' },
};

/**
 * A text in the letters of the standard fonts: accents of Western Europe as they are, others without their marks,
 * and a question mark for what has no Latin letter.
 */
export function printable(text: string): string {
  const isKnown = (letter: string) => /^[\n\x20-\x7e\xa0-\xff]$/.test(letter) || MORE.includes(letter);
  return [...text.normalize('NFC')]
    .map((letter) => {
      if (isKnown(letter)) return letter;
      const base = letter.normalize('NFD').replace(/\p{M}/gu, '');
      const plain = [...base].map((part) => PLAIN[part] ?? part).join('');
      return [...plain].map((part) => (isKnown(part) ? part : '?')).join('');
    })
    .join('');
}
