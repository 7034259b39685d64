// The launcher as a program, for the image; `npm start` calls startStack itself after installing and building.
import { startStack } from './stack/start.ts';

await startStack({ isDev: false, startedAt: Date.now() });
