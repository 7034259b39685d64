// npm run fonts: rebuilds the font files of the web from their packages, after an update of one of these
// (docs/decisions/040). The results are checked in: a build needs neither the packages nor this script.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { main, root } from './lib/run.mjs';

const target = join(root, 'apps/web/src/theme/fonts');
/**
 * The subsets of the packages, each with its characters: everything that names need, without phonetics. As in
 * `_fonts.scss`.
 */
const PARTS = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext': 'U+0100-02AF,U+0304,U+0308,U+0329,U+1E00-1E9F,U+1EF2-1EFF',
  vietnamese:
    'U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+0300-0301,U+0303-0304,U+0308-0309,U+0323,U+0329,U+1EA0-1EF9,U+20AB',
};
/** Each typeface with the weights that the theme uses. */
const TYPEFACES = { 'public-sans': { min: 400, max: 700 }, 'noto-serif': 600 };

const read = (file) => readFileSync(join(root, file));
const write = (name, bytes) => writeFileSync(join(target, name), bytes);

/** The characters of a list such as 'U+0000-00FF,U+0131'. */
function charactersOf(ranges) {
  return ranges
    .split(',')
    .flatMap((range) => {
      const [from, to = from] = range
        .replace('U+', '')
        .split('-')
        .map((hex) => Number.parseInt(hex, 16));
      return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));
    })
    .join('');
}

await main(async () => {
  mkdirSync(target, { recursive: true });
  for (const [name, wght] of Object.entries(TYPEFACES)) {
    const source = `node_modules/@fontsource-variable/${name}`;
    for (const [part, letters] of Object.entries(PARTS)) {
      const font = read(`${source}/files/${name}-${part}-wght-normal.woff2`);
      const options = { targetFormat: 'woff2', variationAxes: { wght } };
      write(`${name}-${part}.woff2`, await subsetFont(font, charactersOf(letters), options));
    }
    write(`${name}-LICENSE.txt`, read(`${source}/LICENSE`));
  }
});
