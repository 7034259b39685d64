/**
 * The letters of our PDFs. The standard fonts, which every reader has, print Western Europe's; what they lack is
 * printed in Noto fonts, of which a PDF carries the letters that it uses: Latin with every mark (Vietnamese too),
 * Greek, Cyrillic, Devanagari and Ethiopic.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkit';

const require = createRequire(import.meta.url);

type Family = 'standard' | 'noto' | 'ethiopic';
export type PdfStyle = 'plain' | 'bold' | 'heading';

/** A stretch of text in one font. */
export type PdfRun = { font: string; text: string };

/** The font of each family in a style: a standard one's name, or a file. The first family that can print is taken. */
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

/** What the standard fonts have beyond Latin-1. */
const MORE = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

/** What stands for letters that no font has. */
export const MISSING = '[…]';

const letterSets = new Map<Family, ReadonlySet<number>>();

/** Which letters a family of Noto has; read once, when first asked. */
function lettersOf(family: Family): ReadonlySet<number> {
  const known = letterSets.get(family);
  if (known) return known;
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

/** Marks composed with their letters, and without what is never seen, but for the ends of lines. */
const cleaned = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll('\t', ' ')
    .replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, '');

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The letters of a text, each with its marks. */
export const graphemes = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment);

/** Whether fonts have every letter of a text. */
export function isPrintable(text: string): boolean {
  return graphemes(cleaned(text).replaceAll('\n', ' ')).every((letter) => familyOf(letter) !== undefined);
}

/**
 * A line of text as words, each with the spaces after it and in the fonts that print it: the whole line in one where
 * one can, else each word, else each letter. A hyphen ends a word too. `MISSING` stands for what no font has.
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

/** Runs with neighbours of one font as one. */
export function joined(runs: readonly PdfRun[]): PdfRun[] {
  const result: PdfRun[] = [];
  for (const { font, text } of runs) {
    const last = result.at(-1);
    if (last?.font === font) last.text += text;
    else result.push({ font, text });
  }
  return result;
}
