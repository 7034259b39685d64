/**
 * PDFs of headings, paragraphs and tables, with the fonts of pdf-fonts.ts. The same content and date give the same
 * bytes.
 */
import { setImmediate } from 'node:timers/promises';
import { codeOf, drawCode } from './pdf-code.ts';
import { isPrintable, MISSING, newPdf } from './pdf-fonts.ts';
import { bytesOf, drawLine, lineHeight, linesOf, type Doc, type Line, type Type } from './pdf-lines.ts';

/** A column of a table; `share` is its part of the width, and the shares sum to at most 1. */
export type PdfColumn = { title: string; share: number; isRight?: boolean };

type Table = {
  columns: readonly PdfColumn[];
  rows: readonly (readonly string[])[];
  totals?: readonly (readonly string[])[];
};

export type PdfBlock =
  | { kind: 'heading' | 'text' | 'small'; text: string }
  /** Facts, beside the QR code of an address where one is given. */
  | { kind: 'facts'; facts: readonly (readonly [label: string, value: string])[]; url?: string }
  /** A picture of ours, as wide as it fits beside a margin. */
  | { kind: 'picture'; png: Buffer }
  | ({ kind: 'table' } & Table);

export type PdfContent = {
  title: string;
  organizationName: string;
  /** The lines below the organization's name: its address, and whom to ask. */
  letterhead?: readonly string[];
  createdDt: Date;
  blocks: readonly PdfBlock[];
};

const MARGIN = 56;
const FOOTER = 28;
const PADDING = 4;
const GUTTER = 12;
const KEPT_TOGETHER = 72;
const CODE_SIDE = 86;
const PICTURE = { width: 240, height: 96 };
const BODY: Type = { style: 'plain', size: 11 };
const BOLD: Type = { style: 'bold', size: 11 };
const SMALL: Type = { style: 'plain', size: 9 };
const TITLE: Type = { style: 'heading', size: 22 };
const HEADING: Type = { style: 'heading', size: 14 };

const MISSING_NOTE = `${MISSING} replaces letters that this file cannot print. The website shows them.`;

/** Renders a document on US letter pages. */
export async function renderPdf(content: PdfContent): Promise<Buffer> {
  const { title, organizationName, createdDt } = content;
  const doc = newDocument({ Title: title, Author: organizationName, CreationDate: createdDt });
  doc.addPage();
  drawContent(doc, content);
  return bytesOf(doc);
}

/**
 * Renders several documents as one, each from a page of its own, and returns it piece by piece: memory does not grow with
 * their number. Yields to other work between them.
 */
export async function* renderPdfs(
  contents: AsyncIterable<PdfContent>,
  { title, createdDt }: { title: string; createdDt: Date },
): AsyncGenerator<Buffer> {
  const doc = newDocument({ Title: title, CreationDate: createdDt });
  for await (const content of contents) {
    doc.addPage();
    drawContent(doc, content);
    doc.flushPages();
    for (let done = doc.read(); done; done = doc.read()) yield done as Buffer;
    await setImmediate();
  }
  doc.end();
  for await (const rest of doc) yield rest as Buffer;
}

const newDocument = (info: { Title: string; Author?: string; CreationDate: Date }) =>
  newPdf({
    size: 'LETTER',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER },
    autoFirstPage: false,
    bufferPages: true,
    lang: 'en-US',
    displayTitle: true,
    info,
  });

function drawContent(doc: Doc, content: PdfContent): void {
  const { title, organizationName, letterhead = [] } = content;
  drawLetterhead(doc, organizationName, letterhead);
  drawParagraph(doc, title, TITLE, 12);
  for (const block of content.blocks) drawBlock(doc, block);
  if (!textsOf(content).every(isPrintable)) drawParagraph(doc, MISSING_NOTE, SMALL, 7);
  drawFooters(doc, title);
}

function textsOf({ title, organizationName, letterhead = [], blocks }: PdfContent): string[] {
  const ofBlocks = blocks.flatMap((block): string[] => {
    if (block.kind === 'facts') return block.facts.flat();
    if (block.kind === 'table') return [...block.rows, ...(block.totals ?? [])].flat();
    return block.kind === 'picture' ? [] : [block.text];
  });
  return [title, organizationName, ...letterhead, ...ofBlocks];
}

function drawBlock(doc: Doc, block: PdfBlock): void {
  switch (block.kind) {
    case 'heading':
      // Not the last line of a page.
      if (doc.y + 2 * KEPT_TOGETHER > pageEnd(doc)) doc.addPage();
      else doc.y += 7;
      drawParagraph(doc, block.text, HEADING, 4);
      break;
    case 'text':
    case 'small':
      drawParagraph(doc, block.text, block.kind === 'small' ? SMALL : BODY, 7);
      break;
    case 'facts':
      drawFacts(doc, block.facts, block.url);
      break;
    case 'picture':
      drawPicture(doc, block.png);
      break;
    case 'table':
      drawTable(doc, block);
  }
}

