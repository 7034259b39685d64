// Runs as a process of its own, so that it can be ended when nothing arrives and can say what it likes.
import { MongoBinary } from 'mongodb-memory-server-core';

const [downloadDir, version] = process.argv.slice(2);
if (!downloadDir || !version) throw new Error('Usage: download-mongod FOLDER VERSION');
try {
  process.stdout.write(await MongoBinary.getPath({ downloadDir, version, checkMD5: true }));
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
