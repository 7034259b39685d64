// Hashes and compares in a thread of its own: bcrypt takes a fifth of a second of pure computing. Plain
// JavaScript, so that Node runs the same file from the sources and, bundled, from dist.
import { parentPort } from 'node:worker_threads';
import bcrypt from 'bcryptjs';

parentPort?.on('message', ({ password, hash, cost }) => {
  try {
    const result = hash === null ? bcrypt.hashSync(password, cost) : bcrypt.compareSync(password, hash);
    parentPort?.postMessage({ result });
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
});
