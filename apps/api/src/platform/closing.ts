import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';

/** A request that was sent before its client could know is here by then. */
const ON_ITS_WAY_MS = 1_000;

/**
 * Makes a server that can be closed under load. The function closes it: it takes no new connections, and answers what
 * was accepted; each answer ends its connection, so that one that is kept busy does not keep the server. Resolves when
 * all are ended, or cuts the rest after `withinMs`.
 */
export function closable(server: Server): (withinMs: number) => Promise<void> {
  const underWay = new Set<ServerResponse>();
  let isClosing = false;
  const endConnection = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  };
  // Before the application, which may answer at once.
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    underWay.add(response);
    response.once('close', () => {
      underWay.delete(response);
    });
    if (isClosing) endConnection(response);
  });
  return async (withinMs) => {
    isClosing = true;
    for (const response of underWay) endConnection(response);
    const closed = once(server, 'close');
    // Only no longer listens: that of HTTP also ends idle connections, over which the next request may be on its way.
    NetServer.prototype.close.call(server);
    const idle = setInterval(() => server.closeIdleConnections(), ON_ITS_WAY_MS);
    const rest = setTimeout(() => server.closeAllConnections(), withinMs);
    await closed;
    clearInterval(idle);
    clearTimeout(rest);
  };
}
