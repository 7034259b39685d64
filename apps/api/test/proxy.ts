/** A proxy to a server that a test can cut or freeze. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type Proxy = {
  port: number;
  /** Closes all connections and accepts no new ones, as if the server were gone. */
  cut(): Promise<void>;
  /** Keeps the connections and passes nothing on, as if the server hung. */
  freeze(): void;
  /** Freezes when the client sends these bytes, which are not passed on; resolves then. */
  freezeAt(bytes: string): Promise<void>;
  /** Back to normal. */
  restore(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a proxy on 127.0.0.1 in front of a server there. */
export async function startProxy(target: { host: string; port: number }): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  let awaited: { bytes: Buffer; onSeen: () => void } | undefined;
  const server = createServer((near) => {
    const far = connect(target.port, target.host);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('data', (chunk: Buffer) => {
        if (socket === near && awaited && chunk.includes(awaited.bytes)) {
          isFrozen = true;
          awaited.onSeen();
        }
        if (!isFrozen) other.write(chunk);
      });
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
    freezeAt: (bytes) =>
      new Promise((onSeen) => {
        awaited = { bytes: Buffer.from(bytes, 'latin1'), onSeen };
      }),
    async restore() {
      // Withheld data is lost, so those connections are useless. Others are left alone.
      if (isFrozen) endConnections();
      isFrozen = false;
      awaited = undefined;
      if (!server.listening) await listen(port);
    },
    stop: cut,
  };
}
