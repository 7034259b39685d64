import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { root } from './run.mjs';

const dist = join(root, 'apps/web/dist');
/** kB = 1000 bytes; gzip, but the first visit of /sign-in as it is sent, Brotli. */
const budgets = {
  everyPageJs: 150_000,
  everyPageCss: 35_000,
  routeJs: 15_000,
  libraryJs: 60_000,
  signInTotal: 160_000,
};
/** What a lazy route brings of its own; other lazy parts are libraries that several share. */
const routeChunk = /^src\/(app|features)\//;

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

const read = (file) => readFileSync(join(dist, file));
const gzipBytes = (file) => gzipSync(read(file)).length;
const sentBytes = (file) => brotliCompressSync(read(file)).length;

/** The files that a page names: all that its first visit loads. */
const namedIn = (page) =>
  [...readFileSync(join(dist, page), 'utf8').matchAll(/(?:href|src)="\/(assets\/[^"]+)"/g)].map(
    ([, file]) => file,
  );

const sum = (files, bytesOf, suffix = '') =>
  files.filter((file) => file.endsWith(suffix)).reduce((total, file) => total + bytesOf(file), 0);

/** Weighs the built web against its budgets. `code` is 1 when one is exceeded or the build has no manifest. */
export function bundleReport() {
  const manifestFile = join(dist, '.vite', 'manifest.json');
  if (!existsSync(manifestFile))
    return {
      code: 1,
      output: 'apps/web/dist/.vite/manifest.json is missing: set build.manifest in vite.config.ts.',
    };
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const lazy = Object.keys(manifest).filter((key) => manifest[key].isDynamicEntry);
  const always = namedIn('200.html');
  const signIn = ['sign-in.html', ...namedIn('sign-in.html')];
  const rows = [
    ['JS of every page', sum(always, gzipBytes, '.js'), budgets.everyPageJs],
    ['CSS of every page', sum(always, gzipBytes, '.css'), budgets.everyPageCss],
    ['first visit of /sign-in, all together, as sent', sum(signIn, sentBytes), budgets.signInTotal],
    ...lazy.map((key) => [
      `lazy ${key}`,
      gzipBytes(manifest[key].file),
      routeChunk.test(key) ? budgets.routeJs : budgets.libraryJs,
    ]),
  ];
  const lines = rows.map(
    ([name, bytes, budget]) =>
      `${bytes > budget ? 'OVER' : 'ok  '} ${kilobytes(bytes).padStart(9)} of ${kilobytes(budget).padStart(9)}  ${name}`,
  );
  return { code: rows.some(([, bytes, budget]) => bytes > budget) ? 1 : 0, output: lines.join('\n') };
}
