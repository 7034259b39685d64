// The launcher as a program, for the image; `npm start` calls startStack itself after installing and building.
// `launcher.js app` starts all but the worker, `launcher.js worker` the worker alone, without an argument all.
import { startStack } from './stack/start.ts';
import { startWorker } from './stack/start-worker.ts';

const part = process.argv[2];
if (part === 'worker') await startWorker();
else await startStack({ isDev: false, startedAt: Date.now(), hasWorker: part !== 'app' });
