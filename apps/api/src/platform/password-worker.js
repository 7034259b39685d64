// A worker thread for bcrypt, which takes about 200 ms of CPU per hash. Plain JavaScript, so that Node runs the same
// file from the sources and, bundled, from dist.
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
