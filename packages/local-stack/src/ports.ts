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

/** Whether something could listen on this port of 127.0.0.1 now. */
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

/** A port for a server that is about to be started; `release` it once the server listens, or has not started. */
export type ClaimedPort = {
  port: number;
  release(): void;
};

/** How far from a port its claim is. */
const claimOffset = 10_000;

/**
 * Claims a port before a server listens on it; null when it is in use, or claimed by another launcher whose server would
 * answer in place of ours. The claim is a socket of its own: it ends with this process, however that ends.
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

/** Claims the preferred port, or the next one above it that can be claimed; any free port needs no claim. */
export async function claimFreePort(preferred: number): Promise<ClaimedPort> {
  for (let port = preferred; preferred !== 0 && port < preferred + 50; port += 1) {
    const claimed = await claimPort(port);
    if (claimed) return claimed;
  }
  return { port: await findFreePort(0), release: () => undefined };
}
