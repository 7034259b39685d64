import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { root } from './run.mjs';

const dist = join(root, 'apps/web/dist');
/** Kept free in the first files: what a library for translations (Lingui 5) takes there. */
const ROOM_FOR_TRANSLATION = 3_300;
/** In bytes of gzip; the first visit of /sign-in in Brotli, as it is served. */
const budgets = {
  everyPageJs: 148_000 + ROOM_FOR_TRANSLATION,
  everyPageCss: 35_000,
  routeJs: 15_000,
  libraryJs: 60_000,
  signInTotal: 178_500 + ROOM_FOR_TRANSLATION,
};
/** The chunks of lazy routes; other lazy chunks are shared libraries. */
const routeChunk = /^src\/(app|features)\//;

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

const read = (file) => readFileSync(join(dist, file));
const gzipBytes = (file) => gzipSync(read(file)).length;
const sentBytes = (file) => brotliCompressSync(read(file)).length;

/** The files that an HTML page references. */
const namedIn = (page) =>
  [...readFileSync(join(dist, page), 'utf8').matchAll(/(?:href|src)="\/(assets\/[^"]+)"/g)].map(
    ([, file]) => file,
  );

const sum = (files, bytesOf, suffix = '') =>
  files.filter((file) => file.endsWith(suffix)).reduce((total, file) => total + bytesOf(file), 0);

/**
 * Syntax that Safari before 16.4 cannot parse (before 17 for the last): a file with it does not run at all. The names
 * are esbuild's features, which it can detect.
 */
const TOO_NEW = ['regexp-lookbehind-assertions', 'class-static-blocks', 'regexp-set-notation'];

/** The built files that contain syntax of TOO_NEW, with its names. */
async function tooNewIn(files) {
  const { transform } = await import(pathToFileURL(join(root, 'node_modules/esbuild/lib/main.js')).href);
  const isRewritten = async (source, features) => {
    const supported = Object.fromEntries(features.map((feature) => [feature, false]));
    const [printed, rewritten] = await Promise.all([transform(source), transform(source, { supported })]);
    return printed.code !== rewritten.code;
  };
  const found = [];
  for (const file of files) {
    const source = read(file).toString();
    if (!(await isRewritten(source, TOO_NEW))) continue;
    for (const feature of TOO_NEW)
      if (await isRewritten(source, [feature])) found.push(`${file} has ${feature}`);
  }
  return found;
}

/**
 * Compares the built web with its budgets. `code` is 1 if one is exceeded, if the build has no manifest, or if older
 * browsers cannot parse a file.
 */
export async function bundleReport() {
  const manifestFile = join(dist, '.vite', 'manifest.json');
  if (!existsSync(manifestFile))
    return {
      code: 1,
      output: 'apps/web/dist/.vite/manifest.json is missing: set build.manifest in vite.config.ts.',
    };
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const lazy = Object.keys(manifest).filter((key) => manifest[key].isDynamicEntry);
  const withImports = (key) => [manifest[key].file, ...(manifest[key].imports ?? []).flatMap(withImports)];
  // A first visit loads the files that the page references, and those that `main.ts` imports dynamically at the start.
  const firstVisit = (page) => [...new Set([...namedIn(page), ...withImports('src/app/render.tsx')])];
  const always = firstVisit('200.html');
  const signIn = ['sign-in.html', ...firstVisit('sign-in.html')];
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
  const scripts = new Set(Object.values(manifest).map(({ file }) => file));
  const tooNew = await tooNewIn([...scripts].filter((file) => file.endsWith('.js')));
  const isOver = rows.some(([, bytes, budget]) => bytes > budget);
  return {
    code: isOver || tooNew.length ? 1 : 0,
    output: [...lines, ...tooNew.map((each) => `TOO NEW for older phones: ${each}`)].join('\n'),
  };
}
