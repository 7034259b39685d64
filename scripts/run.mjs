// Runs a TypeScript program of this repository: node scripts/run.mjs FILE [arguments].
import { install } from './lib/install.mjs';
import { loadTypeScript } from './lib/load-typescript.mjs';
import { Failure, main, root } from './lib/run.mjs';

await main(async () => {
  const [file] = process.argv.splice(2, 1);
  if (!file) throw new Failure('Usage: node scripts/run.mjs FILE [arguments]');
  await install();
  process.argv[1] = `${root}${file}`;
  await loadTypeScript(file);
});
