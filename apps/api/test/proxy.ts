/** A way to a server that a test can cut or freeze. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type Proxy = {
  port: number;
  /** Ends all connections and takes no new ones, as when the server is gone. */
  cut(): Promise<void>;
  /** Keeps the connections and lets nothing through, as when the server stands still. */
  freeze(): void;
  /** As before. */
  restore(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a proxy on 127.0.0.1 before a server there. */
export async function startProxy(target: { host: string; port: number }): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((near) => {
    const far = connect(target.port, target.host);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('data', (chunk) => isFrozen || other.write(chunk));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const endConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  const cut = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    endConnections();
    await closed;
  };
  return {
    port,
    cut,
    freeze: () => {
      isFrozen = true;
    },
    async restore() {
      // What was held back is lost: those connections are of no use any more. Others are left alone.
      if (isFrozen) endConnections();
      isFrozen = false;
      if (!server.listening) await listen(port);
    },
    stop: cut,
  };
}
