// npm run check: format, lint, types, boundaries, sheets, dead code, unit tests, bundle budgets.
import { runChecks } from './lib/check-steps.mjs';
import { install } from './lib/install.mjs';
import { main, stopOnSignals } from './lib/run.mjs';

await main(async () => {
  stopOnSignals();
  await install();
  const results = await runChecks();
  process.exitCode = results.every((result) => result.ok) ? 0 : 1;
});
