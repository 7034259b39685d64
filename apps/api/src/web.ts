import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { Router, static as serveStatic, type RequestHandler } from 'express';
import compressedStatic from 'express-static-gzip';
import { notFound } from './platform/problem.ts';

/** An address that cannot be decoded is answered here: the static middleware would answer it in HTML. */
const isReadable: RequestHandler = (request, _response, next) => {
  try {
    decodeURIComponent(request.path);
    next();
  } catch {
    throw notFound('There is nothing at this address.');
  }
};

/** Serves the hashed files of the built web, for a year, as they were compressed when it was built. */
export function serveAssets(webDir: string): Router {
  const router = Router();
  router.use(
    '/assets',
    isReadable,
    compressedStatic(path.join(webDir, 'assets'), {
      enableBrotli: true,
      orderPreference: ['br', 'gz'],
      index: false,
      serveStatic: { immutable: true, maxAge: '365d', fallthrough: false, redirect: false },
    }),
  );
  return router;
}

/** A page names the hashed files of its own build: an old one would ask for files that are gone. */
function keepPagesFresh(response: ServerResponse, file: string): void {
  if (file.endsWith('.html')) response.setHeader('Cache-Control', 'no-cache');
}

/** What every page loads: what asks and decides comes first and runs while what draws is still on its way. */
const FIRST = 'src/app/start.ts';
const LAST = 'src/app/draw.tsx';

/** Where people arrive, and the sources that those pages load too. */
const ENTRANCES: Record<string, string[]> = {
  '/': ['src/app/pages/landing-page.tsx'],
  '/sign-in': ['src/app/pages/sign-in-page.tsx'],
  '/my/overview': ['src/app/member-area.tsx', 'src/app/pages/overview-page.tsx'],
};

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;

/** The built files of some sources and of all that they import. */
function filesOf(manifest: Manifest, sources: readonly string[]): Set<string> {
  const files = new Set<string>();
  const add = (source: string) => {
    const built = manifest[source];
    if (!built) throw new Error(`The built web has no ${source}.`);
    if (files.has(built.file)) return;
    files.add(built.file);
    for (const style of built.css ?? []) files.add(style);
    built.imports?.forEach(add);
  };
  sources.forEach(add);
  return files;
}

/**
 * The app's page, and that of each entrance. A page names the files that it will load, so that a slow line fetches
 * them at once and not one after another as the code asks for them.
 */
function pagesOf(webDir: string): { plain: string; entrances: Map<string, string> } {
  const html = readFileSync(path.join(webDir, 'index.html'), 'utf8');
  const manifest = JSON.parse(readFileSync(path.join(webDir, '.vite/manifest.json'), 'utf8')) as Manifest;
  const page = (sources: readonly string[]) => {
    const links = [...filesOf(manifest, [FIRST, ...sources, LAST])]
      .filter((file) => !html.includes(file))
      .map((file) =>
        file.endsWith('.css')
          ? `<link rel="stylesheet" crossorigin href="/${file}">`
          : `<link rel="modulepreload" crossorigin href="/${file}">`,
      );
    return html.replace('</head>', `${links.join('')}</head>`);
  };
  return {
    plain: page([]),
    entrances: new Map(Object.entries(ENTRANCES).map(([address, sources]) => [address, page(sources)])),
  };
}

/** Serves the built web: every page is the app itself. */
export function serveWeb(webDir: string): Router {
  const { plain, entrances } = pagesOf(webDir);
  const router = Router();
  router.use(serveStatic(webDir, { index: false, maxAge: '1h', setHeaders: keepPagesFresh }));
  router.get('/{*splat}', (request, response, next) => {
    if (!request.accepts('html')) return next();
    response
      .set('Cache-Control', 'no-cache')
      .type('html')
      .send(entrances.get(request.path) ?? plain);
  });
  return router;
}
