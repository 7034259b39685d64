import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { showProgress } from './progress.mjs';
import { Failure, lastLines, root, tool } from './run.mjs';

function filesUnder(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/\.(test|spec)\.tsx?$/.test(file));
}

/** A hash of the sources in folders, of further files, and of this script. */
function fingerprint(folders, files) {
  const hash = createHash('sha256');
  const build = fileURLToPath(import.meta.url);
  const all = [...folders.flatMap(filesUnder), ...files.map((file) => join(root, file)), build];
  for (const file of all.filter((path) => existsSync(path)).sort((a, b) => (a < b ? -1 : 1))) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/**
 * Builds if the sources have changed. The stamp file is removed before and written after: an interrupted build is
 * repeated.
 */
async function buildWhenChanged(name, stampFile, print, build) {
  const stamp = join(root, stampFile);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === print) return null;
  rmSync(stamp, { force: true });
  await build();
  mkdirSync(join(stamp, '..'), { recursive: true });
  writeFileSync(stamp, print);
  return name;
}

/** A thread is started for each uploaded file: with its packages in one file it starts in a third of the time. */
const fileThread = join(root, 'apps/api/src/modules/moving/imports/file-thread.ts');

/** The other entry points of the API: server, worker, commands, and the worker thread for password hashes. */
function apiEntries() {
  const commands = filesUnder('apps/api/src/commands').filter((file) => file.endsWith('.ts'));
  return [
    join(root, 'apps/api/src/main.ts'),
    join(root, 'apps/api/src/worker.ts'),
    join(root, 'apps/api/src/platform/password-worker.js'),
    ...commands,
  ];
}

async function bundle(entryPoints, outdir, options = {}) {
  const { build } = await import(pathToFileURL(join(root, 'node_modules/esbuild/lib/main.js')).href);
  try {
    await build({
      absWorkingDir: root,
      entryPoints,
      outdir: join(root, outdir),
      entryNames: '[name]',
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      sourcemap: true,
      // Each process keeps the maps of all that it loads in its heap: lines of the sources are enough.
      sourcesContent: false,
      // npm packages are not bundled; our workspaces, which have sources only, are.
      packages: 'external',
      alias: {
        '@kinfold/domain': join(root, 'packages/domain/src'),
        '@kinfold/stripe-sandbox': join(root, 'packages/stripe-sandbox/src'),
      },
      logLevel: 'silent',
      ...options,
    });
  } catch (error) {
    throw new Failure(`${error.message}\n\nThe build of ${outdir} failed; its messages are above.`);
  }
}

/** Builds the API and its commands into apps/api/dist if their sources have changed. */
export function buildApi() {
  const print = fingerprint(
    ['apps/api/src', 'packages/domain/src'],
    ['package-lock.json', 'apps/api/package.json'],
  );
  return buildWhenChanged('API', 'apps/api/dist/.fingerprint', print, async () => {
    rmSync(join(root, 'apps/api/dist'), { recursive: true, force: true });
    await bundle(apiEntries(), 'apps/api/dist');
    await bundle([fileThread], 'apps/api/dist', {
      packages: 'bundle',
      // Its packages in CommonJS load parts of Node by `require`, which a module does not have.
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
    });
  });
}

/** Compresses the files with hashed names at build time, with the highest levels. */
function compressAssets(folder) {
  for (const name of readdirSync(folder)) {
    if (!/\.(js|css|svg)$/.test(name)) continue;
    const bytes = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
}

/** Builds the web into apps/web/dist if its sources have changed. */
export function buildWeb() {
  const print = fingerprint(
    ['apps/web/src', 'apps/web/public', 'packages/domain/src'],
    [
      'package-lock.json',
      ...['package.json', 'index.html', 'entry-pages.ts', 'vite.config.ts'].map((name) => `apps/web/${name}`),
    ],
  );
  return buildWhenChanged('web', 'apps/web/dist/.fingerprint', print, async () => {
    const { code, output } = await tool('vite/bin/vite.js', ['build'], {
      cwd: join(root, 'apps/web'),
      env: { ...process.env, NODE_ENV: 'production' },
    });
    if (code !== 0)
      throw new Failure(
        `${lastLines(output)}\n\nThe web could not be built (vite build); its last lines are above.`,
      );
    compressAssets(join(root, 'apps/web/dist/assets'));
  });
}

/** Builds the API and the web, in parallel, if their sources have changed. */
export async function buildAll() {
  const isFresh = (file) => existsSync(join(root, file));
  const work = Promise.all([buildApi(), buildWeb()]);
  const isFirst = !isFresh('apps/api/dist/.fingerprint') || !isFresh('apps/web/dist/.fingerprint');
  return isFirst ? showProgress('Building', work) : work;
}

/** Bundles the programs of packages/local-stack for the image, which has no build tools. */
export async function bundleLauncher() {
  const entries = ['launcher.ts', 'mail-server.ts'].map((name) =>
    join(root, 'packages/local-stack/src', name),
  );
  await bundle(entries, 'packages/local-stack/dist');
  // The sandbox serves these files from its own folder.
  cpSync(join(root, 'packages/stripe-sandbox/src/browser'), join(root, 'packages/local-stack/dist/browser'), {
    recursive: true,
  });
}
