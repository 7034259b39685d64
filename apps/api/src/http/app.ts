/** The HTTP application: the order of middleware, in one place. */
import { existsSync } from 'node:fs';
import { constants } from 'node:zlib';
import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import { devAids } from './dev-aids.ts';
import { openApiDocument } from './openapi.ts';
import { createAdmitter } from './admission.ts';
import { mountRoute, refuseTooMuch } from './endpoint.ts';
import type { Deps } from '../platform/deps.ts';
import { requestLogger } from '../platform/logger.ts';
import { measureProcess } from '../platform/metrics.ts';
import { portalOf } from '../platform/portal.ts';
import { notFoundHandler, problemHandler } from './problem-handler.ts';
import { routes } from './routes.ts';
import { apiDocs } from './docs-page.ts';
import { securityHeaders } from './security-headers.ts';
import { serveAssets, servePortal, serveWeb } from './web.ts';
import { webhookHandler } from './webhook.ts';

/** Builds the application over its dependencies; it does not listen yet. */
export function createApp(deps: Deps): Express {
  const { config } = deps;
  const portal = portalOf(config);
  const app = express();
  if (config.METRICS_TOKEN) measureProcess();
  app.disable('x-powered-by');
  app.set('trust proxy', config.TRUST_PROXY);
  app.set('query parser', 'simple');
  app.use(requestLogger(deps.logger));
  const webDir = config.WEB_DIR && existsSync(config.WEB_DIR) ? config.WEB_DIR : undefined;
  // Before the page headers: files need only `nosniff`.
  if (webDir) app.use(noSniff, serveAssets(webDir));
  app.use(securityHeaders(config));
  // Flushes each write: the first lines of a long file do not wait for the rest.
  app.use(compression({ flush: constants.Z_SYNC_FLUSH }));
  const admitter = createAdmitter();
  // The signature covers the raw bytes. The card provider resends what is refused.
  const bytes = express.raw({ type: '*/*', limit: '1mb' });
  app.post('/webhooks/stripe', refuseTooMuch(admitter, 'last'), bytes, webhookHandler(deps));
  for (const route of routes) mountRoute(app, route, deps, admitter);
  // Generated once, on the first request.
  let description: string | undefined;
  app.get('/openapi.json', (_request, response) => {
    description ??= JSON.stringify(openApiDocument(routes, config.APP_URL));
    response.type('json').send(description);
  });
  app.use('/docs', apiDocs(routes));
  if (config.NODE_ENV !== 'production' && config.MAIL_CATCHER_URL) app.use(devAids(config.MAIL_CATCHER_URL));
  // Unknown paths below these get 404, never the page.
  app.use(['/api', '/v2', '/token', '/webhooks', '/dev'], notFoundHandler);
  if (webDir) app.use(servePortal(portal, webDir), serveWeb(webDir, portal));
  app.use(notFoundHandler);
  app.use(problemHandler);
  return app;
}

const noSniff: RequestHandler = (_request, response, next) => {
  response.set('X-Content-Type-Options', 'nosniff');
  next();
};
