// npm run check:bundle: builds the web, compares its sizes with their budgets, and finds syntax too new for older
// browsers.
import { buildWeb } from './lib/build.mjs';
import { bundleReport } from './lib/bundle-budget.mjs';
import { install } from './lib/install.mjs';
import { main } from './lib/run.mjs';

await main(async () => {
  await install();
  await buildWeb();
  const { code, output } = await bundleReport();
  process.stdout.write(`${output}\n`);
  process.exitCode = code;
});
