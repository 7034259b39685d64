// npm run stripe-mock: compares the card sandbox with Stripe's own stripe-mock, which Go builds into a cache, and with the
// description of Stripe's API in it. Skipped where Go is not installed.
import { join } from 'node:path';
import { Failure, lastLines, main, root, run, stopOnSignals, tool } from './lib/run.mjs';

const MODULE = 'github.com/stripe/stripe-mock';
const VERSION = 'v0.203.0';

await main(async () => {
  stopOnSignals();
  const go = await run('go', ['env', 'GOMODCACHE']);
  if (go.code !== 0) {
    process.stdout.write('Skipped: Go is not installed (https://go.dev).\n');
    return;
  }
  const GOBIN = join(root, 'node_modules', '.cache', 'stripe-mock');
  const built = await run('go', ['install', `${MODULE}@${VERSION}`], { env: { ...process.env, GOBIN } });
  if (built.code !== 0) throw new Failure(`stripe-mock could not be built.\n${lastLines(built.output)}`);
  const env = {
    ...process.env,
    STRIPE_MOCK: join(GOBIN, 'stripe-mock'),
    STRIPE_OPENAPI: join(go.output.trim(), `${MODULE}@${VERSION}`, 'embedded', 'openapi', 'spec3.json'),
  };
  const tests = ['platform/stripe-mock', 'packages/stripe-sandbox'];
  const args = ['run', '--project', 'api', '--project', 'stripe-sandbox', ...tests];
  const { code } = await tool('vitest/vitest.mjs', args, { env, isShown: true });
  if (code !== 0) throw new Failure('The sandbox and Stripe differ.');
});
