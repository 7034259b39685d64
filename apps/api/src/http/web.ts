import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Router, static as serveStatic, type RequestHandler, type Response } from 'express';
import compressedStatic from 'express-static-gzip';
import { COLORS_PATH, DEFAULT_PORTAL, LOGO_PATH } from '@kinfold/domain/portal';
import { colorSheet } from '../platform/colors.ts';
import type { OwnPortal } from '../platform/portal.ts';
import { notFound } from '../platform/problem.ts';

/** An address that cannot be decoded is answered here: the static middleware would answer it in HTML. */
const isReadable: RequestHandler = (request, _response, next) => {
  try {
    decodeURIComponent(request.path);
    next();
  } catch {
    throw notFound('There is nothing at this address.');
  }
};

/** Serves the hashed files of the built web, cacheable for a year, as compressed by the build. */
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

/** The page of every address that has no page of its own. */
const PAGE = '200.html';
/** The page of Donate, at `/donate` and for one membership. */
const DONATE_PAGE = 'donate.html';

/** Returns the pages of a folder by address, without the file extension. */
function readPages(webDir: string, portal: OwnPortal): Map<string, string> {
  const files = readdirSync(webDir, { recursive: true, encoding: 'utf8' });
  return new Map(
    files
      .filter((file) => file.endsWith('.html'))
      .map((file) => [file.replaceAll(path.sep, '/'), readFileSync(path.join(webDir, file), 'utf8')] as const)
      .map(([file, html]) => [file, ownPage(html, portal)]),
  );
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Returns a page with the portal's own name, logo and colours; unchanged for a portal without. */
function ownPage(html: string, { logo, color, ...portal }: OwnPortal): string {
  if (JSON.stringify(portal) === JSON.stringify(DEFAULT_PORTAL) && color === null) return html;
  const named = html
    .replace('<title>Kinfold</title>', () => `<title>${escapeHtml(portal.name)}</title>`)
    .replace('>Kinfold needs JavaScript.', () => `>${escapeHtml(portal.name)} needs JavaScript.`);
  const links = [
    `<meta name="portal" content="${escapeHtml(JSON.stringify(portal))}">`,
    color === null ? '' : `<link rel="stylesheet" href="${COLORS_PATH}">`,
  ].join('');
  const pictured = logo
    ? named
        .replace(/<link rel="icon"[^>]*>/, `<link rel="icon" href="${LOGO_PATH}" type="${logo.type}">`)
        .replace(/<link rel="apple-touch-icon"[^>]*>/, `<link rel="apple-touch-icon" href="${LOGO_PATH}">`)
    : named;
  return pictured.replace('</head>', () => `${links}</head>`);
}

/** Serves the files of a customized portal: its logo, its colours, and the manifest in its name. */
export function servePortal({ name, logo, color }: OwnPortal, webDir: string): Router {
  const router = Router();
  const forAnHour = { 'Cache-Control': 'public, max-age=3600' };
  router.get(LOGO_PATH, (_request, response) => {
    if (!logo) throw notFound('This portal has no logo of its own.');
    // A picture, also when opened directly: no script in it runs.
    response.set({
      ...forAnHour,
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    });
    response.type(logo.type).send(logo.bytes);
  });
  router.get(COLORS_PATH, (_request, response) => {
    if (color === null) throw notFound('This portal has no colours of its own.');
    response.set(forAnHour).type('css').send(colorSheet(color));
  });
  const file = path.join(webDir, 'manifest.webmanifest');
  const manifest = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {};
  const icons = logo && [{ src: LOGO_PATH, sizes: 'any', type: logo.type, purpose: 'any' }];
  router.get('/manifest.webmanifest', (_request, response) => {
    response.set(forAnHour).type('application/manifest+json');
    response.send(JSON.stringify({ ...manifest, name, short_name: name, ...(icons && { icons }) }));
  });
  return router;
}

/**
 * Serves the built web: every page is the app itself. Addresses where people arrive have a page of their own from the
 * build, which names the files that it will load (`apps/web/entry-pages.ts`). Pages are never cached: each names the
 * hashed files of its own build. Throws when the web was not built completely.
 */
export function serveWeb(webDir: string, portal: OwnPortal): Router {
  const pages = readPages(webDir, portal);
  if (!pages.has(PAGE)) throw new Error(`The built web has no ${PAGE}.`);
  const router = Router();
  const send = (page: string, response: Response) =>
    response.set('Cache-Control', 'no-cache').type('html').send(pages.get(page));
  router.get('/{*splat}', (request, response, next) => {
    const page = `${request.path.replace(/^\/|\/$/g, '') || 'index'}.html`;
    if (pages.has(page) && page !== PAGE) send(page, response);
    else next();
  });
  router.use(serveStatic(webDir, { index: false, redirect: false, maxAge: '1h' }));
  router.get('/member/:memberId/membership/:membershipId/donate', (request, response, next) => {
    if (request.accepts('html')) send(DONATE_PAGE, response);
    else next();
  });
  router.get('/{*splat}', (request, response, next) => {
    if (request.accepts('html')) send(PAGE, response);
    else next();
  });
  return router;
}
