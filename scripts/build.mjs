// For the image: builds the web, the API, and the launcher and mail catcher as plain JavaScript.
import { buildAll, bundleLauncher } from './lib/build.mjs';
import { install } from './lib/install.mjs';
import { main } from './lib/run.mjs';

await main(async () => {
  await install();
  await buildAll();
  await bundleLauncher();
});
