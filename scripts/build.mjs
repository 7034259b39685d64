// For the image: builds the web, the API, and the programs of packages/local-stack that compose runs.
import { buildAll, bundleLauncher } from './lib/build.mjs';
import { install } from './lib/install.mjs';
import { main } from './lib/run.mjs';

await main(async () => {
  await install();
  await buildAll();
  await bundleLauncher();
});
