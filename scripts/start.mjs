// npm start and, with --dev, npm run dev. Has no dependencies: it installs them.
import { buildAll } from './lib/build.mjs';
import { install } from './lib/install.mjs';
import { loadTypeScript } from './lib/load-typescript.mjs';
import { main, stopOnSignals } from './lib/run.mjs';

const startedAt = Date.now();
const isDev = process.argv.includes('--dev');

await main(async () => {
  const letGo = stopOnSignals();
  await install();
  if (!isDev) await buildAll();
  const { startStack } = await loadTypeScript('packages/local-stack/src/stack/start.ts');
  letGo();
  await startStack({ isDev, startedAt });
});
