import path from 'node:path';
import { Router, static as serveStatic } from 'express';
import compressedStatic from 'express-static-gzip';

/** Serves the hashed files of the built web, for a year, as they were compressed when it was built. */
export function serveAssets(webDir: string): Router {
  const router = Router();
  router.use(
    '/assets',
    compressedStatic(path.join(webDir, 'assets'), {
      enableBrotli: true,
      orderPreference: ['br', 'gz'],
      index: false,
      serveStatic: { immutable: true, maxAge: '365d', fallthrough: false },
    }),
  );
  return router;
}

/** Serves the built web: every page is the app itself. */
export function serveWeb(webDir: string): Router {
  const router = Router();
  router.use(serveStatic(webDir, { index: false, maxAge: '1h' }));
  router.get('/{*splat}', (request, response, next) => {
    if (!request.accepts('html')) return next();
    response.set('Cache-Control', 'no-cache').sendFile(path.join(webDir, 'index.html'));
  });
  return router;
}
