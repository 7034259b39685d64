import { createServer } from 'node:net';

function canListen(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ port, host: '127.0.0.1' }, () => {
      const address = server.address();
      const taken = typeof address === 'object' && address ? address.port : port;
      server.close(() => resolve(taken));
    });
  });
}

/** Whether the port of 127.0.0.1 is free now. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await canListen(port)) !== null;
}

/** The preferred port, or the next free one above it; 0 takes any. */
export async function findFreePort(preferred: number): Promise<number> {
  for (let port = preferred; port < preferred + 50; port += 1) {
    const free = await canListen(port);
    if (free !== null) return free;
  }
  return (await canListen(0)) ?? preferred;
}

/** A port reserved for a server that will be started; `release` it when the server listens or did not start. */
export type ClaimedPort = {
  port: number;
  release(): void;
};

/** The distance of the socket that reserves a port from that port. */
const claimOffset = 10_000;

/**
 * Reserves a port before a server listens on it; null when it is in use or reserved by another launcher. The
 * reservation is a socket on another port, so it ends with this process, even by SIGKILL.
 */
export async function claimPort(port: number): Promise<ClaimedPort | null> {
  const place = port > claimOffset ? port - claimOffset : port + claimOffset;
  const claim = createServer().unref();
  const isOurs = await new Promise<boolean>((resolve) => {
    claim.once('error', () => resolve(false));
    claim.listen({ port: place, host: '127.0.0.1' }, () => resolve(true));
  });
  if (!isOurs) return null;
  const release = () => void claim.close();
  if (await isPortFree(port)) return { port, release };
  release();
  return null;
}

/** Reserves the preferred port or the next possible one above it; 0 gives any free port without a reservation. */
export async function claimFreePort(preferred: number): Promise<ClaimedPort> {
  for (let port = preferred; preferred !== 0 && port < preferred + 50; port += 1) {
    const claimed = await claimPort(port);
    if (claimed) return claimed;
  }
  return { port: await findFreePort(0), release: () => undefined };
}
