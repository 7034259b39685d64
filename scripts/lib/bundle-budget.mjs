import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './run.mjs';

const dist = join(root, 'apps/web/dist');
/** kB = 1000 bytes, gzip. */
const budgets = {
  entryJs: 150_000,
  entryCss: 35_000,
  routeJs: 15_000,
  libraryJs: 60_000,
  signInTotal: 150_000,
};
const signInPage = /pages\/sign-in(-page)?\.tsx$/;
/** What a lazy route brings of its own; other lazy parts are libraries that several share. */
const routeChunk = /^src\/(app|features)\//;

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

function gzipBytes(file) {
  return gzipSync(readFileSync(join(dist, file))).length;
}

/** The chunk and everything that it loads at once; lazy imports are not followed. */
function withStaticImports(manifest, key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key]?.imports ?? []) withStaticImports(manifest, next, seen);
  return seen;
}

function sizes(manifest, keys) {
  const chunks = [...keys].map((key) => manifest[key]);
  const js = new Set(chunks.map((chunk) => chunk.file).filter((file) => file.endsWith('.js')));
  const css = new Set(chunks.flatMap((chunk) => chunk.css ?? []));
  const sum = (files) => [...files].reduce((total, file) => total + gzipBytes(file), 0);
  return { js: sum(js), css: sum(css) };
}

/** Weighs the built web against its budgets. `code` is 1 when one is exceeded or the build has no manifest. */
export function bundleReport() {
  const manifestFile = join(dist, '.vite', 'manifest.json');
  if (!existsSync(manifestFile))
    return {
      code: 1,
      output: 'apps/web/dist/.vite/manifest.json is missing: set build.manifest in vite.config.ts.',
    };
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const entries = Object.keys(manifest).filter((key) => manifest[key].isEntry);
  const lazy = Object.keys(manifest).filter((key) => manifest[key].isDynamicEntry);
  const entryKeys = new Set(entries.flatMap((key) => [...withStaticImports(manifest, key)]));
  const entry = sizes(manifest, entryKeys);
  const signIn = lazy.filter((key) => signInPage.test(key));
  const firstVisit = sizes(
    manifest,
    new Set([...entryKeys, ...signIn.flatMap((key) => [...withStaticImports(manifest, key)])]),
  );
  const html = gzipSync(readFileSync(join(dist, 'index.html'))).length;
  const rows = [
    ['JS of the entry', entry.js, budgets.entryJs],
    ['CSS of the entry', entry.css, budgets.entryCss],
    ['first visit of /sign-in, all together', firstVisit.js + firstVisit.css + html, budgets.signInTotal],
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
