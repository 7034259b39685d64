import { existsSync } from 'node:fs';
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

/** The page of every address that has none of its own. */
const PAGE = '200.html';
/** The page of Donate, at `/donate` and for one membership. */
const DONATE_PAGE = 'donate.html';

/**
 * Serves the built web: every page is the app itself. Where people arrive the build made a page of that address, which
 * names the files that it will load (`apps/web/entry-pages.ts`). Throws when the web was not built whole.
 */
export function serveWeb(webDir: string): Router {
  if (!existsSync(path.join(webDir, PAGE))) throw new Error(`The built web has no ${PAGE}.`);
  const router = Router();
  router.use(
    serveStatic(webDir, { extensions: ['html'], redirect: false, maxAge: '1h', setHeaders: keepPagesFresh }),
  );
  const send =
    (page: string): RequestHandler =>
    (request, response, next) => {
      if (!request.accepts('html')) return next();
      response.sendFile(page, {
        root: webDir,
        cacheControl: false,
        headers: { 'Cache-Control': 'no-cache' },
      });
    };
  router.get('/member/:memberId/membership/:membershipId/donate', send(DONATE_PAGE));
  router.get('/{*splat}', send(PAGE));
  return router;
}
