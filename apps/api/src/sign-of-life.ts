/**
 * Lets the health check of a container see that its worker is alive: a file whose time is that of the database's last
 * answer. A worker that hangs, or cannot reach the database, does not renew it.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pingDatabase } from './platform/database.ts';

const EVERY_MS = 10_000;

/** The file; the health check of the worker in docker-compose.production.yml reads it. */
const SIGN_OF_LIFE_FILE = path.join(tmpdir(), 'kinfold-worker-alive');

/** Renews the file every 10 s while the database answers. The returned function stops that and removes it. */
export function startSignOfLife(file: string = SIGN_OF_LIFE_FILE): () => void {
  const renew = () =>
    pingDatabase().then(
      () => writeFileSync(file, ''),
      () => undefined,
    );
  void renew();
  const timer = setInterval(() => void renew(), EVERY_MS);
  return () => {
    clearInterval(timer);
    rmSync(file, { force: true });
  };
}
