/** Lines of text in PDFs: broken by their width, and drawn in the fonts that have their letters (pdf-fonts.ts). */
import { graphemes, joined, pdfWords, type PdfRun, type PdfStyle } from './pdf-fonts.ts';

/** Line height, and the baseline below the top of a line, as multiples of the font size, for all fonts. */
const LEADING = 1.3;
const BASELINE = 1;

export type Type = { style: PdfStyle; size: number };
export type Doc = PDFKit.PDFDocument;
/** A laid out line, without trailing spaces; the width is in points. */
export type Line = { runs: PdfRun[]; width: number };

/** The height of a line, in points. */
export const lineHeight = ({ size }: Type) => size * LEADING;

/** Ends a document and returns its bytes. */
export async function bytesOf(doc: Doc): Promise<Buffer> {
  const chunks: Buffer[] = [];
  doc.end();
  for await (const chunk of doc) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function widthOf(doc: Doc, runs: readonly PdfRun[], { size }: Type): number {
  return runs.reduce((sum, { font, text }) => sum + doc.font(font).fontSize(size).widthOfString(text), 0);
}

/** Breaks a text into lines of at most `width` points: between words, and inside a word only when it exceeds a line. */
export function linesOf(doc: Doc, text: string, type: Type, width: number): Line[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: Line[] = [];
    let [runs, taken]: [PdfRun[], number] = [[], 0];
    const end = () => {
      const line = trimmed(runs);
      lines.push({ runs: line, width: widthOf(doc, line, type) });
      [runs, taken] = [[], 0];
    };
    const widthAtEnd = (some: readonly PdfRun[]) => widthOf(doc, trimmed(some), type);
    for (const word of pdfWords(paragraph, type.style)) {
      const parts = widthAtEnd(word) > width ? word.flatMap(lettersOf) : [word];
      for (const part of parts) {
        if (runs.length && taken + widthAtEnd(part) > width) end();
        runs = joined([...runs, ...part]);
        taken += widthOf(doc, part, type);
      }
    }
    end();
    return lines;
  });
}

const lettersOf = ({ font, text }: PdfRun) => graphemes(text).map((letter) => [{ font, text: letter }]);

function trimmed(runs: readonly PdfRun[]): PdfRun[] {
  const last = runs.at(-1);
  return last ? [...runs.slice(0, -1), { ...last, text: last.text.trimEnd() }] : [];
}

/** Draws a line with its top at a height. */
export function drawLine(doc: Doc, { runs }: Line, type: Type, x: number, top: number): void {
  let at = x;
  for (const { font, text } of runs) {
    doc.font(font).fontSize(type.size);
    doc.text(text, at, top + type.size * BASELINE, { lineBreak: false, baseline: 'alphabetic' });
    at += doc.widthOfString(text);
  }
}