function drawPicture(doc: Doc, png: Buffer): void {
  if (doc.y + PICTURE.height > pageEnd(doc)) doc.addPage();
  doc.image(png, MARGIN, doc.y, { fit: [PICTURE.width, PICTURE.height] });
  doc.y += 7;
}

const lineWidth = (doc: Doc) => doc.page.width - 2 * MARGIN;
const pageEnd = (doc: Doc) => doc.page.height - MARGIN - FOOTER;

/** Draws the name of the organization; with a letterhead, also its lines and a rule. */
function drawLetterhead(doc: Doc, name: string, lines: readonly string[]): void {
  drawParagraph(doc, name, lines.length ? BOLD : BODY, lines.length ? 0 : 6);
  if (!lines.length) return;
  for (const line of lines) drawParagraph(doc, line, SMALL, 0);
  drawRule(doc, doc.y + 6);
  doc.y += 18;
}

function drawRule(doc: Doc, y: number, width = lineWidth(doc)): void {
  doc.lineWidth(0.5).strokeColor('#8A8178');
  doc
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + width, y)
    .stroke();
}

/** Draws a text over the full width, with page breaks, and moves below it. */
function drawParagraph(doc: Doc, text: string, type: Type, spaceAfter: number): void {
  for (const line of linesOf(doc, text, type, lineWidth(doc))) {
    if (doc.y + lineHeight(type) > pageEnd(doc)) doc.addPage();
    const top = doc.y;
    drawLine(doc, line, type, MARGIN, top);
    doc.y = top + lineHeight(type);
  }
  doc.y += spaceAfter;
}

function drawFacts(doc: Doc, facts: readonly (readonly string[])[], url: string | undefined): void {
  const columns = [
    { title: '', share: 0.3 },
    { title: '', share: url === undefined ? 0.7 : 0.5 },
  ];
  const below = doc.y + CODE_SIDE + 4;
  if (url !== undefined) drawCode(doc, codeOf(url), MARGIN + lineWidth(doc) - CODE_SIDE, doc.y, CODE_SIDE);
  drawTable(doc, { columns, rows: facts });
  if (url !== undefined) doc.y = Math.max(doc.y, below);
}

function drawTable(doc: Doc, { columns, rows, totals = [] }: Table): void {
  const titles = columns.map(({ title }) => title);
  const hasTitles = titles.some(Boolean);
  const drawTitles = () => {
    if (hasTitles) drawRow(doc, layRow(doc, columns, titles, BOLD));
  };
  const draw = (cells: readonly string[], type: Type) => {
    const row = layRow(doc, columns, cells, type);
    if (doc.y + row.height > pageEnd(doc)) {
      doc.addPage();
      drawTitles();
    }
    drawRow(doc, row);
  };
  // Keeps the titles on the page of the first row.
  if (doc.y + KEPT_TOGETHER > pageEnd(doc)) doc.addPage();
  drawTitles();
  for (const cells of rows) draw(cells, BODY);
  for (const cells of totals) draw(cells, BOLD);
  doc.y += 10;
}

type Row = {
  cells: { lines: Line[]; x: number; width: number; isRight: boolean }[];
  width: number;
  height: number;
  type: Type;
};

/** Lays out a row: its lines, their x positions, and its height. */
function layRow(doc: Doc, columns: readonly PdfColumn[], texts: readonly string[], type: Type): Row {
  let x = MARGIN;
  const cells = columns.map(({ share, isRight = false }, index) => {
    const gutter = index < columns.length - 1 ? GUTTER : 0;
    const width = lineWidth(doc) * share - gutter;
    const cell = { lines: linesOf(doc, texts[index] ?? '', type, width), x, width, isRight };
    x += width + gutter;
    return cell;
  });
  const lineCount = Math.max(...cells.map(({ lines }) => lines.length));
  return { cells, width: x - MARGIN, height: lineCount * lineHeight(type) + 2 * PADDING, type };
}

/** Draws a row and a rule below it, and moves below it. */
function drawRow(doc: Doc, { cells, width: rowWidth, height, type }: Row): void {
  const top = doc.y;
  for (const { lines, x, width, isRight } of cells)
    for (const [index, line] of lines.entries())
      drawLine(
        doc,
        line,
        type,
        isRight ? x + width - line.width : x,
        top + PADDING + index * lineHeight(type),
      );
  drawRule(doc, top + height, rowWidth);
  doc.y = top + height;
}

function drawFooters(doc: Doc, title: string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    const text = `${title} - page ${page - start + 1} of ${count}`;
    const [line] = linesOf(doc, text, SMALL, lineWidth(doc));
    if (line) drawLine(doc, line, SMALL, MARGIN, doc.page.height - MARGIN);
  }
}
