// A separate process, so that a stalled download can be killed and its output is not shown.
import { MongoBinary } from 'mongodb-memory-server-core';

const [downloadDir, version] = process.argv.slice(2);
if (!downloadDir || !version) throw new Error('Usage: download-mongod FOLDER VERSION');
try {
  process.stdout.write(await MongoBinary.getPath({ downloadDir, version, checkMD5: true }));
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
