import path from 'node:path';
import { Router, static as serveStatic } from 'express';

/** Serves the built web: hashed files for a year, every other page is the app itself. */
export function serveWeb(webDir: string): Router {
  const router = Router();
  router.use(
    '/assets',
    serveStatic(path.join(webDir, 'assets'), { immutable: true, maxAge: '365d', fallthrough: false }),
  );
  router.use(serveStatic(webDir, { index: false, maxAge: '1h' }));
  router.get('/{*splat}', (request, response, next) => {
    if (!request.accepts('html')) return next();
    response.set('Cache-Control', 'no-cache').sendFile(path.join(webDir, 'index.html'));
  });
  return router;
}
