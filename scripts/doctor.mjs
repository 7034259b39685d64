// npm run doctor: prints what is configured, reachable and missing. Installs and starts nothing. With --live it asks
// Stripe as well, with the keys of the environment; nothing is charged.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isInstalled, undeclaredInLock } from './lib/install.mjs';
import { loadTypeScript } from './lib/load-typescript.mjs';
import { main, root } from './lib/run.mjs';

await main(async () => {
  const dependencies = isInstalled() ? 'ok' : existsSync(join(root, 'node_modules')) ? 'stale' : 'missing';
  if (dependencies !== 'ok') {
    const why = dependencies === 'stale' ? 'not what package-lock.json says' : 'not installed';
    process.stdout.write(`ok       Node ${process.versions.node}\n`);
    process.stdout.write(`missing  dependencies: ${why}; npm start, npm test and npm ci install them\n`);
    process.stdout.write('The rest can be checked once they are installed.\n');
    process.exitCode = 1;
    return;
  }
  const unlocked = undeclaredInLock();
  if (unlocked.length)
    process.stdout.write(
      `missing  package-lock.json: does not know ${unlocked.join(', ')}; npm install updates it\n`,
    );
  const { examine } = await loadTypeScript('packages/local-stack/src/doctor.ts');
  process.exitCode = (await examine()) || (unlocked.length ? 1 : 0);
  if (!process.argv.includes('--live')) return;
  // `examine` has already read .env.
  const { examineLive } = await loadTypeScript('apps/api/src/live-check.ts');
  process.exitCode = (await examineLive(process.env)) || process.exitCode;
});
