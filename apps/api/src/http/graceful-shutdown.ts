import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';

/** How long idle connections stay open after the shutdown begins: a request may be on its way over one. */
const IDLE_GRACE_MS = 1_000;

/**
 * Prepares an HTTP server for graceful shutdown. The returned function stops it: no new connections, `Connection: close`
 * on every answer, idle connections closed after 1 s. It resolves when all connections have ended; those left after
 * `timeoutMs` are cut.
 */
export function gracefulShutdown(server: Server): (timeoutMs: number) => Promise<void> {
  const pending = new Set<ServerResponse>();
  let isClosing = false;
  const endConnection = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  };
  // First among the listeners: the application may answer synchronously.
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    pending.add(response);
    response.once('close', () => {
      pending.delete(response);
    });
    if (isClosing) endConnection(response);
  });
  return async (timeoutMs) => {
    isClosing = true;
    for (const response of pending) endConnection(response);
    const closed = once(server, 'close');
    // net.Server's close only stops listening; http.Server's would also close idle connections at once.
    NetServer.prototype.close.call(server);
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_GRACE_MS);
    const cut = setTimeout(() => server.closeAllConnections(), timeoutMs);
    await closed;
    clearInterval(idle);
    clearTimeout(cut);
  };
}
