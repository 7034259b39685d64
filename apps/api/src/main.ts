/** The API: answers requests, and nothing else; `worker.ts` does what goes on in the background. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createApp } from './app.ts';
import { gracefulShutdown } from './platform/graceful-shutdown.ts';
import { runProgram, STOP_WITHIN_MS } from './program.ts';

runProgram('API', async (deps) => {
  const server = createServer(createApp(deps));
  const close = gracefulShutdown(server);
  server.requestTimeout = 60_000;
  // Longer than proxies and browsers keep an idle connection, so that none is closed under a request.
  server.keepAliveTimeout = 75_000;
  server.listen(deps.config.PORT, deps.config.HOST);
  await once(server, 'listening');
  deps.logger.info({ address: server.address() }, 'listening');
  return () => close(STOP_WITHIN_MS);
});
