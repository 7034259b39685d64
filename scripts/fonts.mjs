// npm run fonts: makes the font files of the web anew from their packages, after one of these was updated
// (docs/decisions/040). The results are checked in: a build needs neither the packages nor this script.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { main, root } from './lib/run.mjs';

const target = join(root, 'apps/web/src/theme/fonts');
/** The parts by range of letters; a page loads those whose letters it shows. */
const PARTS = ['latin', 'latin-ext', 'vietnamese'];
/** The weights that the theme uses. */
const WEIGHTS = { min: 400, max: 700 };
const SANS = 'node_modules/@fontsource-variable/public-sans';
const SERIF = 'node_modules/@fontsource/source-serif-4';

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
  const ranges = JSON.parse(read(`${SANS}/unicode.json`));
  for (const part of PARTS) {
    const sans = read(`${SANS}/files/public-sans-${part}-wght-normal.woff2`);
    const options = { targetFormat: 'woff2', variationAxes: { wght: WEIGHTS } };
    write(`public-sans-${part}.woff2`, await subsetFont(sans, charactersOf(ranges[part]), options));
    // Its licence reserves the name 'Source' for unchanged files.
    write(`source-serif-4-${part}-600.woff2`, read(`${SERIF}/files/source-serif-4-${part}-600-normal.woff2`));
  }
  write('public-sans-LICENSE.txt', read(`${SANS}/LICENSE`));
  write('source-serif-4-LICENSE.txt', read(`${SERIF}/LICENSE`));
});
