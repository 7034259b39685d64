/** The API. Background tasks run in `worker.ts`. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createApp } from './http/app.ts';
import { isWithoutOrganizations } from './modules/organizations/organizations/organization.service.ts';
import { gracefulShutdown } from './http/graceful-shutdown.ts';
import { runProgram, STOP_WITHIN_MS } from './program.ts';

const FIRST_RUN =
  'The database is empty. Make the first organization and its administrator: npm run first-run -- --organization NAME --email ADDRESS (in the image: node apps/api/dist/first-run.js --organization NAME --email ADDRESS)';

runProgram('API', async (deps) => {
  // Other environments have demo data.
  if (deps.config.NODE_ENV === 'production' && (await isWithoutOrganizations())) deps.logger.warn(FIRST_RUN);
  const server = createServer(createApp(deps));
  const close = gracefulShutdown(server);
  server.requestTimeout = 60_000;
  // Longer than proxies and browsers keep idle connections, so that none closes while a request is sent.
  server.keepAliveTimeout = 75_000;
  server.listen(deps.config.PORT, deps.config.HOST);
  await once(server, 'listening');
  deps.logger.info({ address: server.address() }, 'listening');
  return () => close(STOP_WITHIN_MS);
});
