/**
 * The fonts of PDFs. Standard fonts, which every reader has, cover Western European letters (WinAnsi); for all others
 * subsets of Noto fonts are embedded: Latin with all diacritics (Vietnamese too), Greek, Cyrillic, Devanagari,
 * Ethiopic.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Fontkit from 'fontkit';
import type PDFDocument from 'pdfkit';

const require = createRequire(import.meta.url);

/** A new PDF. Its packages take 12 MB and are loaded when they are needed: a worker seldom prints. */
export const newPdf = (options: PDFKit.PDFDocumentOptions): PDFKit.PDFDocument =>
  new (require('pdfkit') as typeof PDFDocument)(options);

type Family = 'standard' | 'noto' | 'ethiopic';
export type PdfStyle = 'plain' | 'bold' | 'heading';

/** A run of text in one font. */
export type PdfRun = { font: string; text: string };

/**
 * The font of each family by style: the name of a standard font, or a file. The first family with all letters is used.
 */
const FONTS: Readonly<Record<Family, Readonly<Record<PdfStyle, string>>>> = {
  standard: { plain: 'Helvetica', bold: 'Helvetica-Bold', heading: 'Times-Bold' },
  noto: inBold(
    require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
    require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
  ),
  ethiopic: inBold(
    require.resolve('@expo-google-fonts/noto-sans-ethiopic/400Regular/NotoSansEthiopic_400Regular.ttf'),
    require.resolve('@expo-google-fonts/noto-sans-ethiopic/700Bold/NotoSansEthiopic_700Bold.ttf'),
  ),
};
const FAMILIES: readonly Family[] = ['standard', 'noto', 'ethiopic'];

function inBold(plain: string, bold: string): Readonly<Record<PdfStyle, string>> {
  return { plain, bold, heading: bold };
}

/** The characters of WinAnsi beyond Latin-1. */
const MORE = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

/** Printed for letters that no font has. */
export const MISSING = '[…]';

const letterSets = new Map<Family, ReadonlySet<number>>();

/** The code points of a Noto family; read at the first call. */
function lettersOf(family: Family): ReadonlySet<number> {
  const known = letterSets.get(family);
  if (known) return known;
  const { create } = require('fontkit') as typeof Fontkit;
  const font = create(readFileSync(FONTS[family].plain));
  const letters = new Set('characterSet' in font ? font.characterSet : []);
  letterSets.set(family, letters);
  return letters;
}

function hasAll(family: Family, text: string): boolean {
  if (family === 'standard')
    return [...text].every((one) => /[\x20-\x7e\xa0-\xff]/.test(one) || MORE.includes(one));
  const letters = lettersOf(family);
  return [...text].every((one) => letters.has(one.codePointAt(0) ?? 0));
}

const familyOf = (text: string) => FAMILIES.find((family) => hasAll(family, text));

/** NFC, tabs as spaces, without control and format characters except line feeds. */
const cleaned = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll('\t', ' ')
    .replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, '');

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The grapheme clusters of a text. */
export const graphemes = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment);

/** Whether the fonts have every letter of a text. */
export function isPrintable(text: string): boolean {
  return graphemes(cleaned(text).replaceAll('\n', ' ')).every((letter) => familyOf(letter) !== undefined);
}

/**
 * The words of a line, each with its trailing spaces, as runs: in one font for the line where possible, else one per
 * word, else one per grapheme. A hyphen ends a word too. `MISSING` replaces letters that no font has.
 */
export function pdfWords(line: string, style: PdfStyle): PdfRun[][] {
  const text = cleaned(line);
  const whole = familyOf(text);
  return text.split(/(?<=[ -])(?! )/).map((word) => {
    const family = whole ?? familyOf(word);
    if (family) return [{ font: FONTS[family][style], text: word }];
    const letters = graphemes(word).map((text) => ({ text, family: familyOf(text) }));
    return joined(
      letters.flatMap(({ text, family }, index): PdfRun | [] => {
        if (family) return { font: FONTS[family][style], text };
        const isMore = index > 0 && !letters[index - 1]?.family;
        return isMore ? [] : { font: FONTS.standard[style], text: MISSING };
      }),
    );
  });
}

/** Merges adjacent runs of the same font. */
export function joined(runs: readonly PdfRun[]): PdfRun[] {
  const result: PdfRun[] = [];
  for (const { font, text } of runs) {
    const last = result.at(-1);
    if (last?.font === font) last.text += text;
    else result.push({ font, text });
  }
  return result;
}
