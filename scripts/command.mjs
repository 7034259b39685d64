// Runs a command of the API with the services it needs: node scripts/command.mjs NAME [arguments].
import { buildApi } from './lib/build.mjs';
import { install } from './lib/install.mjs';
import { loadTypeScript } from './lib/load-typescript.mjs';
import { Failure, main } from './lib/run.mjs';

await main(async () => {
  const [name, ...args] = process.argv.slice(2);
  if (!name) throw new Failure('Usage: node scripts/command.mjs NAME [arguments]');
  await install();
  await buildApi();
  const { runWithStack } = await loadTypeScript('packages/local-stack/src/stack/with-stack.ts');
  process.exitCode = await runWithStack(name, args);
});
