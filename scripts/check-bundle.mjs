// npm run check:bundle: builds the web, compares its sizes with their budgets, finds syntax too new for older browsers,
// and classes whose sheet is missing on a page.
import { buildWeb } from './lib/build.mjs';
import { bundleReport } from './lib/bundle-budget.mjs';
import { install } from './lib/install.mjs';
import { main } from './lib/run.mjs';
import { sheetReport } from './lib/sheet-check.mjs';

await main(async () => {
  await install();
  await buildWeb();
  for (const { code, output } of [await bundleReport(), await sheetReport()]) {
    if (output) process.stdout.write(`${output}\n`);
    if (code !== 0) process.exitCode = code;
  }
});
