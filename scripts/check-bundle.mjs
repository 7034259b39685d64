// npm run check:bundle: builds the web, compares its sizes with their budgets, and finds syntax too new for older
// browsers and classes whose sheet a chunk lacks or that two sheets define.
import { bundle } from './lib/check-steps.mjs';
import { install } from './lib/install.mjs';
import { main } from './lib/run.mjs';

await main(async () => {
  await install();
  const { code, output } = await bundle();
  process.stdout.write(`${output}\n`);
  process.exitCode = code;
});
